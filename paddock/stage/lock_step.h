// Peers in lock-step: programs elsewhere that a stage waits for before every tick.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/stage/frame.h"

namespace paddock {

class Stage;

/// The driver of vehicles that wait for programs.
inline constexpr std::string_view kProgramDriver = "program";

/// What a peer's turn came to.
struct PeerTurn {
  bool answered{};  // as far as it is concerned the next tick may pass
  Nanos again{};    // wall time of its next turn, unless something is heard before
};

/// What people set of a peer, in its own words, as {"realism", "ideal"}.
using PeerSettings = std::vector<std::pair<std::string, std::string>>;

/// Talks on the stage's own thread, so that a tick costs no hand-over between threads. A stage has
/// any number of them: a tick passes when each has answered or given up waiting.
class LockStepPeer {
 public:
  virtual ~LockStepPeer() = default;

  /// Says and hears what there is, without waiting. May begin the stage's world anew; what its
  /// programs ask of vehicles waits for apply().
  virtual PeerTurn poll(Stage& stage, Nanos now) = 0;
  /// All peers have answered and a tick follows: what the programs of this one ask of vehicles.
  /// Peers are called in the order in which they joined, so that a run does not depend on who
  /// answered first.
  virtual void apply(Stage& stage) { static_cast<void>(stage); }
  /// Something happened in a tick.
  virtual void happened(const StageEvent& event) { static_cast<void>(event); }

  /// The run is over, and so is the stage; on its thread.
  virtual void ended(Stage& stage) { static_cast<void>(stage); }

  // --- what people see and ask for, between two ticks on the stage's thread

  virtual PeerStatus status() const = 0;
  /// Something to be done now, in the peer's own words, as "skip_trial".
  virtual Result<void> act(Stage& stage, std::string_view act, VehicleId vehicle);
  virtual Result<void> set(Stage& stage, const PeerSettings& settings);
  /// Why nobody but its programs may begin the world anew or change it, if that is so.
  virtual Result<void> may_change_world() const { return {}; }
};

}  // namespace paddock
