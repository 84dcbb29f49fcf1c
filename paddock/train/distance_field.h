// How far it is to the target around the blocks: the distance a trainer rewards progress by. The
// eikonal equation |grad d| = cost, solved by fast sweeping (Zhao 2005) on a grid. Metres.
#pragma once

#include <vector>

#include "paddock/game/tasks.h"

namespace paddock {

/// Places near a block or a wall cost more, so that the shortest way keeps clear of them.
struct DistanceField {
  int nodes{};       // along each side
  double spacing{};  // m
  std::vector<float> values;

  /// Between the nodes; held at the border.
  double at(Vec2 place) const;
};

/// Of an arena of the task blocks.
DistanceField distance_field(const Arena& arena);

}  // namespace paddock
