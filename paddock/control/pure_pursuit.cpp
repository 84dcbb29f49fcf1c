#include "paddock/control/pure_pursuit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace paddock {
namespace {

/// Both parameters at which the line through the segment meets the circle, the larger first.
std::optional<std::array<double, 2>> meetings(Vec2 from, Vec2 to, Vec2 center, double radius) {
  const Vec2 d = to - from, f = from - center;
  const double a = dot(d, d), b = dot(f, d), c = dot(f, f) - radius * radius;
  const double under = b * b - a * c;
  if (a <= 0 || under < 0) return std::nullopt;
  const double root = std::sqrt(under);
  return std::array{(-b + root) / a, (-b - root) / a};
}

bool on_segment(double t) { return t >= 0 && t <= 1; }

void add_hits(Vec2 from, Vec2 to, Vec2 center, double radius, CircleHits& hits) {
  if (const auto both = meetings(from, to, center, radius))
    for (const double t : {(*both)[1], (*both)[0]})
      if (on_segment(t) && hits.count < CircleHits::kMost)
        hits.points[hits.count++] = lerp(from, to, t);
}

}  // namespace

double projection(Vec2 from, Vec2 to, Vec2 p) {
  const Vec2 d = to - from;
  const double dd = dot(d, d);
  return dd > 0 ? std::clamp(dot(p - from, d) / dd, 0.0, 1.0) : 0.0;
}

double last_meeting(Vec2 from, Vec2 to, Vec2 center, double radius) {
  if (const auto both = meetings(from, to, center, radius))
    for (const double t : *both)
      if (on_segment(t)) return t;
  return -1;
}

Carrot find_carrot(const PursuitPath& path, std::size_t segment, Vec2 position, double lookahead,
                   CircleHits* hits) {
  const std::size_t count = path.segment_count();
  if (count == 0) return {path.points[0], 0, CarrotWhy::End};
  segment = path.closed ? segment % count : std::min(segment, count - 1);

  // the nearest point of the current segment, in case the circle reaches nothing
  const Vec2 from = path.from(segment), to = path.to(segment);
  Carrot best{lerp(from, to, projection(from, to, position)), segment, CarrotWhy::Projection};

  // then as far along the path as it stays within reach
  const std::size_t last = path.closed ? segment + count : count;
  for (std::size_t i = segment; i < last; ++i) {
    if (i > segment && distance(path.from(i), position) > lookahead) break;
    const double t = last_meeting(path.from(i), path.to(i), position, lookahead);
    if (hits != nullptr) add_hits(path.from(i), path.to(i), position, lookahead, *hits);
    if (t >= 0) best = {lerp(path.from(i), path.to(i), t), i % count, CarrotWhy::Circle};
    if (distance(path.to(i), position) < lookahead) best = {path.to(i), i % count, CarrotWhy::End};
  }
  return best;
}

std::size_t advance_segment(const PursuitPath& path, std::size_t segment, Vec2 position,
                            double epsilon) {
  const std::size_t count = path.segment_count();
  if (count == 0) return 0;
  for (std::size_t step = 0; step < count; ++step) {
    if (!path.closed && segment + 1 >= count) return count - 1;
    const Vec2 from = path.from(segment), to = path.to(segment);
    const bool passed = projection(from, to, position) >= 1 || from == to;
    if (!passed && distance(to, position) > epsilon) return segment;
    segment = path.closed ? (segment + 1) % count : segment + 1;
  }
  return segment;
}

double lookahead_at(const LookaheadParams& params, double speed) {
  return std::clamp(params.least + params.gain * std::fabs(speed), params.least, params.most);
}

double pursuit_curvature(const Pose2& world_from_vehicle, Vec2 target) {
  const Vec2 t =
      inverse(Rot2::of(world_from_vehicle.yaw)) * (target - position(world_from_vehicle));
  const double reach = dot(t, t);
  return reach > 0 ? 2 * t.y / reach : 0;
}

}  // namespace paddock
