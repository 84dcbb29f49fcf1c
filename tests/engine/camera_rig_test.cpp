// Cameras on vehicles: they see what the vehicles see.
#include "paddock/engine/camera_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "paddock/engine/pieces.h"
#include "paddock/engine/sense.h"
#include "tests/support/run_sensors.h"

namespace paddock {
namespace {

CameraRequest camera_on(std::uint32_t vehicle) {
  CameraSpec spec;
  spec.width = 64, spec.height = 48;
  spec.horizontal_fov = 1.2;
  spec.body_from_camera.at = {0.2, 0, 0.2};
  spec.outputs = {.color = true, .depth = true, .tags = true};
  return {VehicleId{vehicle}, *check_camera(spec)};
}

std::ptrdiff_t vehicle_pixels(const CameraReading& picture) {
  return std::count(picture.tags.begin(), picture.tags.end(),
                    static_cast<std::uint8_t>(SemanticTag::Vehicle));
}

TEST(CameraRig, SeesTheVehicleAheadAndFollowsItButNotItsOwnBody) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                             vehicle_at(kind_of<Racecar>(), {2, 0, 0})});
  auto rig = CameraRig::make(run.model);
  ASSERT_TRUE(rig);
  CameraReading near, far, back;

  rig->take(run.model, run.state, camera_on(0), near);
  rig->take(run.model, run.state, camera_on(1), back);
  run.vehicle(1) = state_at(kind_of<Racecar>(), {5, 0, 0});
  rig->take(run.model, run.state, camera_on(0), far);

  EXPECT_GT(vehicle_pixels(near), 30);
  EXPECT_LT(vehicle_pixels(far), vehicle_pixels(near));
  EXPECT_GT(vehicle_pixels(far), 0);
  EXPECT_EQ(vehicle_pixels(back), 0);
  EXPECT_GT(std::set<std::uint8_t>(near.color.pixels.begin(), near.color.pixels.end()).size(), 10u);
}

TEST(CameraRig, SeesCarsInTheColoursThatSomebodyChose) {
  std::vector<VehicleSetup> cars{vehicle_at(kind_of<Robotcar>(), {0, 0, 0}),
                                 vehicle_at(kind_of<Robotcar>(), {0.8, 0, 0})};
  const auto green_pixels = [&] {
    TestRun run(build_shared(room_level(20)), cars);
    auto rig = CameraRig::make(run.model);
    CameraReading picture;
    rig->take(run.model, run.state, camera_on(0), picture);
    int green = 0;
    for (std::size_t i = 0; i < picture.tags.size(); ++i) {
      const std::uint8_t* pixel = &picture.color.pixels[3 * i];
      green += picture.tags[i] == static_cast<std::uint8_t>(SemanticTag::Vehicle) &&
                       pixel[1] > 40 + std::max(pixel[0], pixel[2])
                   ? 1
                   : 0;
    }
    return green;
  };

  EXPECT_EQ(green_pixels(), 0);
  cars[1].colors = CarColors{.front = {20, 240, 20}, .back = {20, 240, 20}};
  EXPECT_GT(green_pixels(), 20);
}

TEST(CameraRig, AnswersTheSameWhoeverAskedBefore) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                             vehicle_at(kind_of<Sedan>(), {5, 1, 0.5})});
  auto rig = CameraRig::make(run.model), other = CameraRig::make(run.model);
  ASSERT_TRUE(rig && other);
  CameraReading first, between, again;

  rig->take(run.model, run.state, camera_on(0), first);
  other->take(run.model, run.state, camera_on(1), between);
  other->take(run.model, run.state, camera_on(0), again);

  EXPECT_EQ(first.color.pixels, again.color.pixels);
  EXPECT_EQ(first.depth, again.depth);
}

TEST(CameraRig, AskedTwiceInOneTickItShowsThePictureItKept) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                             vehicle_at(kind_of<Racecar>(), {2, 0, 0})});
  auto rig = CameraRig::make(run.model);
  ASSERT_TRUE(rig);

  const CameraReading* first = &rig->see(run.model, run.state, camera_on(0));
  rig->see(run.model, run.state, camera_on(1));
  EXPECT_EQ(first, &rig->see(run.model, run.state, camera_on(0)));

  const std::vector<float> before = first->depth;
  run.vehicle(1) = state_at(kind_of<Racecar>(), {6, 0, 0});
  EXPECT_NE(rig->see(run.model, run.state, camera_on(0)).depth, before);
}

/// Many bands of pixels.
CameraRequest large_camera_on(std::uint32_t vehicle) {
  CameraRequest request = camera_on(vehicle);
  CameraSpec spec = request.camera.spec;
  spec.width = 320, spec.height = 240;
  return {request.vehicle, *check_camera(spec)};
}

TEST(CameraRig, APictureThatIsHeldIsWholeWhateverIsAskedMeanwhile) {
  for (const int threads : {1, 3}) {
    TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                               vehicle_at(kind_of<Racecar>(), {2, 0, 0})});
    auto rig = CameraRig::make(run.model), other = CameraRig::make(run.model);
    ASSERT_TRUE(rig && other);
    rig->use_threads(threads);
    CameraReading first, second, beside;
    other->take(run.model, run.state, large_camera_on(0), first);
    std::vector<float> ranges;

    // of the same state it is painted on; another state waits for it
    const auto held = rig->begin(run.model, run.state, large_camera_on(0));
    EXPECT_EQ(held, rig->begin(run.model, run.state, large_camera_on(0)));
    held->paint_one();
    rig->take(run.model, run.state, camera_on(0), beside);
    rig->scan(run.model, run.state, {.vehicle = VehicleId{0}, .lidar = {}}, ranges);
    run.vehicle(1) = state_at(kind_of<Racecar>(), {5, 0, 0});
    rig->take(run.model, run.state, large_camera_on(0), second);

    EXPECT_EQ(held->with_rows(240).color.pixels, first.color.pixels);
    EXPECT_EQ(held->whole().depth, first.depth);
    EXPECT_NE(second.depth, first.depth);
  }
}

TEST(CameraRig, APictureNobodyHoldsIsLeftAndTakenAnew) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                             vehicle_at(kind_of<Racecar>(), {2, 0, 0})});
  auto rig = CameraRig::make(run.model), other = CameraRig::make(run.model);
  ASSERT_TRUE(rig && other);
  rig->use_threads(2);
  CameraReading expected;
  other->take(run.model, run.state, large_camera_on(0), expected);

  for (int round = 0; round < 10; ++round) {
    rig->begin(run.model, run.state, large_camera_on(0));
    rig->begin(run.model, run.state, large_camera_on(1));
  }
  EXPECT_EQ(rig->see(run.model, run.state, large_camera_on(0)).color.pixels, expected.color.pixels);
}

TEST(CameraRig, APictureOutlivesItsRig) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  auto rig = std::make_unique<CameraRig>(std::move(*CameraRig::make(run.model)));
  CameraReading expected;
  rig->take(run.model, run.state, large_camera_on(0), expected);
  rig->use_threads(2);
  const auto held = rig->begin(run.model, run.state, large_camera_on(0));
  rig.reset();

  EXPECT_EQ(held->whole().color.pixels, expected.color.pixels);
}

// --- pieces with a life -------------------------------------------------------------------------

PieceSpec red_thing(PieceShape shape, Vec3 at) {
  PieceSpec piece = piece_of(std::move(shape), at);
  piece.material = "red";  // a plain colour
  piece.tag = SemanticTag::TrafficSign;
  piece.changes = true;
  return piece;
}

/// Pixels of the piece that has the tag of a sign, and those of them in exactly this colour.
struct Seen {
  int pixels{}, exact{};
};
Seen seen_in(const CameraReading& picture, Color color) {
  Seen seen;
  for (std::size_t i = 0; i < picture.tags.size(); ++i) {
    if (picture.tags[i] != static_cast<std::uint8_t>(SemanticTag::TrafficSign)) continue;
    const std::uint8_t* p = &picture.color.pixels[3 * i];
    ++seen.pixels;
    seen.exact += Color{p[0], p[1], p[2]} == color ? 1 : 0;
  }
  return seen;
}

CameraReading picture_of(TestRun& run) {
  auto rig = CameraRig::make(run.model);
  CameraReading picture;
  rig->take(run.model, run.state, camera_on(0), picture);
  return picture;
}

TEST(CameraRig, ALampOnACycleIsSeenInItsColourAndGlowsInTheShade) {
  const Color dark{60, 10, 10}, lit{255, 40, 30};
  for (const bool shaded : {false, true}) {
    LevelSpec level = room_level(20);
    PieceSpec lamp = red_thing(CylinderSpec{0.2, 0.4, {}}, {2, 0, 0});
    lamp.changes = false;
    lamp.variants = {{.color = dark}, {.color = lit, .glows = true}};
    lamp.cycle = {{0, 2}, {1, 3}};
    level.pieces.push_back(lamp);
    if (shaded) level.pieces.push_back(piece_of(BoxSpec{{6, 6, 0.1}}, {2, 0, 1}));
    TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
    auto rig = CameraRig::make(run.model);
    CameraReading picture;
    const auto at = [&](int tick, Color color) {
      run.state.tick = Tick{tick};
      rig->take(run.model, run.state, camera_on(0), picture);
      return seen_in(picture, color);
    };

    const int pixels = at(100, dark).pixels;
    EXPECT_GT(pixels, 40);
    EXPECT_LT(at(100, dark).exact, pixels / 4);  // it has shades
    EXPECT_EQ(at(100, lit).exact, 0);
    EXPECT_EQ(at(300, lit).pixels, pixels);
    EXPECT_GT(at(300, lit).exact, 0.8 * pixels);  // its rim is shared with what is behind
    EXPECT_EQ(at(620, lit).exact, 0);
  }
}

TEST(CameraRig, WhatIsTakenAwayScaledOrPutElsewhereIsSeenSo) {
  LevelSpec level = room_level(20);
  level.pieces.push_back(red_thing(CylinderSpec{0.2, 0.4, {}}, {3, 0.2, 0}));
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  LevelSpec other = room_level(20);
  other.pieces.push_back(red_thing(CylinderSpec{0.3, 0.6, {}}, {4, -0.5, 0}));
  TestRun placed(build_shared(other), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  const PieceId piece{1};

  ASSERT_TRUE(change_piece(run.model, {.piece = piece, .pose = Pose2{4, -0.5, 0}, .scale = 1.5},
                           run.state));
  const CameraReading seen = picture_of(run), wanted = picture_of(placed);
  EXPECT_EQ(seen.tags, wanted.tags);
  ASSERT_EQ(seen.depth.size(), wanted.depth.size());
  for (std::size_t i = 0; i < seen.depth.size(); ++i)
    ASSERT_TRUE(seen.depth[i] == wanted.depth[i] ||
                std::fabs(seen.depth[i] - wanted.depth[i]) < 1e-4f)
        << i;
  int differ = 0;  // by more than rounding
  for (std::size_t i = 0; i < seen.color.pixels.size(); ++i)
    differ += std::abs(seen.color.pixels[i] - wanted.color.pixels[i]) > 2 ? 1 : 0;
  EXPECT_LT(differ, 20);

  ASSERT_TRUE(change_piece(run.model, {.piece = piece, .present = false}, run.state));
  EXPECT_EQ(seen_in(picture_of(run), {}).pixels, 0);
}

TEST(CameraRig, TiltedLidarOnLevelGroundReadsWhatTheFlatOneReads) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Racecar>(), {1, 2, 0.3})});
  auto rig = CameraRig::make(run.model);
  ASSERT_TRUE(rig);
  const Lidar2dParams lidar{.beams = 271, .max_range = 30, .far_value = 30};
  const LidarRequest flat{.vehicle = VehicleId{0}, .lidar = lidar};
  LidarReading reading;
  std::vector<float> ranges;

  sense(run.model, run.state, std::span(&flat, 1), run.scratch, std::span(&reading, 1));
  rig->scan(run.model, run.state, {VehicleId{0}, lidar}, ranges);

  for (std::size_t beam = 0; beam < ranges.size(); ++beam)
    EXPECT_NEAR(ranges[beam], reading.ranges[beam], 1e-4f * (1 + ranges[beam])) << beam;
}

TEST(CameraRig, A3dLidarSeesWallsAndTheOtherVehicle) {
  TestRun run(build_shared(room_level(20)),
              {vehicle_at(kind_of<Racecar>(), {0, 0, 0}), vehicle_at(kind_of<Sedan>(), {5, 0, 0})});
  SensorMount mount = mount_of("lidar3d");
  mount.spec.body_from_sensor = Pose3{{0, 0, 0.5}, {}};
  auto lidar = make_sensor(run.model, resolve_sensor(run.model, mount, false).value());
  ASSERT_TRUE(lidar);
  SensorReading told;

  read_sensor(run.model, run.state, run.scratch, *lidar, {}, told);

  const auto& reading = std::get<Lidar3dReading>(told);

  std::set<std::uint32_t> instances;
  for (const Lidar3dPoint& point : reading.points) instances.insert(point.instance);
  EXPECT_TRUE(instances.contains(kFirstVehicleInstance + 1));
  EXPECT_FALSE(instances.contains(kFirstVehicleInstance)) << "its own body";
  EXPECT_GT(instances.size(), 1u);
}

}  // namespace
}  // namespace paddock
