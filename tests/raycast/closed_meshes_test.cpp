#include "paddock/raycast/closed_meshes.h"

#include <gtest/gtest.h>

#include <utility>

#include "paddock/geom/look_build.h"
#include "paddock/geom/mesh.h"

namespace paddock {
namespace {

Look dressed(const Mesh& mesh) {
  Look look;
  dress(look, mesh, {}, {});
  return look;
}

TEST(ClosedMeshes, ABoxIsClosedAndAsWideAsItsDiagonal) {
  for (const float size : sizes_of_closed(dressed(make_box({3, 4, 12})))) {
    EXPECT_GE(size, 13);
    EXPECT_LT(size, 13.01);
  }
}

TEST(ClosedMeshes, AMatIsOpen) {
  for (const float size : sizes_of_closed(dressed(make_mat({2, 2})))) EXPECT_EQ(size, kOpenMesh);
}

TEST(ClosedMeshes, EachOfSeveralBodiesHasItsOwnSize) {
  Look both;
  append(both, dressed(make_box({3, 4, 12})), {});
  append(both, dressed(make_mat({2, 2})), {{20, 0, 0}, {}});
  append(both, dressed(make_box({1, 1, 1})), {{40, 0, 0}, Quat::from_yaw_pitch_roll(0.3, 0, 0)});
  const std::vector<float> sizes = sizes_of_closed(both);
  EXPECT_NEAR(sizes.front(), 13, 0.01);
  EXPECT_EQ(sizes[dressed(make_box({3, 4, 12})).triangles.size()], kOpenMesh);
  EXPECT_LT(sizes.back(), 2.1);
}

TEST(ClosedMeshes, ABoxWithoutALidIsOpen) {
  Look look = dressed(make_box({1, 1, 1}));
  look.triangles.pop_back(), look.finish_of.pop_back();
  for (const float size : sizes_of_closed(look)) EXPECT_EQ(size, kOpenMesh);
}

TEST(ClosedMeshes, ARoomSeenFromWithinIsOpen) {
  Look look = dressed(make_box({1, 1, 1}));
  for (auto& corners : look.triangles) std::swap(corners[0], corners[1]);
  for (const float size : sizes_of_closed(look)) EXPECT_EQ(size, kOpenMesh);
}

}  // namespace
}  // namespace paddock
