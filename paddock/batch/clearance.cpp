#include "paddock/batch/clearance.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {
constexpr double kCellPart = 0.4;    // of the vehicle's radius: edge of a square
constexpr int kTile = 8;             // squares along a side of a tile
constexpr int kMostCells = 1 << 11;  // along one side
}  // namespace

Clearance::Clearance(const PlanarModel& model, std::size_t vehicle, const Bounds2& bounds,
                     double longest)
    : low_(bounds.low), longest_(longest) {
  const PlanarVehicle& body = model.vehicles[vehicle];
  const Vec2 size = bounds.high - bounds.low;
  const double cell =
      std::max(kCellPart * body.outline.radius, std::max(size.x, size.y) / kMostCells);
  per_metre_ = 1 / cell;
  columns_ = static_cast<int>(size.x * per_metre_) + 1;
  rows_ = static_cast<int>(size.y * per_metre_) + 1;
  free_.resize(static_cast<std::size_t>(columns_ * rows_) / 64 + 1);

  // what quick_reach covers, for any way up to the longest from any place in the square
  const Bounds2 reach = quick_reach(body, {0, 0}, {longest_, 0});
  const double grown = reach.high.x + longest_ + 1e-6;
  const auto is_free = [&](int column, int row, int side) {
    Bounds2 square;
    square.add({low_.x + column * cell, low_.y + row * cell});
    square.add({low_.x + (column + side) * cell, low_.y + (row + side) * cell});
    return !model.maps[body.map].any_near(square.grown(grown));
  };
  // whole tiles first: most of an arena is far from walls
  for (int row = 0; row < rows_; row += kTile)
    for (int column = 0; column < columns_; column += kTile) {
      const bool all = is_free(column, row, kTile);
      for (int r = row; r < std::min(row + kTile, rows_); ++r)
        for (int c = column; c < std::min(column + kTile, columns_); ++c) {
          if (!all && !is_free(c, r, 1)) continue;
          const auto at = static_cast<std::size_t>(r * columns_ + c);
          free_[at / 64] |= std::uint64_t{1} << (at % 64);
        }
    }
}

}  // namespace paddock
