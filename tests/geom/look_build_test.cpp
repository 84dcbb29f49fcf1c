// Dressed meshes have sharp edges where they are sharp, smooth ones where they are round, and
// textures of real size.
#include "paddock/geom/look_build.h"

#include <gtest/gtest.h>

#include <set>

#include "paddock/core/angle.h"
#include "paddock/geom/car_parts.h"
#include "paddock/geom/texture.h"
#include "tests/support/look_checks.h"

namespace paddock {
namespace {

Finish bricks() {
  Finishes finishes;
  return finishes.of(*find_material("brick"));
}

TEST(Dress, BoxHasFourCornersOfItsOwnOnEachSide) {
  Look look;
  dress(look, make_box({1, 2, 3}), {}, {bricks()});

  expect_sound(look, "box");
  EXPECT_EQ(look.points.size(), 24u);
  EXPECT_EQ(look.triangles.size(), 12u);
}

TEST(Dress, CylinderIsSmoothAroundAndSharpAtItsRim) {
  Look look;
  dress(look, make_frustum(1, 1, 2, 32), {}, {paint({1, 2, 3})});

  expect_sound(look, "cylinder");
  EXPECT_EQ(look.points.size(), 4u * 32);  // each rim point once for the side and once for the lid
  for (std::size_t i = 0; i < look.points.size(); ++i) {
    if (std::fabs(look.normals[i].z) > 0.5) continue;
    EXPECT_NEAR(dot(xy(look.normals[i]), xy(look.points[i])), 1, 1e-9);  // straight outwards
  }
}

TEST(Dress, TextureCoordinatesCountMetres) {
  const Finish finish = bricks();
  Look look;
  dress(look, make_box({3, 2, 1}), {}, {finish});

  for (const auto& t : look.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      const Vec2 step = look.uvs[b] - look.uvs[a];
      const Vec2 metres{step.x * finish.texture->size.x, step.y * finish.texture->size.y};
      EXPECT_NEAR(length(metres), length(look.points[b] - look.points[a]), 1e-12);
    }
  }
}

TEST(Dress, PictureOnAWallStandsUprightAndIsNotMirrored) {
  Look look;
  dress(look, make_box({1, 1, 1}), {}, {bricks()});

  // seen from outside, u grows to the right and v up
  for (const auto& t : look.triangles) {
    const Vec2 u = look.uvs[t[1]] - look.uvs[t[0]], v = look.uvs[t[2]] - look.uvs[t[0]];
    if (look.normals[t[0]].z > -0.5) {
      EXPECT_GT(cross(u, v), 0);
    }
  }
}

TEST(MapAround, WholeNumberOfRepeatsMeetsWithoutASeam) {
  const TextureMap map = map_around(0.31, 0.2);
  const auto u_at = [&](double angle) {
    const Rot2 a = Rot2::of(angle - 1e-6), b = Rot2::of(angle + 1e-6);
    const Corners corners{{{a.c, a.s, 0}, {b.c, b.s, 0}, {b.c, b.s, 1}}};
    return map(corners, {a.c, a.s, 0});
  };
  const double turn = u_at(kPi - 1e-3)[0].x - u_at(-kPi + 1e-3)[0].x;

  EXPECT_NEAR(turn / 0.2, std::round(turn / 0.2), 0.01);  // 2 mrad are left out
  const auto across = u_at(kPi);
  EXPECT_NEAR(across[0].x, across[1].x, 1e-5);
}

TEST(Append, KeepsFinishesApartAndMovesNormals) {
  Look look, other;
  dress(look, make_box({1, 1, 1}), {}, {paint({1, 1, 1})});
  dress(other, make_box({1, 1, 1}), {}, {paint({2, 2, 2})});

  append(look, other, {{5, 0, 0}, Quat::from_yaw_pitch_roll(0.4, 0, 0)});
  append(look, other, {{9, 0, 0}, {}});

  expect_sound(look, "three boxes");
  EXPECT_EQ(look.finishes.size(), 2u);
  EXPECT_EQ(look.triangles.size(), 36u);
}

TEST(CarParts, AreSoundAndOfTheSizeAskedFor) {
  const Vec3 size{4.4, 1.8, 1.45};
  const Look car = parked_car(size, paint({200, 0, 0}));
  Vec3 low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
  for (const Vec3 p : car.points) {
    low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y), std::fmin(low.z, p.z)};
    high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y), std::fmax(high.z, p.z)};
  }

  expect_sound(car, "parked car");
  EXPECT_NEAR(high.x - low.x, size.x, 0.03);
  EXPECT_NEAR(high.y - low.y, size.y, 0.06);  // mirrors
  EXPECT_NEAR(low.z, 0, 1e-9);
  EXPECT_NEAR(high.z, size.z, 0.01);
}

}  // namespace
}  // namespace paddock
