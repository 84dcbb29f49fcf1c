// RoadGuide: what drivers and walkers need of a RoadNetwork beside what it says itself: how fast
// bends may be driven, which lanes meet which, where people walk. Derived once, thrown away at
// will. SI, world frame. docs/physics/traffic.md.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "paddock/control/walk_network.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {

/// A crossing of people that a lane leads over: where its band begins and ends along the lane.
struct CrossingAhead {
  std::uint32_t crossing{};
  double from{}, to{};
};

/// Of one driving lane.
struct LaneGuide {
  std::vector<double> squared;           // (m/s)^2 at each of its points: bends, and their approach
  std::vector<LaneConflict> conflicts;   // of a lane in a junction
  std::vector<CrossingAhead> crossings;  // ascending
};

struct RoadGuide {
  std::shared_ptr<const RoadNetwork> roads;
  std::vector<LaneGuide> lanes;  // index = LaneId
  WalkNetwork walks;
};

/// m/s^2: across in bends, and along before them. Comfortable figures: docs/physics/traffic.md.
inline constexpr double kBendAccel = 3, kEaseAccel = 1.5;
inline constexpr double kUsualLimit = 30 / 3.6;  // m/s, where nothing says otherwise

std::shared_ptr<const RoadGuide> make_road_guide(std::shared_ptr<const RoadNetwork> roads);

/// m/s that limit and bends allow at a place of a lane.
double allowed_speed(const RoadGuide& guide, LaneId lane, double along);

/// Follows a point that moves along a lane: the place nearest to it on the stretches around
/// `along`, and how far it lies to the left. Past an end it goes on straight: `along` may be
/// negative or greater than the lane's length.
LanePlace follow_lane(const RoadLane& lane, LaneId id, double along, Vec2 at);

/// The point on the middle of a lane, held at its ends.
Vec2 point_on(const RoadLane& lane, double along);

}  // namespace paddock
