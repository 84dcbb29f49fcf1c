#include "paddock/sensors/lidar_tilted.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/world/world_look.h"
#include "tests/support/scenes.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

constexpr double kHeight = 0.1;

Lidar2dParams wide_fan() {
  return {.beams = 541, .start = -2, .span = 4, .max_range = 30, .far_value = 30};
}

World blocks_world() {
  LevelSpec level = room_level(12);
  for (int k = 0; k < 9; ++k)
    level.pieces.push_back(piece_of(BoxSpec{.size = {0.4, 0.3 + 0.05 * k, 0.5}},
                                    {-4.0 + k, 3.0 * ((k * 7) % 5 - 2), 0}, 0.3 * k));
  return build_world(level);
}

TEST(TiltedLidar, OnLevelGroundItEqualsTheFlatLidar) {
  const World world = blocks_world();
  const RayScene scene(*open_ray_device(), looks_of(world));
  const Lidar2dScanner scanner(wide_fan());
  const Lidar2dMap map(slice_world(world, kHeight, SliceFor::Lidar));
  Lidar2dScratch scratch(scanner, map, 0);
  TiltedLidar tilted(wide_fan());
  std::vector<float> flat(541), rays(541);
  int off = 0, beams = 0;

  for (int k = 0; k < 20; ++k) {
    const Pose2 pose{0.37 * k - 4, 0.1 * k - 0.5, 0.7 * k};
    scan(scanner, map, {}, pose, all_beams(wide_fan()), scratch, flat);
    tilted.scan(scene, {{pose.x, pose.y, kHeight}, Quat::from_yaw_pitch_roll(pose.yaw, 0, 0)}, {},
                {}, rays);
    for (std::size_t beam = 0; beam < flat.size(); ++beam, ++beams)
      off += std::fabs(flat[beam] - rays[beam]) > 1e-4f * (1 + flat[beam]) ? 1 : 0;
  }

  // a beam that grazes a corner may pass on the other side of it: Embree works in float
  EXPECT_LE(off, beams / 1000) << "of " << beams;
}

TEST(TiltedLidar, NosedDownItMeetsTheGround) {
  const World world = build_world(open_level());
  const RayScene scene(*open_ray_device(), looks_of(world));
  Lidar2dParams ahead{.beams = 1, .start = 0, .span = 0, .max_range = 30, .far_value = 30};
  TiltedLidar tilted(ahead);
  std::vector<float> range(1);

  tilted.scan(scene, {{0, 0, 1}, Quat::from_yaw_pitch_roll(0, 0.1, 0)}, {}, {}, range);
  EXPECT_NEAR(range[0], 1 / std::sin(0.1), 1e-4);

  tilted.scan(scene, {{0, 0, 1}, Quat::from_yaw_pitch_roll(0, -0.1, 0)}, {}, {}, range);
  EXPECT_EQ(range[0], 30);
}

TEST(TiltedLidar, NoiseIsThatOfTheFlatLidar) {
  const World world = blocks_world();
  const RayScene scene(*open_ray_device(), looks_of(world));
  const Lidar2dScanner scanner(wide_fan());
  const Lidar2dMap map(slice_world(world, kHeight, SliceFor::Lidar));
  Lidar2dScratch scratch(scanner, map, 0);
  TiltedLidar tilted(wide_fan());
  std::vector<float> flat(541), rays(541);
  const RangeNoise noise{.sigma = 0.05f, .dropout = 0.05f};
  const DrawAddress at{.seed = 2, .entity = 1, .tick = 77};

  scan_with_noise(scanner, map, {}, {}, all_beams(wide_fan()), noise, at, scratch, flat);
  tilted.scan(scene, {{0, 0, kHeight}, {}}, noise, at, rays);

  int off = 0;
  for (std::size_t beam = 0; beam < flat.size(); ++beam)
    off += std::fabs(flat[beam] - rays[beam]) > 1e-3f ? 1 : 0;
  EXPECT_LE(off, 2);
}

}  // namespace
}  // namespace paddock
