// Each segment is tested only by the beams between its two ends, found by angle; the test itself is
// the plain ray-segment intersection.
#include "paddock/sensors/lidar2d.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"

namespace paddock {
namespace {

struct Fan {
  const Lidar2dParams& params;
  std::span<float> ranges;
  double inv_step{};

  void keep_nearest(int beam, double range) const {
    float& kept = ranges[static_cast<std::size_t>(beam)];
    if (range > 0 && range < static_cast<double>(kept)) kept = static_cast<float>(range);
  }

  /// Calls test(beam, direction) for every beam from `bearing` to `extent` counter-clockwise of it.
  template <class Test>
  void visit_between(double bearing, double extent, Test&& test) const {
    // offsets from the first beam, once for every turn on which the fan may cover the bearing
    const double low = std::min(0.0, params.span), high = std::max(0.0, params.span);
    double offset = bearing - params.start;
    offset -= 2 * kPi * (std::floor((offset - low) / (2 * kPi)) + 1);
    for (; offset <= high; offset += 2 * kPi) {
      const double a = offset * inv_step, b = (offset + extent) * inv_step;
      const int first = beam_near(std::floor(std::min(a, b)) - 1);
      const int last = beam_near(std::ceil(std::max(a, b)) + 1);
      for (int beam = first; beam <= last; ++beam) {
        const Rot2 way = Rot2::of(params.angle(beam));
        test(beam, Vec2{way.c, way.s});
      }
    }
  }

  int beam_near(double place) const {
    return static_cast<int>(std::clamp(place, 0.0, params.beams - 1.0));
  }

  void draw(Vec2 a, Vec2 b) const {  // a segment in the lidar's frame
    const Vec2 e = b - a;
    const double facing = cross(a, e);
    if (facing == 0) return;  // seen edge on
    const Vec2 right = facing > 0 ? a : b, left = facing > 0 ? b : a;
    const double from = det::atan2(right.y, right.x);
    const double turn = wrap_angle(det::atan2(left.y, left.x) - from);
    // rounding can turn half a turn the wrong way round: then every beam is tested
    visit_between(from, turn >= 0 ? turn : 2 * kPi, [&](int beam, Vec2 d) {
      const double across = cross(d, e);
      if (across == 0) return;
      const double along = cross(a, d) / across;  // 0 at a, 1 at b
      if (along >= 0 && along <= 1) keep_nearest(beam, facing / across);
    });
  }

  void draw(Vec2 center, double radius) const {
    const double d2 = dot(center, center), outside = d2 - radius * radius;
    if (outside <= 0) return;  // inside a post: nothing sensible to say
    const double half = det::atan2(radius, sqrt_exact(outside));
    visit_between(det::atan2(center.y, center.x) - half, 2 * half, [&](int beam, Vec2 d) {
      const double off = cross(d, center), ahead = dot(d, center),
                   under = radius * radius - off * off;
      if (under >= 0 && ahead > 0) keep_nearest(beam, ahead - std::sqrt(under));
    });
  }
};

}  // namespace

Lidar2dMap make_lidar2d_map(const FlatSlice& slice) {
  Lidar2dMap map;
  for (const Loop2& loop : slice.loops)
    for (std::size_t i = 0; i < loop.points.size(); ++i)
      map.segments.push_back({loop.points[i], loop.points[(i + 1) % loop.points.size()]});
  for (const SliceCircle& circle : slice.circles) map.circles.push_back(circle.circle);
  return map;
}

void scan(const Lidar2dMap& map, std::span<const PosedOutline> others,
          const Pose2& world_from_lidar, const Lidar2dParams& params, std::span<float> ranges) {
  PADDOCK_ASSERT(ranges.size() == static_cast<std::size_t>(params.beams), "ranges ", ranges.size());
  PADDOCK_ASSERT(params.beams <= 1 || params.span != 0, "span ", params.span);
  std::fill(ranges.begin(), ranges.end(), static_cast<float>(params.max_range));
  const Fan fan{params, ranges, params.beams > 1 ? (params.beams - 1) / params.span : 1};
  const Vec2 at = position(world_from_lidar);
  const Rot2 back = inverse(Rot2::of(world_from_lidar.yaw));
  const auto local = [&](Vec2 p) { return back * (p - at); };
  for (const Segment2& s : map.segments) fan.draw(local(s.from), local(s.to));
  for (const Circle2& c : map.circles) fan.draw(local(c.center), c.radius);
  for (const PosedOutline& other : others) {
    const auto corners = other.polygon();
    if (corners.empty()) fan.draw(local(other.center), other.radius);
    for (std::size_t i = 0; i < corners.size(); ++i)
      fan.draw(local(corners[i]), local(corners[(i + 1) % corners.size()]));
  }
}

}  // namespace paddock
