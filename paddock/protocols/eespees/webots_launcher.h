// Where the EES-PEES backend, or a person, calls webots: the script that starts Paddock instead,
// and what it was called with.
#pragma once

#include <span>
#include <string>

#include "paddock/core/error.h"

namespace paddock::eespees {

struct WebotsCall {
  enum class Mode { RealTime, Fast, Paused };  // as a level begins that is driven as it is

  std::string level{"training_env"};  // the one that stands for the world file
  Mode mode{};
  bool version{};  // only that is asked for
};

/// What webots was called with. Options that mean nothing here are passed over.
Result<WebotsCall> parse_webots_call(std::span<const std::string> arguments);

/// Writes a script `webots` into `folder`; its path.
Result<std::string> write_webots_launcher(const std::string& folder);

/// This process is called webots-bin, as the backend expects, until it is told to stop; it is told
/// so when `launcher`, the process id of the script, ends. False when it has ended already.
bool follow_webots_launcher(int launcher);
/// A backend that starts now must not take this process for one that serves it.
void drop_webots_name();

}  // namespace paddock::eespees
