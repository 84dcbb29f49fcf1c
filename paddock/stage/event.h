// Something that happened in a run, for whoever wants to know: page, programs, recordings.
#pragma once

#include <cstdint>
#include <string>

#include "paddock/core/tick.h"
#include "paddock/core/vec.h"

namespace paddock {

enum class EventKind : std::uint8_t {
  Gate,            // number: the gate; yes: it was the next in order
  Lap,             // number: 1 for the first; duration
  Finish,          // number: the place
  Collision,       // other: a vehicle, or -1 and text names the piece; point; value: impulse, N s
  Trigger,         // text: its name; yes: entered; number: 1 + the piece, where no vehicle entered
  Froze,           // its numbers left their range; nothing moves it any more
  NewDriver,       // text: who drives now
  Clicked,         // point
  NewValue,        // text: its name; value
  Diverged,        // text: how a replay came to differ from its recording
  End,             // of a replay
  Flipped,         // a vehicle lay on its side or roof; yes: it stands at its start again
  Fell,            // a vehicle fell off the world; yes: likewise
  Lost,            // text: a piece that fell off the world or whose numbers left their range
  Placed,          // a vehicle was put somewhere; point
  KeyPoint,        // number: which; duration: time on the clock; yes: it is the finish
  Failed,          // text: why
  Penalty,         // text: why; duration
  Reset,           // text: why; it stands at its last key point; point
  TaskDone,        // number: which; value: points
  TrialOver,       // number: TrialEnd; value: points; duration
  RecordingEnded,  // text: why, before anybody asked for it
  Spawned,         // a vehicle came; text: its kind; point
  Despawned,       // a vehicle went; text: its kind
};

/// One form for all: what a kind does not need stays at its default.
struct StageEvent {
  EventKind kind{};
  Nanos time{};
  std::int32_t vehicle{-1};
  std::int32_t other{-1};
  std::uint32_t number{};
  bool yes{};
  Nanos duration{};
  Vec2 point{};
  double value{};
  std::string text{};
  bool operator==(const StageEvent&) const = default;
};

}  // namespace paddock
