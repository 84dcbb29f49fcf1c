#include "paddock/raycast/surfaces.h"

#include <gtest/gtest.h>

#include "tests/support/scenes.h"

namespace paddock {
namespace {

TEST(Surfaces, PlanesAndTextureCoordinatesAreThoseOfTheLook) {
  Finish finish;
  finish.texture = checker_texture(2, 4);
  const Look board = board_of(2, finish);
  Surfaces surfaces;

  surfaces.add(board, {{5, 0, 0}, {}}, surfaces.add_part(7, SemanticTag::Wall));

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

  surfaces.add(board_of(1, finish), {}, 0);

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

  surfaces.add(ball_look(1, 24, {}), {}, 0);

  const SurfaceView view = surfaces.view();
  EXPECT_GE(view.triangles[0].bend, 0);
}

TEST(Surfaces, EqualTexturesAreKeptOnce) {
  Finish finish;
  finish.texture = checker_texture(2, 2);
  Surfaces surfaces;
  surfaces.add(board_of(1, finish), {}, 0);
  finish.texture = checker_texture(2, 2);
  surfaces.add(board_of(1, finish), {}, 0);

  const SurfaceView view = surfaces.view();
  EXPECT_EQ(view.finishes[0].texture, view.finishes[1].texture);
}

}  // namespace
}  // namespace paddock
