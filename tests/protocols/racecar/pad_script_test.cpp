// The pad of a trial.
#include "paddock/protocols/racecar/pad_script.h"

#include <gtest/gtest.h>

namespace paddock::racecar {
namespace {

constexpr Nanos kFrame = 16'666'667;

TEST(PadScript, SticksAndTriggersStayWhereTheyAre) {
  const PadScript script(TrialPad{.left_trigger = 0.25,
                                  .right_trigger = 1,
                                  .left_stick = {-1, 0.5},
                                  .right_stick = {0, -1},
                                  .press = {}});
  EXPECT_EQ(script.trigger(Side::Left), 0.25f);
  EXPECT_EQ(script.trigger(Side::Right), 1.0f);
  EXPECT_EQ(script.joystick(Side::Left), (StickReading{-1, 0.5f}));
  EXPECT_EQ(script.joystick(Side::Right), (StickReading{0, -1}));
}

TEST(PadScript, AButtonIsPressedWhenTheProgramFirstAsksForItHeldHalfASecondAndReleasedOnce) {
  PadScript script(TrialPad{.left_stick = {}, .right_stick = {}, .press = {"B"}});
  Nanos now = 0;
  // however long it takes to ask; asking whether it is down is no such question
  for (int i = 0; i < 100; ++i) {
    script.begin_frame(now += kFrame);
    EXPECT_FALSE(script.button(ButtonQuestion::IsDown, Button::B));
    EXPECT_FALSE(script.button(ButtonQuestion::WasReleased, Button::B));
    EXPECT_FALSE(script.button(ButtonQuestion::WasPressed, Button::A));
  }
  const Nanos pressed = now;
  EXPECT_TRUE(script.button(ButtonQuestion::WasPressed, Button::B));
  EXPECT_TRUE(script.button(ButtonQuestion::WasPressed, Button::B)) << "in the same frame";
  EXPECT_TRUE(script.button(ButtonQuestion::IsDown, Button::B));
  int released = 0;
  for (int i = 0; i < 100; ++i) {
    script.begin_frame(now += kFrame);
    EXPECT_FALSE(script.button(ButtonQuestion::WasPressed, Button::B));
    EXPECT_EQ(script.button(ButtonQuestion::IsDown, Button::B), now - pressed < PadScript::kHeld);
    released += script.button(ButtonQuestion::WasReleased, Button::B) ? 1 : 0;
  }
  EXPECT_EQ(released, 1);
}

TEST(PadScript, WithoutATrialNothingIsPressed) {
  PadScript script;
  script.begin_frame(0);
  for (int b = 0; b < kPadButtons; ++b)
    EXPECT_FALSE(script.button(ButtonQuestion::WasPressed, static_cast<Button>(b)));
}

}  // namespace
}  // namespace paddock::racecar
