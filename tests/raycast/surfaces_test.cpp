#include "paddock/raycast/surfaces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/scenes.h"

namespace paddock {
namespace {

std::size_t add(Surfaces& surfaces, const Look& look, const Pose3& pose, std::int32_t part) {
  return surfaces.add(look, neighbours_in_order(look), pose, part);
}

TEST(Surfaces, PlanesAndTextureCoordinatesAreThoseOfTheLook) {
  Finish finish;
  finish.texture = checker_texture(2, 4);
  const Look board = board_of(2, finish);
  Surfaces surfaces;

  add(surfaces, board, {{5, 0, 0}, {}}, surfaces.add_part(7, SemanticTag::Wall));

  const SurfaceView view = surfaces.view();
  ASSERT_EQ(surfaces.triangle_count(), 2u);
  EXPECT_EQ(view.triangles[0].nx, 1);
  EXPECT_EQ(view.triangles[0].ax, 5);
  EXPECT_EQ(view.triangles[0].bend, -1);
  EXPECT_FLOAT_EQ(view.triangles[0].texels_per_m, 4);  // 8 texels on 2 m
  const SurfaceUv& uv = view.uvs[0];
  EXPECT_FLOAT_EQ(uv.u + 2 * uv.uy, 1) << "the corner 2 m to the side";
  EXPECT_FLOAT_EQ(uv.v + 2 * uv.vz, 1);
  EXPECT_EQ(view.parts[0].instance, 7u);
}

TEST(Surfaces, SmallerTexturesKeepTheLightOfTheLarger) {
  Finish finish;
  finish.texture = checker_texture(4, 1);
  Surfaces surfaces;

  add(surfaces, board_of(1, finish), {}, 0);

  const SurfaceView view = surfaces.view();
  ASSERT_EQ(view.textures[0].levels, 3);
  const TextureLevel& last = view.levels[2];
  EXPECT_EQ(last.width, 1);
  // half of the light of 235, by the square law the levels are averaged with: not half of 235
  const double mean = 255 * std::sqrt((235.0 * 235 + 20.0 * 20) / 2) / 255;
  EXPECT_NEAR(view.texels[last.first] & 255u, mean, 1.5);
}

TEST(Surfaces, CornersWithTheirOwnNormalsBendTheSurface) {
  Surfaces surfaces;

  add(surfaces, ball_look(1, 24, {}), {}, 0);

  const SurfaceView view = surfaces.view();
  EXPECT_GE(view.triangles[0].bend, 0);
}

TEST(Surfaces, EqualTexturesAreKeptOnce) {
  Finish finish;
  finish.texture = checker_texture(2, 2);
  Surfaces surfaces;
  add(surfaces, board_of(1, finish), {}, 0);
  finish.texture = checker_texture(2, 2);
  add(surfaces, board_of(1, finish), {}, 0);

  const SurfaceView view = surfaces.view();
  EXPECT_EQ(view.finishes[0].texture, view.finishes[1].texture);
}

TEST(Surfaces, ClustersHoldEveryTriangleOnceInABoxAroundThem) {
  Surfaces surfaces;
  const Look ball = ball_look(1, 24, {});
  add(surfaces, ball, {{3, 2, 1}, {}}, 0);
  add(surfaces, board_of(1, {}), {}, 0);
  const SurfaceView view = surfaces.view();

  std::int32_t next = 0;
  double volume = 0;
  for (std::size_t c = 0; c < surfaces.cluster_count(); ++c) {
    EXPECT_EQ(view.cluster_first[c], next);
    ASSERT_GE(view.cluster_count[c], 1);
    ASSERT_LE(view.cluster_count[c], kClusterTriangles);
    next += view.cluster_count[c];
    double box = 1;
    for (int k = 0; k < 3; ++k) {
      box *= 2 * static_cast<double>(view.cluster_half[k][c]);
      for (std::int32_t t = view.cluster_first[c]; t < next; ++t)
        for (int corner = k; corner < 9; corner += 3)
          EXPECT_LE(std::fabs(view.corners[corner][t] - view.cluster_at[k][c]),
                    view.cluster_half[k][c] * (1 + 1e-6f));
    }
    volume += box;
  }

  EXPECT_EQ(static_cast<std::size_t>(next), surfaces.triangle_count());
  const double whole = 8 * static_cast<double>(surfaces.cluster_count());  // boxes of all the ball
  EXPECT_LT(volume, 0.05 * whole) << "neighbours stand together";
}

}  // namespace
}  // namespace paddock
