#include "paddock/engine/level_picture.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

World a_world(const std::string& name) {
  auto world = load_world(PADDOCK_SOURCE_DIR "/levels/" + name + ".toml", 1);
  EXPECT_TRUE(world) << world.error().message;
  return std::move(*world);
}

Vec3 in_camera(const Viewpoint& view, Vec3 point) {
  return inverse(view.world_from_camera) * point;
}

TEST(LevelPicture, LevelsOfTheCourseAreKnownByTheirStartAndTracksByTheirMap) {
  EXPECT_TRUE(is_known_by_its_start(a_world("racecar/lab1")));
  EXPECT_TRUE(is_known_by_its_start(a_world("racecar/trials/lab2b")));
  EXPECT_FALSE(is_known_by_its_start(a_world("tracks/oval")));
}

TEST(LevelPicture, TheStartIsSeenFromBehindAndAboveWithTheVehicleInTheMiddle) {
  for (const char* name :
       {"racecar/lab1", "racecar/lab3c", "racecar/grand_prix_2021", "racecar/trials/lab2b"}) {
    const World world = a_world(name);
    const Viewpoint view = start_view(world);

    const Pose3 body = pose_on_ground(world, world.starts[0].pose, world.starts[0].z);
    const Vec3 seen = in_camera(view, body.at);  // x ahead, y left, z up
    EXPECT_GT(seen.x, 0.8) << name;
    EXPECT_LT(std::abs(seen.y), 0.5 * seen.x) << name;
    EXPECT_LT(std::abs(seen.z), det::tan(view.vertical_fov / 2) * seen.x) << name;
    EXPECT_LT((inverse(body) * view.world_from_camera.at).x, 0) << name;
    EXPECT_GT(view.world_from_camera.at.z, body.at.z + 0.4) << name;
  }
}

TEST(LevelPicture, PicturesOfTwoLevelsDiffer) {
  CameraSpec spec;
  spec.width = 64, spec.height = 36;
  spec.outputs = {.color = true};
  Workers workers(1);
  const World cones = a_world("racecar/lab3a"), line = a_world("racecar/lab2a");

  const auto one = photograph(cones, start_view(cones), spec, workers);
  const auto other = photograph(line, start_view(line), spec, workers);

  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->color.width, 64);
  EXPECT_NE(one->color.pixels, other->color.pixels);
}

}  // namespace
}  // namespace paddock
