// Heights over a rectangle of floor, bilinear between grid points.
#pragma once

#include <optional>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/core/vec.h"

namespace paddock {

struct HeightField {
  Pose2 world_from_field;  // origin at the rectangle's centre
  Vec2 size{};
  int columns{}, rows{};        // grid points along x and y, at least 2 each
  std::vector<double> heights;  // row by row from the lowest y
  double base{};                // added to every height
};

/// Height above the world's z = 0; nothing outside the rectangle.
std::optional<double> height_under(const HeightField& field, Vec2 point_in_world);
/// Slope in world axes, metres a metre; nothing outside the rectangle.
std::optional<Vec2> slope_under(const HeightField& field, Vec2 point_in_world);

}  // namespace paddock
