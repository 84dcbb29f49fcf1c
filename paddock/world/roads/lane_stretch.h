// Where along a lane's points a place lies: for queries of the network and for those who follow it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "paddock/world/roads/road_network.h"

namespace paddock {

/// The stretch that `along` lies on, by the first of its two points.
inline std::size_t stretch_at(const RoadLane& lane, double along) {
  const auto after = std::upper_bound(lane.along.begin() + 1, lane.along.end() - 1, along);
  return static_cast<std::size_t>(after - lane.along.begin()) - 1;
}

/// How far along stretch `i` that is, 0 to 1.
inline double share_at(const RoadLane& lane, std::size_t i, double along) {
  const double step = lane.along[i + 1] - lane.along[i];
  return step > 0 ? std::clamp((along - lane.along[i]) / step, 0.0, 1.0) : 0;
}

}  // namespace paddock
