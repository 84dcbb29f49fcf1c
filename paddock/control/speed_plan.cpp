#include "paddock/control/speed_plan.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

/// Distance from point i to the one after it.
double gap_after(const Route& route, std::size_t i) {
  return i + 1 < route.points.size() ? route.along[i + 1] - route.along[i]
                                     : route.length - route.along[i];
}

double curvature_through(Vec2 a, Vec2 b, Vec2 c) {  // of the circle through three points
  const double sides = distance(a, b) * distance(b, c) * distance(c, a);
  return sides > 0 ? 2 * std::fabs(cross(b - a, c - a)) / sides : 0;
}

/// The route's point `offset` metres from point i, or the vertex after it where one is near:
/// vertices lie on the curve that the route stands for, points between them inside it.
Vec2 sample_beside(const Route& route, std::size_t i, double offset) {
  const RoutePlace place = place_at(route, route.along[i] + offset);
  const std::size_t past = offset > 0 ? (place.segment + 1) % route.points.size() : place.segment;
  const bool near = distance(route.points[past], route.points[i]) <= 2 * std::fabs(offset);
  return near ? route.points[past] : place.point;
}

}  // namespace

std::vector<double> curvature_of(const Route& route, double window) {
  std::vector<double> curvature(route.points.size());
  const double half = window / 2;
  for (std::size_t i = 0; i < route.points.size(); ++i) {
    const double s = route.along[i];
    if (!route.closed && (s < half || s > route.length - half)) continue;
    curvature[i] = curvature_through(sample_beside(route, i, -half), route.points[i],
                                     sample_beside(route, i, half));
  }
  return curvature;
}

SpeedPlan plan_speed(const Route& route, const SpeedLimits& limits,
                     std::span<const double> friction) {
  const std::size_t n = route.points.size();
  const std::vector<double> curvature = curvature_of(route, limits.window);
  const auto grip = [&](std::size_t i) {
    return friction.empty() ? 1.0 : std::min(1.0, friction[i]);
  };
  SpeedPlan plan{std::vector<double>(n, limits.top)};
  for (std::size_t i = 0; i < n; ++i)
    if (curvature[i] > 0)
      plan.speed[i] = std::min(limits.top, std::sqrt(limits.side * grip(i) / curvature[i]));
  if (!route.closed && n > 0) plan.speed[n - 1] = 0;  // an open route ends at rest

  // backward: slow enough to brake for what comes; forward: no faster than the drive allows.
  // twice round a closed route, so that its seam is no exception
  const std::size_t rounds = route.closed ? 2 * n : n;
  for (std::size_t k = rounds; k-- > 0;) {
    const std::size_t i = k % n, after = (i + 1) % n;
    if (!route.closed && i + 1 == n) continue;
    const double most =
        plan.speed[after] * plan.speed[after] + 2 * limits.brake * grip(i) * gap_after(route, i);
    plan.speed[i] = std::min(plan.speed[i], std::sqrt(most));
  }
  for (std::size_t k = 0; k < rounds; ++k) {
    const std::size_t i = k % n, after = (i + 1) % n;
    if (!route.closed && i + 1 == n) continue;
    const double most =
        plan.speed[i] * plan.speed[i] + 2 * limits.drive * grip(i) * gap_after(route, i);
    plan.speed[after] = std::min(plan.speed[after], std::sqrt(most));
  }
  return plan;
}

double planned_speed(const Route& route, const SpeedPlan& plan, double along) {
  const RoutePlace place = place_at(route, along);
  const std::size_t i = place.segment, after = (i + 1) % route.points.size();
  const double gap = gap_after(route, i);
  const double t = gap > 0 ? std::clamp((place.along - route.along[i]) / gap, 0.0, 1.0) : 0;
  return plan.speed[i] + t * (plan.speed[after] - plan.speed[i]);
}

}  // namespace paddock
