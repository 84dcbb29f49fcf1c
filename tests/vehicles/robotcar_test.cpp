// The robot car against what is known of the original's.
#include "paddock/vehicles/robotcar_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "paddock/core/pose.h"
#include "tests/support/drive.h"

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

TEST(Robotcar, IsFasterThanNineTenthsWithinThreeMetres) {
  State state;
  time_until(state, kDefault, [](const State& s) { return s.body.vx > 0.9; });
  std::cout << "0.9 m/s after " << state.body.x << " m\n";
  EXPECT_LT(state.body.x, 3);
}

TEST(Robotcar, CirclesAtFullLockAsPublishedSolutionsNeedIt) {
  State state;
  const double circle = time_to_turn(state, kFullLock, 2 * kPi);
  const double quarter = time_to_turn(state, kFullLock, kPi / 2);

  const double radius = std::hypot(state.body.vx, state.body.vy) / state.body.yaw_rate;
  const double rear = state.body.vx / state.body.yaw_rate;
  std::cout << "full circle from rest " << circle << " s, 90 degrees at cruise " << quarter
            << " s at " << state.body.vx << " m/s, radius " << radius << " m, of the rear axle "
            << rear << " m\n";
  EXPECT_GT(circle, 6.0);
  EXPECT_LT(circle, 6.4);
  EXPECT_GT(quarter, 1.32);
  EXPECT_LT(quarter, 1.38);
  EXPECT_NEAR(rear, 0.62, 0.01);
  EXPECT_NEAR(rear, kWheelbase / std::tan(kCar.max_steer), 1e-6);  // rolls without slip
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
  EXPECT_NEAR(nearly.body.vx, 4 * std::exp(-kCar.damping) - kCar.rolling, 0.01);
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
