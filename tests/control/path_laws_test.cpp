// Laws of path controllers by themselves: what slows a regulated pursuit, the best linear feedback,
// the plan of the small MPC, and what PID takes away that PD leaves.
#include "paddock/control/path_laws.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr PursuitView kNothingNear{
    .curvature = 0, .obstacle = HUGE_VAL, .left = 100, .to_end = 100};

PathParams slow_params() {
  PathParams p;
  p.desired_linear_vel = 2, p.use_cost_regulated_linear_velocity_scaling = 1;
  p.regulated_linear_scaling_min_radius = 1, p.regulated_linear_scaling_min_speed = 0.25;
  p.cost_scaling_dist = 0.6, p.cost_scaling_gain = 0.8;
  p.approach_velocity_scaling_dist = 0.6, p.min_approach_linear_velocity = 0.05;
  return p;
}

double speed_with(const PathParams& params, double PursuitView::*figure, double value) {
  PursuitView view = kNothingNear;
  view.*figure = value;
  return regulated_speed(params, view);
}

TEST(RegulatedSpeed, IsTheDesiredOneWhereNothingSlows) {
  EXPECT_EQ(regulated_speed(slow_params(), kNothingNear), 2);
}

TEST(RegulatedSpeed, FallsWithTheRadiusBelowTheOneToSlowFrom) {
  for (const double side : {1.0, -1.0}) {
    EXPECT_EQ(speed_with(slow_params(), &PursuitView::curvature, side * 0.9), 2);
    EXPECT_NEAR(speed_with(slow_params(), &PursuitView::curvature, side * 2), 2 * 0.5, 1e-12);
    EXPECT_NEAR(speed_with(slow_params(), &PursuitView::curvature, side * 4), 2 * 0.25, 1e-12);
  }
}

TEST(RegulatedSpeed, FallsWithTheDistanceToWhatIsNear) {
  EXPECT_EQ(speed_with(slow_params(), &PursuitView::obstacle, 0.6), 2);
  EXPECT_NEAR(speed_with(slow_params(), &PursuitView::obstacle, 0.3), 2 * 0.8 * 0.3 / 0.6, 1e-12);
}

TEST(RegulatedSpeed, TheSlowerOfBothCountsAndNeitherGoesBelowTheLeast) {
  PursuitView view = kNothingNear;
  view.curvature = 2, view.obstacle = 0.3;
  EXPECT_NEAR(regulated_speed(slow_params(), view), 2 * 0.8 * 0.5, 1e-12);
  view.curvature = 1000, view.obstacle = 0.001;
  EXPECT_EQ(regulated_speed(slow_params(), view), 0.25);
}

TEST(RegulatedSpeed, TheApproachScalesWithTheDistanceToTheEndAndMayGoBelowTheLeast) {
  PursuitView view = kNothingNear;
  view.left = 0.59, view.to_end = 0.3;
  EXPECT_NEAR(regulated_speed(slow_params(), view), 2 * 0.5, 1e-12);
  view.to_end = 0.03;
  EXPECT_NEAR(regulated_speed(slow_params(), view), 2 * 0.05, 1e-12);
  view.to_end = 0;
  EXPECT_EQ(regulated_speed(slow_params(), view), 0.05);
  view.to_end = 50;  // the end is far off as the crow flies: it never speeds up
  EXPECT_EQ(regulated_speed(slow_params(), view), 2);
}

TEST(RegulatedSpeed, HeuristicsThatAreOffDoNothing) {
  PathParams off = slow_params();
  off.use_regulated_linear_velocity_scaling = 0;
  off.use_cost_regulated_linear_velocity_scaling = 0;

  EXPECT_EQ(speed_with(off, &PursuitView::curvature, 100), 2);
  EXPECT_EQ(speed_with(off, &PursuitView::obstacle, 0.01), 2);
}

TEST(Lqr, ItsGainsSolveTheRiccatiEquation) {  // lqr.md, (2)
  for (const double position : {0.5, 25.0, 400.0})
    for (const double velocity : {0.0, 1.0, 30.0})
      for (const double effort : {0.01, 0.25, 3.0}) {
        const LqrGains gains = lqr_gains(position, velocity, effort);
        const double p12 = gains.position * effort, p22 = gains.velocity * effort;

        EXPECT_NEAR(p12 * p12 / effort, position, 1e-12 * position);
        EXPECT_NEAR(p22 * p22 / effort, velocity + 2 * p12, 1e-12 * (velocity + 2 * p12));
      }
}

// --- MPC ----------------------------------------------------------------------------------------

constexpr std::size_t kPlanSteps = kMpcSteps;
using PlanRow = std::array<double, kPlanSteps + 1>;

/// The first acceleration of the best plan along one axis without limits: the normal equations of
/// mpc.md, (1), for a target at rest at 0.
double best_first(const PathParams& p, double at, double velocity) {
  const double h = p.mpc_horizon / static_cast<double>(kPlanSteps);
  std::array<PlanRow, kPlanSteps> rows{};
  for (std::size_t i = 0; i < kPlanSteps; ++i) {  // place and velocity after step i
    const double t = h * static_cast<double>(i + 1);
    const auto by = [&](std::size_t j) {  // m of the place for each m/s^2 of step j
      return j > i ? 0 : h * h * (static_cast<double>(i - j) + 0.5);
    };
    const auto speed_by = [&](std::size_t j) { return j > i ? 0 : h; };
    for (std::size_t r = 0; r < kPlanSteps; ++r) {
      for (std::size_t c = 0; c < kPlanSteps; ++c)
        rows[r][c] += p.mpc_position * by(r) * by(c) + p.mpc_velocity * speed_by(r) * speed_by(c);
      rows[r][kPlanSteps] -=
          p.mpc_position * by(r) * (at + velocity * t) + p.mpc_velocity * speed_by(r) * velocity;
    }
    rows[i][i] += p.mpc_effort;
  }
  for (std::size_t pivot = kPlanSteps; pivot-- > 0;)  // the last unknown first: the first one stays
    for (std::size_t r = 0; r < pivot; ++r) {
      const double share = rows[r][pivot] / rows[pivot][pivot];
      for (std::size_t c = 0; c <= kPlanSteps; ++c) rows[r][c] -= share * rows[pivot][c];
    }
  return rows[0][kPlanSteps] / rows[0][0];
}

TEST(Mpc, WithoutLimitsItsFirstCommandIsThatOfTheBestPlan) {
  PathParams p;
  p.max_acceleration = p.max_velocity = 1e9;
  const auto at_rest = [](double) { return PointReference{}; };
  for (const double horizon : {0.5, 1.0, 2.0}) {
    p.mpc_horizon = horizon;
    const PointState state{{0.4, -0.3}, {-0.2, 0.5}};
    const PointCommand command = mpc(p, state, at_rest);

    // what sixty rounds leave: of a command of about 2 m/s^2 a fortieth at the longest horizon
    EXPECT_NEAR(command.accel.x, best_first(p, 0.4, -0.2), 0.05) << horizon;
    EXPECT_NEAR(command.accel.y, best_first(p, -0.3, 0.5), 0.05) << horizon;
  }
}

TEST(Mpc, OnItsPlanItAsksForNothingAndNeverForMoreThanTheLimit) {
  PathParams p;
  const auto moving = [](double ahead) { return PointReference{{1.5 * ahead, 0}, {1.5, 0}}; };
  const PointCommand on_plan = mpc(p, {{}, {1.5, 0}}, moving);
  EXPECT_NEAR(length(on_plan.accel), 0, 1e-12);

  p.max_acceleration = 1;
  const PointCommand far_off = mpc(p, {{30, -40}, {}}, moving);
  EXPECT_NEAR(length(far_off.accel), 1, 1e-12);
}

// --- PID ----------------------------------------------------------------------------------------

/// Where a point in a steady wind comes to rest, for a target at 0.
double rest_in_wind(bool integrate, double wind) {
  const PathParams p;
  constexpr double kDt = 0.01;
  PointState state;
  CascadeMemory memory;
  CascadeErrors errors;
  for (int i = 0; i < 6000; ++i) {
    const PointCommand command = cascade(p, integrate, state, {}, kDt, memory, errors);
    state.velocity += kDt * (command.accel + Vec2{wind, 0});
    state.position += kDt * state.velocity;
  }
  return state.position.x;
}

TEST(CascadeLaws, ASteadyWindMovesTheTargetOfPdAndNotThatOfPid) {  // pd_cascade.md
  EXPECT_NEAR(rest_in_wind(false, 0.6), 0.6 / (1.5 * 2), 1e-6);
  EXPECT_NEAR(rest_in_wind(true, 0.6), 0, 1e-6);
}

TEST(CascadeLaws, ASumDoesNotGrowWhileItsCommandIsAtTheLimit) {
  PathParams p;
  p.ki_position = 1;
  CascadeMemory memory;
  CascadeErrors errors;
  for (int i = 0; i < 1000; ++i) cascade(p, true, {}, {1000, 0}, 0.01, memory, errors);

  EXPECT_EQ(memory.position_sum, Vec2{});
  EXPECT_EQ(memory.velocity_sum, Vec2{});
}

}  // namespace
}  // namespace paddock
