// Wheel odometry: the truth without noise, drift that grows with the way and not with its cutting.
#include "paddock/sensors/odometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/lone_sensor.h"

namespace paddock {
namespace {

/// Drives along `pose(0..1)` in `steps` ticks.
OdometryState drive(const OdometryParams& params, const std::function<Pose2(double)>& pose,
                    int steps, std::uint32_t run = 0) {
  OdometryState state;
  for (int i = 0; i < steps; ++i)
    advance_odometry(params, pose(static_cast<double>(i) / steps),
                     pose(static_cast<double>(i + 1) / steps),
                     {.seed = 11,
                      .stream = {},
                      .entity = run,
                      .tick = static_cast<std::uint64_t>(i),
                      .index = 0},
                     state);
  return state;
}

Pose2 wavy(double part) { return {10 * part, 3 * std::sin(6 * part), wrap_angle(0.5 + 7 * part)}; }
Pose2 ten_metres(double part) { return {2 + 10 * part, 1, 0}; }
Pose2 two_turns(double part) { return {0, 0, wrap_angle(4 * kPi * part)}; }

struct Spread {
  double x{}, y{}, yaw{}, distance{};  // variances about what was driven
};

Spread spread_of(const OdometryParams& params, const std::function<Pose2(double)>& pose, int steps,
                 const Pose2& truth, double way) {
  Spread spread;
  const int runs = 2000;
  for (int run = 0; run < runs; ++run) {
    const OdometryState state = drive(params, pose, steps, static_cast<std::uint32_t>(run));
    const Pose2& p = state.start_from_body;
    spread.x += (p.x - truth.x) * (p.x - truth.x) / runs;
    spread.y += (p.y - truth.y) * (p.y - truth.y) / runs;
    const double off = wrap_angle(p.yaw - truth.yaw);
    spread.yaw += off * off / runs;
    spread.distance += (state.distance - way) * (state.distance - way) / runs;
  }
  return spread;
}

constexpr double kLoose = 0.13;  // 4 deviations of a variance over 2000 runs

TEST(Odometry, WithoutNoiseIsTheTruthFromItsStart) {
  const Pose2 expected = inverse(wavy(0)) * wavy(1);

  const Pose2 found = drive({}, wavy, 500).start_from_body;

  EXPECT_NEAR(found.x, expected.x, 1e-12);  // 500 roundings at 10 m
  EXPECT_NEAR(found.y, expected.y, 1e-12);
  EXPECT_NEAR(found.yaw, expected.yaw, 1e-12);
}

TEST(Odometry, BackwardAndSidewaysCountAsTheyAre) {
  OdometryState state;
  advance_odometry({}, {0, 0, 0}, {-1, 0, 0}, {}, state);
  EXPECT_EQ(state.start_from_body, (Pose2{-1, 0, 0}));
  advance_odometry({}, {-1, 0, 0}, {-1, 0.5, 0}, {}, state);
  EXPECT_EQ(state.start_from_body, (Pose2{-1, 0.5, 0}));
  EXPECT_EQ(state.distance, 1.5);
}

TEST(Odometry, ScaleErrorsAreExact) {
  const OdometryState far = drive({.distance_scale = 0.02}, ten_metres, 100);
  const OdometryState turned = drive({.distance_scale = 0, .turn_scale = -0.01}, two_turns, 100);

  EXPECT_NEAR(far.start_from_body.x, 10.2, 1e-12);
  EXPECT_NEAR(far.distance, 10.2, 1e-12);
  EXPECT_NEAR(turned.start_from_body.yaw, -0.04 * kPi, 1e-12);
}

TEST(Odometry, DriftHasTheVarianceOfItsMetresHoweverTheyAreCut) {
  const OdometryParams params{
      .distance_scale = 0, .turn_scale = 0, .slip_per_metre = 0.02, .yaw_per_metre = 0.01};
  for (const int steps : {20, 100}) {
    const Spread spread = spread_of(params, ten_metres, steps, {10, 0, 0}, 10);

    EXPECT_NEAR(spread.distance, 0.02 * 0.02 * 10, kLoose * 0.02 * 0.02 * 10);
    EXPECT_NEAR(spread.yaw, 0.01 * 0.01 * 10, kLoose * 0.01 * 0.01 * 10);
    // an integrated walk: L^3 / 3, within 1.5 / steps for the cutting
    EXPECT_NEAR(spread.y, 0.01 * 0.01 * 1000 / 3, (kLoose + 1.5 / steps) * 0.01 * 0.01 * 1000 / 3);
  }
}

TEST(Odometry, DriftGrowsWithTheWay) {
  const OdometryParams params{
      .distance_scale = 0, .turn_scale = 0, .slip_per_metre = 0.02, .yaw_per_metre = 0.01};
  const auto half = [](double part) { return ten_metres(part / 2); };

  const Spread near = spread_of(params, half, 50, {5, 0, 0}, 5);
  const Spread far = spread_of(params, ten_metres, 100, {10, 0, 0}, 10);

  EXPECT_NEAR(far.distance / near.distance, 2, 0.4);
  EXPECT_NEAR(far.yaw / near.yaw, 2, 0.4);
  EXPECT_NEAR(far.y / near.y, 8, 1.6);
}

TEST(Odometry, TurningDriftsByItsRadians) {
  const OdometryParams params{.distance_scale = 0,
                              .turn_scale = 0,
                              .slip_per_metre = 0.5,
                              .yaw_per_metre = 0.5,
                              .yaw_per_radian = 0.03};

  const Spread spread = spread_of(params, two_turns, 50, {}, 0);

  EXPECT_NEAR(spread.yaw, 0.0009 * 4 * kPi, kLoose * 0.0009 * 4 * kPi);
  EXPECT_LT(spread.x, 1e-25);  // nothing was driven
}

TEST(Odometry, StandingStillDoesNotDrift) {
  const OdometryParams params{.distance_scale = 0.5,
                              .turn_scale = 0.5,
                              .slip_per_metre = 1,
                              .yaw_per_metre = 1,
                              .yaw_per_radian = 1};
  EXPECT_EQ(drive(
                params,
                [](double) {
                  return Pose2{3, 4, 0};
                },
                100),
            OdometryState{});
}

TEST(Odometry, SameAddressSameDrift) {
  const OdometryParams params{
      .distance_scale = 0, .turn_scale = 0, .slip_per_metre = 0.1, .yaw_per_metre = 0.1};
  EXPECT_EQ(drive(params, wavy, 50, 1), drive(params, wavy, 50, 1));
  EXPECT_NE(drive(params, wavy, 50, 1), drive(params, wavy, 50, 2));
}

/// On a slope, so that body and heading seen from above are told apart.
Pose3 tilted(const Pose2& pose) {
  return {{pose.x, pose.y, 0.2}, Quat::from_yaw_pitch_roll(pose.yaw, 0.2, -0.1)};
}

TEST(Odometry, AsASensorItCountsTheWaySeenFromAbove) {
  LoneSensor exact("odometry"), drifting("odometry unit=encoder");
  const OdometryParams encoder{.distance_scale = 0.005,
                               .turn_scale = 0.005,
                               .slip_per_metre = 0.01,
                               .yaw_per_metre = 0.005,
                               .yaw_per_radian = 0.02};
  OdometryState truth, drifted;
  const int steps = 200;
  for (int i = 0; i < steps; ++i) {
    const Pose2 before = wavy(static_cast<double>(i) / steps);
    const Pose2 after = wavy(static_cast<double>(i + 1) / steps);
    for (LoneSensor* sensor : {&exact, &drifting}) {
      sensor->sight.body_before = tilted(before), sensor->sight.world_from_body = tilted(after);
      sensor->sight.noise.tick = static_cast<std::uint64_t>(i);
      sensor->advance();
    }
    advance_odometry({}, before, after, {}, truth);
    advance_odometry(encoder, before, after, drifting.sight.noise, drifted);
  }

  const auto expect_near = [](const std::vector<double>& found, const OdometryState& expected) {
    ASSERT_EQ(found.size(), 4u);
    EXPECT_NEAR(found[0], expected.start_from_body.x, 1e-12);  // 200 roundings at 10 m
    EXPECT_NEAR(found[1], expected.start_from_body.y, 1e-12);
    EXPECT_NEAR(found[2], expected.start_from_body.yaw, 1e-12);
    EXPECT_NEAR(found[3], expected.distance, 1e-12);
  };
  expect_near(exact.read(), truth);
  expect_near(drifting.read(), drifted);
  EXPECT_EQ(drifting.form().frame, "start");
}

TEST(Odometry, AsASensorItDoesNotDriftWhereItStands) {
  LoneSensor odometry("odometry unit=encoder");
  odometry.sight.body_before = odometry.sight.world_from_body = tilted({3, 4, 1});

  odometry.advance();

  EXPECT_EQ(odometry.read(), std::vector<double>(4));
}

}  // namespace
}  // namespace paddock
