// The flat lidar against a plain loop over every segment and circle, on every level: a million
// beams each, from wherever a lidar could stand. Joints, corners and silhouettes are judged like
// everything else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "apps/paddock/level_files.h"
#include "paddock/core/random.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

constexpr int kBeams = 1080;
constexpr int kPoses = 926;  // a million beams

struct Scene {
  FlatSlice slice;
  std::vector<Segment2> segments;
};

double plain_range(const Scene& scene, Vec2 at, double bearing, double max_range) {
  const Vec2 way{std::cos(bearing), std::sin(bearing)};
  double nearest = max_range;
  for (const Segment2& s : scene.segments) {
    const Vec2 e = s.to - s.from, q = s.from - at;
    const double across = cross(way, e), range = cross(q, e) / across,
                 part = cross(q, way) / across;
    if (range > 0 && part >= 0 && part <= 1 && range < nearest) nearest = range;
  }
  for (const SliceCircle& c : scene.slice.circles) {
    const Vec2 to = c.circle.center - at;
    const double ahead = dot(to, way), off = cross(to, way);
    const double under = c.circle.radius * c.circle.radius - off * off;
    if (ahead > 0 && under >= 0) nearest = std::min(nearest, ahead - std::sqrt(under));
  }
  return nearest;
}

/// How many times the outlines turn about a point: not 0 inside something solid.
bool inside_solid(const FlatSlice& slice, Vec2 at) {
  double turn = 0;
  for (const Loop2& loop : slice.loops)
    for (std::size_t i = 0; i < loop.points.size(); ++i) {
      const Vec2 a = loop.points[i] - at, b = loop.points[(i + 1) % loop.points.size()] - at;
      turn += std::atan2(cross(a, b), dot(a, b));
    }
  const bool in_post = std::any_of(
      slice.circles.begin(), slice.circles.end(),
      [&](const SliceCircle& c) { return distance(c.circle.center, at) <= c.circle.radius; });
  return in_post || turn > 1;
}

/// Beams whose answer lies outside what the loop says a millionth of a radian to either side.
int wrong_beams(const Scene& scene, const Lidar2dParams& p, const Pose2& pose,
                const std::vector<float>& ranges) {
  int wrong = 0;
  for (int beam = 0; beam < p.beams; ++beam) {
    const auto range = static_cast<double>(ranges[static_cast<std::size_t>(beam)]);
    const double bearing = pose.yaw + p.angle(beam);
    const double rounding = 1e-6 * (1 + range);  // ranges are float
    const double straight = plain_range(scene, position(pose), bearing, p.max_range);
    if (std::fabs(straight - range) <= rounding) continue;
    const double right = plain_range(scene, position(pose), bearing - 1e-6, p.max_range);
    const double left = plain_range(scene, position(pose), bearing + 1e-6, p.max_range);
    const double low = std::min({straight, left, right}), high = std::max({straight, left, right});
    if (range < low - rounding || range > high + rounding) ++wrong;
  }
  return wrong;
}

TEST(LidarOnLevels, AMillionBeamsOnEveryLevelAgreeWithThePlainLoop) {
  const Lidar2dParams params{.beams = kBeams,
                             .start = radians(-135),
                             .span = radians(270),
                             .max_range = 30,
                             .far_value = 30};
  const Lidar2dScanner scanner(params);
  for (const LevelFile& level : find_levels()) {
    const auto world = load_world(level.path, 1);
    ASSERT_TRUE(world) << level.name;
    Scene scene{.slice = slice_world(*world, 0.1, SliceFor::Lidar), .segments = {}};
    for (const Loop2& loop : scene.slice.loops)
      for (std::size_t i = 0; i < loop.points.size(); ++i)
        scene.segments.push_back({loop.points[i], loop.points[(i + 1) % loop.points.size()]});
    const Lidar2dMap map(scene.slice);
    Lidar2dScratch scratch(scanner, map, 0);
    DrawSequence draws({.seed = 11, .stream = Stream::Spawn});
    std::vector<float> ranges(kBeams);
    int wrong = 0;

    for (int taken = 0; taken < kPoses;) {
      const Pose2 pose{draws.between(world->bounds.low.x, world->bounds.high.x),
                       draws.between(world->bounds.low.y, world->bounds.high.y),
                       draws.between(-kPi, kPi)};
      if (inside_solid(scene.slice, position(pose))) continue;
      ++taken;
      scan(scanner, map, {}, pose, all_beams(params), scratch, ranges);
      wrong += wrong_beams(scene, params, pose, ranges);
    }

    EXPECT_EQ(wrong, 0) << level.name << ", " << scene.segments.size() << " segments";
  }
}

}  // namespace
}  // namespace paddock
