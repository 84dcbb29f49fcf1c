// The way others scan a map: a grid of distances to the nearest occupied cell, and rays that march
// through it (as f1tenth_gym does). Here only to be measured against.
#pragma once

#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/geom/shape.h"

namespace paddock {

struct DistanceField {
  Vec2 low;
  double cell{0.05};  // m
  int columns{}, rows{};
  std::vector<float> distance;  // m, row by row
};

DistanceField make_distance_field(std::span<const Segment2> segments, double cell);

/// Marches one ray until the next surface is nearer than half a cell.
float march(const DistanceField& field, Vec2 from, Vec2 way, double max_range);

}  // namespace paddock
