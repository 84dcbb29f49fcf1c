#include "paddock/control/lane_goal.h"

#include <algorithm>
#include <limits>

namespace paddock {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// m from a lane's start by its successors.
double away_by_successors(const RoadNetwork& roads, const std::vector<double>& away, LaneId lane) {
  double least = kNever;
  for (const LaneId next : lanes_after(roads, lane)) least = std::min(least, away[index_of(next)]);
  return roads.lane(lane).length + least;
}

}  // namespace

std::vector<LaneId> lanes_after(const RoadNetwork& roads, LaneId from) {
  std::vector<LaneId> ways;
  for (const bool back : {false, true}) {
    for (const LaneId next : roads.lane(from).successors) {
      const RoadLane& lane = roads.lane(next);
      const bool turns_back = lane.junction && lane.turn == LaneTurn::Back;
      if (lane.kind == LaneKind::Driving && turns_back == back) ways.push_back(next);
    }
    if (!ways.empty()) break;
  }
  return ways;
}

std::optional<LaneGoal> find_goal(const RoadNetwork& roads, const Pose2& at) {
  const auto place = nearest_lane(roads, at);
  if (!place) return std::nullopt;
  LaneGoal goal{.lane = place->lane,
                .along = place->along,
                .away = std::vector<double>(roads.lanes.size(), kNever)};
  goal.away[index_of(goal.lane)] = goal.along;
  // shorter ways are looked for until there are none: a town has some hundred lanes
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (std::size_t i = 0; i < roads.lanes.size(); ++i) {
      const double away = away_by_successors(roads, goal.away, static_cast<LaneId>(i));
      if (away < goal.away[i]) goal.away[i] = away, shorter = true;
    }
  }
  return goal;
}

std::optional<LaneId> next_towards(const LaneGoal& goal, const RoadNetwork& roads, LaneId from) {
  const std::vector<LaneId> ways = lanes_after(roads, from);
  if (ways.empty()) return std::nullopt;
  return *std::min_element(ways.begin(), ways.end(), [&](LaneId a, LaneId b) {
    return goal.away[index_of(a)] < goal.away[index_of(b)];
  });
}

std::optional<double> left_to_goal(const LaneGoal& goal, const RoadNetwork& roads,
                                   const LaneMemory& memory) {
  double base = -memory.along;
  for (const LaneId lane : memory.plan()) {
    const double left = base + goal.along;
    if (lane == goal.lane && left >= 0) return left;
    base += roads.lane(lane).length;
  }
  return std::nullopt;
}

}  // namespace paddock
