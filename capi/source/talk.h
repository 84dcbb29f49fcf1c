// What the simulator's threads and the network's share of one server: whose turn it is on the
// world's port, what has arrived and what goes out. Taken up for moments only; frames and controls
// pass by (episode.h).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "capi/source/episode.h"
#include "paddock/core/tick.h"

namespace paddock::capi {

/// Codes are the system's; this one is named as the original's are: end of file.
inline constexpr int kHungUp = 2;

/// What comes next on the world's port.
enum class Turn : std::uint8_t {
  Nothing,  // nobody is connected
  Request,  // the client's, and before it that a client comes
  Scene,    // ours
  Start,    // the client's
  Ready,    // ours, and then a request again
};

struct ConnectOrder {
  std::string host;
  std::uint16_t port{};  // 0: three that are free
  Nanos limit{};         // for what the client owes; 0: none
};

struct Talk {
  std::mutex mutex;  // guards what follows
  std::condition_variable changed;

  // for the network to do
  std::optional<ConnectOrder> connect;
  bool hang_up{};
  std::string unsent;  // for the world's port, with its length
  bool over{};         // the thread is to end

  // how it stands
  Turn turn{Turn::Nothing};
  int why{};                           // there is nothing to come, as a code
  std::uint16_t port{};                // that is listened on, 0: none
  bool client_here{};                  // somebody was let in
  bool unsent_gone{};                  // what was last written is with the system
  std::optional<std::string> request;  // the text of settings, unread
  std::optional<std::uint32_t> start;  // unread
  std::shared_ptr<Episode> episode;    // that runs; shared with calls under way

  /// Nothing can be said any more. With the mutex held.
  void end(int code) {
    turn = Turn::Nothing, why = code;
    port = 0, client_here = false;
    request.reset(), start.reset(), unsent.clear();
    episode.reset();
    changed.notify_all();
  }
};

}  // namespace paddock::capi
