// Bumper: sectors around the body.
#include "paddock/sensors/contact_sensor.h"

#include <gtest/gtest.h>

#include <cmath>

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
  ContactReading reading;
  EXPECT_FALSE(reading.pressed());

  add_hit(params, {}, {.point_in_world = {1, 0.1}, .impulse = 1}, reading);
  add_hit(params, {}, {.point_in_world = {1, -0.1}, .impulse = 2}, reading);
  add_hit(params, {}, {.point_in_world = {0, 1}, .impulse = 0.4}, reading);

  EXPECT_TRUE(reading.pressed());
  EXPECT_TRUE(reading.pressed(0));
  EXPECT_EQ(reading.impulses[0], 3);
  EXPECT_FALSE(reading.pressed(1));
}

TEST(ContactSensor, BrokenFiguresAreNamed) {
  EXPECT_TRUE(check_contact({}));
  EXPECT_EQ(check_contact({.sectors = 17}).error().message,
            "contact sectors must be 1 to 16, got 17");
  EXPECT_FALSE(check_contact({.sectors = 0}));
  EXPECT_FALSE(check_contact({.sectors = 4, .min_impulse = std::nan("")}));
}

}  // namespace
}  // namespace paddock
