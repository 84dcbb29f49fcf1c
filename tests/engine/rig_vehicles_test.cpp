// Vehicles of a run in a ray scene: one shape for all that look alike, and pictures of whoever is
// there now.
#include "paddock/engine/rig_vehicles.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "paddock/engine/actors.h"
#include "paddock/engine/camera_rig.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

CameraRequest camera_on(std::uint32_t vehicle) {
  CameraSpec spec;
  spec.width = 96, spec.height = 64;
  spec.horizontal_fov = 1.4;
  spec.body_from_camera.at = {0.3, 0, 0.9};
  spec.outputs = {.color = true, .depth = true, .tags = true, .instances = true};
  return {VehicleId{vehicle}, *check_camera(spec)};
}

/// A dozen vehicles of three kinds in a ring, looking inward.
std::vector<VehicleSetup> ring_of_vehicles() {
  constexpr VehicleKind kKinds[] = {kind_of<Sedan>(), kind_of<Racecar>(), kind_of<Neato>()};
  std::vector<VehicleSetup> vehicles;
  for (std::size_t i = 0; i < 12; ++i) {
    const double angle = static_cast<double>(i) * kPi / 6;
    const Vec2 at = 9 * (Rot2::of(angle) * Vec2{1, 0});
    vehicles.push_back(vehicle_at(kKinds[i % 3], {at.x, at.y, angle + kPi}));
  }
  return vehicles;
}

CameraReading fresh_picture(const TestRun& run, std::uint32_t vehicle) {
  auto rig = CameraRig::make(run.model);
  CameraReading picture;
  rig->take(run.model, run.state, camera_on(vehicle), picture);
  return picture;
}

void expect_equal(const CameraReading& a, const CameraReading& b, std::uint32_t vehicle) {
  EXPECT_EQ(a.color.pixels, b.color.pixels) << vehicle;
  EXPECT_EQ(a.depth, b.depth) << vehicle;
  EXPECT_EQ(a.instances, b.instances) << vehicle;
  EXPECT_EQ(a.tags, b.tags) << vehicle;
}

TEST(RigVehicles, VehiclesOfOneKindAndColourShareTheirShapes) {
  std::vector<VehicleSetup> vehicles(100, vehicle_at(kind_of<Sedan>(), {}));
  TestRun run(build_shared(room_level(30)), vehicles);
  for (VehicleSetup& vehicle : vehicles) vehicle.colors = CarColors{{9, 9, 9}, {200, 0, 0}};
  TestRun painted(build_shared(room_level(30)), vehicles);
  auto device = open_ray_device();
  ASSERT_TRUE(device);
  RayScene scene(*device, {}), other(*device, {});
  RigVehicles own_colours, one_colour;

  own_colours.follow(run.model, scene);
  one_colour.follow(painted.model, other);

  EXPECT_LE(own_colours.shape_count(), 8u);  // as many as there are colours of vehicles
  EXPECT_EQ(one_colour.shape_count(), 1u);
}

TEST(RigVehicles, EveryObserverOfOneInstantSeesWhatItWouldSeeAlone) {
  TestRun run(build_shared(room_level(30)), ring_of_vehicles());
  auto rig = CameraRig::make(run.model);
  ASSERT_TRUE(rig);

  for (std::uint32_t vehicle = 0; vehicle < 12; ++vehicle) {
    CameraReading picture;
    rig->take(run.model, run.state, camera_on(vehicle), picture);

    expect_equal(picture, fresh_picture(run, vehicle), vehicle);
  }
}

TEST(RigVehicles, WhoComesIsSeenAndWhoGoesIsNot) {
  TestRun run(build_shared(room_level(30)), ring_of_vehicles());
  auto rig = CameraRig::make(run.model);
  ASSERT_TRUE(rig);
  CameraReading before, picture;
  rig->take(run.model, run.state, camera_on(0), before);
  const auto change = [&](VehicleKind kind, const Pose2& at) {
    return spawn(vehicle_at(kind, at), run.model, run.state, run.scratch, run.out);
  };

  ASSERT_TRUE(change(kind_of<Sedan>(), {3, 0, 1}));  // a new slot
  despawn(VehicleId{4}, run.model, run.state, run.scratch);
  ASSERT_TRUE(change(kind_of<Rover>(), {5, 2, 0}));  // slot 4, of another kind
  despawn(VehicleId{7}, run.model, run.state, run.scratch);

  for (const std::uint32_t vehicle : {0u, 1u, 12u}) {
    rig->take(run.model, run.state, camera_on(vehicle), picture);
    expect_equal(picture, fresh_picture(run, vehicle), vehicle);
  }
  rig->take(run.model, run.state, camera_on(0), picture);
  EXPECT_NE(picture.color.pixels, before.color.pixels);
  const auto seen = [](const CameraReading& reading, std::uint32_t slot) {
    return std::count(reading.instances.begin(), reading.instances.end(),
                      kFirstVehicleInstance + slot) > 0;
  };
  EXPECT_TRUE(seen(picture, 12));
  EXPECT_FALSE(seen(picture, 7));
}

}  // namespace
}  // namespace paddock
