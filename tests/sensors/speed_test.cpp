// Speedometer: along the heading, in steps.
#include "paddock/sensors/speed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/lone_sensor.h"

namespace paddock {
namespace {

DrawAddress address(std::uint64_t tick) {
  return {.seed = 9, .stream = {}, .entity = 0, .tick = tick, .index = 0};
}

BodyMotion moving(double yaw, Vec2 velocity_in_body) {
  return {.pose = {0, 0, yaw}, .velocity_in_world = Rot2::of(yaw) * velocity_in_body};
}

TEST(Speed, IsThePartAlongTheHeading) {
  EXPECT_NEAR(read_speed({}, moving(0.7, {2, 5}), address(0)).speed, 2, 1e-15);
  EXPECT_NEAR(read_speed({}, moving(2, {-1.5, 0}), address(0)).speed, -1.5, 1e-15);
}

TEST(Speed, ScalesAndCountsInSteps) {
  EXPECT_NEAR(read_speed({.scale = 0.1}, moving(0, {2, 0}), address(0)).speed, 2.2, 1e-15);
  const SpeedParams stepped{.scale = 0, .sigma = 0, .quantum = 0.25};
  EXPECT_EQ(read_speed(stepped, moving(0, {1.1, 0}), address(0)).speed, 1);
  EXPECT_EQ(read_speed(stepped, moving(0, {-1.2, 0}), address(0)).speed, -1.25);
}

TEST(Speed, NoiseHasItsDeviationAndItsAddress) {
  const SpeedParams params{.scale = 0, .sigma = 0.2};
  double squares = 0;
  const int n = 20000;
  for (int tick = 0; tick < n; ++tick) {
    const auto at = address(static_cast<std::uint64_t>(tick));
    const double off = read_speed(params, moving(0, {1, 0}), at).speed - 1;
    squares += off * off;
    EXPECT_EQ(read_speed(params, moving(0, {1, 0}), at).speed - 1, off);
  }
  EXPECT_NEAR(squares / n, 0.04, 0.05 * 0.04);  // 5 deviations of a variance
}

TEST(Speed, AsASensorItTellsWhatItsUnitCounts) {
  LoneSensor vesc("speed unit=vesc"), noisy("speed scale=0.1 sigma=0.2 quantum=0.3");
  vesc.sight.motion = noisy.sight.motion = moving(0.4, {2, 1});
  const SpeedParams params{.scale = 0.1, .sigma = 0.2, .quantum = 0.3};

  EXPECT_EQ(vesc.read(), std::vector{9228.0 / 4614});  // 2 m/s in whole steps
  EXPECT_EQ(noisy.read(),
            std::vector{read_speed(params, noisy.sight.motion, noisy.sight.noise).speed});
  EXPECT_TRUE(vesc.memory.empty());
}

}  // namespace
}  // namespace paddock
