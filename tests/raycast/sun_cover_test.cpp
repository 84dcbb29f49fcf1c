#include "paddock/raycast/sun_cover.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/core/random.h"
#include "paddock/raycast/ray_scene.h"
#include "tests/support/scenes.h"

namespace paddock {
namespace {

constexpr Vec3 kSun{0.5, -0.3, 0.8};
constexpr double kRadius = 0.012;

/// A slope, boxes and balls on level ground, and balls that are placed.
RayScene yard() {
  std::vector<LookPart> parts{
      part_of("ground", look_of(make_mat({30, 30}), paint_of({90, 90, 90})), {}, 1,
              SemanticTag::Road),
      part_of("slope", look_of(make_mat({6, 6}), paint_of({90, 90, 90})),
              {{4, 4, 0.5}, Quat::from_yaw_pitch_roll(0.3, 0.4, 0)}, 2, SemanticTag::Road)};
  DrawSequence draws({.seed = 4, .stream = Stream::Spawn});
  for (std::uint32_t k = 0; k < 40; ++k) {
    const double x = draws.between(-12, 12), y = draws.between(-12, 12);
    parts.push_back(part_of("thing",
                            k % 2 == 0 ? look_of(make_box({0.3, 0.2, 1.4}), paint_of({200, 40, 90}))
                                       : ball_look(0.4, 16, paint_of({20, 140, 90})),
                            {{x, y, 0}, Quat::from_yaw_pitch_roll(draws.between(-3, 3), 0, 0)},
                            k + 3, SemanticTag::Building));
  }
  RayScene scene(*open_ray_device(), parts);
  const ShapeId ball = scene.add_shape(ball_look(0.5, 24, paint_of({20, 60, 220})));
  for (int k = 0; k < 8; ++k)
    scene.place(scene.add_placed(ball, {.instance = 900, .tag = SemanticTag::Vehicle}),
                {{1.5 * k - 6, 2.0 - k, 0.3 * k}, {}});
  scene.light_from(kSun, kRadius);
  scene.commit();
  return scene;
}

bool in_the_open(const CoverView& cover, Vec3 p) {
  const auto x = static_cast<float>(p.x), y = static_cast<float>(p.y), z = static_cast<float>(p.z);
  const float column = (x - cover.shift[0] * z - cover.corner[0]) * cover.per_m;
  const float row = (y - cover.shift[1] * z - cover.corner[1]) * cover.per_m;
  if (!(z > cover.floor)) return false;
  if (!(column >= 0 && row >= 0 && column < static_cast<float>(cover.columns) &&
        row < static_cast<float>(cover.rows)))
    return z > cover.beside;
  const auto whole_column = static_cast<int>(column), whole_row = static_cast<int>(row);
  const CoverCell& cell = cover.cells[whole_row * cover.columns + whole_column];
  return z > cell.top + cell.slope[0] * (column - static_cast<float>(whole_column) - 0.5f) +
                 cell.slope[1] * (row - static_cast<float>(whole_row) - 0.5f);
}

TEST(SunCover, NothingIsMetFromWhereNothingStandsBetweenAPlaceAndTheSun) {
  const RayScene scene = yard();
  const CoverView cover = scene.surfaces().cover;
  ASSERT_NE(cover.cells, nullptr);
  DrawSequence draws({.seed = 9, .stream = Stream::Spawn});
  int open = 0, open_on_slope = 0, met = 0;
  for (int round = 0; round < 4000; ++round) {
    RayPacket rays;
    rays.wanted = 0;
    const bool level = round % 2 == 0;  // a little above the ground, as most of a picture is
    for (std::size_t lane = 0; lane < 16; ++lane) {
      const double x = draws.between(-20, 20), y = draws.between(-20, 20);
      // the slope, pitched nose down by 0.4 rad
      const Vec3 on_slope = Pose3{{4, 4, 0.5}, Quat::from_yaw_pitch_roll(0.3, 0.4, 0)} *
                            Vec3{0.15 * x, 0.15 * y, 6e-4};
      const Vec3 at = round % 4 == 1 ? on_slope : Vec3{x, y, level ? 4e-4 : draws.between(0, 2)};
      const double turn = draws.between(0, 2 * kPi);
      const Vec3 side = normalized(cross(kSun, {0, 0, 1})), up = normalized(cross(side, kSun));
      const Vec3 way = normalized(kSun) + kRadius * (std::cos(turn) * side + std::sin(turn) * up);
      rays.ox[lane] = static_cast<float>(at.x), rays.oy[lane] = static_cast<float>(at.y);
      rays.oz[lane] = static_cast<float>(at.z), rays.far[lane] = 200;
      rays.dx[lane] = static_cast<float>(way.x), rays.dy[lane] = static_cast<float>(way.y);
      rays.dz[lane] = static_cast<float>(way.z);
      if (!in_the_open(cover, at)) continue;
      rays.wanted |= 1u << lane;
      ++open, open_on_slope += round % 4 == 1 ? 1 : 0;
    }
    if (rays.wanted != 0 && scene.occluded(RayKind::Camera, rays) != 0) ++met;
  }

  EXPECT_EQ(met, 0);
  EXPECT_GT(open, 40'000) << "of 64,000 places";
  EXPECT_GT(open_on_slope, 8'000) << "of 16,000";
}

TEST(SunCover, WhatWasPlacedElsewhereCoversNothingAnyMore) {
  RayScene scene(*open_ray_device(),
                 std::vector{part_of("ground", look_of(make_mat({30, 30}), paint_of({90, 90, 90})),
                                     {}, 1, SemanticTag::Road)});
  const PlacedId ball = scene.add_placed(scene.add_shape(ball_look(0.5, 24, {})), {.instance = 9});
  scene.light_from(kSun, kRadius);
  const auto open_at = [&](Vec3 p) { return in_the_open(scene.surfaces().cover, p); };

  scene.place(ball, {{0, 0, 1}, {}});
  scene.commit();
  const Vec3 shadow{-kSun.x / kSun.z * 1.5, -kSun.y / kSun.z * 1.5, 4e-4};
  EXPECT_FALSE(open_at(shadow));
  EXPECT_TRUE(open_at({6, 6, 4e-4}));

  scene.place(ball, {{8, 8, 1}, {}});
  scene.commit();
  EXPECT_TRUE(open_at(shadow));
}

TEST(SunCover, ALowSunIsLeftToRays) {
  RayScene scene = yard();
  scene.light_from({1, 0, 0.1}, kRadius);
  scene.commit();

  EXPECT_EQ(scene.surfaces().cover.cells, nullptr);
}

}  // namespace
}  // namespace paddock
