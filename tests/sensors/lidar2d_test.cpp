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
  std::vector<Segment2> segments;
  std::vector<Circle2> circles;
  std::vector<PosedOutline> others;
};

/// The scene as a slice: a bare segment is a loop of two points.
Lidar2dMap map_of(const Scene& scene) {
  FlatSlice slice;
  for (const Segment2& s : scene.segments) slice.loops.push_back({{s.from, s.to}, {}});
  for (const Circle2& c : scene.circles) slice.circles.push_back({c, {}});
  return Lidar2dMap(slice);
}

/// The true ranges, with nothing reported in place of what is too near or too far.
std::vector<float> ranges_of(const Lidar2dMap& map, std::span<const PosedOutline> others,
                             const Pose2& pose, Lidar2dParams params) {
  params.far_value = params.max_range;
  const Lidar2dScanner scanner(params);
  Lidar2dScratch scratch(scanner, map, others.size());
  std::vector<float> ranges(static_cast<std::size_t>(params.beams), -1.0f);
  scan(scanner, map, others, pose, all_beams(params), scratch, ranges);
  return ranges;
}

std::vector<float> ranges_of(const Scene& scene, const Pose2& pose, const Lidar2dParams& params) {
  return ranges_of(map_of(scene), scene.others, pose, params);
}

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
  for (const Segment2& s : scene.segments)
    range = std::min(range, ray_to_segment(at, way, s.from, s.to));
  for (const Circle2& c : scene.circles)
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
void expect_between(const Scene& scene, const std::vector<float>& ranges, const Pose2& pose,
                    const Lidar2dParams& params, const char* what) {
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

void expect_as_brute(const Scene& scene, const Pose2& pose, const Lidar2dParams& params,
                     const char* what) {
  expect_between(scene, ranges_of(scene, pose, params), pose, params, what);
}

/// From the origin to the border of an outline; negative when it stands inside.
double nearest_distance(const PosedOutline& outline) {
  ContactList contacts;
  collect_pair(place(Outline2::circle(0.05), {}), outline, contacts);
  return contacts.count == 0 ? 0.05 : 0;
}

Scene random_scene(std::uint64_t seed) {
  DrawSequence draws({.seed = seed, .stream = Stream::Generate});
  const auto point = [&] { return Vec2{draws.between(-10, 10), draws.between(-10, 10)}; };
  Scene scene;
  for (int i = 0; i < 40; ++i) {
    const Vec2 a = point();
    scene.segments.push_back({a, a + 0.2 * point()});
  }
  for (int i = 0; i < 10; ++i) {
    const Circle2 c{point(), draws.between(0.05, 0.5)};
    if (length(c.center) > 0.6) scene.circles.push_back(c);
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
    scene.segments = {{{gap, -5}, {gap, 5}}};
    expect_as_brute(scene, {}, {.beams = 101, .start = -1.5, .span = 3, .max_range = 30}, "near");
    expect_as_brute(scene, {0, 0, 3}, {.beams = 360, .start = -kPi, .span = 6.26, .max_range = 30},
                    "turned");
  }
}

TEST(Lidar2d, BeamThatMissesReportsMaxRange) {
  Scene scene;
  scene.segments = {{{40, -5}, {40, 5}}};
  const std::vector<float> ranges =
      ranges_of(scene, {}, {.beams = 90, .start = -kPi, .span = 6.2, .max_range = 30});

  for (const float range : ranges) EXPECT_EQ(range, 30.0f);
}

TEST(Lidar2d, RangeToAWallAndAPostAreExact) {
  Scene scene;
  scene.segments = {{{2, -1}, {2, 1}}};
  scene.circles = {{{0, 3}, 0.5}};

  const auto ranges =
      ranges_of(scene, {}, {.beams = 3, .start = -kPi / 2, .span = kPi, .max_range = 30});

  EXPECT_EQ(ranges[0], 30.0f);
  EXPECT_FLOAT_EQ(ranges[1], 2.0f);
  EXPECT_FLOAT_EQ(ranges[2], 2.5f);
}

TEST(Lidar2d, OtherVehiclesStandInTheWay) {
  Scene scene;
  scene.segments = {{{5, -1}, {5, 1}}};
  scene.others = {place(Outline2::rectangle({-0.3, -0.15}, {0.3, 0.15}), {2, 0, 0})};

  const auto ranges = ranges_of(scene, {}, {.beams = 1, .start = 0, .span = 0, .max_range = 30});

  EXPECT_FLOAT_EQ(ranges[0], 1.7f);
}

TEST(Lidar2d, BoxesAndCorridorsOfABeamsWidthAreExact) {
  DrawSequence draws({.seed = 5, .stream = Stream::Generate});
  for (int round = 0; round < 60; ++round) {
    Scene scene;
    FlatSlice slice;
    for (int i = 0; i < 25; ++i) {
      // turned boxes; every second one close beside the last, a gap of about a beam between them
      const Vec2 at{draws.between(-6, 6), draws.between(-6, 6)};
      const double yaw = draws.between(-3, 3), half = draws.between(0.05, 0.6);
      if (length(at) < 1.0) continue;
      for (const double shift : {0.0, 2 * half + draws.between(0, 0.03)}) {
        const auto box = place(Outline2::rectangle({-half, -half}, {half, half}),
                               Pose2{at.x, at.y, yaw} * Pose2{shift, 0, 0});
        if (nearest_distance(box) < 0.05) continue;
        slice.loops.push_back({{box.corners.begin(), box.corners.begin() + 4}, {}});
        scene.others.push_back(box);  // the loop's view of the same thing
      }
    }
    const Pose2 pose{0, 0, draws.between(-3, 3)};
    const Lidar2dParams params{
        .beams = 360, .start = -kPi + kPi / 360, .span = 2 * kPi * 359 / 360, .max_range = 8};

    expect_between(scene, ranges_of(Lidar2dMap(slice), {}, pose, params), pose, params, "boxes");
  }
}

TEST(Lidar2d, NearAndFarValuesAreReportedOutsideTheRange) {
  Scene scene;
  scene.segments = {{{0.1, -0.05}, {0.1, 0.05}}, {{-2, -0.05}, {-2, 0.05}}};
  const Lidar2dParams params{.beams = 4,
                             .start = 0,
                             .span = 1.5 * kPi,
                             .min_range = 0.2,
                             .max_range = 5,
                             .near_value = 7,
                             .far_value = 0};
  const Lidar2dScanner scanner(params);
  const Lidar2dMap map = map_of(scene);
  Lidar2dScratch scratch(scanner, map, 0);
  std::vector<float> ranges(4);

  scan(scanner, map, {}, {}, all_beams(params), scratch, ranges);

  EXPECT_EQ(ranges, (std::vector<float>{7, 0, 2, 0}));
}

TEST(Lidar2d, SweptWindowsPassEveryBeamOnceATurn) {
  const Lidar2dParams params{
      .beams = 721, .start = 0, .span = -2 * kPi * 720 / 721, .turns_per_second = 6};
  std::vector<int> passed(721);

  for (std::int64_t tick = 0; tick < 50; ++tick)  // one second of 20 ms ticks: six turns
    for (const BeamWindow window : swept_windows(params, tick, 0.02))
      for (int beam = window.first; beam <= window.last; ++beam)
        ++passed[static_cast<std::size_t>(beam)];

  for (const int count : passed) EXPECT_EQ(count, 6);
}

TEST(Lidar2d, AWindowReadsTheBeamsOfTheWholeScanAndNoOthers) {
  const Scene scene = random_scene(7);
  for (const double span : {4.0, -4.0}) {
    const Lidar2dParams params{
        .beams = 333, .start = -span / 2, .span = span, .max_range = 9, .far_value = 9};
    const auto whole = ranges_of(scene, {0, 0, 0.3}, params);
    const Lidar2dScanner scanner(params);
    const Lidar2dMap map = map_of(scene);
    Lidar2dScratch scratch(scanner, map, scene.others.size());
    std::vector<float> part(333, -1.0f);

    scan(scanner, map, scene.others, {0, 0, 0.3}, {100, 217}, scratch, part);

    for (std::size_t i = 0; i < 333; ++i)
      EXPECT_EQ(part[i], i >= 100 && i <= 217 ? whole[i] : -1.0f) << i;
  }
}

TEST(Lidar2d, NoiseHasTheAskedDeviationAndDependsOnItsAddressAlone) {
  Scene scene;
  scene.segments = {{{3, -50}, {3, 50}}};
  const Lidar2dParams params{.beams = 360, .start = -0.5, .span = 1, .max_range = 30};
  const Lidar2dScanner scanner(params);
  const Lidar2dMap map = map_of(scene);
  Lidar2dScratch scratch(scanner, map, 0);
  const auto exact = ranges_of(scene, {}, params);
  double sum = 0, squares = 0;
  int n = 0;
  std::vector<float> noisy(360), again(360);
  for (std::uint64_t tick = 0; tick < 200; ++tick) {
    const DrawAddress address{.seed = 9, .entity = 3, .tick = tick};
    scan_with_noise(scanner, map, {}, {}, all_beams(params), {.sigma = 0.02f}, address, scratch,
                    noisy);
    scan_with_noise(scanner, map, {}, {}, {50, 80}, {.sigma = 0.02f}, address, scratch, again);
    for (std::size_t i = 0; i < 360; ++i, ++n) {
      const double error = static_cast<double>(noisy[i] - exact[i]);
      sum += error, squares += error * error;
      if (i < 50 || i > 80) continue;
      ASSERT_EQ(noisy[i], again[i]);
    }
  }

  EXPECT_NEAR(sum / n, 0, 5 * 0.02 / std::sqrt(n));  // five deviations of the mean
  EXPECT_NEAR(std::sqrt(squares / n), 0.02, 5 * 0.02 / std::sqrt(2.0 * n));  // and of the deviation
}

TEST(Lidar2d, DropoutLosesTheAskedPartOfTheBeams) {
  Scene scene;
  scene.segments = {{{3, -50}, {3, 50}}};
  const Lidar2dParams params{
      .beams = 1000, .start = -0.5, .span = 1, .max_range = 30, .far_value = -1};
  const Lidar2dScanner scanner(params);
  const Lidar2dMap map = map_of(scene);
  Lidar2dScratch scratch(scanner, map, 0);
  std::vector<float> ranges(1000);
  int lost = 0;

  for (std::uint64_t tick = 0; tick < 100; ++tick) {
    scan_with_noise(scanner, map, {}, {}, all_beams(params), {.dropout = 0.1f},
                    {.seed = 1, .tick = tick}, scratch, ranges);
    lost += static_cast<int>(std::count(ranges.begin(), ranges.end(), -1.0f));
  }

  EXPECT_NEAR(lost, 10'000, 5 * std::sqrt(100'000 * 0.1 * 0.9));
}

TEST(Lidar2d, TurningTheLidarShiftsTheFan) {
  const Scene scene = random_scene(99);
  const Lidar2dParams params{.beams = 360, .start = 0, .span = 2 * kPi * 359 / 360, .max_range = 9};

  const auto straight = ranges_of(scene, {}, params),
             turned = ranges_of(scene, {0, 0, kPi / 2}, params);

  int same = 0;
  for (std::size_t i = 0; i < 360; ++i)
    same += std::fabs(turned[i] - straight[(i + 90) % 360]) < 1e-4f ? 1 : 0;
  EXPECT_GE(same, 355);  // a beam on an edge may fall to either side
}

// --- as Webots R2020a renders it ----------------------------------------------------------------

/// The box around the EES-PEES robot in which its silhouette was measured: x is forward.
Scene silhouette_box() {
  const Vec2 a{-0.11, -0.09}, b{0.07, -0.09}, c{0.07, 0.09}, d{-0.11, 0.09};
  return {.segments = {{a, b}, {b, c}, {c, d}, {d, a}}, .circles = {}, .others = {}};
}

std::vector<float> rendered_ranges(const Scene& scene, const Pose2& pose) {
  const Lidar2dMap map = map_of(scene);
  const Lidar2dScanner scanner(kRenderedLds01);
  Lidar2dScratch scratch(scanner, map, 0);
  std::vector<float> ranges(360);
  scan(scanner, map, {}, pose, all_beams(kRenderedLds01), scratch, ranges);
  return ranges;
}

TEST(RenderedLidar, FollowsTheFormulaOfItsFourPictures) {
  const Scene box = silhouette_box();

  const std::vector<float> ranges = rendered_ranges(box, {});

  for (int beam = 0; beam < 360; ++beam) {
    const double angle = kRenderedLds01.angle(beam);
    const double d = brute_range(box, {0, 0}, angle, 10);
    const double to_axis = std::max(std::fabs(std::cos(angle)), std::fabs(std::sin(angle)));
    const double expected = (d * to_axis - 0.03) * 3.5 / (3.5 - 0.03) / to_axis;
    // float rounding of the range and of what is taken off it
    EXPECT_NEAR(ranges[static_cast<std::size_t>(beam)], expected, 1e-7) << beam;
  }
}

TEST(RenderedLidar, ReadsTheSilhouetteTheOriginalMeasured) {
  // every tenth of its 360 values, which count clockwise from straight back; its robot stood 4 um
  // ahead of the middle
  constexpr std::array<double, 36> kMeasured{
      0.080699, 0.08207,  0.086152, 0.093655, 0.09999,  0.078431, 0.069534, 0.064201, 0.06136,
      0.060521, 0.061549, 0.06461,  0.070237, 0.068922, 0.052282, 0.046351, 0.042796, 0.040903,
      0.040343, 0.041028, 0.043069, 0.04682,  0.053052, 0.07179,  0.069534, 0.064201, 0.06136,
      0.060521, 0.061549, 0.06461,  0.070237, 0.079586, 0.103439, 0.092717, 0.085607, 0.081818};
  constexpr std::size_t kCorner = 32;  // its 320th ray passes next to a corner of the box

  const std::vector<float> ranges = rendered_ranges(silhouette_box(), {4e-6, 0, 0});

  std::vector<double> errors;
  for (std::size_t i = 0; i < kMeasured.size(); ++i) {
    errors.push_back(std::fabs(ranges[359 - 10 * i] - kMeasured[i]));
    EXPECT_LT(errors.back(), i == kCorner ? 1e-4 : 1.2e-5) << 10 * i;
  }
  std::nth_element(errors.begin(), errors.begin() + 18, errors.end());
  EXPECT_LT(errors[18], 1e-6);
}

TEST(RenderedLidar, TooNearAndTooFarBothReadAsFar) {
  const auto ahead = [](double distance) {
    const Scene wall{.segments = {{{distance, -9}, {distance, 9}}}, .circles = {}, .others = {}};
    return rendered_ranges(wall, {})[179];
  };

  EXPECT_FLOAT_EQ(ahead(0.06), 3.5f);  // reads 0.03 m, under the least
  EXPECT_NEAR(ahead(0.08), 0.0504, 1e-4);
  EXPECT_NEAR(ahead(0.75), 0.7262, 1e-4);  // short by three centimetres near by
  EXPECT_NEAR(ahead(3.49), 3.49, 1e-4);    // right far away
  EXPECT_FLOAT_EQ(ahead(3.6), 3.5f);
}

}  // namespace
}  // namespace paddock
