// Where nothing is yet: the ground between streets, as cells, and the blocks it falls into.
// Metres, world frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paddock/geom/shape.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {

/// A rectangle in the frame of a pose.
struct Plot {
  Pose2 pose;
  Vec2 low, high;
};

/// Ground that the streets leave in one piece.
struct Block {
  Bounds2 bounds;
  double area{};  // m^2
  bool inner{};   // streets all round
};

class FreeGround {
 public:
  /// Free is what lies inside `bounds` and `outline`, which may be empty, and in no lane.
  FreeGround(const RoadNetwork& network, const Bounds2& bounds, std::span<const Vec2> outline);

  bool is_free(const Plot& plot) const;
  bool has_road(const Plot& plot) const;
  void take(const Plot& plot);
  /// As it was before anything was taken; nothing where a road is or the district ends.
  std::optional<std::size_t> block_at(Vec2 at) const;
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  static constexpr std::int32_t kRoad = -1, kUnseen = -2;

  void leave_out(const RoadLane& lane);
  void leave_out_quad(const std::array<Vec2, 4>& quad);
  void leave_outside(std::span<const Vec2> outline);
  void find_blocks();
  void fill_block(std::size_t seed);
  std::optional<std::size_t> cell_at(Vec2 at) const;
  Vec2 middle(std::size_t cell) const;
  /// Calls for every cell of the plot until it says false; false where the plot leaves the ground.
  template <class Visit>
  bool visit(const Plot& plot, const Visit& each) const;

  Bounds2 bounds_;
  double cell_{0.5};
  std::size_t columns_{}, rows_{};
  std::vector<std::int32_t> block_of_;  // of each cell, or kRoad
  std::vector<bool> taken_;
  std::vector<Block> blocks_;
};

}  // namespace paddock
