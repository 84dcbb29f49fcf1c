// Flat lidar against a loop over everything, written here.
#include "paddock/sensors/lidar2d.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

struct Scene {
  Lidar2dMap map;
  std::vector<PosedOutline> others;
};

double ray_to_segment(Vec2 at, Vec2 way, Vec2 a, Vec2 b) {
  const Vec2 e = b - a;
  const double across = cross(way, e);
  if (across == 0) return 1e300;
  const double range = cross(a - at, e) / across, part = cross(a - at, way) / across;
  return range > 0 && part >= 0 && part <= 1 ? range : 1e300;
}

double ray_to_circle(Vec2 at, Vec2 way, Vec2 center, double radius) {
  const Vec2 to = center - at;
  const double ahead = dot(to, way), off = cross(to, way), under = radius * radius - off * off;
  return ahead > 0 && under >= 0 ? ahead - std::sqrt(under) : 1e300;
}

double brute_range(const Scene& scene, Vec2 at, double bearing, double max_range) {
  const Vec2 way{std::cos(bearing), std::sin(bearing)};
  double range = max_range;
  for (const Segment2& s : scene.map.segments)
    range = std::min(range, ray_to_segment(at, way, s.from, s.to));
  for (const Circle2& c : scene.map.circles)
    range = std::min(range, ray_to_circle(at, way, c.center, c.radius));
  for (const PosedOutline& o : scene.others) {
    if (o.corner_count == 0) range = std::min(range, ray_to_circle(at, way, o.center, o.radius));
    for (std::size_t i = 0; i < o.corner_count; ++i)
      range = std::min(range,
                       ray_to_segment(at, way, o.corners[i], o.corners[(i + 1) % o.corner_count]));
  }
  return range;
}

/// Each answer lies between what the loop says a millionth of a radian to either side: a beam that
/// grazes an edge may fall on either.
void expect_as_brute(const Scene& scene, const Pose2& pose, const Lidar2dParams& params,
                     const char* what) {
  std::vector<float> ranges(static_cast<std::size_t>(params.beams));
  scan(scene.map, scene.others, pose, params, ranges);
  for (int beam = 0; beam < params.beams; ++beam) {
    double low = 1e300, high = 0;
    for (const double off : {-1e-6, 0.0, 1e-6}) {
      const double range =
          brute_range(scene, position(pose), pose.yaw + params.angle(beam) + off, params.max_range);
      low = std::min(low, range), high = std::max(high, range);
    }
    const double range = static_cast<double>(ranges[static_cast<std::size_t>(beam)]);
    const double rounding = 1e-6 * (1 + range);  // ranges are float
    ASSERT_GE(range, low - rounding) << what << " beam " << beam;
    ASSERT_LE(range, high + rounding) << what << " beam " << beam;
  }
}

Scene random_scene(std::uint64_t seed) {
  DrawSequence draws({.seed = seed, .stream = Stream::Generate});
  const auto point = [&] { return Vec2{draws.between(-10, 10), draws.between(-10, 10)}; };
  Scene scene;
  for (int i = 0; i < 40; ++i) {
    const Vec2 a = point();
    scene.map.segments.push_back({a, a + 0.2 * point()});
  }
  for (int i = 0; i < 10; ++i) {
    const Circle2 c{point(), draws.between(0.05, 0.5)};
    if (length(c.center) > 0.6) scene.map.circles.push_back(c);
  }
  for (int i = 0; i < 4; ++i) {
    const Outline2 shape =
        i == 0 ? Outline2::circle(0.15) : Outline2::rectangle({-0.3, -0.15}, {0.3, 0.15});
    const Vec2 at = point();
    if (length(at) > 0.6) scene.others.push_back(place(shape, {at.x, at.y, draws.between(-3, 3)}));
  }
  return scene;
}

TEST(Lidar2d, AgreesWithTestingEveryBeamAgainstEverything) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Scene scene = random_scene(seed);
    const double yaw = 0.37 * static_cast<double>(seed) - 7;
    expect_as_brute(scene, {0, 0, yaw},
                    {.beams = 271, .start = -2.356, .span = 4.712, .max_range = 9}, "wide");
    expect_as_brute(scene, {0, 0, yaw},
                    {.beams = 360, .start = 0, .span = 2 * kPi * 359 / 360, .max_range = 9},
                    "full turn");
    expect_as_brute(scene, {0, 0, yaw},
                    {.beams = 361, .start = -kPi, .span = 2 * kPi, .max_range = 9}, "closed turn");
    expect_as_brute(scene, {0, 0, yaw}, {.beams = 200, .start = 2.2, .span = -4.4, .max_range = 9},
                    "clockwise");
    expect_as_brute(scene, {0, 0, yaw}, {.beams = 50, .start = 40, .span = 1, .max_range = 9},
                    "many turns off");
    expect_as_brute(scene, {0, 0, yaw}, {.beams = 1, .start = 0.5, .span = 0, .max_range = 9},
                    "one beam");
  }
}

TEST(Lidar2d, SeesTheWallItAlmostStandsIn) {
  // the segment covers almost half a turn, where rounding decides which half
  for (const double gap : {1e-3, 1e-9, 1e-15}) {
    Scene scene;
    scene.map.segments = {{{gap, -5}, {gap, 5}}};
    expect_as_brute(scene, {}, {.beams = 101, .start = -1.5, .span = 3, .max_range = 30}, "near");
    expect_as_brute(scene, {0, 0, 3}, {.beams = 360, .start = -kPi, .span = 6.26, .max_range = 30},
                    "turned");
  }
}

TEST(Lidar2d, BeamThatMissesReportsMaxRange) {
  Scene scene;
  scene.map.segments = {{{40, -5}, {40, 5}}};
  const Lidar2dParams params{.beams = 90, .start = -kPi, .span = 6.2, .max_range = 30};
  std::vector<float> ranges(90, -1.0f);

  scan(scene.map, {}, {}, params, ranges);

  for (const float range : ranges) EXPECT_EQ(range, 30.0f);
}

TEST(Lidar2d, RangeToAWallAndAPostAreExact) {
  Scene scene;
  scene.map.segments = {{{2, -1}, {2, 1}}};
  scene.map.circles = {{{0, 3}, 0.5}};
  std::vector<float> ranges(3);

  scan(scene.map, {}, {}, {.beams = 3, .start = -kPi / 2, .span = kPi, .max_range = 30}, ranges);

  EXPECT_EQ(ranges[0], 30.0f);
  EXPECT_FLOAT_EQ(ranges[1], 2.0f);
  EXPECT_FLOAT_EQ(ranges[2], 2.5f);
}

TEST(Lidar2d, OtherVehiclesStandInTheWay) {
  Scene scene;
  scene.map.segments = {{{5, -1}, {5, 1}}};
  scene.others = {place(Outline2::rectangle({-0.3, -0.15}, {0.3, 0.15}), {2, 0, 0})};
  std::vector<float> ranges(1);

  scan(scene.map, scene.others, {}, {.beams = 1, .start = 0, .span = 0, .max_range = 30}, ranges);

  EXPECT_FLOAT_EQ(ranges[0], 1.7f);
}

TEST(Lidar2d, MapHoldsEveryLoopClosedAndEveryCircle) {
  FlatSlice slice;
  slice.loops = {{{{0, 0}, {1, 0}, {1, 1}}, {}}};
  slice.circles = {{{{3, 3}, 0.2}, {}}};

  const Lidar2dMap map = make_lidar2d_map(slice);

  ASSERT_EQ(map.segments.size(), 3u);
  EXPECT_EQ(map.segments[2], (Segment2{{1, 1}, {0, 0}}));
  EXPECT_EQ(map.circles.size(), 1u);
}

TEST(Lidar2d, TurningTheLidarShiftsTheFan) {
  const Scene scene = random_scene(99);
  const Lidar2dParams params{.beams = 360, .start = 0, .span = 2 * kPi * 359 / 360, .max_range = 9};
  std::vector<float> straight(360), turned(360);

  scan(scene.map, scene.others, {}, params, straight);
  scan(scene.map, scene.others, {0, 0, kPi / 2}, params, turned);

  int same = 0;
  for (std::size_t i = 0; i < 360; ++i)
    same += std::fabs(turned[i] - straight[(i + 90) % 360]) < 1e-4f ? 1 : 0;
  EXPECT_GE(same, 355);  // a beam on an edge may fall to either side
}

}  // namespace
}  // namespace paddock
