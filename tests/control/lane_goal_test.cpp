#include "paddock/control/lane_goal.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/streets.h"

namespace paddock {
namespace {

std::shared_ptr<const RoadGuide> guide_of_blocks() {
  return make_road_guide(std::make_shared<const RoadNetwork>(build_network(two_blocks().roads)));
}

/// Of a plan that is followed to the goal from a place.
double driven_to(const LaneGoal& goal, const RoadNetwork& roads, const Pose2& from) {
  const auto place = nearest_lane(roads, from);
  double metres = -place->along;
  LaneId lane = place->lane;
  for (int i = 0; i < 50; ++i) {
    if (lane == goal.lane && metres + goal.along >= 0) return metres + goal.along;
    metres += roads.lane(lane).length;
    lane = next_towards(goal, roads, lane).value();
  }
  return std::numeric_limits<double>::infinity();
}

TEST(LaneGoal, LeadsByTheShorterOfTwoWays) {
  const auto guide = guide_of_blocks();
  const RoadNetwork& roads = *guide->roads;
  const auto goal = find_goal(roads, {50, 102, kPi});  // on the far side of the first block

  ASSERT_TRUE(goal);
  // east along y = 0 to the middle, north, west: some 50 + 100 + 50 m, less what bends cut off
  const double east = driven_to(*goal, roads, {50, -2, 0});
  EXPECT_NEAR(east, 200, 25);
  // from the second block, round its outer corners or back: the middle is nearer by 200 m
  const double west = driven_to(*goal, roads, {150, 2, kPi});
  EXPECT_NEAR(west, 200, 25);
}

TEST(LaneGoal, WhoIsPastItComesRoundTheBlock) {
  const auto guide = guide_of_blocks();
  const auto goal = find_goal(*guide->roads, {50, -2, 0});

  EXPECT_GT(driven_to(*goal, *guide->roads, {60, -2, 0}), 300);
  EXPECT_NEAR(driven_to(*goal, *guide->roads, {40, -2, 0}), 10, 1e-6);
}

TEST(LaneGoal, WhatIsLeftIsCountedAlongThePlan) {
  const auto guide = guide_of_blocks();
  const auto goal = find_goal(*guide->roads, {50, 102, kPi});
  LaneMemory memory;

  keep_to_goal(*guide, {80, 102, kPi}, *goal, 2, memory);
  EXPECT_NEAR(left_to_goal(*goal, *guide->roads, memory).value(), 30, 1e-6);
  memory = {};
  keep_to_goal(*guide, {150, -2, 0}, *goal, 2, memory);
  EXPECT_FALSE(left_to_goal(*goal, *guide->roads, memory));  // beyond what it plans
  EXPECT_EQ(memory.drawn, 0u);
}

TEST(LaneGoal, WhatIsNoRoadHasNone) { EXPECT_FALSE(find_goal(RoadNetwork{}, {0, 0, 0})); }

}  // namespace
}  // namespace paddock
