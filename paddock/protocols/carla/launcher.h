// Where scripts start CARLA: a script CarlaUE4.sh that starts Paddock instead, and what it was
// called with.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "paddock/core/error.h"

namespace paddock::carla {

/// CARLA 0.8's command line, as far as it means something here.
struct CarlaCall {
  std::string map;                       // "Town01"; empty: none was named
  std::optional<std::uint16_t> port;     // of the world
  std::optional<int> fps;                // of the fixed step
  bool benchmark{};                      // no waiting for the time of day
  std::string settings;                  // file; empty: none was named
  std::vector<std::string> passed_over;  // what has no effect here
};

Result<CarlaCall> parse_carla_call(std::span<const std::string> arguments);

/// Writes a script `CarlaUE4.sh` into `folder`; its path.
Result<std::string> write_carla_launcher(const std::string& folder);

}  // namespace paddock::carla
