// Where a vehicle cannot meet a wall in one tick, as one bit for each small square of an arena: the
// quick answer to most questions about contacts. Metres, world frame.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/physics/planar.h"

namespace paddock {

class Clearance {
 public:
  Clearance() = default;
  /// For a vehicle of `model`, over `bounds`, and ticks in which it goes `longest` metres or less.
  Clearance(const PlanarModel& model, std::size_t vehicle, const Bounds2& bounds, double longest);

  /// True when a tick that began at `start` and ended at `end` surely met no wall; false says
  /// nothing.
  bool surely_free(Vec2 start, Vec2 end) const {
    const Vec2 way = end - start;
    if (!(dot(way, way) <= longest_ * longest_)) return false;
    const double column = (start.x - low_.x) * per_metre_, row = (start.y - low_.y) * per_metre_;
    if (!(column >= 0 && row >= 0 && column < columns_ && row < rows_)) return false;
    const auto cell =
        static_cast<std::size_t>(static_cast<int>(row) * columns_ + static_cast<int>(column));
    return (free_[cell / 64] >> (cell % 64) & 1) != 0;
  }

 private:
  Vec2 low_;
  double per_metre_{}, longest_{};
  int columns_{}, rows_{};
  std::vector<std::uint64_t> free_;
};

}  // namespace paddock
