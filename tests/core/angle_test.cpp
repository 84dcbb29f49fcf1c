#include "paddock/core/angle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace paddock {
namespace {

TEST(Angle, DegreesAndRadiansAreInverse) {
  EXPECT_DOUBLE_EQ(radians(180), kPi);
  EXPECT_DOUBLE_EQ(degrees(kPi / 2), 90);
  EXPECT_DOUBLE_EQ(degrees(radians(-37.5)), -37.5);
}

TEST(Angle, WrappingLeavesTheHalfTurnsThatAreWrappedAlready) {
  for (const double angle : {0.0, 1.0, -1.0, 3.14, kPi, -kPi, 5e-324}) {
    EXPECT_EQ(wrap_angle(angle), angle);
  }
}

TEST(Angle, WrappingStaysWithinHalfATurnAlsoNextToIt) {
  for (int turn = -20000; turn < 20000; turn += 7) {
    for (int step = -20; step <= 20; ++step) {
      const double angle = (2 * turn + 1) * kPi * (1 + step * 1.1e-16);

      const double wrapped = wrap_angle(angle);

      ASSERT_LE(std::fabs(wrapped), kPi) << angle;
      ASSERT_EQ(wrap_angle(wrapped), wrapped) << angle;
    }
  }
}

TEST(Angle, WrappingKeepsTheDirection) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angles(-1000, 1000);
  for (int i = 0; i < 100000; ++i) {
    const double angle = angles(random);

    const double wrapped = wrap_angle(angle);

    // 160 turns, each off by what a double of 2 pi lacks, and one rounding of the angle itself
    ASSERT_NEAR(std::remainder(angle - wrapped, 2 * kPi), 0, 3e-13) << angle;
  }
}

TEST(Angle, WrappingIsOdd) {
  for (double angle = 0.001; angle < 100; angle += 0.37) {
    EXPECT_EQ(wrap_angle(-angle), -wrap_angle(angle));
  }
}

TEST(Angle, WrappingDoesNotHideNan) {
  EXPECT_TRUE(std::isnan(wrap_angle(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace paddock
