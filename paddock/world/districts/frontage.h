// The outer edges of pavements, along which districts are built. Metres, world frame.
#pragma once

#include <vector>

#include "paddock/world/districts/free_ground.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {

struct Frontage {
  std::vector<Vec2> points;
  std::vector<double> along;  // m from its start
  bool right{};               // the free ground lies to the right as the points run
  LaneId pavement{};
  bool in_junction{};

  double length() const { return along.back(); }
  /// A place on it, turned away from the street.
  Pose2 at(double metres) const;
};

/// Of every pavement with free ground on one side.
std::vector<Frontage> find_frontages(const RoadNetwork& network, const FreeGround& ground);

}  // namespace paddock
