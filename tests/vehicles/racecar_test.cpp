// The race car against closed forms of its equations (docs/physics/racecar.md, single_track.md).
#include "paddock/vehicles/racecar/racecar_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "paddock/core/pose.h"
#include "tests/support/drive.h"

namespace paddock {
namespace {

using Params = RacecarParams<double>;
using State = RacecarState<double>;
using Input = RacecarInput<double>;

constexpr Params kCar{};
constexpr double kWheelbase = kCar.chassis.front + kCar.chassis.rear;
constexpr double kGrip = kCar.chassis.rear_tire.grip * kGravity;  // m/s^2
constexpr double kDt = 0.01;

Params without_resistance() {
  Params p;
  p.rolling = p.drag = 0;
  return p;
}

State rolling_at(double speed, double steer = 0) {
  State state;
  state.body.vx = speed;
  state.steer = steer;
  return state;
}

Vec2 rear_axle(const State& s) {
  const double rear = kCar.chassis.rear;
  return {s.body.x - rear * std::cos(s.body.yaw), s.body.y - rear * std::sin(s.body.yaw)};
}

bool all_finite(const State& state) {
  bool finite = true;
  State::fields(state, [&](const char*, double value) { finite &= std::isfinite(value); });
  return finite;
}

/// What the tyres did sideways in the step that led to `after`, in the axes before it.
double sideways_accel(double vy_before, const State& after) {
  const Vec2 velocity = Rot2::of(after.body.yaw_rate * kDt) * Vec2{after.body.vx, after.body.vy};
  return (velocity.y - vy_before) / kDt;
}

/// Yaw rate and sideways acceleration at a speed and steering angle that are held for ten seconds.
struct Cornering {
  double yaw_rate{}, accel{};
};

Cornering corner(const Params& p, double speed, double steer,
                 const Surroundings<double>& around = kOpenGround) {
  State state = rolling_at(speed, steer);
  double accel = 0;
  for (int i = 0; i < 1000; ++i) {
    const double vy = state.body.vy;
    state = step(p, state, Input{.steer = steer}, around, kDt);
    accel = sideways_accel(vy, state);
    state.body.vx = speed;
  }
  return {state.body.yaw_rate, accel};
}

double kinetic_energy(const State& s) {
  const auto& c = kCar.chassis;
  return 0.5 * c.mass * (s.body.vx * s.body.vx + s.body.vy * s.body.vy) +
         0.5 * c.inertia * s.body.yaw_rate * s.body.yaw_rate;
}

TEST(Racecar, FullLockDrivesACircleOfRadiusWheelbaseOverTanSteer) {
  const Params p = without_resistance();
  State state = rolling_at(0.8, p.max_steer);
  const Input full_lock{.steer = p.max_steer};
  drive(p, state, full_lock, 1, kDt);

  // the circle through three points of the rear axle's path
  const Vec2 a = rear_axle(state);
  drive(p, state, full_lock, 1, kDt);
  const Vec2 b = rear_axle(state);
  drive(p, state, full_lock, 1, kDt);
  const Vec2 c = rear_axle(state);
  const double radius =
      length(b - a) * length(c - b) * length(c - a) / (2 * std::fabs(cross(b - a, c - a)));

  const double want = kWheelbase / std::tan(p.max_steer);
  EXPECT_NEAR(radius, want, want * 1e-4);  // chords of 0.011 rad in place of arcs
}

TEST(Racecar, TurnsAsTheLinearSingleTrackSaysWhileSlipIsSmall) {
  // yaw rate = v steer / (L + K v^2), K = (1 / C_f - 1 / C_r) / mu g from loads at rest
  const Params p = without_resistance();
  const double front = p.chassis.front_tire.stiffness * p.chassis.front_tire.shape;
  const double rear = p.chassis.rear_tire.stiffness * p.chassis.rear_tire.shape;
  const double understeer = (1 / front - 1 / rear) / kGrip;
  for (const double speed : {2.5, 4.0, 6.0, 8.0, 12.0}) {
    const double steer = 1.0 * kWheelbase / (speed * speed);  // asks for about 1 m/s^2 sideways

    const double got = corner(p, speed, steer).yaw_rate;

    const double want = speed * steer / (kWheelbase + understeer * speed * speed);
    // the tyres lose 0.3 % of their slope at that force, and only their difference counts
    EXPECT_NEAR(got / want, 1, 0.001) << speed;
  }
}

TEST(Racecar, CoastsToRestAsTheClosedFormSays) {
  // v' = -(r + d v^2)
  const double r = kCar.rolling, d = kCar.drag, v0 = 12, dt = 0.001;
  State state = rolling_at(v0);
  drive(kCar, state, Input{}, 10, dt);
  const double want =
      std::sqrt(r / d) * std::tan(std::atan(v0 * std::sqrt(d / r)) - std::sqrt(r * d) * 10);
  EXPECT_NEAR(state.body.vx, want, 1e-3);  // first order: half a step of 0.6 m/s^2

  drive(kCar, state, Input{}, 60, dt);
  EXPECT_EQ(state.body.vx, 0);
  EXPECT_NEAR(state.body.x, std::log(1 + d * v0 * v0 / r) / (2 * d), v0 * dt);  // a step of travel
}

TEST(Racecar, BrakesWithinSpeedSquaredOverTwiceTheDeceleration) {
  const Params p = without_resistance();
  const double dt = 0.001;
  for (const double friction : {1.0, 0.5, 0.2}) {
    for (const double speed : {3.0, 8.0, 15.0}) {
      State state = rolling_at(speed);
      while (state.body.vx > 0) {
        state = step(p, state, Input{.steer = 0, .accel = -99}, {.friction = friction}, dt);
      }

      const double decel = std::fmin(p.max_accel, kGrip * friction);
      EXPECT_NEAR(state.body.x, speed * speed / (2 * decel), speed * dt)
          << friction;  // a step of travel
    }
  }
}

TEST(Racecar, TopSpeedIsWhereThePowerIsUsedUpByDrag) {
  Params p;
  p.max_speed = 100;
  p.drag = 0.02;
  State state = rolling_at(10);
  drive(p, state, Input{.steer = 0, .accel = 99}, 30, kDt);

  // power / mass = v (rolling + drag v^2)
  const double v = state.body.vx;
  EXPECT_NEAR(v * (p.rolling + p.drag * v * v), p.max_accel * p.power_speed, 1e-9);  // settled
  EXPECT_NEAR(v, 14.9, 0.1);
}

TEST(Racecar, SpeedStaysWithinTheLimitsForwardAndBack) {
  State state;
  double fastest = 0;
  drive(kCar, state, Input{.steer = 0, .accel = 99}, 10, kDt,
        [&](const State& s) { fastest = std::fmax(fastest, s.body.vx); });
  EXPECT_LE(fastest, kCar.max_speed + 3.5 * kDt);  // one push past the limit, at that speed's power
  EXPECT_GE(state.body.vx, kCar.max_speed - 3.5 * kDt);

  drive(kCar, state, Input{.steer = 0, .accel = -99}, 10, kDt);
  EXPECT_NEAR(state.body.vx, -kCar.max_reverse_speed, kCar.max_accel * kDt);
}

TEST(Racecar, MirroredInputGivesTheMirroredStateToTheLastBit) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  State left, right;
  Input input;
  Surroundings<double> around;
  for (int i = 0; i < 20000; ++i) {
    if (i % 40 == 0) {
      input = {.steer = 0.5 * unit(random), .accel = 10 * unit(random) + 1};
      around = {.friction = 0.7 + 0.3 * unit(random),
                .pull_x = 0.3 * unit(random),
                .pull_y = 0.3 * unit(random)};
    }
    Surroundings<double> mirrored = around;
    mirrored.pull_y = -around.pull_y;
    left = step(kCar, left, input, around, kDt);
    right = step(kCar, right, Input{-input.steer, input.accel}, mirrored, kDt);
    ASSERT_EQ(left.body.x, right.body.x) << i;
    ASSERT_EQ(left.body.y, -right.body.y) << i;
    ASSERT_EQ(left.body.yaw, -right.body.yaw) << i;
    ASSERT_EQ(left.body.vx, right.body.vx) << i;
    ASSERT_EQ(left.body.vy, -right.body.vy) << i;
    ASSERT_EQ(left.body.yaw_rate, -right.body.yaw_rate) << i;
    ASSERT_EQ(left.steer, -right.steer) << i;
  }
}

TEST(Racecar, BrakesThroughZeroAndReversesWithoutLosingItself) {
  for (const double dt : {0.001, 0.005, 0.01, 0.02}) {
    for (const double speed : {0.0, 1e-9, 0.3, 0.999, 1.0, 1.5, 2.0, 2.1, 5.0, 19.0}) {
      for (const double steer : {-0.4189, -0.1, 0.0, 1e-12, 0.3, 0.4189}) {
        State state = rolling_at(speed, steer);
        for (double t = 0; t < 4; t += dt) {
          state = step(kCar, state, Input{steer, -6}, kOpenGround, dt);
          ASSERT_TRUE(all_finite(state)) << speed << ' ' << steer << ' ' << dt;
          ASSERT_LT(std::fabs(state.body.yaw_rate), 20) << speed << ' ' << steer << ' ' << dt;
        }
        ASSERT_LT(state.body.vx, 0) << speed << ' ' << steer << ' ' << dt;
      }
    }
  }
}

TEST(Racecar, StaysAtRestWhenThePushIsLessThanRollingResistance) {
  State state;
  drive(kCar, state, Input{.steer = 0.2, .accel = 0.1}, 5, kDt);
  EXPECT_EQ(state.body.vx, 0);

  drive(kCar, state, Input{}, 5, kDt, Surroundings<double>{.pull_x = -0.14, .pull_y = 2});
  EXPECT_EQ(state.body.x, 0);
  EXPECT_EQ(state.body.y, 0);
}

TEST(Racecar, RollsDownASlopeSteeperThanRollingResistance) {
  State state;
  drive(kCar, state, Input{}, 1, kDt, Surroundings<double>{.pull_x = 0.65});

  EXPECT_NEAR(state.body.vx, 0.65 - 0.15, 1e-3);  // drag below 1 m/s
}

TEST(Racecar, YawRateHasNoJumpBetweenRollingAndSlipping) {
  const Params p = without_resistance();
  const double accel = 2;
  for (const double steer : {0.1, 0.25, 0.4189}) {
    State state = rolling_at(0.5, steer);
    drive(p, state, Input{steer, accel}, 0.5, kDt);
    double before = state.body.yaw_rate, most = 0;
    drive(p, state, Input{steer, accel}, 3, kDt, [&](const State& s) {
      most = std::fmax(most, std::fabs(s.body.yaw_rate - before));
      before = s.body.yaw_rate;
    });

    EXPECT_LT(most, 2 * accel * kDt * std::tan(steer) / kWheelbase)
        << steer;  // twice the no-slip rate of change
    EXPECT_GT(state.body.vx, p.chassis.slip_speed);
  }
}

TEST(Racecar, CorneringNeverTakesMoreThanTheGrip) {
  const Params p = without_resistance();
  for (const double friction : {1.0, 0.5, 0.2, 0.1}) {
    for (double speed = 0.25; speed < 12; speed += 0.25) {
      const bool mixed = speed > p.chassis.walk_speed && speed < p.chassis.slip_speed;

      const double accel = corner(p, speed, p.max_steer, {.friction = friction}).accel;

      // as below; where rolling and slipping are mixed, what the one adds to the other in a step
      EXPECT_LE(accel, kGrip * friction * (mixed ? 1.08 : 1.001)) << speed << ' ' << friction;
    }
  }
}

TEST(Racecar, TyresNeverPullHarderThanTheGrip) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  State state = rolling_at(8);
  Input input;
  for (int i = 0; i < 20000; ++i) {
    if (i % 30 == 0) input = {.steer = 0.5 * unit(random), .accel = 12 * unit(random) + 3};
    const State before = state;
    state = step(kCar, state, input, kOpenGround, kDt);
    if (std::fabs(before.body.vx) < kCar.chassis.slip_speed) continue;

    // the axes turn by a series that ends at the third order
    ASSERT_LE(std::fabs(sideways_accel(before.body.vy, state)), kGrip * 1.001) << i;
  }
}

TEST(Racecar, EnergyNeverGrowsWhileCoasting) {
  for (const double steer : {0.0, 0.05, 0.2, 0.4189}) {
    for (const double accel : {2.0, 9.0}) {
      State state;
      drive(kCar, state, Input{steer, accel}, 3, kDt);
      double before = kinetic_energy(state);
      drive(kCar, state, Input{.steer = steer}, 20, kDt, [&](const State& s) {
        // rounding; a car still sliding when it reaches walking pace is taken hold of without slip,
        // which may turn it faster
        const double allowed = std::fabs(s.body.vx) > kCar.chassis.slip_speed ? 1e-12 : 0.005;
        const double now = kinetic_energy(s);
        ASSERT_LE(now, before * (1 + allowed)) << s.body.vx << ' ' << steer << ' ' << accel;
        before = now;
      });
    }
  }
}

TEST(Racecar, EnergyNeverGrowsInASpin) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < 300; ++i) {
    const double steer = 0.4 * unit(random);
    State state = rolling_at(10 * unit(random), steer);
    state.body.vy = 5 * unit(random);
    state.body.yaw_rate = 8 * unit(random);
    while (std::fabs(state.body.vx) > kCar.chassis.slip_speed) {
      const double before = kinetic_energy(state);
      state = step(kCar, state, Input{.steer = steer}, kOpenGround, kDt);
      ASSERT_LE(kinetic_energy(state), before * (1 + 1e-12)) << i << ' ' << state.body.vx;
    }
  }
}

TEST(Racecar, LinearTyresAgreeWithOursWhileSlipIsSmall) {
  const Params p = without_resistance();
  for (const double speed : {3.0, 5.0, 8.0}) {
    const double steer = 1.0 * kWheelbase / (speed * speed);
    State ours = rolling_at(speed, steer), linear = rolling_at(speed, steer);
    for (int i = 0; i < 200; ++i) {
      ours = step(p, ours, Input{.steer = steer}, kOpenGround, kDt);
      linear = step_linear(p, linear, Input{.steer = steer}, kOpenGround, kDt);
      ours.body.vx = linear.body.vx;  // with linear tyres cornering costs no speed
    }

    EXPECT_NEAR(ours.body.yaw_rate / linear.body.yaw_rate, 1, 0.001) << speed;  // as above
    EXPECT_NEAR(ours.body.vy, linear.body.vy, 0.002 * speed) << speed;
  }
}

TEST(Racecar, LinearTyresBrakeThroughZeroAndReverseToo) {
  for (const double dt : {0.001, 0.005, 0.01}) {
    for (const double speed : {0.0, 0.3, 0.5, 2.0, 10.0}) {
      for (const double steer : {-0.4189, 0.0, 0.2}) {
        State state = rolling_at(speed, steer);
        for (double t = 0; t < 4; t += dt) {
          state = step_linear(kCar, state, Input{steer, -6}, kOpenGround, dt);
          ASSERT_TRUE(all_finite(state)) << speed << ' ' << steer << ' ' << dt;
        }
        ASSERT_LT(state.body.vx, 0);
      }
    }
  }
}

TEST(Racecar, SteeringServoKeepsToItsRateAndItsStops) {
  State state = step(kCar, State{}, Input{.steer = 1}, kOpenGround, kDt);
  EXPECT_DOUBLE_EQ(state.steer, 3.2 * kDt);

  drive(kCar, state, Input{.steer = 1}, 1, kDt);
  EXPECT_DOUBLE_EQ(state.steer, kCar.max_steer);
}

}  // namespace
}  // namespace paddock
