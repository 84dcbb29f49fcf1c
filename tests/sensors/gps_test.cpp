// Satellite navigation: where the antenna is, how fast it moves, how far off it may be.
#include "paddock/sensors/gps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/lone_sensor.h"

namespace paddock {
namespace {

DrawAddress address(std::uint64_t tick, std::uint32_t entity = 0) {
  return {.seed = 3, .stream = {}, .entity = entity, .tick = tick, .index = 0};
}

const BodyMotion kMotion{.pose = {5, -2, kPi / 2}, .velocity_in_world = {0, 3}, .yaw_rate = 0.5};

TEST(Gps, WithoutNoiseReadsTheAntennaNotTheBody) {
  const GpsReading reading = read_gps({.antenna_in_body = {-1, 0}}, kMotion, address(0));

  EXPECT_NEAR(reading.position.x, 5, 1e-15);
  EXPECT_NEAR(reading.position.y, -3, 1e-15);
  EXPECT_NEAR(reading.velocity.x, 0.5, 1e-15);  // it swings out to the right
  EXPECT_NEAR(reading.velocity.y, 3, 1e-15);
}

TEST(Gps, OffsetStaysAndNoiseHasItsDeviation) {
  const GpsParams params{
      .antenna_in_body = {}, .offset = {1, -1}, .sigma = 2, .velocity_sigma = 0.1};
  double sum = 0, squares = 0, speed_squares = 0, product = 0;
  const int n = 20000;
  for (int tick = 0; tick < n; ++tick) {
    const GpsReading reading = read_gps(params, kMotion, address(static_cast<std::uint64_t>(tick)));
    const Vec2 off = reading.position - Vec2{6, -3};
    sum += off.x, squares += off.x * off.x, product += off.x * off.y;
    speed_squares += (reading.velocity.y - 3) * (reading.velocity.y - 3);
  }
  EXPECT_NEAR(sum / n, 0, 5 * 2 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 4, 0.05 * 4);  // 5 deviations of a variance
  EXPECT_NEAR(speed_squares / n, 0.01, 0.05 * 0.01);
  EXPECT_NEAR(product / n, 0, 5 * 4 / std::sqrt(n));  // axes are independent
}

TEST(Gps, SameAddressSameNoise) {
  const GpsParams params{.antenna_in_body = {}, .offset = {}, .sigma = 1};
  EXPECT_EQ(read_gps(params, kMotion, address(1)), read_gps(params, kMotion, address(1)));
  EXPECT_NE(read_gps(params, kMotion, address(1)), read_gps(params, kMotion, address(2)));
  EXPECT_NE(read_gps(params, kMotion, address(1)), read_gps(params, kMotion, address(1, 1)));
}

TEST(Gps, AsASensorItTellsWhereItsMountIs) {
  LoneSensor gps("gps offset_x=1 offset_y=-2 sigma=0.5 velocity_sigma=0.1", {{-1, 0, 0.3}, {}});
  gps.sight.motion = kMotion;
  const GpsParams params{
      .antenna_in_body = {-1, 0}, .offset = {1, -2}, .sigma = 0.5, .velocity_sigma = 0.1};

  const auto [position, velocity] = read_gps(params, kMotion, gps.sight.noise);

  EXPECT_EQ(gps.read(), (std::vector{position.x, position.y, velocity.x, velocity.y}));
  EXPECT_TRUE(gps.memory.empty());
  EXPECT_EQ(gps.form().frame, "world");
  EXPECT_EQ(gps.form().channels.size(), 4u);
}

}  // namespace
}  // namespace paddock
