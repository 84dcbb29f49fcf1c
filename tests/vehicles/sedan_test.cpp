#include "paddock/vehicles/sedan/sedan_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/drive.h"

namespace paddock {
namespace {

using State = SedanState<double>;
using Input = SedanInput<double>;

constexpr SedanParams<double> kSedan{};
constexpr double kDt = 0.01;
constexpr double kGrip = kSedan.chassis.rear_tire.grip * kGravity;
constexpr double kRearShare = kSedan.chassis.front / (kSedan.chassis.front + kSedan.chassis.rear);

State rolling_at(double speed) {
  State state;
  state.body.vx = speed;
  return state;
}

TEST(Sedan, TopSpeedIsWhereThePowerIsUsedUpByDrag) {
  State state = rolling_at(60);
  drive(kSedan, state, Input{.throttle = 1}, 200, kDt);

  // power = mass * drag * v^3
  const double want = std::cbrt(kSedan.power / (kSedan.chassis.mass * kSedan.drag));
  EXPECT_NEAR(state.body.vx, want, 1e-3);  // ten time constants of 17 s
}

TEST(Sedan, PullsAwayAtTheGripOfItsDrivenWheels) {
  State state;
  drive(kSedan, state, Input{.throttle = 1}, 1, kDt);
  const double at_one = state.body.vx;
  drive(kSedan, state, Input{.throttle = 1}, 1, kDt);

  const double want = std::fmin(kSedan.max_force / kSedan.chassis.mass, kGrip * kRearShare);
  EXPECT_NEAR(state.body.vx - at_one, want, kSedan.drag * 9 * 9);  // air at 9 m/s
}

TEST(Sedan, ControlsFollowTheirInputsAtTheirRates) {
  State state;
  const auto after = [&](Input input, double seconds) {
    drive(kSedan, state, input, seconds, 0.001);
    return state;
  };
  const Input all{.throttle = 1, .brake = 1, .steer = 1, .hand_brake = 1};

  after(all, 0.05);
  EXPECT_NEAR(state.throttle, 6 * 0.05, 1e-12);
  EXPECT_NEAR(state.brake, 6 * 0.05, 1e-12);
  EXPECT_NEAR(state.steer, 2.5 * 0.05, 1e-12);
  EXPECT_NEAR(state.hand_brake, 12 * 0.05, 1e-12);
  after(all, 1);
  EXPECT_EQ(state.throttle, 1);
  EXPECT_EQ(state.steer, 1);
  after(Input{}, 0.05);
  EXPECT_NEAR(state.throttle, 1 - 10 * 0.05, 1e-12);
  EXPECT_NEAR(state.brake, 1 - 10 * 0.05, 1e-12);
  EXPECT_NEAR(state.steer, 1 - 5 * 0.05, 1e-12);
  EXPECT_NEAR(state.hand_brake, 1 - 12 * 0.05, 1e-12);
}

TEST(Sedan, InputsBeyondTheirRangeCountAsItsEnds) {
  State a, b;
  drive(kSedan, a, Input{.throttle = 7, .brake = -3, .steer = -9}, 1, kDt);
  drive(kSedan, b, Input{.throttle = 1, .brake = 0, .steer = -1}, 1, kDt);

  EXPECT_EQ(a, b);
}

TEST(Sedan, FullBrakeStopsWithinTheClosedFormAndDoesNotRollBack) {
  const double dt = 0.001;
  State state = rolling_at(20);
  state.brake = 1;
  double lowest = 20;
  drive(kSedan, state, Input{.brake = 1}, 5, dt,
        [&](const State& s) { lowest = std::fmin(lowest, s.body.vx); });

  // v' = -(a + d v^2), a = brakes and coasting
  const double a = kSedan.brake_accel + kSedan.coasting, d = kSedan.drag;
  EXPECT_EQ(state.body.vx, 0);
  EXPECT_EQ(lowest, 0);
  EXPECT_NEAR(state.body.x, std::log(1 + d * 400 / a) / (2 * d), 20 * dt);  // a step of travel
}

TEST(Sedan, BrakesHoldAgainstEngineAndSlope) {
  State state;
  state.brake = 1;
  for (const double pull : {-2.0, 2.0}) {
    drive(kSedan, state, Input{.throttle = 1, .brake = 1}, 5, kDt,
          Surroundings<double>{.pull_x = pull});
    EXPECT_EQ(state.body.x, 0);
    EXPECT_EQ(state.body.vx, 0);
  }
}

TEST(Sedan, RollsBackOnASlopeWithoutTheBrake) {
  State state;
  drive(kSedan, state, Input{}, 2, kDt, Surroundings<double>{.pull_x = -1});

  EXPECT_NEAR(state.body.vx, -(1 - kSedan.coasting) * 2, 1e-3);  // air below 1.3 m/s
}

TEST(Sedan, ReverseDrivesBackUpToItsLimit) {
  State state;
  drive(kSedan, state, Input{.throttle = 1, .reverse = 1}, 20, kDt);

  EXPECT_NEAR(state.body.vx, -kSedan.max_reverse_speed, 5 * kDt);  // one push past it
  drive(kSedan, state, Input{.throttle = 1}, 5, kDt);
  EXPECT_GT(state.body.vx, 0);
}

TEST(Sedan, HandBrakeMakesTheRearBreakAway) {
  const auto most_slip = [](double hand_brake) {
    State state = rolling_at(15);
    double slip = 0;
    drive(kSedan, state, Input{.steer = 0.12, .hand_brake = hand_brake}, 1.5, kDt,
          [&](const State& s) {
            slip = std::fmax(slip, std::fabs(std::atan2(s.body.vy, s.body.vx)));
          });
    return slip;
  };

  EXPECT_LT(most_slip(0), 0.15);
  EXPECT_GT(most_slip(1), 0.6);
}

TEST(Sedan, LowSpeedCircleHasTheRadiusOfItsSteering) {
  State state = rolling_at(1.2);
  auto p = kSedan;
  p.coasting = p.drag = 0;
  const Input half{.steer = 0.5};
  drive(p, state, half, 2, kDt);

  const double wheelbase = p.chassis.front + p.chassis.rear;
  EXPECT_NEAR(state.body.vx / state.body.yaw_rate, wheelbase / std::tan(0.5 * p.max_steer), 1e-9);
}

TEST(Sedan, MirroredInputGivesTheMirroredStateToTheLastBit) {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> unit(-1, 1);
  State left, right;
  Input input;
  for (int i = 0; i < 20000; ++i) {
    if (i % 50 == 0) {
      input = {.throttle = unit(random) + 0.5,
               .brake = unit(random) - 0.5,
               .steer = unit(random),
               .hand_brake = unit(random) > 0.8 ? 1.0 : 0.0,
               .reverse = unit(random) > 0.7 ? 1.0 : 0.0};
    }
    Input mirrored = input;
    mirrored.steer = -input.steer;
    left = step(kSedan, left, input, kOpenGround, kDt);
    right = step(kSedan, right, mirrored, kOpenGround, kDt);
    ASSERT_EQ(left.body.x, right.body.x) << i;
    ASSERT_EQ(left.body.y, -right.body.y) << i;
    ASSERT_EQ(left.body.yaw, -right.body.yaw) << i;
    ASSERT_EQ(left.body.vx, right.body.vx) << i;
    ASSERT_EQ(left.body.vy, -right.body.vy) << i;
    ASSERT_EQ(left.body.yaw_rate, -right.body.yaw_rate) << i;
    ASSERT_EQ(left.steer, -right.steer) << i;
  }
}

TEST(Sedan, AnyDrivingStaysFiniteAndWithinReason) {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const double dt : {0.005, 0.01, 0.02}) {
    State state;
    Input input;
    for (int i = 0; i < 30000; ++i) {
      if (i % 20 == 0) {
        input = {.throttle = 1.5 * unit(random),
                 .brake = 1.5 * unit(random) - 0.7,
                 .steer = 2 * unit(random),
                 .hand_brake = unit(random) > 0.5 ? 1.0 : 0.0,
                 .reverse = unit(random) > 0.5 ? 1.0 : 0.0};
      }
      state = step(kSedan, state, input, {.friction = 0.6 + 0.4 * unit(random)}, dt);
      ASSERT_TRUE(std::isfinite(state.body.x) && std::isfinite(state.body.yaw)) << dt << ' ' << i;
      ASSERT_LT(std::fabs(state.body.vx) + std::fabs(state.body.vy), 80) << dt << ' ' << i;
      ASSERT_LT(std::fabs(state.body.yaw_rate), 10) << dt << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace paddock
