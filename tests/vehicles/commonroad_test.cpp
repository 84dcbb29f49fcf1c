// CommonRoad's own test vectors, as f1tenth_gym publishes them for the full-size test car.
#include "paddock/vehicles/racecar/commonroad_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

namespace paddock {
namespace {

using Params = CommonRoadParams<double>;
using State = CommonRoadState<double>;
using Input = CommonRoadInput<double>;

constexpr double kFoot = 0.3048, kPoundForce = 4.4482216152605;
constexpr Params kFullSize{.mu = 1.0489,
                           .front_stiffness = 21.92 / 1.0489,
                           .rear_stiffness = 21.92 / 1.0489,
                           .front = kFoot * 3.793293,
                           .rear = kFoot * 4.667707,
                           .height = kFoot * 2.01355,
                           .mass = 74.91452 * kPoundForce / kFoot,
                           .inertia = 1321.416 * kPoundForce * kFoot,
                           .min_steer = -1.066,
                           .max_steer = 1.066,
                           .max_steer_rate = 0.4,
                           .min_speed = -13.6,
                           .max_speed = 50.8,
                           .power_speed = 7.319,
                           .max_accel = 11.5};
constexpr Input kSteerAndPush{.steer_rate = 0.15, .accel = 0.63 * kGravity};

void expect_near(const State& got, const State& want, double tolerance) {
  EXPECT_NEAR(got.x, want.x, tolerance);
  EXPECT_NEAR(got.y, want.y, tolerance);
  EXPECT_NEAR(got.steer, want.steer, tolerance);
  EXPECT_NEAR(got.speed, want.speed, tolerance);
  EXPECT_NEAR(got.yaw, want.yaw, tolerance);
  EXPECT_NEAR(got.yaw_rate, want.yaw_rate, tolerance);
  EXPECT_NEAR(got.slip, want.slip, tolerance);
}

State roll_out(Input input) {
  State state;
  for (int i = 0; i < 1000; ++i) state = integrate_single_track(kFullSize, state, input, 0.001);
  return state;
}

TEST(CommonRoad, SingleTrackDerivativeIsThePublishedOne) {
  const State state{2.0233348142065677, 0.0041907137716636, 0.0197545248559617, 15.7216236334290116,
                    0.0025857914776859, 0.0529001056654038, 0.0033012170610298};

  const State rate = single_track_derivative(kFullSize, state, kSteerAndPush);

  // the vectors carry 16 digits
  expect_near(rate,
              {15.7213512030862397, 0.0925527979719355, 0.15, 5.3536773276413925,
               0.0529001056654038, 0.6435589397748606, 0.0313297971641291},
              1e-9);
}

TEST(CommonRoad, KinematicDerivativeIsThePublishedOne) {
  const State state{3.9579422297936526, 0.0391650102771405, 0.0378491427211811, 16.3546957860883566,
                    0.0294717351052816};

  const State rate = kinematic_derivative(kFullSize, state, kSteerAndPush);

  expect_near(
      rate, {16.3475935934250209, 0.4819314886013121, 0.15, 5.1464424102339752, 0.2401426578627629},
      1e-9);
}

TEST(CommonRoad, OneSecondFromRestEndsWhereThePublishedRollOutEnds) {
  // 1e-2 is the tolerance of the published test: its integrator and switching speed differ from
  // ours
  expect_near(roll_out(kSteerAndPush),
              {3.0731976046859715, 0.2869835398304389, 0.15, 6.1803, 0.1097747074946325,
               0.3248268063223301, 0.0697547542798040},
              1e-2);
  expect_near(roll_out({.steer_rate = 0, .accel = 0}), {}, 0);
  expect_near(roll_out({.steer_rate = 0, .accel = -0.7 * kGravity}),
              {.x = -3.4335, .speed = -6.867}, 1e-2);
  expect_near(roll_out({.steer_rate = 0.15, .accel = 0}), {.steer = 0.15}, 1e-2);
}

TEST(CommonRoad, ActuatorsStopAtTheEndsOfTheirRange) {
  const auto at = [](double steer, double speed, Input input) {
    return constrained(kFullSize, State{.steer = steer, .speed = speed}, input);
  };

  EXPECT_EQ(at(1.066, 5, {0.2, 0}).steer_rate, 0);
  EXPECT_EQ(at(1.066, 5, {-0.2, 0}).steer_rate, -0.2);
  EXPECT_EQ(at(0, 5, {2.0, 0}).steer_rate, 0.4);
  EXPECT_EQ(at(0, 50.8, {0, 3}).accel, 0);
  EXPECT_EQ(at(0, -13.6, {0, -3}).accel, 0);
  EXPECT_EQ(at(0, 5, {0, -99}).accel, -11.5);
  EXPECT_EQ(at(0, 5, {0, 99}).accel, 11.5);
  EXPECT_EQ(at(0, 2 * 7.319, {0, 99}).accel, 11.5 / 2);  // constant power above the switching speed
}

TEST(CommonRoad, BrakingThroughZeroStaysFinite) {
  State state{.steer = 0.3, .speed = 3, .yaw_rate = 0.4, .slip = 0.05};
  for (int i = 0; i < 300; ++i) {
    state = integrate_single_track(kFullSize, state, {.steer_rate = 0, .accel = -5}, 0.01);
    ASSERT_TRUE(std::isfinite(state.x) && std::isfinite(state.y) && std::isfinite(state.yaw)) << i;
    ASSERT_LT(std::fabs(state.slip), 0.2) << i;
  }
  EXPECT_LT(state.speed, -10);
}

TEST(CommonRoad, BodyVelocitiesSurviveTheWayThereAndBack) {
  for (const double vx : {5.0, -3.0, 0.7}) {
    const ChassisState<double> body{1, 2, 0.5, vx, 0.3, 0.2};

    const State middle = to_commonroad(body, 0.1);
    ChassisState<double> back;
    double steer = 0;
    from_commonroad(middle, back, steer);

    EXPECT_NEAR(back.vx, body.vx, 1e-14);  // a few roundings of numbers below 5
    EXPECT_NEAR(back.vy, body.vy, 1e-14);
    EXPECT_EQ(back.yaw_rate, body.yaw_rate);
    EXPECT_EQ(steer, 0.1);
  }
}

}  // namespace
}  // namespace paddock
