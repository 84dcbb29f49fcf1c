// Laws every look obeys, for tests of whatever dresses meshes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/geom/look.h"

namespace paddock {

inline void expect_sound(const Look& look, const std::string& name) {
  ASSERT_EQ(look.normals.size(), look.points.size()) << name;
  ASSERT_EQ(look.uvs.size(), look.points.size()) << name;
  ASSERT_EQ(look.finish_of.size(), look.triangles.size()) << name;
  std::size_t inside_out = 0, outside = 0, crooked = 0;
  for (std::size_t i = 0; i < look.triangles.size(); ++i) {
    const auto& t = look.triangles[i];
    outside += look.finish_of[i] >= look.finishes.size();
    for (const std::uint32_t p : t) outside += p >= look.points.size();
    if (outside > 0) break;
    const Vec3 face =
        cross(look.points[t[1]] - look.points[t[0]], look.points[t[2]] - look.points[t[0]]);
    for (const std::uint32_t p : t) inside_out += dot(face, look.normals[p]) <= 0;
  }
  for (const Vec3 n : look.normals) crooked += std::fabs(length(n) - 1) > 1e-9;
  EXPECT_EQ(outside, 0u) << name;
  EXPECT_EQ(crooked, 0u) << name;
  EXPECT_EQ(inside_out, 0u) << name << ": normals against their triangles";
}

}  // namespace paddock
