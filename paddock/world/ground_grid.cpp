#include "paddock/world/ground_grid.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kRounding = 1e-6;  // m, more than any rounding within 100 km
constexpr double kCellsEach = 16;   // mats are long and thin more often than not
constexpr double kMostAlong = 256;  // cells along a side

Bounds2 bounds_of(const FloorRect& rect) {
  const Rot2 turn = Rot2::of(rect.pose.yaw);
  const Vec2 h = rect.half_size;
  const Vec2 reach{std::fabs(turn.c) * h.x + std::fabs(turn.s) * h.y,
                   std::fabs(turn.s) * h.x + std::fabs(turn.c) * h.y};
  const Vec2 at = position(rect.pose);
  return Bounds2{at - reach, at + reach}.grown(kRounding);
}

}  // namespace

GroundGrid::GroundGrid(std::span<const FloorRect> rects) {
  if (rects.empty()) return;
  for (const FloorRect& rect : rects) {
    const Bounds2 b = bounds_of(rect);
    bounds_.add(b.low);
    bounds_.add(b.high);
  }
  const Vec2 size = bounds_.high - bounds_.low;
  cells_a_metre_ =
      std::min({std::sqrt(kCellsEach * static_cast<double>(rects.size()) / (size.x * size.y)),
                kMostAlong / size.x, kMostAlong / size.y});
  columns_ = column_of(bounds_.high.x) + 1;
  std::vector<std::vector<std::uint32_t>> cells(columns_ * (row_of(bounds_.high.y) + 1));
  for (std::uint32_t i = 0; i < rects.size(); ++i) {
    const Bounds2 b = bounds_of(rects[i]);
    for (std::size_t row = row_of(b.low.y); row <= row_of(b.high.y); ++row)
      for (std::size_t column = column_of(b.low.x); column <= column_of(b.high.x); ++column)
        cells[row * columns_ + column].push_back(i);
  }
  start_.push_back(0);
  for (const auto& cell : cells) {
    items_.insert(items_.end(), cell.begin(), cell.end());
    start_.push_back(static_cast<std::uint32_t>(items_.size()));
  }
}

// grows with its number and never past the last cell, so that a place within bounds is in their
// cells
std::size_t GroundGrid::column_of(double x) const {
  return static_cast<std::size_t>((x - bounds_.low.x) * cells_a_metre_);
}
std::size_t GroundGrid::row_of(double y) const {
  return static_cast<std::size_t>((y - bounds_.low.y) * cells_a_metre_);
}

}  // namespace paddock
