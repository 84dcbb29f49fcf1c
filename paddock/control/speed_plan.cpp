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
  SpeedPlan plan{std::vector<double>(n, limits.top), std::vector<double>(n, 1.0)};
  for (std::size_t i = 0; i < n; ++i) {
    if (!friction.empty()) plan.friction[i] = std::min(1.0, friction[i]);
    if (curvature[i] > 0)
      plan.speed[i] =
          std::min(limits.top, std::sqrt(limits.side * plan.friction[i] / curvature[i]));
  }
  if (!route.closed && n > 0) plan.speed[n - 1] = 0;  // an open route ends at rest

  // the part of the side grip that the bend at point i takes
  const auto used = [&](std::size_t i) {
    const double side = limits.side * plan.friction[i];
    return limits.shared ? std::min(1.0, plan.speed[i] * plan.speed[i] * curvature[i] / side) : 0;
  };
  // backward: slow enough to brake for what comes; forward: no faster than the drive allows.
  // twice round a closed route, so that its seam is no exception
  const std::size_t rounds = route.closed ? 2 * n : n;
  for (std::size_t k = rounds; k-- > 0;) {
    const std::size_t i = k % n, after = (i + 1) % n;
    if (!route.closed && i + 1 == n) continue;
    // braking in a bend turns a car round: less of it than a friction ellipse would leave
    const double brake = limits.brake * plan.friction[i] * (1 - used(after));
    const double most = plan.speed[after] * plan.speed[after] + 2 * brake * gap_after(route, i);
    plan.speed[i] = std::min(plan.speed[i], std::sqrt(most));
  }
  for (std::size_t k = 0; k < rounds; ++k) {
    const std::size_t i = k % n, after = (i + 1) % n;
    if (!route.closed && i + 1 == n) continue;
    double drive = limits.drive * plan.friction[i] * std::sqrt(1 - used(i) * used(i));
    if (limits.power > 0) drive = std::min(drive, limits.power / std::max(plan.speed[i], 0.1));
    const double most = plan.speed[i] * plan.speed[i] + 2 * drive * gap_after(route, i);
    plan.speed[after] = std::min(plan.speed[after], std::sqrt(most));
  }
  return plan;
}

double planned_accel(const Route& route, const SpeedPlan& plan, double along) {
  const std::size_t i = place_at(route, along).segment, after = (i + 1) % route.points.size();
  const double gap = gap_after(route, i), from = plan.speed[i], to = plan.speed[after];
  return gap > 0 ? (to * to - from * from) / (2 * gap) : 0;
}

double planned_speed(const Route& route, const SpeedPlan& plan, double along) {
  const RoutePlace place = place_at(route, along);
  const std::size_t i = place.segment, after = (i + 1) % route.points.size();
  const double gap = gap_after(route, i);
  const double t = gap > 0 ? std::clamp((place.along - route.along[i]) / gap, 0.0, 1.0) : 0;
  return plan.speed[i] + t * (plan.speed[after] - plan.speed[i]);
}

}  // namespace paddock
