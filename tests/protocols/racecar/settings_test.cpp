#include "paddock/protocols/racecar/settings.h"

#include <gtest/gtest.h>

namespace paddock::racecar {
namespace {

TEST(ParsePress, TakesButtonsAndSeconds) {
  EXPECT_EQ(parse_press("A@2s")->button, Button::A);
  EXPECT_EQ(parse_press("RB@1.5")->seconds, 1.5);
  for (const char* wrong : {"", "A", "@2", "Q@2", "A@x", "A@-1", "A@2x"})
    EXPECT_FALSE(parse_press(wrong)) << wrong;
}

TEST(CourseSettings, ChangeWhatTheyNameAndNothingElse) {
  const CourseSenses before{.realism = false, .hide_cars = true, .depth = DepthDetail::Low};
  EXPECT_EQ(*with_settings(before, {}), before);
  EXPECT_EQ(*with_settings(before, {{"realism", "real"}}),
            (CourseSenses{.realism = true, .hide_cars = true, .depth = DepthDetail::Low}));
  EXPECT_EQ(
      *with_settings({}, {{"depth", "moderate"}, {"hide_cars", "true"}, {"realism", "ideal"}}),
      (CourseSenses{.realism = false, .hide_cars = true, .depth = DepthDetail::Moderate}));
  EXPECT_EQ(*with_settings(before, {{"depth", "high"}, {"hide_cars", "false"}}),
            (CourseSenses{.realism = false, .hide_cars = false, .depth = DepthDetail::High}));
}

TEST(CourseSettings, SayWhichNamesAndValuesThereAre) {
  const auto why = [](const char* name, const char* value) {
    const auto changed = with_settings({}, {{"depth", "low"}, {name, value}});
    EXPECT_FALSE(changed) << name << " " << value;
    return changed ? "" : changed.error().message;
  };
  EXPECT_EQ(why("realism", "true"), "realism must be real or ideal, got \"true\"");
  EXPECT_EQ(why("hide_cars", "yes"), "hide_cars must be true or false, got \"yes\"");
  EXPECT_EQ(why("depth", ""), "depth must be low, moderate or high, got \"\"");
  EXPECT_NE(why("fog", "thick").find("there are realism, hide_cars and depth"), std::string::npos);
}

}  // namespace
}  // namespace paddock::racecar
