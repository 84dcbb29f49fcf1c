// Speed plans: within grip in bends, able to brake for what comes, able to reach what is asked.
#include "paddock/control/speed_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// A straight, a half circle and a straight back, closed by another half circle.
Route stadium(double straight, double radius) {
  std::vector<Vec2> points;
  for (double x = 0; x < straight; x += 0.2) points.push_back({x, -radius});
  for (int i = 0; i < 60; ++i)
    points.push_back(Vec2{straight, 0} + radius * (Rot2::of(-kPi / 2 + kPi * i / 60) * Vec2{1, 0}));
  for (double x = straight; x > 0; x -= 0.2) points.push_back({x, radius});
  for (int i = 0; i < 60; ++i)
    points.push_back(radius * (Rot2::of(kPi / 2 + kPi * i / 60) * Vec2{1, 0}));
  return make_route("stadium", points, true, 2);
}

const SpeedLimits kLimits{.top = 8, .side = 4, .drive = 3, .brake = 4};

void expect_drivable(const Route& route, const SpeedPlan& plan, const SpeedLimits& limits) {
  const std::vector<double> curvature = curvature_of(route, 1.0);
  const std::size_t n = route.points.size();
  ASSERT_EQ(plan.speed.size(), n);
  for (std::size_t i = 0; i < n; ++i) {
    const double v = plan.speed[i];
    EXPECT_LE(v, limits.top);
    EXPECT_LE(v * v * curvature[i], limits.side + 1e-9) << i;  // rounding of a square root
    if (i + 1 == n && !route.closed) continue;
    const double after = plan.speed[(i + 1) % n];
    const double gap = (i + 1 < n ? route.along[i + 1] : route.length) - route.along[i];
    EXPECT_LE(v * v - after * after, 2 * limits.brake * gap + 1e-9) << i;
    EXPECT_LE(after * after - v * v, 2 * limits.drive * gap + 1e-9) << i;
  }
}

TEST(SpeedPlan, RespectsSideGripBrakingAndDriveEverywhere) {
  for (const double radius : {1.0, 3.0, 20.0}) {
    const Route route = stadium(25, radius);
    expect_drivable(route, plan_speed(route, kLimits), kLimits);
  }
}

TEST(SpeedPlan, UsesTheGripThereIs) {
  const Route route = stadium(25, 3);
  const SpeedPlan plan = plan_speed(route, kLimits);

  const double slowest = *std::min_element(plan.speed.begin(), plan.speed.end());
  EXPECT_NEAR(slowest, std::sqrt(4 * 3), 0.02);  // chords of the bend
  EXPECT_EQ(*std::max_element(plan.speed.begin(), plan.speed.end()), 8);
}

TEST(SpeedPlan, CircleIsDrivenAtOneSpeed) {
  const Route route = make_route("circle", circle_points(5, 100), true, 2);
  const SpeedPlan plan = plan_speed(route, kLimits);

  for (const double v : plan.speed) EXPECT_NEAR(v, std::sqrt(4 * 5), 1e-9);  // its points lie on it
}

TEST(SpeedPlan, OpenRouteEndsAtRest) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 100; ++i) points.push_back({0.2 * i, 0});
  const Route route = make_route("line", points, false, 2);
  const SpeedPlan plan = plan_speed(route, kLimits);

  expect_drivable(route, plan, kLimits);
  EXPECT_EQ(plan.speed.back(), 0);
  EXPECT_EQ(plan.speed.front(), 8);  // wherever it starts, it may be fast
  EXPECT_NEAR(planned_speed(route, plan, 19), std::sqrt(2 * 4 * 1), 1e-9);
}

TEST(SpeedPlan, IsLinearBetweenPointsAndHeldAtTheEnds) {
  const Route route = make_route("line", {{0, 0}, {1, 0}, {2, 0}}, false, 2);
  const SpeedPlan plan{.speed = {1, 3, 2}, .friction = {}};

  EXPECT_DOUBLE_EQ(planned_speed(route, plan, 0.5), 2);
  EXPECT_DOUBLE_EQ(planned_speed(route, plan, 1.25), 2.75);
  EXPECT_DOUBLE_EQ(planned_speed(route, plan, -4), 1);
  EXPECT_DOUBLE_EQ(planned_speed(route, plan, 9), 2);
}

TEST(SpeedPlan, SeamOfAClosedRouteIsNoException) {
  Route route = stadium(25, 2);
  const double whole = route.length;
  std::vector<Vec2> shifted = route.points;
  std::rotate(shifted.begin(), shifted.begin() + 40, shifted.end());
  const Route other = make_route("shifted", shifted, true, 2);
  const SpeedPlan a = plan_speed(route, kLimits), b = plan_speed(other, kLimits);

  for (double s = 0; s < whole; s += 0.37)
    EXPECT_NEAR(planned_speed(route, a, s + route.along[40]), planned_speed(other, b, s), 1e-6)
        << s;
}

}  // namespace
}  // namespace paddock
