// The pad of a trial: what its program reads in place of a person's. Sticks and triggers are fixed;
// each button of the script is pressed when the program first asks whether it was.
// docs/racecar_rules.md.
#pragma once

#include <array>

#include "paddock/core/tick.h"
#include "paddock/protocols/racecar/messages.h"
#include "paddock/stage/pad.h"
#include "paddock/world/level.h"

namespace paddock::racecar {

/// Buttons of the protocol have the numbers of the pad's.
constexpr std::uint16_t bit_of(Button button) {
  return paddock::bit_of(static_cast<PadButton>(button));
}

class PadScript {
 public:
  static constexpr Nanos kHeld = 500'000'000;  // simulated time that a button stays down

  PadScript() = default;
  explicit PadScript(const TrialPad& pad);

  /// Programs are about to be asked at this simulated time.
  void begin_frame(Nanos now);
  bool button(ButtonQuestion question, Button button);
  float trigger(Side side) const { return triggers_[static_cast<std::size_t>(side)]; }
  StickReading joystick(Side side) const { return sticks_[static_cast<std::size_t>(side)]; }

 private:
  enum class Phase : std::uint8_t { Absent, Waiting, Pressed, Down, Released };
  struct Press {
    Phase phase{};
    Nanos since{};
  };

  std::array<float, 2> triggers_{};
  std::array<StickReading, 2> sticks_{};
  std::array<Press, kPadButtons> buttons_{};
  Nanos now_{};
};

}  // namespace paddock::racecar
