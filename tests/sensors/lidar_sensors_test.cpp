// Lidars of the catalogue on vehicles: which way they look at the world, what they remember.
#include "paddock/sensors/lidar_sensors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "paddock/engine/sense.h"
#include "tests/support/lone_sensor.h"
#include "tests/support/run_sensors.h"

namespace paddock {
namespace {

/// A room of 8 m with a block in it.
LevelSpec block_room(PhysicsKind physics) {
  LevelSpec level = room_level(8);
  level.physics = physics;
  level.pieces.push_back(piece_of(BoxSpec{.size = {0.5, 0.7, 1}}, {2, 1, 0}, 0.3));
  return level;
}

TestRun car_in_a_room(PhysicsKind physics) {
  return {build_shared(block_room(physics)), {vehicle_at(kind_of<Racecar>(), {-1, 0.5, 0.4})}};
}

TestRun cars_in_a_room() {
  return {
      build_shared(block_room(PhysicsKind::Planar)),
      {vehicle_at(kind_of<Racecar>(), {-1, 0.5, 0.4}), vehicle_at(kind_of<Racecar>(), {1, -2, 0})}};
}

TestRun robotcar_in_a_room() {
  return {build_shared(room_level(8)), {vehicle_at(kind_of<Robotcar>(), {0, 0, 0})}};
}

std::vector<float> ranges_of(const SensorReading& reading) {
  return std::get<RangesReading>(reading).ranges;
}

std::string refusal(const TestRun& run, const std::string& words) {
  const auto mount = resolve_sensor(run.model, mount_of(words), false);
  if (!mount) return mount.error().message;
  const auto sensor = make_sensor(run.model, *mount);
  return sensor ? "" : sensor.error().message;
}

/// Beams that differ by more than a part in ten thousand.
int different(const std::vector<float>& a, const std::vector<float>& b) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += std::fabs(a[i] - b[i]) > 1e-4f * (1 + b[i]) ? 1 : 0;
  return count;
}

TEST(LidarSensor, OnThePlaneItIsTheLidarThatDriversSteerBy) {
  TestRun run = cars_in_a_room();
  for (const bool ideal : {true, false}) {
    LidarRequest request{.vehicle = VehicleId{0}, .lidar = {}};
    if (!ideal) request.noise.sigma = 0.02f;
    LidarReading drivers;
    sense(run.model, run.state, {&request, 1}, run.scratch, {&drivers, 1});

    const SensorReading reading = read_now(run, "lidar unit=ideal sigma=0.02", 0, ideal);

    EXPECT_EQ(ranges_of(reading), drivers.ranges);
  }
}

TEST(LidarSensor, WhereItIsMountedOffThePlaneItLooksThroughRays) {
  TestRun flat = car_in_a_room(PhysicsKind::Planar), rigid = car_in_a_room(PhysicsKind::Rigid);
  const double height = type_of(kind_of<Racecar>()).sensors.lidar_height;
  const std::string fan = "lidar unit=ideal beams=361 start=-3 span=6";
  const std::vector<float> plane = ranges_of(read_now(flat, fan));

  // a beam that grazes a corner may pass on the other side of it: Embree works in float
  EXPECT_LE(different(ranges_of(read_now(rigid, fan)), plane), 3);
  SensorMount raised = mount_of(fan);
  raised.spec.body_from_sensor =
      Pose3{{type_of(kind_of<Racecar>()).sensors.lidar_forward, 0, height + 0.01}, {}};
  MountedSensor above = *make_sensor(flat.model, resolve_sensor(flat.model, raised, false).value());
  SensorReading reading;
  read_sensor(flat.model, flat.state, flat.scratch, above, {}, reading);
  EXPECT_LE(different(ranges_of(reading), plane), 3);
}

TEST(LidarSensor, ItsMountTurnsIt) {
  TestRun run = robotcar_in_a_room();
  // from a place on the car to the wall it looks at, 4 m from the car's origin
  for (const char* place : {"front", "rear", "left", "right"}) {
    const std::string words = concat("lidar@", place, " unit=ideal beams=1 start=0");
    const Pose3 mount = *resolve_sensor(run.model, mount_of(words), true)->spec.body_from_sensor;
    const Vec3 way = mount.turn * Vec3{1, 0, 0};

    EXPECT_NEAR(ranges_of(read_now(run, words))[0], 4 - dot(way, mount.at), 1e-4) << place;
  }
}

TEST(LidarSensor, AHeadThatSweepsMeasuresWhatItPassesInATick) {
  TestRun run = robotcar_in_a_room();
  mount_on(run, "lidar unit=ydlidar-x4 sweep=1", 0, true);
  const std::vector<float> whole = ranges_of(read_now(run, "lidar unit=ydlidar-x4", 0, true));
  const auto stand = RobotcarInput<double>{};
  constexpr std::size_t kPassed = 43;  // 720 beams, 6 turns a second, 10 ms

  EXPECT_EQ(ranges_of(read_mounted(run, "lidar")), std::vector<float>(720, 0));
  for (std::size_t tick = 1; tick <= 20; ++tick) {
    run.step(stand);
    const std::vector<float> ranges = ranges_of(read_mounted(run, "lidar"));
    const std::size_t seen = std::min<std::size_t>(kPassed * tick, 720);
    EXPECT_TRUE(std::equal(ranges.begin(), ranges.begin() + static_cast<int>(seen), whole.begin()));
    EXPECT_TRUE(std::all_of(ranges.begin() + static_cast<int>(seen), ranges.end(), [](float range) {
      return range == 0;
    })) << tick;
  }
}

TEST(LidarSensor, AHeadThatHasTurnedForAWhileHasAWholeTurnAtOnce) {
  TestRun run = robotcar_in_a_room();
  mount_on(run, "lidar unit=ydlidar-x4 sweep=1 settled=1");
  const std::vector<float> whole = ranges_of(read_now(run, "lidar unit=ydlidar-x4"));

  EXPECT_EQ(ranges_of(read_mounted(run, "lidar")), whole);
  run.step(RobotcarInput<double>{});
  const std::vector<float> after = ranges_of(read_mounted(run, "lidar"));
  EXPECT_EQ(std::count(after.begin(), after.end(), 0.0f), 0);
}

TEST(LidarSensor, ASweepGoesOnFromItsMemory) {
  TestRun run = cars_in_a_room();
  mount_on(run, "lidar unit=ust-10lx sweep=1");
  const std::vector<VehicleInput> inputs(2, RacecarInput<double>{.steer = 0.2, .accel = 1});
  for (int tick = 0; tick < 17; ++tick) run.step(inputs);
  TestRun restored(run);
  for (int tick = 0; tick < 9; ++tick) run.step(inputs), restored.step(inputs);

  EXPECT_EQ(read_mounted(restored, "lidar"), read_mounted(run, "lidar"));
  EXPECT_EQ(restored.state, run.state);
}

TEST(LidarSensor, RangesAreShortenedAsARendererDoesOnThePlaneOnly) {
  TestRun run = cars_in_a_room();
  const std::vector<float> rendered = ranges_of(read_now(run, "lidar unit=webots-lds-01", 0, true)),
                           exact = ranges_of(
                               read_now(run, "lidar unit=webots-lds-01 near_plane=0", 0, true));
  int shorter = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) shorter += rendered[i] < exact[i] ? 1 : 0;
  EXPECT_GT(shorter, 100);

  EXPECT_EQ(read_now(run, "lidar@roof unit=webots-lds-01", 0, true),
            read_now(run, "lidar@roof unit=webots-lds-01 near_plane=0", 0, true));
}

TEST(LidarSensor, WhatCannotWorkIsRefusedWithAReason) {
  const TestRun run = cars_in_a_room();
  EXPECT_EQ(refusal(run, "lidar unit=ideal span=0"), "lidar span must not be 0 with 1080 beams");
  EXPECT_EQ(refusal(run, "lidar unit=ideal span=0 beams=1"), "");
  EXPECT_EQ(refusal(run, "lidar unit=ideal min_range=31"),
            "lidar max_range must be above min_range 31 m and near_plane 0 m, got 30");
  EXPECT_EQ(refusal(run, "lidar unit=ideal sweep=1"),
            "a lidar that sweeps must have turns_per_second above 0");
  EXPECT_NE(refusal(run, "lidar beams=0").find("beams must be 1 to 32768"), std::string::npos);
  EXPECT_NE(refusal(run, "lidar3d lower=0.5").find("lower <= upper"), std::string::npos);
}

TEST(LidarSensor, WhereNothingCanLookItMeetsNothing) {
  LoneSensor lidar("lidar unit=ydlidar-x4");
  SensorReading ranges = RangesReading{};
  lidar.sensor->read(lidar.sight, lidar.memory, ranges);
  EXPECT_EQ(ranges_of(ranges), std::vector<float>(720, 0));

  LoneSensor turning("lidar3d channels=4");
  SensorReading points = Lidar3dReading{.bearing = 1, .points_of_channel = {}, .points = {{}}};
  turning.sensor->read(turning.sight, turning.memory, points);
  EXPECT_TRUE(std::get<Lidar3dReading>(points).points.empty());
  EXPECT_EQ(std::get<Lidar3dReading>(points).points_of_channel, std::vector<std::uint32_t>(4, 0));
}

TEST(Lidar3dSensor, TellsAWholeTurnOfPointsInItsOwnFrame) {
  TestRun run = robotcar_in_a_room();
  const std::string words =
      "lidar3d@origin channels=3 upper=0.1 lower=-0.1 points_per_second=10800";
  SensorMount mount = mount_of(words);
  mount.spec.body_from_sensor = Pose3{{0.5, 0, 0.3}, {}};
  MountedSensor sensor = *make_sensor(run.model, resolve_sensor(run.model, mount, false).value());
  SensorReading reading;
  read_sensor(run.model, run.state, run.scratch, sensor, {}, reading);
  const auto& turn = std::get<Lidar3dReading>(reading);

  EXPECT_EQ(std::get<PointsForm>(sensor.sensor->form()).channels, 3);
  ASSERT_EQ(turn.points_of_channel.size(), 3u);
  EXPECT_EQ(turn.points_of_channel[1], 360u) << "the walls are all around";
  for (const Lidar3dPoint& point : turn.points)
    if (point.channel == 1) {
      const double wall = std::max(std::fabs(static_cast<double>(point.x) + 0.5),
                                   std::fabs(static_cast<double>(point.y)));
      EXPECT_NEAR(wall, 4, 1e-3);
      EXPECT_NEAR(point.z, 0, 1e-6);
    }
}

}  // namespace
}  // namespace paddock
