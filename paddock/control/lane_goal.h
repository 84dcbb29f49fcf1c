// A way through lanes to a place, and the autopilot on it. SI, world frame.
// docs/physics/traffic.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "paddock/control/traffic_scene.h"

namespace paddock {

/// Lanes that drivers may go on to from one: back the way it came only where nothing else is left.
std::vector<LaneId> lanes_after(const RoadNetwork& roads, LaneId from);

struct LaneGoal {
  LaneId lane{};
  double along{};
  std::vector<double> away;  // m to it from the start of each lane; infinite: no way leads there
};

/// To the nearest lane that heads as the pose does; none when there is no such lane.
std::optional<LaneGoal> find_goal(const RoadNetwork& roads, const Pose2& at);

/// Of the lanes that follow the one that is nearest to the goal.
std::optional<LaneId> next_towards(const LaneGoal& goal, const RoadNetwork& roads, LaneId from);

/// What is left along a plan; none when the goal lies beyond it, or behind.
std::optional<double> left_to_goal(const LaneGoal& goal, const RoadNetwork& roads,
                                   const LaneMemory& memory);

/// As keep_to_lanes(), with choices that lead to the goal in place of drawn ones.
void keep_to_goal(const RoadGuide& guide, const Pose2& pose, const LaneGoal& goal, double tail,
                  LaneMemory& memory);

struct AutopilotDriver;

/// As drive_by_autopilot(), to a goal, where it stands.
VehicleInput drive_to_goal(AutopilotDriver& driver, const LaneGoal& goal, const TrafficScene& scene,
                           std::size_t slot, const VehicleParams& params,
                           const VehicleState& state);

}  // namespace paddock
