// Bumper: sectors around the body.
#include "paddock/sensors/contact_sensor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/lone_sensor.h"

namespace paddock {
namespace {

TEST(ContactSensor, SectorsRunCounterClockwiseFromStraightAhead) {
  for (const int sectors : {1, 2, 3, 8, 16})
    for (int i = 0; i < sectors; ++i) {
      const double middle = 2 * kPi * i / sectors, half = kPi / sectors;
      for (const double angle : {middle - 0.99 * half, middle, middle + 0.99 * half})
        EXPECT_EQ(sector_of({.sectors = sectors}, {}, Rot2::of(angle) * Vec2{0.3, 0}), i)
            << sectors << ' ' << angle;
    }
}

TEST(ContactSensor, StraightBehindHasASectorWhateverTheSignOfZero) {
  for (const double zero : {0.0, -0.0}) {
    EXPECT_EQ(sector_of({.sectors = 8}, {}, {-1, zero}), 4);
    const int odd = sector_of({.sectors = 3}, {}, {-1, zero});
    EXPECT_TRUE(odd == 1 || odd == 2);
  }
}

TEST(ContactSensor, TurnsWithTheBody) {
  const Pose2 body{4, 5, kPi / 2};
  EXPECT_EQ(sector_of({.sectors = 4}, body, {4, 6}), 0);
  EXPECT_EQ(sector_of({.sectors = 4}, body, {3, 5}), 1);
  EXPECT_EQ(sector_of({.sectors = 4}, body, {4, 4}), 2);
  EXPECT_EQ(sector_of({.sectors = 4}, body, {5, 5}), 3);
}

TEST(ContactSensor, HitsOfOneSectorAddUpAndSoftOnesAreNotFelt) {
  const ContactParams params{.sectors = 4, .min_impulse = 0.5};
  std::vector<double> impulses(4);

  add_hit(params, {}, {.point_in_world = {1, 0.1}, .impulse = 1}, impulses);
  add_hit(params, {}, {.point_in_world = {1, -0.1}, .impulse = 2}, impulses);
  add_hit(params, {}, {.point_in_world = {0, 1}, .impulse = 0.4}, impulses);

  EXPECT_EQ(impulses, (std::vector<double>{3, 0, 0, 0}));
}

TEST(ContactSensor, AsASensorItTellsTheHitsSinceTheLastReading) {
  LoneSensor bumper("bumper sectors=4");
  bumper.sight.motion.pose = {4, 5, kPi / 2};
  const ContactHit ahead{.point_in_world = {4, 6}, .impulse = 2};
  const ContactHit left{.point_in_world = {3, 5}, .impulse = 1};

  bumper.sight.hits = {&ahead, 1};
  bumper.advance();
  bumper.sight.hits = {&left, 1};
  bumper.advance();
  EXPECT_EQ(bumper.read(), (std::vector<double>{2, 1, 0, 0}));

  bumper.sight.after_reading = true;
  bumper.advance();
  EXPECT_EQ(bumper.read(), (std::vector<double>{0, 1, 0, 0}));
}

TEST(ContactSensor, ChannelsSayWhereTheirSectorsPoint) {
  const LoneSensor eight("bumper"), three("bumper sectors=3");
  const auto titles = [](const LoneSensor& bumper) {
    std::vector<std::string> list;
    for (const Channel& channel : bumper.form().channels) list.push_back(channel.title);
    return list;
  };

  EXPECT_EQ(titles(eight),
            (std::vector<std::string>{"hit ahead", "hit 45° to the left", "hit 90° to the left",
                                      "hit 135° to the left", "hit behind", "hit 135° to the right",
                                      "hit 90° to the right", "hit 45° to the right"}));
  EXPECT_EQ(titles(three), (std::vector<std::string>{"hit ahead", "hit 120° to the left",
                                                     "hit 120° to the right"}));
  EXPECT_EQ(eight.form().channels[2].name, "sector2");
}

}  // namespace
}  // namespace paddock
