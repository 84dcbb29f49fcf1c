// Compass: heading, offset and noise.
#include "paddock/sensors/compass.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/lone_sensor.h"

namespace paddock {
namespace {

DrawAddress address(std::uint64_t tick) {
  return {.seed = 5, .stream = {}, .entity = 0, .tick = tick, .index = 0};
}

double heading(const CompassParams& params, double yaw, std::uint64_t tick = 0) {
  return read_compass(params, {.pose = {1, 2, yaw}}, address(tick)).heading;
}

TEST(Compass, WithoutNoiseReadsTheYaw) {
  for (const double yaw : {0.0, 1.0, -3.0, kPi}) EXPECT_EQ(heading({}, yaw), yaw);
}

TEST(Compass, OffsetAddsAndTheReadingStaysWithinHalfATurn) {
  EXPECT_NEAR(heading({.offset = 0.5}, 3), 3.5 - 2 * kPi, 1e-15);
  EXPECT_NEAR(heading({.offset = -0.5}, -3), 2 * kPi - 3.5, 1e-15);
}

TEST(Compass, NoiseHasItsDeviation) {
  double squares = 0;
  const int n = 20000;
  for (int tick = 0; tick < n; ++tick) {
    const double off = wrap_angle(
        heading({.offset = 0, .sigma = 0.05}, 3.14, static_cast<std::uint64_t>(tick)) - 3.14);
    squares += off * off;
  }
  EXPECT_NEAR(squares / n, 0.0025, 0.05 * 0.0025);  // 5 deviations of a variance
}

TEST(Compass, SameAddressSameNoise) {
  const CompassParams params{.offset = 0, .sigma = 0.1};
  EXPECT_EQ(heading(params, 1, 7), heading(params, 1, 7));
  EXPECT_NE(heading(params, 1, 7), heading(params, 1, 8));
}

TEST(Compass, AsASensorItTellsTheVehiclesHeadingWhateverItsMount) {
  LoneSensor compass("compass unit=eespees offset=0.1",
                     {{1, 1, 1}, Quat::from_yaw_pitch_roll(1, 0, 0)});
  compass.sight.motion.pose = {4, 5, 3};
  const CompassParams params{.offset = 0.1, .sigma = 0.0087};

  EXPECT_EQ(compass.read(),
            std::vector{read_compass(params, compass.sight.motion, compass.sight.noise).heading});
  EXPECT_TRUE(compass.memory.empty());
}

}  // namespace
}  // namespace paddock
