// Which rectangles of floor may cover a place: a grid made once, instead of a walk over all of
// them. World frame, metres.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/geom/shape.h"

namespace paddock {

/// A rectangle about `pose`, turned with it.
struct FloorRect {
  Pose2 pose;
  Vec2 half_size;
};

class GroundGrid {
 public:
  GroundGrid() = default;
  explicit GroundGrid(std::span<const FloorRect> rects);

  /// Those that cover the place are among these, as indices in their order; empty for what is no
  /// number.
  std::span<const std::uint32_t> near(Vec2 at) const {
    if (!(at.x >= bounds_.low.x && at.x <= bounds_.high.x && at.y >= bounds_.low.y &&
          at.y <= bounds_.high.y))
      return {};
    const std::size_t cell = cell_of(at);
    return std::span(items_).subspan(start_[cell], start_[cell + 1] - start_[cell]);
  }

 private:
  std::size_t column_of(double x) const;
  std::size_t row_of(double y) const;
  std::size_t cell_of(Vec2 at) const { return row_of(at.y) * columns_ + column_of(at.x); }

  Bounds2 bounds_;
  double cells_a_metre_{};
  std::size_t columns_{};
  std::vector<std::uint32_t> start_;  // into items_, one more than cells
  std::vector<std::uint32_t> items_;
};

}  // namespace paddock
