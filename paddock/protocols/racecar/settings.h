// What people say about the door in words: buttons that the clock presses, and what programs sense.
#pragma once

#include <string_view>

#include "paddock/protocols/racecar/car.h"
#include "paddock/protocols/racecar/messages.h"
#include "paddock/stage/lock_step.h"

namespace paddock::racecar {

/// A button that is pressed by the clock, for runs without hands.
struct PressAt {
  Button button{};
  double seconds{};  // of simulated time
  double hold{0.5};  // s
};

/// "A@2" or "RB@1.5s".
Result<PressAt> parse_press(std::string_view text);

/// `senses` after these settings: realism (real, ideal), hide_cars (true, false) and depth (low,
/// moderate, high). Says which names and values there are when one of them is another.
Result<CourseSenses> with_settings(CourseSenses senses, const PeerSettings& settings);

}  // namespace paddock::racecar
