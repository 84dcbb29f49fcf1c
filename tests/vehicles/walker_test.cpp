// Laws of people on foot: legs are bounded, walls stop them, hits that legs cannot follow fell
// them.
#include "paddock/vehicles/walker/walker_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/vehicles/vehicle.h"

namespace paddock {
namespace {

constexpr double kTick = 0.02;
const WalkerParams<double> kParams;

WalkerState<double> walk(WalkerState<double> s, const WalkerInput<double>& input, double seconds) {
  for (int i = 0; i < std::lround(seconds / kTick); ++i) s = step(kParams, s, input, {}, kTick);
  return s;
}

TEST(Walker, WalksAtThePaceAskedForAndNoFasterThanItRuns) {
  EXPECT_NEAR(walk({}, {.speed = 1.4}, 3).body.vx, 1.4, 1e-9);
  EXPECT_NEAR(walk({}, {.speed = 50}, 10).body.vx, kParams.max_speed, 1e-9);
  EXPECT_NEAR(walk({}, {.speed = -0.8}, 3).body.vx, -0.8, 1e-9);
}

TEST(Walker, TurnsOnTheSpot) {
  const WalkerState<double> s = walk({}, {.speed = 0, .turn = 1}, 1);

  EXPECT_EQ(s.body.x, 0);
  EXPECT_EQ(s.body.y, 0);
  EXPECT_NEAR(s.body.yaw, 1, 0.05);  // less what it takes to begin
}

TEST(Walker, LegsSwingWithTheWayAndStandStillWithTheBody) {
  const WalkerState<double> walking = walk({}, {.speed = 1.4}, 5.13);
  const WalkerState<double> standing = walk(walking, {}, 3);
  const VehicleParams params = kParams;

  EXPECT_GT(std::fabs(steering_of(params, walking)), 0.05);
  EXPECT_EQ(steering_of(params, standing), 0);
  // two steps a stride
  WalkerState<double> on = walking;
  const double from = on.body.x;
  double turned = 0;
  while (turned < 2 * kPi) {
    const double before = on.phase;
    on = step(kParams, on, {.speed = 1.4}, {}, kTick);
    turned += wrap_angle(on.phase - before);
  }
  EXPECT_NEAR(on.body.x - from, kParams.stride, 0.03);  // a tick of walking
}

TEST(Walker, AGentlePushIsCaughtAndAHardOneFells) {
  WalkerState<double> pushed = walk({}, {.speed = 1.2}, 2);
  pushed.body.vy += 0.9 * kParams.balance;
  WalkerState<double> hit = pushed;
  hit.body.vy += 4;

  pushed = walk(pushed, {.speed = 1.2}, 1), hit = walk(hit, {.speed = 1.2}, 1);

  EXPECT_EQ(pushed.down, 0);
  EXPECT_NEAR(pushed.body.vx, 1.2, 1e-9);
  EXPECT_NEAR(pushed.body.vy, 0, 1e-9);
  EXPECT_EQ(hit.down, 1);
}

TEST(Walker, WhoeverIsDownSlidesToRestAndStaysThere) {
  WalkerState<double> s;
  s.body.vx = 8;
  s = walk(s, {.speed = 3, .turn = 2}, 3);
  const ChassisState<double> rest = s.body;

  EXPECT_EQ(s.down, 1);
  // v^2 / 2 mu g, and half a tick
  EXPECT_NEAR(s.body.x, 8 * 8 / (2 * kParams.slide * kGravity), 8 * kTick);
  EXPECT_EQ(walk(s, {.speed = 3, .turn = 2}, 5).body, rest);
  EXPECT_TRUE(posture_of(kParams, s));
  EXPECT_FALSE(posture_of(kParams, WalkerState<double>{}));
}

TEST(Walker, WhatTakesSpeedAwayNeverFells) {
  WalkerState<double> s = walk({}, {.speed = 5}, 4);
  s.body.vx = 0;  // a wall ahead
  s = step(kParams, s, {.speed = 5}, {}, kTick);
  EXPECT_EQ(s.down, 0);
  EXPECT_LE(s.body.vx, kParams.max_accel * kTick + 1e-12);  // legs stopped with the body
}

}  // namespace
}  // namespace paddock
