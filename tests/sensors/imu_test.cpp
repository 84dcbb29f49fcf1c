// IMU: laws of specific force and angular rate, and of its noise.
#include "paddock/sensors/imu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/lone_sensor.h"

namespace paddock {
namespace {

constexpr double kG = 9.81;
constexpr double kTick = 0.01;

DrawAddress address(std::uint64_t tick, std::uint32_t entity = 0) {
  return {.seed = 7, .stream = {}, .entity = entity, .tick = tick, .index = 0};
}

void expect_near(Vec3 found, Vec3 expected, double tolerance) {
  EXPECT_NEAR(found.x, expected.x, tolerance);
  EXPECT_NEAR(found.y, expected.y, tolerance);
  EXPECT_NEAR(found.z, expected.z, tolerance);
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size());
}

TEST(Imu, AtRestOnFlatGroundReadsGravityUpwardsExactly) {
  for (const double yaw : {0.0, 1.0, -2.5})
    EXPECT_EQ(true_imu({.pose = {3, 4, yaw}}, {0.2, 0.1, 0.5}), (ImuReading{{0, 0, kG}, {}}));
}

TEST(Imu, CircleAtConstantSpeedReadsSpeedSquaredOverRadiusToTheCentre) {
  const double speed = 3, radius = 2;
  const BodyMotion motion{.pose = {0, 0, 0.4},
                          .velocity_in_world = {},
                          .yaw_rate = speed / radius,
                          .acceleration_in_body = {0, speed * speed / radius}};

  const ImuReading reading = true_imu(motion, {});

  EXPECT_EQ(reading.specific_force, (Vec3{0, 4.5, kG}));
  EXPECT_EQ(reading.angular_rate, (Vec3{0, 0, 1.5}));
}

TEST(Imu, LeverArmAddsCentripetalAndEulerTerms) {
  // spinning on the spot, ever faster
  const BodyMotion motion{.pose = {}, .velocity_in_world = {}, .yaw_rate = 2, .yaw_accel = 5};

  const ImuReading ahead = true_imu(motion, {0.3, 0, 0}), left = true_imu(motion, {0, 0.3, 0});

  expect_near(ahead.specific_force, {-4 * 0.3, 5 * 0.3, kG}, 1e-15);
  expect_near(left.specific_force, {-5 * 0.3, -4 * 0.3, kG}, 1e-15);
}

TEST(Imu, LeverArmAgreesWithAPointMovedAlong) {
  // second difference of a point on a body that runs along a known curve
  const Vec2 arm{0.2, -0.1};
  const auto pose = [](double t) { return Pose2{std::sin(t), 0.5 * t * t, 0.3 + std::cos(2 * t)}; };
  const double t = 0.7, h = 1e-4;
  const auto point = [&](double at) { return pose(at) * arm; };
  const Vec2 expected_in_world = (point(t + h) - 2 * point(t) + point(t - h)) / (h * h);
  const Rot2 body_from_world = inverse(Rot2::of(pose(t).yaw));

  const ImuReading reading =
      true_imu({.pose = pose(t),
                .velocity_in_world = {},
                .yaw_rate = -2 * std::sin(2 * t),
                .acceleration_in_body = body_from_world * Vec2{-std::sin(t), 1},
                .yaw_accel = -4 * std::cos(2 * t)},
               {arm.x, arm.y, 0});

  const Vec2 expected = body_from_world * expected_in_world;
  // h^2 / 12 of the fourth derivative, and rounding over h^2
  expect_near(reading.specific_force, {expected.x, expected.y, kG}, 1e-6);
}

TEST(Imu, TurnedMountTurnsTheReadingTheOtherWay) {
  const BodyMotion motion{.pose = {}, .velocity_in_world = {}, .acceleration_in_body = {1, 0}};
  expect_near(true_imu(motion, {0, 0, 1.5707963267948966}).specific_force, {0, -1, kG}, 1e-15);
}

TEST(Imu, RestOnASlopeTiltsGravityAndKeepsItsLength) {
  const double slope = 0.2, length_of_slope = std::sqrt(1 + slope * slope);
  BodyMotion motion{.pose = {}, .velocity_in_world = {}, .slope_in_world = {slope, 0}};

  const Vec3 nose_up = true_imu(motion, {}).specific_force;
  motion.pose.yaw = 1.5707963267948966;
  const Vec3 across = true_imu(motion, {}).specific_force;
  motion.pose.yaw = 0.6;
  motion.slope_in_world = {0.3, -0.4};

  expect_near(nose_up, {kG * slope / length_of_slope, 0, kG / length_of_slope}, 1e-14);
  expect_near(across, {0, -kG * slope / length_of_slope, kG / length_of_slope}, 1e-14);
  EXPECT_NEAR(length(true_imu(motion, {}).specific_force), kG, 1e-14);
}

TEST(Imu, RollingFreelyDownASlopeFeelsNothingAlongIt) {
  // gravity along the slope, seen from above: equation (1) of docs/physics/planar.md
  const Vec2 slope{0.2, -0.1};
  const double steep = 1 + dot(slope, slope);
  const Vec2 pull = (-kG / steep) * slope;
  const double yaw = 0.8;

  const Vec3 force = true_imu({.pose = {0, 0, yaw},
                               .velocity_in_world = {},
                               .acceleration_in_body = inverse(Rot2::of(yaw)) * pull,
                               .slope_in_world = slope},
                              {})
                         .specific_force;

  expect_near(force, {0, 0, kG / std::sqrt(steep)}, 1e-14);
}

TEST(Imu, AFullTurnOnASlopeIsAFullTurnOfTheGyroscope) {
  // yaw seen from above runs unevenly round the tilted plane, but both come round together
  const Vec2 slope{0.5, 0.3};
  const int steps = 1000;
  double turned = 0;
  for (int i = 0; i < steps; ++i)
    turned += true_imu({.pose = {0, 0, 2 * kPi * i / steps},
                        .velocity_in_world = {},
                        .yaw_rate = 2 * kPi / steps,
                        .slope_in_world = slope},
                       {})
                  .angular_rate.z;
  EXPECT_NEAR(turned, 2 * kPi, 1e-12);  // a periodic sum converges at once
}

TEST(Imu, WhiteNoiseHasVarianceDensitySquaredTimesHalfTheRate) {
  const double density = 0.02;
  ImuParams params;
  params.noise.force.density = density;
  params.noise.rate.density = density / 2;
  for (const double dt : {0.01, 0.0025}) {
    std::vector<double> force, rate;
    ImuState state;
    for (std::uint64_t tick = 0; tick < 20000; ++tick) {
      advance_imu(params, {}, dt, address(tick), state);
      force.push_back(state.reading.specific_force.x);
      rate.push_back(state.reading.angular_rate.z);
    }
    const double expected = density * density / dt / 2;
    // 5 deviations of a variance over 20000 samples are 5 %
    EXPECT_NEAR(variance_of(force) / expected, 1, 0.05);
    EXPECT_NEAR(variance_of(rate) / expected, 0.25, 0.0125);
    EXPECT_NEAR(mean_of(force), 0, 5 * std::sqrt(expected / 20000));
  }
}

TEST(Imu, BiasWalksWithAVarianceThatGrowsAsTime) {
  ImuParams params;
  params.noise.force.walk = 0.1;
  params.noise.rate.walk = 0.02;
  const int runs = 2000;
  std::vector<double> early, late, rate;
  for (int run = 0; run < runs; ++run) {
    ImuState state;
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
      advance_imu(params, {}, kTick, address(tick, static_cast<std::uint32_t>(run)), state);
      if (tick == 49) early.push_back(state.force_bias.y);
    }
    late.push_back(state.force_bias.y);
    rate.push_back(state.rate_bias.z);
  }
  // 4 deviations of a variance over 2000 runs are 13 %
  EXPECT_NEAR(variance_of(early), 0.1 * 0.1 * 0.5, 0.13 * 0.1 * 0.1 * 0.5);
  EXPECT_NEAR(variance_of(late), 0.1 * 0.1 * 2, 0.13 * 0.1 * 0.1 * 2);
  EXPECT_NEAR(variance_of(rate), 0.02 * 0.02 * 2, 0.13 * 0.02 * 0.02 * 2);
}

TEST(Imu, BiasShowsInTheReading) {
  ImuParams params;
  params.noise.rate.walk = 0.1;
  ImuState state;
  for (std::uint64_t tick = 0; tick < 10; ++tick)
    advance_imu(params, {}, kTick, address(tick), state);
  EXPECT_NE(state.rate_bias.x, 0);
  EXPECT_EQ(state.reading.angular_rate, state.rate_bias);
  EXPECT_EQ(state.reading.specific_force, (Vec3{0, 0, kG}));
}

TEST(Imu, FactorScalesAllAxesAlike) {
  ImuParams params;
  params.noise.force.factor = 0.1;
  const BodyMotion motion{.pose = {}, .velocity_in_world = {}, .acceleration_in_body = {3, -2}};
  std::vector<double> factors;
  ImuState state;
  for (std::uint64_t tick = 0; tick < 5000; ++tick) {
    advance_imu(params, motion, kTick, address(tick), state);
    const Vec3 force = state.reading.specific_force;
    factors.push_back(force.z / kG);
    expect_near(force, force.z / kG * Vec3{3, -2, kG}, 1e-13);
  }
  EXPECT_NEAR(mean_of(factors), 1, 5 * 0.1 / std::sqrt(5000));
  EXPECT_NEAR(std::sqrt(variance_of(factors)), 0.1, 0.006);  // 6 deviations
}

TEST(Imu, SmoothingIsARunningAverageOfTheForceAlone) {
  ImuParams params;
  params.noise.smoothing = 0.25;
  ImuState state = start_imu(params, {});
  const BodyMotion pushed{
      .pose = {}, .velocity_in_world = {}, .yaw_rate = 1, .acceleration_in_body = {1, 0}};
  for (int n = 1; n <= 10; ++n) {
    advance_imu(params, pushed, kTick, address(static_cast<std::uint64_t>(n)), state);
    EXPECT_NEAR(state.reading.specific_force.x, 1 - std::pow(0.75, n), 1e-15);
    EXPECT_EQ(state.reading.angular_rate.z, 1);
  }
}

TEST(Imu, SameAddressSameNoise) {
  ImuParams params;
  params.noise.force = {.density = 0.1, .sigma = 0.1, .walk = 0.1, .factor = 0.1};
  params.noise.rate = params.noise.force;
  ImuState a, b, later, other;
  advance_imu(params, {}, kTick, address(3), a);
  advance_imu(params, {}, kTick, address(3), b);
  advance_imu(params, {}, kTick, address(4), later);
  advance_imu(params, {}, kTick, address(3, 1), other);

  EXPECT_EQ(a, b);
  EXPECT_NE(a, later);
  EXPECT_NE(a, other);
}

std::vector<double> numbers_of(const ImuReading& r) {
  return {r.specific_force.x, r.specific_force.y, r.specific_force.z,
          r.angular_rate.x,   r.angular_rate.y,   r.angular_rate.z};
}

TEST(Imu, AsASensorItTellsTheLastSampleAndRemembersItsBias) {
  LoneSensor imu(
      "imu force_density=0.1 force_sigma=0.2 force_walk=0.3 force_factor=0.01 rate_density=0.4 "
      "rate_sigma=0.5 rate_walk=0.6 rate_factor=0.02 smoothing=0.5",
      {{0.3, 0.1, 0.2}, {}});
  const ImuParams params{
      .body_from_imu = {0.3, 0.1, 0},
      .noise = {.force = {.density = 0.1, .sigma = 0.2, .walk = 0.3, .factor = 0.01},
                .rate = {.density = 0.4, .sigma = 0.5, .walk = 0.6, .factor = 0.02},
                .smoothing = 0.5}};
  ImuState state = start_imu(params, {});
  EXPECT_EQ(imu.read(), (std::vector<double>{0, 0, kG, 0, 0, 0}));

  imu.sight.motion = {
      .pose = {}, .velocity_in_world = {}, .yaw_rate = 2, .acceleration_in_body = {1, 0}};
  for (std::uint64_t tick = 0; tick < 3; ++tick) {
    imu.sight.noise.tick = tick;
    imu.advance();
    advance_imu(params, imu.sight.motion, kTick, imu.sight.noise, state);
  }

  EXPECT_EQ(imu.read(), numbers_of(state.reading));
  ASSERT_EQ(imu.memory.size(), 12u);
  EXPECT_EQ(imu.memory[1], state.force_bias.y);
  EXPECT_EQ(imu.memory[5], state.rate_bias.z);
}

TEST(Imu, AsASensorItsAxesAreTheVehiclesUnlessItIsMountedTurned) {
  const LoneSensor straight("imu"), turned("imu", {{}, Quat::from_yaw_pitch_roll(kPi / 2, 0, 0)});

  EXPECT_EQ(straight.form().frame, "vehicle");
  EXPECT_EQ(turned.form().frame, "sensor");
}

}  // namespace
}  // namespace paddock
