#include "paddock/control/path_as_coded.h"

#include <cmath>

namespace paddock {
namespace {

constexpr double kTouching = 1e-14;  // m^4: 1e-6 of a pixel's

/// The larger root, or 0: the original's list of roots begins with three zeros (PP-1), and one that
/// touches is not held against the segment's ends (PP-6).
double furthest_root(Vec2 from, Vec2 to, Vec2 center, double radius) {
  const Vec2 d = to - from, f = from - center;
  const double a = dot(d, d), b = 2 * dot(f, d), c = dot(f, f) - radius * radius;
  const double under = b * b - 4 * a * c;
  double furthest = 0;
  if (std::fabs(under) < kTouching) {
    const double t = -b / (2 * a);
    return furthest < t ? t : furthest;  // of a segment without length: no number, so 0
  }
  if (under < 0) return furthest;
  for (const double t : {(-b - std::sqrt(under)) / (2 * a), (-b + std::sqrt(under)) / (2 * a)})
    if (t >= 0 && t <= 1 && furthest < t) furthest = t;
  return furthest;
}

}  // namespace

Vec2 carrot_as_coded(const CarrotAsCoded& path, Vec2 position) {
  const auto& points = path.waypoints;
  const std::size_t count = points.size(), next = path.next;
  Vec2 carrot = points[next];
  if (next + 1 >= count) return carrot;  // PP-3
  const std::size_t first = next == 0 ? 0 : next - 1;
  for (std::size_t i = first; i < count; ++i) {
    const Vec2 from = points[i], to = i + 1 < count ? points[i + 1] : path.beyond;  // PP-4
    if (i > first && distance(from, position) > path.lookahead) break;
    carrot = lerp(from, to, furthest_root(from, to, position, path.lookahead));
  }
  return carrot;
}

}  // namespace paddock
