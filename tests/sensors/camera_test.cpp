#include "paddock/sensors/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "paddock/geom/shape.h"
#include "tests/support/allocations.h"
#include "tests/support/scenes.h"

namespace paddock {
namespace {

constexpr CameraOutputs kAll{
    .color = true, .depth = true, .tags = true, .instances = true, .normals = true};

CameraSpec small_spec() {
  CameraSpec spec;
  spec.width = 160, spec.height = 120, spec.vertical_fov = 0.9;
  spec.outputs = kAll;
  return spec;
}

struct Shot {
  CameraParams params;
  CameraReading picture;
  double depth(int x, int y) const { return static_cast<double>(picture.depth[index(x, y)]); }
  Color color(int x, int y) const {
    const std::uint8_t* p = picture.color.at(x, y);
    return {p[0], p[1], p[2]};
  }
  std::size_t index(int x, int y) const { return static_cast<std::size_t>(y * picture.width + x); }
};

Shot take(const CameraSpec& spec, const std::vector<LookPart>& parts, const Pose3& pose = {},
          int threads = 1, const DrawAddress& noise = {},
          FirstHits first_hits = FirstHits::Fastest) {
  const auto params = check_camera(spec);
  EXPECT_TRUE(params) << params.error().message;
  const RayScene scene(*open_ray_device(), parts);
  Workers workers(threads);
  Shot shot{.params = *params, .picture = {}};
  take_picture(Camera(*params, first_hits), scene, {}, pose, noise, workers, shot.picture);
  return shot;
}

/// The middle of all pixels that show an instance.
Vec2 middle_of(const Shot& shot, std::uint32_t instance) {
  Vec2 sum;
  double count = 0;
  for (int y = 0; y < shot.picture.height; ++y)
    for (int x = 0; x < shot.picture.width; ++x)
      if (shot.picture.instances[shot.index(x, y)] == instance) {
        sum += Vec2{static_cast<double>(x), static_cast<double>(y)};
        ++count;
      }
  return sum / count;
}

Bounds2 bounds_of(const Shot& shot, std::uint32_t instance) {
  Bounds2 bounds;
  for (int y = 0; y < shot.picture.height; ++y)
    for (int x = 0; x < shot.picture.width; ++x)
      if (shot.picture.instances[shot.index(x, y)] == instance)
        bounds.add({static_cast<double>(x), static_cast<double>(y)});
  return bounds;
}

Vec3 in_optical(const Pose3& world_from_camera, Vec3 point) {
  return inverse(camera_from_optical()) * (inverse(world_from_camera) * point);
}

// --- geometry -----------------------------------------------------------------------------------

TEST(Camera, CornersOfACubeLandOnThePixelsOfTheCameraMatrix) {
  CameraSpec spec;
  spec.width = 640, spec.height = 480, spec.fx = 520, spec.fy = 530, spec.cx = 300, spec.cy = 250;
  spec.outputs = kAll;
  const Pose3 eye{{0.1, -0.2, 0.6}, Quat::from_yaw_pitch_roll(0.05, 0.03, 0.02)};
  const Look cube = look_of(make_box({0.5, 0.5, 0.5}), paint_of({255, 0, 0}));
  const Pose3 at{{2, 0.1, 0.3}, Quat::from_yaw_pitch_roll(0.5, 0, 0)};
  const Shot shot = take(spec, {part_of("cube", cube, at, 3, SemanticTag::Other)}, eye);

  Bounds2 expected;
  for (const Vec3 point : cube.points)
    expected.add(*project(shot.params, in_optical(eye, at * point)));

  // a pixel is red when its middle is: the outermost ones lie within half a pixel of the corners
  const Bounds2 seen = bounds_of(shot, 3);
  EXPECT_NEAR(seen.low.x, expected.low.x + 0.5, 0.5);
  EXPECT_NEAR(seen.high.x, expected.high.x - 0.5, 0.5);
  EXPECT_NEAR(seen.low.y, expected.low.y + 0.5, 0.5);
  EXPECT_NEAR(seen.high.y, expected.high.y - 0.5, 0.5);
}

TEST(Camera, ABallOnTheOpticalAxisIsADiscOfTheRightSize) {
  CameraSpec spec;
  spec.width = 401, spec.height = 301, spec.horizontal_fov = 1;
  spec.outputs = kAll;
  const Shot shot = take(
      spec, {part_of("ball", ball_look(0.5, 128, {}), {{4, 0, -0.5}, {}}, 1, SemanticTag::Other)});

  const double half_angle_tan = 0.5 / std::sqrt(4.0 * 4.0 - 0.25);
  const Bounds2 seen = bounds_of(shot, 1);
  EXPECT_NEAR(seen.high.x - shot.params.cx, shot.params.fx * half_angle_tan - 0.5, 0.5);
  EXPECT_NEAR(middle_of(shot, 1).x, shot.params.cx, 0.1);
  EXPECT_NEAR(middle_of(shot, 1).y, shot.params.cy, 0.1);
}

TEST(Camera, CheckerboardEdgesLandOnThePixelsOfTheCameraMatrix) {
  CameraSpec spec;
  spec.width = 640, spec.height = 480, spec.vertical_fov = 0.75;
  Finish finish;
  finish.lit = false;
  finish.texture = checker_texture(4, 32);
  // 0.8 m ahead, facing the camera: its x axis points back at it
  const Pose3 at{{0.8, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)};
  const Shot shot =
      take(spec, {part_of("board", board_of(0.4, finish), at, 1, SemanticTag::Other)});

  // along a row through the middle of a cell, brightness passes the middle at the cells' edges
  const int row = static_cast<int>(project(shot.params, in_optical({}, at * Vec3{0, 0, 0.05}))->y);
  for (const double side : {-0.1, 0.0, 0.1}) {
    const double edge = project(shot.params, in_optical({}, at * Vec3{0, side, 0.05}))->x;
    const int left = static_cast<int>(edge) - 8;
    const double first = shot.color(left, row).r, last = shot.color(left + 16, row).r;
    ASSERT_GT(std::fabs(last - first), 150);
    double crossing = -1;
    for (int x = left; x < left + 16; ++x) {
      const double a = shot.color(x, row).r, b = shot.color(x + 1, row).r, middle = 127.5;
      if ((a < middle) != (b < middle)) crossing = x + (middle - a) / (b - a);
    }
    EXPECT_NEAR(crossing, edge, 0.5) << side;
  }
}

TEST(Camera, PointsOfTheKartsProjectionTableAreSeenWhereItSays) {
  // a camera 0.2 m ahead of the base and 0.15 m up
  struct Row {
    double x, y, u, v;
  };
  constexpr Row kRows[]{{1.2, 0, 501.846, 548.774},
                        {1.2, 0.2, 307.517, 548.774},
                        {1.2, -0.2, 696.176, 548.774},
                        {2.0, 0.5, 231.945, 483.909},
                        {3.0, -1.0, 848.863, 454.952}};
  CameraSpec spec;
  spec.width = 1024, spec.height = 768;
  spec.fx = 971.646825, spec.fy = 972.962863, spec.cx = 501.846472, spec.cy = 402.829241;
  spec.outputs = {.color = false, .instances = true};
  const Pose3 eye{{0.2, 0, 0.15}, {}};
  std::vector<LookPart> parts;
  for (const Row& row : kRows) {
    // upright, so that the middle of what is seen is the middle of the dot; 8 px across
    const Look dot = board_of(8 * (row.x - 0.2) / spec.fx, {});
    parts.push_back(part_of("dot", dot, {{row.x, row.y, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)},
                            static_cast<std::uint32_t>(parts.size()) + 1, SemanticTag::RoadLine));
  }

  const Shot shot = take(spec, parts, eye);

  std::uint32_t instance = 0;
  for (const Row& row : kRows) {
    const auto at = project(shot.params, in_optical(eye, {row.x, row.y, 0}));
    EXPECT_NEAR(at->x, row.u, 1e-3);
    EXPECT_NEAR(at->y, row.v, 1e-3);
    const Vec2 seen = middle_of(shot, ++instance);
    EXPECT_NEAR(seen.x, row.u, 0.5) << row.x << ' ' << row.y;
    EXPECT_NEAR(seen.y, row.v, 0.5) << row.x << ' ' << row.y;
  }
  // the first line of the table lies below the picture
  EXPECT_NEAR(project(shot.params, in_optical(eye, {0.5, 0, 0}))->y, 889.311, 1e-3);
}

TEST(Camera, DepthOfAPlaneIsExact) {
  CameraSpec spec = small_spec();
  const Look floor = look_of(make_mat({400, 400}), {});
  const Pose3 eye{{1, 2, 1.5}, Quat::from_yaw_pitch_roll(0.4, 0.6, 0.1)};
  const std::vector<LookPart> parts{part_of("floor", floor, {}, 1, SemanticTag::Road)};
  const Shot flat = take(spec, parts, eye);
  spec.depth.kind = DepthKind::Slant;
  const Shot slant = take(spec, parts, eye);

  int judged = 0;
  for (int y = 0; y < 120; y += 7) {
    for (int x = 0; x < 160; x += 7) {
      const Vec3 way = unproject(flat.params, {static_cast<double>(x), static_cast<double>(y)});
      const Vec3 in_world = eye.turn * (camera_from_optical() * way);
      const double expected = -eye.at.z / in_world.z;
      if (!(expected > 0 && expected < 100)) continue;
      ++judged;
      EXPECT_NEAR(flat.depth(x, y) / expected, 1, 1e-6) << x << ' ' << y;
      EXPECT_NEAR(slant.depth(x, y) / (expected * length(way)), 1, 1e-6) << x << ' ' << y;
    }
  }
  EXPECT_GT(judged, 300);
}

TEST(Camera, TagsInstancesAndNormalsAreThoseOfWhatIsSeen) {
  CameraSpec spec = small_spec();
  const Shot shot = take(
      spec, {part_of("wall", board_of(2, {}), {{3, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 42,
                     SemanticTag::Wall)});

  const std::size_t middle = shot.index(80, 60), corner = shot.index(0, 0);
  EXPECT_EQ(shot.picture.tags[middle], static_cast<std::uint8_t>(SemanticTag::Wall));
  EXPECT_EQ(shot.picture.instances[middle], 42u);
  EXPECT_NEAR(shot.picture.normals[3 * middle], -1, 1e-6) << "it looks back at the camera";
  EXPECT_NEAR(shot.picture.normals[3 * middle + 1], 0, 1e-6);
  EXPECT_EQ(shot.picture.tags[corner], 0);
  EXPECT_EQ(shot.picture.instances[corner], 0u);
  EXPECT_EQ(shot.picture.depth[corner], 0) << "the value for nothing";
  EXPECT_EQ(shot.picture.normals[3 * corner], 0);
}

TEST(Camera, DepthKeepsItsLimits) {
  CameraSpec spec = small_spec();
  spec.depth = {.min = 2, .max = 4, .near_value = -1, .far_value = 99};
  const auto board_at = [](double x) {
    return part_of("wall", board_of(20, {}), {{x, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 1,
                   SemanticTag::Wall);
  };

  EXPECT_FLOAT_EQ(take(spec, {board_at(3)}).picture.depth[0], 3);
  EXPECT_FLOAT_EQ(take(spec, {board_at(1)}).picture.depth[0], -1);
  EXPECT_FLOAT_EQ(take(spec, {board_at(5)}).picture.depth[0], 99);
  EXPECT_FLOAT_EQ(take(spec, {}).picture.depth[0], 99);
}

// --- the lens -----------------------------------------------------------------------------------

TEST(Camera, UnprojectingUndoesALensToTheLastDigits) {
  CameraSpec spec = small_spec();
  spec.lens = {.k1 = -0.28, .k2 = 0.07, .p1 = 0.0004, .p2 = -0.0002, .k3 = 0.01};
  const auto params = check_camera(spec);
  ASSERT_TRUE(params) << params.error().message;

  for (double y = -0.5; y < 120; y += 11.9)
    for (double x = -0.5; x < 160; x += 13.3) {
      const auto back = project(*params, unproject(*params, {x, y}));
      EXPECT_NEAR(back->x, x, 1e-9);
      EXPECT_NEAR(back->y, y, 1e-9);
    }
}

TEST(Camera, ALensMovesWhatIsSeenToWhereProjectingSays) {
  CameraSpec spec;
  spec.width = 640, spec.height = 480, spec.vertical_fov = 0.9;
  spec.lens = {.k1 = -0.3, .k2 = 0.1};
  spec.outputs = {.color = false, .instances = true};
  const Pose3 at{{2, 0.8, 0.5}, Quat::from_yaw_pitch_roll(kPi, 0, 0)};

  const Shot shot = take(spec, {part_of("dot", board_of(0.03, {}), at, 1, SemanticTag::Other)});

  const auto expected = project(shot.params, in_optical({}, at.at));
  EXPECT_NEAR(middle_of(shot, 1).x, expected->x, 0.5);
  EXPECT_NEAR(middle_of(shot, 1).y, expected->y, 0.5);
}

TEST(Camera, ALensThatFoldsThePictureIsRefused) {
  CameraSpec spec = small_spec();
  spec.vertical_fov = 2;
  spec.lens.k1 = -0.5;

  const auto params = check_camera(spec);

  ASSERT_FALSE(params);
  EXPECT_NE(params.error().message.find("fold"), std::string::npos);
}

// --- colour -------------------------------------------------------------------------------------

TEST(Camera, UnlitSurfacesKeepEveryStoredColour) {
  for (const LightSpace space : {LightSpace::Light, LightSpace::Stored}) {
    for (int level = 0; level < 256; level += 1) {
      CameraSpec spec;
      spec.width = 4, spec.height = 4, spec.vertical_fov = 0.3;
      spec.color.space = space;
      const Color color{static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(255 - level),
                        7};
      const Shot shot = take(
          spec, {part_of("wall", board_of(9, paint_of(color, false)),
                         {{3, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 1, SemanticTag::Wall)});
      ASSERT_EQ(shot.color(1, 1), color) << level;
    }
  }
}

TEST(Camera, LevelGroundInTheSunHasItsOwnColourAndShadowsAreDarker) {
  CameraSpec spec = small_spec();
  const Color grey{128, 128, 128};
  const std::vector<LookPart> parts{
      part_of("floor", look_of(make_mat({40, 40}), paint_of(grey)), {}, 1, SemanticTag::Road),
      part_of("roof", look_of(make_box({4, 4, 0.1}), paint_of(grey)), {{0, 0, 3}, {}}, 2,
              SemanticTag::Other)};
  const Pose3 over_open{{10, 10, 2}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)};
  // the sun stands over x and y: the shadow falls to the other side
  const Vec3 to_sun = normalized(SceneLight{}.to_sun);
  const Vec3 shadow = Vec3{0, 0, 3} - (3 / to_sun.z) * to_sun;
  const Pose3 over_shadow{{shadow.x, shadow.y, 2}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)};

  const Color open = take(spec, parts, over_open).color(80, 60);
  const Color shaded = take(spec, parts, over_shadow).color(80, 60);

  EXPECT_NEAR(open.g, grey.g, 1);
  EXPECT_LT(shaded.g, 100);
  spec.color.shadows = false;
  EXPECT_NEAR(take(spec, parts, over_shadow).color(80, 60).g, grey.g, 1);
}

TEST(Camera, AShadowsEdgeIsSoft) {
  CameraSpec spec = small_spec();
  spec.width = 640, spec.height = 480;
  const std::vector<LookPart> parts{
      part_of("floor", look_of(make_mat({40, 40}), paint_of({200, 200, 200})), {}, 1,
              SemanticTag::Road),
      part_of("roof", look_of(make_box({4, 4, 0.1}), {}), {{0, 0, 6}, {}}, 2, SemanticTag::Other)};
  const Vec3 to_sun = normalized(SceneLight{}.to_sun);
  const Vec3 edge = Vec3{2, 0, 6} - (6 / to_sun.z) * to_sun;

  const Shot shot =
      take(spec, parts, {{edge.x, edge.y, 1}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)});

  std::uint8_t low = 255, high = 0;
  int between = 0;
  for (int y = 0; y < 480; ++y)
    low = std::min(low, shot.color(320, y).r), high = std::max(high, shot.color(320, y).r);
  for (int y = 0; y < 480; ++y)
    for (int x = 0; x < 640; ++x)
      between += shot.color(x, y).r > low + 10 && shot.color(x, y).r < high - 10 ? 1 : 0;
  EXPECT_GT(high - low, 40);
  EXPECT_GT(between, 2000) << "a hard edge has none";
}

TEST(Camera, FineTexturesFarAwayAreGreyAndDoNotShimmer) {
  CameraSpec spec = small_spec();
  Finish finish;
  finish.lit = false;
  finish.texture = checker_texture(64, 2);  // cells of 1/64 m
  const Shot shot = take(spec, {part_of("wall", look_of(make_box({0.1, 60, 60}), finish),
                                        {{30, 0, -30}, {}}, 1, SemanticTag::Wall)});

  // one pixel covers more than two cells: the mean light of 20 and 235
  for (int y = 20; y < 100; ++y)
    for (int x = 20; x < 140; ++x) ASSERT_NEAR(shot.color(x, y).r, 167, 12) << x << ' ' << y;
}

TEST(Camera, FogHidesWhatIsFar) {
  CameraSpec spec = small_spec();
  const auto params = check_camera(spec);
  const RayScene scene(*open_ray_device(),
                       std::vector{part_of("wall", board_of(400, paint_of({255, 0, 0})),
                                           {{100, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 1,
                                           SemanticTag::Wall)});
  Workers one(1);
  SceneLight light;
  light.fog = 0.1;
  CameraReading picture;

  take_picture(Camera(*params), scene, light, {}, {}, one, picture);

  EXPECT_NEAR(picture.color.at(80, 60)[0], light.horizon.r, 1);
  EXPECT_NEAR(picture.color.at(80, 60)[1], light.horizon.g, 1);
}

/// The light on the middle of a white board that faces the eye from `away` metres, next to which a
/// lamp stands, with hardly any other light.
double lit_by_lamp(double away, double power) {
  CameraSpec spec = small_spec();
  spec.color.space = LightSpace::Stored;
  const RayScene scene(*open_ray_device(),
                       std::vector{part_of("wall", board_of(400, paint_of({255, 255, 255})),
                                           {{away, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 1,
                                           SemanticTag::Wall)});
  Workers one(1);
  SceneLight light;
  light.ambient = 0.05, light.intensity = 0, light.to_sun = {1, 0, 0.01};
  const auto red = [&] {
    CameraReading picture;
    take_picture(Camera(*check_camera(spec)), scene, light, {}, {}, one, picture);
    return static_cast<double>(picture.color.at(80, 60)[0]) / 255;
  };
  const double without = red();
  light.lamps = {{.at = {0, 0, 0}, .color = {255, 255, 255}, .power = power}};
  return red() - without;
}

TEST(Camera, LampsLightLessWithTheSquareOfTheDistanceAndEndAtTheirReach) {
  const double near = lit_by_lamp(5, 10), far = lit_by_lamp(10, 10);

  EXPECT_NEAR(near, 10.0 / 25, 0.01);         // the window takes 0.4 % at a sixth of the reach
  EXPECT_NEAR(far, 10.0 / 100 * 0.98, 0.01);  // 1 / 255 of a step, and the window
  EXPECT_EQ(lit_by_lamp(32, 10), 0);          // reach: 31.6 m
}

TEST(Camera, ALampAmongOthersThatReachNothingChangesNoByte) {
  CameraSpec spec = small_spec();
  const RayScene scene(*open_ray_device(),
                       std::vector{part_of("wall", board_of(400, paint_of({90, 160, 30})),
                                           {{6, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 1,
                                           SemanticTag::Wall)});
  Workers one(1);
  SceneLight none, behind;
  behind.lamps = {{.at = {-40, 0, 0}, .power = 2}, {.at = {3, 90, 0}, .power = 4}};
  CameraReading without, with;

  take_picture(Camera(*check_camera(spec)), scene, none, {}, {}, one, without);
  take_picture(Camera(*check_camera(spec)), scene, behind, {}, {}, one, with);

  EXPECT_EQ(without, with);
}

TEST(Camera, FourSamplesSmoothAnEdgeAndLeaveDepthAlone) {
  CameraSpec spec = small_spec();
  const std::vector<LookPart> parts{part_of(
      "wall", board_of(1, paint_of({0, 0, 0}, false)),
      {{3, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0) * Quat::from_yaw_pitch_roll(0, 0, 0.3)}, 1,
      SemanticTag::Wall)};
  const Shot one = take(spec, parts);
  spec.color.samples = 4;
  const Shot four = take(spec, parts);

  const auto greys = [](const Shot& shot) {
    int count = 0;
    for (std::size_t i = 2; i < shot.picture.color.pixels.size(); i += 3)
      count += shot.picture.color.pixels[i] > 10 && shot.picture.color.pixels[i] < 180 ? 1 : 0;
    return count;
  };
  EXPECT_EQ(greys(one), 0);
  EXPECT_GT(greys(four), 20);
  EXPECT_EQ(one.picture.depth, four.picture.depth);
}

// --- what is asked for, and determinism ---------------------------------------------------------

TEST(Camera, WhatNobodyAskedForIsEmpty) {
  CameraSpec spec = small_spec();
  spec.outputs = {.color = false, .depth = true};

  const Shot shot = take(spec, {});

  EXPECT_TRUE(shot.picture.color.pixels.empty());
  EXPECT_TRUE(shot.picture.tags.empty());
  EXPECT_TRUE(shot.picture.instances.empty());
  EXPECT_TRUE(shot.picture.normals.empty());
  EXPECT_EQ(shot.picture.depth.size(), 160u * 120u);
}

TEST(Camera, OddSizesHaveAllTheirPixels) {
  const std::vector<LookPart> parts{part_of("wall", board_of(99, paint_of({9, 8, 7}, false)),
                                            {{3, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)}, 5,
                                            SemanticTag::Wall)};
  for (const auto& [width, height] :
       {std::pair{1, 1}, {2, 3}, {3, 2}, {5, 7}, {17, 9}, {6, 1}, {1, 13}}) {
    CameraSpec spec = small_spec();
    spec.width = width, spec.height = height, spec.vertical_fov = 0.2;

    const Shot shot = take(spec, parts);

    for (const std::uint32_t instance : shot.picture.instances) ASSERT_EQ(instance, 5u);
    for (const float depth : shot.picture.depth) ASSERT_NEAR(depth, 3, 1e-5);
    EXPECT_EQ(shot.picture.color.pixels.size(), static_cast<std::size_t>(3 * width * height));
    EXPECT_EQ(shot.color(width - 1, height - 1), (Color{9, 8, 7}));
  }
}

TEST(Camera, DepthNoiseGrowsWithTheSquareAndIsDrawnByAddress) {
  CameraSpec spec = small_spec();
  spec.outputs = {.color = false, .depth = true};
  spec.depth.noise = 0.002;
  const auto spread = [&](double distance, const DrawAddress& at) {
    const Shot shot = take(
        spec,
        {part_of("wall", board_of(99, {}), {{distance, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)},
                 1, SemanticTag::Wall)},
        {}, 2, at);
    double sum = 0;
    for (const float depth : shot.picture.depth) {
      const double off = static_cast<double>(depth) - distance;
      sum += off * off;
    }
    return std::sqrt(sum / static_cast<double>(shot.picture.depth.size()));
  };

  EXPECT_NEAR(spread(2, {.seed = 1}), 0.008, 0.0002);
  EXPECT_NEAR(spread(4, {.seed = 1}), 0.032, 0.0008);
  EXPECT_EQ(spread(2, {.seed = 1}), spread(2, {.seed = 1}));
  EXPECT_NE(spread(2, {.seed = 1}), spread(2, {.seed = 2}));
  EXPECT_NE(spread(2, {.seed = 1}), spread(2, {.seed = 1, .tick = 1}));
}

TEST(Camera, ASecondPictureAllocatesNothing) {
  const Camera camera(*check_camera(small_spec()));
  const RayScene scene(*open_ray_device(),
                       std::vector{part_of("ball", ball_look(0.5, 32, {}), {{3, 0, -0.5}, {}}, 1,
                                           SemanticTag::Other)});
  Workers two(2);
  Exposure exposure;
  CameraReading picture;
  exposure.take(camera, scene, {}, {}, {}, two, picture);

  const long before = allocation_count();
  for (int round = 0; round < 5; ++round) exposure.take(camera, scene, {}, {}, {}, two, picture);

  EXPECT_EQ(allocation_count(), before);
}

// --- drawn and traced ---------------------------------------------------------------------------

/// Things all round, near and far, through the eye's own plane, and a wall it nearly touches.
std::vector<LookPart> all_round() {
  std::vector<LookPart> parts{part_of("floor", look_of(make_mat({40, 40}), paint_of({90, 90, 90})),
                                      {{0, 0, -0.6}, {}}, 1, SemanticTag::Road)};
  DrawSequence draws({.seed = 11, .stream = Stream::Spawn});
  for (std::uint32_t k = 0; k < 150; ++k) {
    const double far = k % 3 == 0 ? 1 : 12;
    const double x = draws.between(-far, far), y = draws.between(-far, far);
    const double yaw = draws.between(-3, 3), pitch = draws.between(-1, 1);
    if (std::hypot(x, y) < 0.6) continue;
    parts.push_back(
        part_of("thing",
                k % 2 == 0 ? look_of(make_box({0.3, 0.2, 0.4}), paint_of({200, 40, 90}))
                           : ball_look(0.2, 16, paint_of({20, 140, 90})),
                {{x, y, draws.between(-0.6, 0.4)}, Quat::from_yaw_pitch_roll(yaw, pitch, 0)}, k + 2,
                SemanticTag::Building));
  }
  return parts;
}

TEST(Camera, WhatIsDrawnIsWhatIsTraced) {
  const std::vector<LookPart> parts = all_round();
  CameraSpec spec = small_spec();
  spec.width = 321, spec.height = 243;
  int differing = 0;
  for (int view = 0; view < 12; ++view) {
    const Pose3 pose{{0, 0, 0.05 * view},
                     Quat::from_yaw_pitch_roll(0.6 * view, 0.1 * view - 0.5, 0.2)};
    spec.color.samples = view % 4 == 3 ? 4 : 1;
    spec.lens =
        view % 3 == 2 ? LensDistortion{-0.28, 0.09, 0.0006, -0.0004, -0.01} : LensDistortion{};
    const Shot drawn = take(spec, parts, pose),
               other = take(spec, parts, pose, 1, {}, FirstHits::Traced);
    for (std::size_t i = 0; i < drawn.picture.depth.size(); ++i) {
      const auto* a = &drawn.picture.color.pixels[3 * i];
      const auto* b = &other.picture.color.pixels[3 * i];
      differing += drawn.picture.instances[i] == other.picture.instances[i] &&
                           drawn.picture.depth[i] == other.picture.depth[i] &&
                           std::equal(a, a + 3, b)
                       ? 0
                       : 1;
    }
  }
  std::printf("%d of %d pixels differ\n", differing, 12 * 321 * 243);
  EXPECT_LE(differing, 12) << "rays on the very edge between two triangles";
}

TEST(Camera, LabelsAloneAreThoseOfAWholePicture) {
  CameraSpec spec = small_spec();
  spec.width = 161, spec.height = 122;
  const Shot whole = take(spec, all_round());
  spec.outputs = {.color = false, .depth = false, .tags = true, .instances = true};

  const Shot labels = take(spec, all_round());

  EXPECT_EQ(labels.picture.tags, whole.picture.tags);
  EXPECT_EQ(labels.picture.instances, whole.picture.instances);
  EXPECT_GT(std::count(labels.picture.instances.begin(), labels.picture.instances.end(), 0u), 0);
}

TEST(Camera, SomethingThatWasMovedIsDrawnWhereItIsTraced) {
  RayScene scene(*open_ray_device(), all_round());
  const ShapeId ball = scene.add_shape(ball_look(0.3, 32, paint_of({20, 60, 220})));
  for (int k = 0; k < 5; ++k)
    scene.place(scene.add_placed(ball, {.instance = 900, .tag = SemanticTag::Vehicle}),
                {{1.0 + k, 1.0 - 0.5 * k, 0.02 * k}, Quat::from_yaw_pitch_roll(k, 0.2, 0.1)});
  scene.commit();
  Workers workers(2);
  CameraReading drawn, other;
  take_picture(Camera(*check_camera(small_spec())), scene, {}, {}, {}, workers, drawn);
  take_picture(Camera(*check_camera(small_spec()), FirstHits::Traced), scene, {}, {}, {}, workers,
               other);

  EXPECT_GT(std::count(drawn.instances.begin(), drawn.instances.end(), 900u), 300);
  EXPECT_EQ(drawn.instances, other.instances);
  EXPECT_EQ(drawn.depth, other.depth);
  EXPECT_EQ(drawn.color.pixels, other.color.pixels);
}

TEST(Camera, KnowingWhereTheSunReachesChangesNoPixel) {
  RayScene scene(*open_ray_device(), all_round());
  const PlacedId ball = scene.add_placed(
      scene.add_shape(ball_look(0.3, 32, paint_of({20, 60, 220}))), {.instance = 9});
  scene.place(ball, {{2, 0.3, 0.2}, {}});
  scene.commit();
  const Camera camera(*check_camera(small_spec()));
  const SceneLight light;
  Workers workers(1);
  CameraReading traced, known;
  take_picture(camera, scene, light, {}, {}, workers, traced);
  scene.light_from(light.to_sun, light.sun_radius);
  scene.commit();
  take_picture(camera, scene, light, {}, {}, workers, known);

  EXPECT_EQ(known.color.pixels, traced.color.pixels);
}

TEST(Camera, AClosedSurfaceThatIsDrawnHasNoHoles) {
  // a ball of many triangles around the eye: every ray meets it
  const Shot shot =
      take(small_spec(),
           {part_of("ball", ball_look(2, 96, {}), {{0.01, 0.02, -2}, {}}, 7, SemanticTag::Other)});

  EXPECT_EQ(std::count(shot.picture.instances.begin(), shot.picture.instances.end(), 7u),
            160 * 120);
}

TEST(Camera, ASolidIsSeenFromWithinAlsoWhenItIsScaled) {
  RayScene scene(*open_ray_device(), {});
  scene.place(scene.add_placed(scene.add_shape(look_of(make_box({1, 1, 1}), {})), {.instance = 9}),
              {{0, 0, -15}, {}}, 30);
  scene.commit();
  Workers workers(1);
  CameraReading picture;

  take_picture(Camera(*check_camera(small_spec())), scene, {}, {}, {}, workers, picture);

  EXPECT_EQ(std::count(picture.instances.begin(), picture.instances.end(), 9u), 160 * 120);
}

TEST(Camera, AFourthByteIsOpaqueAndTheOthersAreAsWithout) {
  const std::vector<LookPart> parts = all_round();
  for (const LightSpace space : {LightSpace::Light, LightSpace::Stored}) {
    CameraSpec spec = small_spec();
    spec.width = 158, spec.height = 119;  // the last tiles reach over the edge
    spec.color.space = space;
    const Shot three = take(spec, parts);
    spec.color.alpha = true;
    const Shot four = take(spec, parts);

    ASSERT_EQ(four.picture.color.channels, 4);
    for (int y = 0; y < 119; ++y)
      for (int x = 0; x < 158; ++x) {
        EXPECT_EQ(four.color(x, y), three.color(x, y));
        EXPECT_EQ(four.picture.color.at(x, y)[3], 255);
      }
  }
}

// --- specs that make no sense -------------------------------------------------------------------

TEST(Camera, NonsenseIsRefusedWithAReason) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](auto change, const char* reason) {
    CameraSpec spec = small_spec();
    change(spec);
    const auto params = check_camera(spec);
    ASSERT_FALSE(params) << reason;
    EXPECT_NE(params.error().message.find(reason), std::string::npos) << params.error().message;
  };
  refused([](CameraSpec& s) { s.width = 0; }, "width and height");
  refused([](CameraSpec& s) { s.height = -3; }, "width and height");
  refused([](CameraSpec& s) { s.width = 1'000'000; }, "width and height");
  refused([](CameraSpec& s) { s.width = s.height = 8192; }, "pixels");
  refused([](CameraSpec& s) { s.vertical_fov = kPi; }, "field of view");
  refused([](CameraSpec& s) { s.vertical_fov = -0.5; }, "field of view");
  refused([&](CameraSpec& s) { s.vertical_fov = nan; }, "field of view");
  refused([](CameraSpec& s) { s.horizontal_fov = 1; }, "one of");
  refused([](CameraSpec& s) { s.vertical_fov = 0; }, "one of");
  refused([](CameraSpec& s) { s.vertical_fov = 0, s.fx = 100; }, "fx and fy");
  refused([&](CameraSpec& s) { s.body_from_camera.at.y = nan; }, "pose");
  refused([](CameraSpec& s) { s.body_from_camera.turn = {0, 0, 0, 0}; }, "unit quaternion");
  refused([](CameraSpec& s) { s.near = 0; }, "near");
  refused([](CameraSpec& s) { s.far = 0.01; }, "near");
  refused([&](CameraSpec& s) { s.far = nan; }, "near");
  refused([](CameraSpec& s) { s.color.samples = 3; }, "samples");
  refused([](CameraSpec& s) { s.depth.noise = -1; }, "depth");
  refused([](CameraSpec& s) { s.rate = -1; }, "rate");
  refused([](CameraSpec& s) { s.outputs = {.color = false}; }, "output");
  refused([&](CameraSpec& s) { s.lens.k1 = nan; }, "lens");
}

}  // namespace
}  // namespace paddock
