#include "paddock/protocols/racecar/pad_script.h"

#include <algorithm>

namespace paddock::racecar {
namespace {

StickReading reading_of(Vec2 stick) {
  return {static_cast<float>(stick.x), static_cast<float>(stick.y)};
}

}  // namespace

PadScript::PadScript(const TrialPad& pad)
    : triggers_{static_cast<float>(pad.left_trigger), static_cast<float>(pad.right_trigger)},
      sticks_{reading_of(pad.left_stick), reading_of(pad.right_stick)} {
  for (const std::string& name : pad.press) {
    const auto found = std::find(kPadButtonNames.begin(), kPadButtonNames.end(), name);
    if (found == kPadButtonNames.end()) continue;  // the level's reader knows no other
    buttons_[static_cast<std::size_t>(found - kPadButtonNames.begin())].phase = Phase::Waiting;
  }
}

void PadScript::begin_frame(Nanos now) {
  now_ = now;
  for (Press& press : buttons_) {
    if (press.phase == Phase::Released) press.phase = Phase::Absent;
    if (press.phase == Phase::Pressed) press.phase = Phase::Down;
    if (press.phase == Phase::Down && now - press.since >= kHeld) press.phase = Phase::Released;
  }
}

bool PadScript::button(ButtonQuestion question, Button button) {
  Press& press = buttons_[static_cast<std::size_t>(button)];
  switch (question) {
    case ButtonQuestion::IsDown:
      return press.phase == Phase::Pressed || press.phase == Phase::Down;
    case ButtonQuestion::WasPressed:
      if (press.phase == Phase::Waiting) press = {Phase::Pressed, now_};
      return press.phase == Phase::Pressed;
    case ButtonQuestion::WasReleased:
      return press.phase == Phase::Released;
  }
  return false;
}

}  // namespace paddock::racecar
