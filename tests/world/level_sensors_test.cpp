// Sensors that level files mount.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "paddock/io/file.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

LevelReading reading_of(const std::string& body) {
  return read_level_text("format = 1\ntitle = \"Yard\"\n" + body, "test/yard.toml", 7);
}

LevelSpec read_yard(const std::string& body) {
  LevelReading reading = reading_of(body);
  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  return std::move(reading.spec);
}

SensorSpec only_sensor(const std::string& body) {
  const LevelSpec spec = read_yard("[[sensor]]\n" + body);
  EXPECT_EQ(spec.sensors.size(), 1u);
  return spec.sensors.empty() ? SensorSpec{} : spec.sensors[0].sensor;
}

TEST(LevelSensors, SayNoMoreThanTheirKind) {
  const LevelSpec spec = read_yard("[[sensor]]\nkind = \"imu\"\n");

  ASSERT_EQ(spec.sensors.size(), 1u);
  EXPECT_EQ(spec.sensors[0].vehicle, 0);
  EXPECT_EQ(spec.sensors[0].sensor, SensorSpec{.kind = "imu"});
  EXPECT_EQ(spec.sensors[0].where.line, 3);
  EXPECT_EQ(build_world(spec).sensors, spec.sensors);
}

TEST(LevelSensors, SayAllThereIs) {
  const LevelSpec spec = read_yard(R"(
[variables]
n = 3

[[sensor]]
kind = "lidar"
name = "roof.lidar-2"
vehicle = 2
at = [0.5, -0.25, 1]
yaw_deg = 90
pitch_deg = 10
roll_deg = -20
unit = "ust-10lx"
rate = 20
ideal = false
figures = { beams = "240 * $n", max_range = 12.5, shadows = true, echo = false }
)");

  ASSERT_EQ(spec.sensors.size(), 1u);
  const Quat turn = Quat::from_yaw_pitch_roll(radians(90), radians(10), radians(-20));
  EXPECT_EQ(spec.sensors[0].vehicle, 2);
  EXPECT_EQ(
      spec.sensors[0].sensor,
      (SensorSpec{.kind = "lidar",
                  .name = "roof.lidar-2",
                  .body_from_sensor = Pose3{{0.5, -0.25, 1}, turn},
                  .unit = "ust-10lx",
                  .ideal = false,
                  .rate = 20,
                  .figures = {{"beams", 720}, {"max_range", 12.5}, {"shadows", 1}, {"echo", 0}}}));
}

TEST(LevelSensors, OfOneNameStandOnDifferentVehicles) {
  const LevelSpec spec = read_yard(
      "[[sensor]]\nkind = \"lidar\"\nvehicle = 1\n[[sensor]]\nkind = \"lidar\"\nvehicle = 2\n"
      "[[sensor]]\nkind = \"lidar\"\nplace = \"front\"\n"
      "[[sensor]]\nkind = \"camera\"\nname = \"eye\"\n");

  EXPECT_EQ(spec.sensors.size(), 4u);
}

TEST(LevelSensors, AreKnownByKindAndPlaceWhereTheyHaveNoName) {
  const LevelReading reading = reading_of(
      "[[sensor]]\nkind = \"lidar\"\nplace = \"front\"\n"
      "[[sensor]]\nkind = \"imu\"\nname = \"lidar@front\"\nvehicle = 3\n");

  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(
      reading.problems[0].text(),
      "test/yard.toml:8: sensor.name must be unique on its vehicle, got \"lidar@front\" again");
}

TEST(LevelSensors, OfIncludedFilesAndOfTheChosenTrialJoin) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "level_sensors_test";
  std::filesystem::create_directories(folder);
  const auto put = [&](const char* name, const std::string& text) {
    ASSERT_TRUE(write_file((folder / name).string(), text));
  };
  put("course.toml", "include = [\"sensors.toml\"]\n");
  put("sensors.toml", "[[sensor]]\nkind = \"lidar\"\n");
  put("yard.toml", R"(format = 1
title = "Yard"
like = "course.toml"
[[sensor]]
kind = "imu"
[[trial]]
title = "One"
[[trial.sensor]]
kind = "gps"
[[trial.task]]
kind = "reach"
at = [1, 0]
[[trial]]
title = "Two"
[[trial.sensor]]
kind = "camera"
[[trial.task]]
kind = "reach"
at = [1, 0]
)");

  const LevelReading reading = read_level((folder / "yard.toml").string(), 1, {{"trial", 2}});
  std::filesystem::remove_all(folder);

  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  ASSERT_EQ(reading.spec.sensors.size(), 3u);
  EXPECT_EQ(reading.spec.sensors[0].sensor.kind, "lidar");
  EXPECT_EQ(reading.spec.sensors[1].sensor.kind, "imu");
  EXPECT_EQ(reading.spec.sensors[2].sensor.kind, "camera");
}

TEST(LevelSensors, ReadBackAsTheyAreWritten) {
  LevelSpec spec = read_yard("");
  spec.sensors.push_back({.sensor = {.kind = "imu"}});
  spec.sensors.push_back({.vehicle = 2,
                          .sensor = {.kind = "lidar",
                                     .name = "eye",
                                     .place = "front",
                                     .unit = "ust-10lx",
                                     .ideal = true,
                                     .rate = 12.5,
                                     .figures = {{"beams", 720}, {"max_range", 0.1}}}});
  spec.sensors.push_back(
      {.vehicle = 64,
       .sensor = {.kind = "camera",
                  .body_from_sensor =
                      Pose3{{0.1, -0.2, 0.3},
                            Quat::from_yaw_pitch_roll(radians(-30), radians(12.5), radians(4))},
                  .ideal = false}});
  // any turn keeps its last bit
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3, 3);
  for (int i = 0; i < 20; ++i) {
    const Quat turn = Quat::from_yaw_pitch_roll(angle(random), angle(random), angle(random));
    const std::string name = "c" + std::to_string(i);
    spec.sensors.push_back(
        {.sensor = {.kind = "camera", .name = name, .body_from_sensor = Pose3{{}, turn}}});
  }

  const LevelReading back = read_level_text(write_level(spec), "test/yard.toml", 7);

  for (const Problem& problem : back.problems) ADD_FAILURE() << problem.text();
  EXPECT_EQ(back.spec, spec) << write_level(spec);
}

TEST(LevelSensors, AreWrittenInDegreesWhereThoseAreExact) {
  const LevelSpec spec =
      read_yard("[[sensor]]\nkind = \"camera\"\nat = [0, 0, 1]\nyaw_deg = 180\npitch_deg = 20\n");

  const std::string text = write_level(spec);

  EXPECT_NE(text.find("at = [0, 0, 1]\nyaw_deg = 180\npitch_deg = 20\n"), std::string::npos)
      << text;
}

TEST(LevelSensors, MayBeTurnedByAQuaternion) {
  const SensorSpec sensor =
      only_sensor("kind = \"camera\"\nat = [0, 0, 1]\nturn = [0.6, 0, 0.8, 0]\n");

  ASSERT_TRUE(sensor.body_from_sensor);
  EXPECT_EQ(sensor.body_from_sensor->turn, (Quat{0.6, 0, 0.8, 0}));
}

}  // namespace
}  // namespace paddock
