// Replay: a recording run again, tick by tick, with the same bits.
#pragma once

#include <memory>
#include <string>

#include "paddock/record/recording.h"
#include "paddock/stage/stage.h"

namespace paddock {

/// The recorded run at its first checkpoint.
Result<Session> open_recorded(const Recording& recording);

class Replay {
 public:
  explicit Replay(std::shared_ptr<const Recording> recording) : recording_(std::move(recording)) {}

  Tick begin() const { return recording_->checkpoints.front().snapshot.state.tick; }
  Tick end() const { return recording_->end; }

  /// Gives the session what was recorded for its tick. Call before advance().
  void feed(Session& session);
  /// Compares with the hash recorded for this tick, if any that can be compared; says how it
  /// differs, the first time, or "". Call after advance().
  std::string check(const Session& session);
  /// To `tick`, from the checkpoint before it; earlier than begin() is begin().
  Result<void> seek(Session& session, Tick tick);

  std::uint64_t hashes_compared() const { return compared_; }

 private:
  std::shared_ptr<const Recording> recording_;  // shared with whoever lists its events
  std::size_t next_{};                          // entry
  std::uint64_t compared_{};
  bool diverged_{};  // said so already
};

/// As a stage wants it.
Playback playback_of(std::shared_ptr<const Recording> recording);

}  // namespace paddock
