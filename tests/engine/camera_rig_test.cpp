// Cameras on vehicles: they see what the vehicles see.
#include "paddock/engine/camera_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

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
