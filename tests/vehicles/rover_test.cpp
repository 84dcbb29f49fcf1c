// The EES-PEES robot: actuators and no-slip kinematics as derived from the original.
#include "paddock/vehicles/rover/rover_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/drive.h"

namespace paddock {
namespace {

constexpr RoverParams<double> kRover{};
constexpr double kDt = 0.032;

RoverState<double> settled(RoverInput<double> input) {
  RoverState<double> state;
  drive(kRover, state, input, 5, kDt);
  return state;
}

TEST(Rover, FullSpeedIs0_28875MetresPerSecond) {
  EXPECT_NEAR(settled({.motor = 11, .steer = 0}).body.vx, 0.28875, 1e-12);
  EXPECT_NEAR(settled({.motor = -11, .steer = 0}).body.vx, -0.28875, 1e-12);
}

TEST(Rover, FullSpeedTakes1_1Seconds) {
  RoverState<double> state;
  const RoverInput<double> full{.motor = 11, .steer = 0};

  drive(kRover, state, full, 34 * kDt, kDt);
  EXPECT_NEAR(state.motor, 34 * 0.32, 1e-12);  // 1.088 s, 10 rad/s^2
  drive(kRover, state, full, kDt, kDt);
  EXPECT_EQ(state.motor, 11);
}

TEST(Rover, SteeringTakesUp32PercentOfItsErrorEachStep) {
  RoverState<double> state;
  double left = 0.9;
  for (int i = 0; i < 10; ++i) {
    state = step(kRover, state, RoverInput<double>{.motor = 0, .steer = 0.9}, kOpenGround, kDt);
    left *= 0.68;
    EXPECT_NEAR(0.9 - state.steer, left, 1e-14);
  }
}

TEST(Rover, SteeringAndMotorStayWithinTheirStops) {
  RoverState<double> state;
  state = step(kRover, state, RoverInput<double>{.motor = 0, .steer = 9}, kOpenGround, kDt);
  EXPECT_NEAR(state.steer, 0.32, 1e-15);  // 10 rad/s at most

  state = settled({.motor = 99, .steer = 9});
  EXPECT_NEAR(state.steer, 1.57, 1e-9);  // an exponential approach
  EXPECT_EQ(state.motor, 22);
}

TEST(Rover, PositiveSteeringTurnsRightWhenDrivingForward) {
  EXPECT_LT(settled({.motor = 5, .steer = 0.5}).body.yaw_rate, 0);
  EXPECT_GT(settled({.motor = -5, .steer = 0.5}).body.yaw_rate, 0);
}

TEST(Rover, OneRadianTurnsItsMiddleOnAboutNineCentimetres) {
  const auto state = settled({.motor = 5, .steer = 1});

  const double radius = std::hypot(state.body.vx, state.body.vy) / std::fabs(state.body.yaw_rate);
  EXPECT_NEAR(state.body.vx / -state.body.yaw_rate, 0.0925, 5e-4);  // ahead: D / sin 1
  EXPECT_NEAR(radius, 0.0972, 5e-4);
}

TEST(Rover, NoWheelSlips) {
  for (double steer = -1.5; steer <= 1.5; steer += 0.25) {
    const auto state = settled({.motor = 8, .steer = steer});
    const ChassisState<double>& body = state.body;

    // the front axle has no sideways speed; the driven axle moves along its block at rim speed
    const double pivot = kRover.front - kRover.pivot_front;
    const double axle_x = pivot - kRover.pivot_rear * std::cos(state.steer);
    const double axle_y = -kRover.pivot_rear * std::sin(state.steer);
    const double axle_vx = body.vx - body.yaw_rate * axle_y,
                 axle_vy = body.vy + body.yaw_rate * axle_x;
    const double rolling = axle_vx * std::cos(state.steer) + axle_vy * std::sin(state.steer);
    const double sliding = axle_vy * std::cos(state.steer) - axle_vx * std::sin(state.steer);
    EXPECT_NEAR(body.vy + kRover.front * body.yaw_rate, 0, 1e-14);
    EXPECT_NEAR(rolling, 8 * kRover.wheel_radius, 1e-13);
    EXPECT_NEAR(sliding, 0, 1e-13);
  }
}

TEST(Rover, FollowsTheEquationsOfMotionAsDerivedFromTheOriginal) {
  // the original's axes: z forward at heading 0, x left, motor counted backward
  for (const double delta : {0.25, 0.5, 0.6, 1.0}) {
    const double omega = -7;
    const double v = -0.02625 * omega, d = 0.07 * std::cos(delta) + 0.04;
    const double u = v * std::cos(delta) / (1 - 0.04 * std::sin(delta) * std::sin(delta) / d);
    const double r = -u * std::sin(delta) / d, w = -0.03 * r;

    const auto state = settled({.motor = -omega, .steer = delta});

    EXPECT_NEAR(state.body.vx, u, 1e-9);  // the servo comes within 1e-9 in five seconds
    EXPECT_NEAR(state.body.vy, w, 1e-9);
    EXPECT_NEAR(state.body.yaw_rate, r, 1e-8);
  }
}

TEST(Rover, ComesBackToItsPlaceAfterAWholeCircle) {
  RoverState<double> state = settled({.motor = 6, .steer = 0.8});
  const double x = state.body.x, y = state.body.y, yaw = state.body.yaw;
  const double period = 2 * kPi / std::fabs(state.body.yaw_rate);
  const int steps = 200;

  drive(kRover, state, RoverInput<double>{.motor = 6, .steer = 0.8}, period, period / steps);

  EXPECT_NEAR(state.body.x, x, 1e-9);  // every step turns alike, so the polygon closes
  EXPECT_NEAR(state.body.y, y, 1e-9);
  EXPECT_NEAR(wrap_angle(state.body.yaw - yaw), 0, 1e-7);
}

TEST(Rover, MirroredSteeringGivesTheMirroredPath) {
  RoverState<double> left, right;
  for (int i = 0; i < 500; ++i) {
    const double steer = 1.2 * std::sin(0.05 * i), motor = 9 * std::cos(0.013 * i);
    left = step(kRover, left, RoverInput<double>{motor, steer}, kOpenGround, kDt);
    right = step(kRover, right, RoverInput<double>{motor, -steer}, kOpenGround, kDt);
    ASSERT_EQ(left.body.x, right.body.x);
    ASSERT_EQ(left.body.y, -right.body.y);
    ASSERT_EQ(left.body.yaw, -right.body.yaw);
    ASSERT_EQ(left.body.vx, right.body.vx);
    ASSERT_EQ(left.body.vy, -right.body.vy);
    ASSERT_EQ(left.body.yaw_rate, -right.body.yaw_rate);
  }
}

}  // namespace
}  // namespace paddock
