// The robot car against what is known of the original's.
#include "paddock/vehicles/robotcar/robotcar_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "paddock/core/pose.h"
#include "tests/support/drive.h"
#include "tests/support/wheel_colliders.h"

namespace paddock {
namespace {

using State = RobotcarState<double>;
using Input = RobotcarInput<double>;

constexpr RobotcarParams<double> kCar{};
constexpr Input kDefault{.drive = 0.25};                 // the course's default max speed
constexpr Input kFullLock{.drive = 0.25, .steer = 1.0};  // the same in a left turn
constexpr double kDt = 0.01;
constexpr double kWheelbase = kCar.chassis.front + kCar.chassis.rear;

/// Until `done` holds, at most a minute; returns how long it took.
template <class Done>
double time_until(State& state, const Input& input, Done done, double dt = kDt) {
  double seconds = 0;
  while (!done(state) && seconds < 60) {
    state = step(kCar, state, input, kOpenGround, dt);
    seconds += dt;
  }
  return seconds;
}

/// Time for `angle` radians to the left.
double time_to_turn(State& state, const Input& input, double angle) {
  double turned = 0;
  return time_until(state, input, [&, before = state.body.yaw](const State& s) mutable {
    turned += wrap_angle(s.body.yaw - before);
    before = s.body.yaw;
    return turned >= angle;
  });
}

TEST(Robotcar, SpeedsUpAsTheOriginalAtItsDefaultDrive) {
  State state;
  drive(kCar, state, kDefault, 0.05, kDt);
  const double pull = state.body.vx / 0.05;
  const double rise = time_until(state = {}, kDefault,
                                 [](const State& s) { return s.body.vx > 1.05 * (1 - 1 / M_E); });
  drive(kCar, state, kDefault, 20, kDt);
  const double top = state.body.vx;

  std::cout << "top speed " << top << " m/s, pulls away at " << pull << " m/s^2, time constant "
            << rise << " s\n";
  EXPECT_NEAR(top, 1.05, 0.02);
  EXPECT_NEAR(pull, 0.8, 0.06);
  EXPECT_NEAR(rise, 1.4, 0.07);
}

TEST(Robotcar, CoastsWithTheSameTimeConstantAndComesToRest) {
  State state;
  state.body.vx = 1;
  const double fall =
      time_until(state, Input{}, [](const State& s) { return s.body.vx < 1 / M_E; });
  std::cout << "coasts down in " << fall << " s\n";
  EXPECT_NEAR(fall, 1.4, 0.12);

  drive(kCar, state, Input{}, 20, kDt);
  EXPECT_EQ(state.body.vx, 0);
}

TEST(Robotcar, StandsOnASlopeWhileNothingDrivesIt) {
  Surroundings<double> slope = kOpenGround;
  slope.pull_x = -0.1 * kGravity;  // one in ten
  State state;
  for (int i = 0; i < 500; ++i) state = step(kCar, state, Input{}, slope, kDt);
  EXPECT_EQ(state.body.x, 0);
  for (int i = 0; i < 100; ++i) state = step(kCar, state, Input{.drive = 1e-9}, slope, kDt);
  EXPECT_LT(state.body.x, -0.02);
}

TEST(Robotcar, IsFasterThanNineTenthsWithinThreeMetres) {
  State state;
  time_until(state, kDefault, [](const State& s) { return s.body.vx > 0.9; });
  std::cout << "0.9 m/s after " << state.body.x << " m\n";
  EXPECT_LT(state.body.x, 3);
}

TEST(Robotcar, CirclesAtFullLockAsPublishedSolutionsNeedIt) {
  State state;
  const double circle = time_to_turn(state, kFullLock, 2 * kPi);
  const double radius = state.body.vx / state.body.yaw_rate;
  std::cout << "full circle from rest " << circle << " s at " << state.body.vx
            << " m/s in the end, " << state.body.yaw_rate << " rad/s, radius of the rear axle "
            << radius << " m\n";
  EXPECT_GT(circle, 6.0);
  EXPECT_LT(circle, 6.4);
  EXPECT_GT(state.body.yaw_rate, 1.15);
  EXPECT_LT(state.body.yaw_rate, 1.25);
  EXPECT_NEAR(kWheelbase / std::tan(kCar.max_steer), 0.618, 1e-3);  // what one wheel would turn
  EXPECT_NEAR(radius, 0.71, 0.01);                                  // what two parallel ones do
}

// --- against the equations of the original's wheel colliders ------------------------------------

/// Planar state and judge, driven alike.
struct Both {
  State ours;
  WheelColliderCar judge;

  void step(double speed, double angle) {
    ours = paddock::step(kCar, ours, Input{.drive = 0.25 * speed, .steer = angle}, kOpenGround,
                         WheelColliderCar::kTick);
    judge.step(speed, angle);
  }
  void step(double speed, double angle, double seconds) {
    for (long i = std::lround(seconds / WheelColliderCar::kTick); i > 0; --i) step(speed, angle);
  }
};

TEST(RobotcarAgainstWheelColliders, StopsInTheSameWayFromEverySpeed) {
  for (const double seconds : {0.5, 1.0, 1.5, 2.5, 6.0}) {
    Both both;
    both.step(1, 0, seconds);
    const double ours = both.ours.body.x, judged = both.judge.x();
    both.step(0, 0, 6);

    std::cout << seconds << " s of full speed: stops within " << both.ours.body.x - ours << " m, "
              << both.judge.x() - judged << " m by the judge\n";
    EXPECT_NEAR(both.ours.body.x - ours, both.judge.x() - judged, 0.05);
    EXPECT_EQ(both.ours.body.vx, 0);
    EXPECT_NEAR(both.judge.speed(), 0, 0.003);
  }
}

TEST(RobotcarAgainstWheelColliders, TurnsAsWideAndAsFastAtEveryAngleAndSpeed) {
  for (const double angle : {0.25, 0.5, 0.75, 1.0})
    for (const double speed : {0.4, 0.7, 1.0, 1.6}) {
      Both both;
      both.step(speed, angle, 9);
      const double radius = both.ours.body.vx / both.ours.body.yaw_rate;
      EXPECT_NEAR(radius * both.judge.yaw_rate() / both.judge.speed(), 1, 0.03)
          << angle << ", " << speed;
      EXPECT_NEAR(both.ours.body.vx / both.judge.speed(), 1, 0.04) << angle << ", " << speed;
    }
}

TEST(RobotcarAgainstWheelColliders, EndsACircleAndASquareWhereTheJudgeDoes) {
  Both circle;
  circle.step(1, 1, 5.5);
  circle.step(0, 0, 5);
  std::cout << "after a circle " << circle.ours.body.x - circle.judge.x() << " m, "
            << circle.ours.body.y - circle.judge.y() << " m apart\n";
  // a path of 5 m; turning in takes the tyres a moment longer than ours
  EXPECT_LT(
      std::hypot(circle.ours.body.x - circle.judge.x(), circle.ours.body.y - circle.judge.y()),
      0.25);

  Both square;
  square.step(1, 0, 1.5);
  for (int side = 0; side < 3; ++side) square.step(0.7, 0.85, 1.75), square.step(1, 0, 0.5);
  std::cout << "after three sides " << square.ours.body.x - square.judge.x() << " m, "
            << square.ours.body.y - square.judge.y() << " m apart\n";
  EXPECT_LT(
      std::hypot(square.ours.body.x - square.judge.x(), square.ours.body.y - square.judge.y()),
      0.25);
}

TEST(Robotcar, FullDriveSpinsTheRearWheelsAndStillReachesFourTimesTheSpeed) {
  State state;
  drive(kCar, state, Input{.drive = 1}, 0.05, kDt);
  const double grip = kCar.chassis.rear_tire.grip * kCourseGravity / 2;  // of the rear half
  EXPECT_GT(kCar.thrust, grip);
  EXPECT_NEAR(state.body.vx / 0.05, grip, 0.05);

  drive(kCar, state, Input{.drive = 1}, 30, kDt);
  std::cout << "top speed of full drive " << state.body.vx << " m/s\n";
  EXPECT_NEAR(state.body.vx, 4.2, 0.02);
}

/// In world axes.
Vec2 velocity_of(const State& s) { return Rot2::of(s.body.yaw) * Vec2{s.body.vx, s.body.vy}; }

TEST(Robotcar, CornersAtMostAtTheGripOfItsTyres) {
  double most = 0;
  for (const double speed : {1.0, 1.5, 2.0, 3.0, 4.0}) {
    State state;
    state.body.vx = speed;
    drive(kCar, state, Input{.drive = 0.5, .steer = 1}, 0.3, kDt);  // the wheels take hold
    Vec2 before = velocity_of(state);
    drive(kCar, state, Input{.drive = 0.5, .steer = 1}, 3, kDt, [&](const State& s) {
      const Vec2 now = velocity_of(s);
      most = std::fmax(most, std::fabs(cross(normalized(before), now - before)) / kDt);
      before = now;
    });
  }
  std::cout << "most side acceleration " << most << " m/s^2\n";
  EXPECT_GT(most, 4.0);
  EXPECT_LT(most, 1.07 * 5 * kCourseGravity);  // the blend of walking and slipping: single_track.md
}

TEST(Robotcar, OnlyExactlyNoDriveBrakes) {
  State braked, nearly;
  braked.body.vx = nearly.body.vx = 4;
  drive(kCar, braked, Input{}, 1, kDt);
  drive(kCar, nearly, Input{.drive = 1e-9}, 1, kDt);

  EXPECT_LT(braked.body.vx, nearly.body.vx - 0.2);
  EXPECT_NEAR(nearly.body.vx, 4 * std::exp(-kCar.damping), 0.01);
}

TEST(Robotcar, OppositeDriveStopsAndReverses) {
  State state;
  state.body.vx = 1;
  const double stop =
      time_until(state, Input{.drive = -0.25}, [](const State& s) { return s.body.vx < 0; });
  EXPECT_LT(stop, 1.0);
  drive(kCar, state, Input{.drive = -0.25}, 20, kDt);
  EXPECT_NEAR(state.body.vx, -1.05, 0.02);
}

TEST(Robotcar, MirroredInputsGiveAMirroredStateAndPastTheirRangeTheEnds) {
  State left, right, past;
  drive(kCar, left, Input{.drive = 1, .steer = 1}, 10, kDt);
  drive(kCar, right, Input{.drive = 1, .steer = -1}, 10, kDt);
  drive(kCar, past, Input{.drive = 9, .steer = 9}, 10, kDt);

  EXPECT_EQ(left.body.x, right.body.x);
  EXPECT_EQ(left.body.y, -right.body.y);
  EXPECT_EQ(left.body.yaw_rate, -right.body.yaw_rate);
  EXPECT_EQ(left, past);
}

TEST(Robotcar, HalfTheStepDrivesTheSameCircle) {
  State coarse, fine;
  drive(kCar, coarse, kFullLock, 6, 0.01);
  drive(kCar, fine, kFullLock, 6, 0.001);
  EXPECT_LT(std::hypot(coarse.body.x - fine.body.x, coarse.body.y - fine.body.y), 0.03);
}

// --- the second drive model ---------------------------------------------------------------------

constexpr RobotcarParams<double> kVariant = wheel_controller_robotcar();

TEST(RobotcarVariant, SteersLessTheFasterAndWithADelay) {
  State slow, fast;
  fast.body.vx = 2.5;
  drive(kVariant, slow, Input{.steer = 1}, 0.12, 0.001);
  EXPECT_NEAR(slow.steer, kVariant.max_steer * (1 - 1 / M_E), 0.002);
  drive(kVariant, slow, Input{.steer = 1}, 1, 0.001);
  EXPECT_NEAR(slow.steer, kVariant.max_steer, 1e-3);

  fast = step(kVariant, fast, Input{.drive = 1, .steer = 1}, kOpenGround, 1.0);
  EXPECT_NEAR(fast.steer, kVariant.fast_steer, 1e-12);
}

TEST(RobotcarVariant, LeavesSmallDriveAloneAndRollsOn) {
  State state;
  drive(kVariant, state, Input{.drive = 0.1}, 2, kDt);
  EXPECT_EQ(state.body.vx, 0);
  drive(kVariant, state, Input{.drive = 1}, 2, kDt);
  const double before = state.body.vx;
  EXPECT_GT(before, 0.4);
  drive(kVariant, state, Input{}, 1, kDt);
  EXPECT_GT(state.body.vx, 0.85 * before);
}

TEST(RobotcarVariant, OppositeDriveBrakesHardThenReverses) {
  State state;
  state.body.vx = 1;
  drive(kVariant, state, Input{.drive = -1}, 0.45, kDt);
  EXPECT_LT(state.body.vx, 0.1);
  drive(kVariant, state, Input{.drive = -1}, 2, kDt);
  EXPECT_LT(state.body.vx, -0.3);
}

}  // namespace
}  // namespace paddock
