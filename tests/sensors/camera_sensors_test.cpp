// Cameras of the catalogue on vehicles: what their figures do.
#include "paddock/sensors/camera_sensors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/lone_sensor.h"
#include "tests/support/run_sensors.h"

namespace paddock {
namespace {

/// A wall 3 m ahead of the first car's origin, the second car between them.
TestRun cars_before_a_wall(bool gamma_space = false) {
  LevelSpec level = open_level();
  level.scene.picture.gamma_space = gamma_space;
  level.pieces.push_back(piece_of(BoxSpec{.size = {0.1, 40, 20}}, {3.05, 0, 0}));
  return {build_shared(level),
          {vehicle_at(kind_of<Racecar>(), {}), vehicle_at(kind_of<Racecar>(), {1.5, 0, 0})}};
}

CameraReading picture_of(TestRun& run, const std::string& words, bool ideal = true) {
  return std::get<CameraReading>(read_now(run, words, 0, ideal));
}

CameraParams camera_of(const TestRun& run, const std::string& words) {
  const auto mount = resolve_sensor(run.model, mount_of(words), false);
  return std::get<PictureForm>(make_sensor(run.model, *mount)->sensor->form()).camera;
}

std::string camera_refusal(const TestRun& run, const std::string& words) {
  const auto mount = resolve_sensor(run.model, mount_of(words), false);
  if (!mount) return mount.error().message;
  const auto sensor = make_sensor(run.model, *mount);
  return sensor ? "" : sensor.error().message;
}

TEST(CameraSensor, TellsThePictureThatWasAskedForAndNothingElse) {
  TestRun run = cars_before_a_wall();
  const CameraReading colour = picture_of(run, "camera width=64 height=48");
  const CameraReading depth = picture_of(run, "depth width=64 height=48");
  const CameraReading tags = picture_of(run, "semantic width=64 height=48");

  for (const CameraReading* picture : {&colour, &depth, &tags}) {
    EXPECT_EQ(picture->width, 64);
    EXPECT_EQ(picture->height, 48);
  }
  EXPECT_EQ(colour.color.pixels.size(), 3u * 64 * 48);
  EXPECT_TRUE(colour.depth.empty() && colour.tags.empty());
  EXPECT_EQ(depth.depth.size(), 64u * 48);
  EXPECT_TRUE(depth.color.pixels.empty() && depth.tags.empty());
  EXPECT_EQ(tags.tags.size(), 64u * 48);
  EXPECT_TRUE(tags.color.pixels.empty() && tags.depth.empty());
}

TEST(CameraSensor, DepthIsMeasuredFromTheMount) {
  TestRun run = cars_before_a_wall();
  const double ahead = camera_of(run, "depth").spec.body_from_camera.at.x;
  const auto corner = [&](const std::string& words) {
    return static_cast<double>(picture_of(run, words).depth.front());
  };
  const std::string depth = "depth width=64 height=48 sees_vehicles=0";

  EXPECT_NEAR(corner(depth), 3 - ahead, 1e-4) << "along the optical axis";
  EXPECT_GT(corner(depth + " slant=1"), 3 - ahead + 0.3) << "along the ray";
  EXPECT_EQ(corner(depth + " max=2"), -1);
  EXPECT_EQ(corner(depth + " max=2 far_value=0"), 0);
  EXPECT_EQ(corner(depth + " min=4 near_value=7"), 7);
}

TEST(CameraSensor, OtherVehiclesAreSeenUnlessSomebodyHidesThem) {
  TestRun run = cars_before_a_wall();
  const std::vector<float> with = picture_of(run, "depth width=64 height=48").depth;
  const std::vector<float> without =
      picture_of(run, "depth width=64 height=48 sees_vehicles=0").depth;
  int nearer = 0;
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_LE(with[i], without[i]) << i;
    nearer += with[i] < without[i] ? 1 : 0;
  }
  EXPECT_GT(nearer, 20);
}

TEST(CameraSensor, OneFieldOfViewSaysTheOther) {
  const TestRun run = cars_before_a_wall();
  const CameraParams wide = camera_of(run, "camera");
  EXPECT_EQ(wide.spec.width, 320);
  EXPECT_EQ(wide.spec.height, 240);
  EXPECT_DOUBLE_EQ(wide.fx, 160 / det::tan(0.6));
  EXPECT_DOUBLE_EQ(camera_of(run, "camera vertical_fov=0.8").fx, 120 / det::tan(0.4));
  EXPECT_EQ(camera_of(run, "camera fov=0 vertical_fov=0.8"),
            camera_of(run, "camera vertical_fov=0.8"));
}

TEST(CameraSensor, ColoursAreComputedAsTheLevelSays) {
  EXPECT_EQ(camera_of(cars_before_a_wall(false), "camera").spec.color.space, LightSpace::Light);
  EXPECT_EQ(camera_of(cars_before_a_wall(true), "camera").spec.color.space, LightSpace::Stored);
}

TEST(CameraSensor, TheCameraOfRacecarsimHasItsFigures) {
  TestRun run = cars_before_a_wall();
  const CameraReading picture = picture_of(run, "camera unit=racecarsim");
  EXPECT_EQ(picture.color.channels, 4);
  EXPECT_EQ(picture.color.pixels.size(), 4u * 640 * 480);
}

TEST(CameraSensor, DepthNoiseIsThatOfTheTick) {
  TestRun run = cars_before_a_wall();
  const std::string words = "depth unit=d435i width=64 height=48";
  const CameraReading first = picture_of(run, words, false);
  EXPECT_EQ(picture_of(run, words, false), first);
  EXPECT_NE(picture_of(run, words, true), first);
  run.state.tick = next(run.state.tick);
  EXPECT_NE(picture_of(run, words, false), first);
}

TEST(CameraSensor, WhatCannotWorkIsRefusedWithAReason) {
  const TestRun run = cars_before_a_wall();
  EXPECT_EQ(camera_refusal(run, "camera samples=3"), "camera samples must be 1 or 4, got 3");
  EXPECT_NE(camera_refusal(run, "camera width=5000").find("width must be 16 to 4096 px, got 5000"),
            std::string::npos);
  EXPECT_NE(camera_refusal(run, "camera fov=0").find("takes one of vertical_fov"),
            std::string::npos);
  EXPECT_NE(camera_refusal(run, "depth near=10 far=5").find("0 < near < far"), std::string::npos);
  EXPECT_NE(camera_refusal(run, "semantic k1=-5").find("fold the picture over"), std::string::npos);
  EXPECT_NE(camera_refusal(run, "semantic samples=4").find("has no figure \"samples\""),
            std::string::npos);
}

TEST(CameraSensor, WhereNothingCanLookThePictureIsEmpty) {
  LoneSensor camera("depth");
  SensorReading reading = CameraReading{};
  camera.sensor->read(camera.sight, camera.memory, reading);
  EXPECT_EQ(std::get<CameraReading>(reading), CameraReading{});
}

}  // namespace
}  // namespace paddock
