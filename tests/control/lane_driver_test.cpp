#include "paddock/control/lane_driver.h"

#include <gtest/gtest.h>

#include "paddock/control/autopilot.h"
#include "paddock/control/right_of_way.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

std::shared_ptr<const RoadGuide> guide_of_two_blocks(JunctionControl control) {
  return make_road_guide(
      std::make_shared<const RoadNetwork>(build_network(two_blocks({.control = control}).roads)));
}

/// A scene of sedans at rest at these poses, all of which keep the rules.
TrafficScene scene_of(const std::shared_ptr<const RoadGuide>& guide, std::span<const Pose2> cars,
                      double seconds = 0) {
  TrafficScene scene;
  scene.guide = guide;
  begin_scene(scene, 1, seconds, 0.01, cars.size());
  const VehicleKind kind = kind_of<Sedan>();
  const LaneMemory none;
  for (std::size_t i = 0; i < cars.size(); ++i)
    add_user(scene, vehicle_id(i), default_params(kind), state_at(kind, cars[i]), &none, nullptr);
  settle_scene(scene);
  return scene;
}

TEST(LaneDriver, KeepsTheStandstillDistanceAtRestAndBrakesForWhoComesNearer) {
  const FollowParams p;

  EXPECT_NEAR(follow_accel(p, 0, 8, p.standstill, 0), 0, 1e-12);
  EXPECT_GT(follow_accel(p, 0, 8, 10, 0), 0);
  EXPECT_LT(follow_accel(p, 8, 8, 15, 0), follow_accel(p, 8, 8, 15, 8));
  EXPECT_EQ(follow_accel(p, 8, 8, 0, 8), -p.hardest);
}

TEST(LaneDriver, BehindALeaderThatStandsItStopsWithoutTouchingHim) {
  const FollowParams p;
  double speed = 13, gap = 60, hardest = 0;

  for (int tick = 0; tick < 4000; ++tick) {
    const double accel = follow_accel(p, speed, 14, gap, 0);
    hardest = std::min(hardest, accel);
    speed = std::max(0.0, speed + 0.01 * accel), gap -= 0.01 * speed;
  }

  EXPECT_LT(speed, 0.05);
  EXPECT_NEAR(gap, p.standstill, 0.3);
  EXPECT_GT(hardest, -5);  // v^2 / 2 d is 1.4: the model brakes its square over B
}

TEST(LaneDriver, YellowStopsWhoeverCanStillBrakeComfortably) {
  EXPECT_TRUE(stops_at(LightState::Yellow, 20, 8));
  EXPECT_FALSE(stops_at(LightState::Yellow, 8, 8));
  EXPECT_TRUE(stops_at(LightState::Red, 1, 8));
  EXPECT_FALSE(stops_at(LightState::Green, 20, 8));
}

TEST(LaneDriver, BendsAreDrivenSlowlyAndApproachedInTime) {
  const auto guide = guide_of_two_blocks(JunctionControl::None);
  const auto corner = nearest_lane(*guide->roads, Vec2{197, 4});  // inside the south-east corner
  ASSERT_TRUE(corner);
  const RoadLane& lane = guide->roads->lane(corner->lane);

  double slowest = 100;
  for (double along = 0; along < lane.length; along += 0.5)
    slowest = std::min(slowest, allowed_speed(*guide, corner->lane, along));

  EXPECT_LT(slowest, 6);
  EXPECT_NEAR(allowed_speed(*guide, corner->lane, 20), 30 / 3.6, 0.01);
}

TEST(LaneDriver, MemoriesBecomeNumbersAndComeBack) {
  LaneMemory memory;
  memory.count = 2, memory.lanes[0] = LaneId{7}, memory.lanes[1] = LaneId{9};
  memory.along = 12.5, memory.drawn = 3, memory.turn = 4, memory.way = LaneId{9};
  LaneMemory read;

  ASSERT_TRUE(set_numbers(numbers_of(memory), read));
  EXPECT_EQ(read, memory);

  auto broken = numbers_of(memory);
  broken[0] = 100;
  EXPECT_FALSE(set_numbers(broken, read));
  broken.pop_back();
  EXPECT_FALSE(set_numbers(broken, read));
}

TEST(RightOfWay, OfTwoWhoseWaysMeetOnlyOneHasItsTurn) {
  const auto guide = guide_of_two_blocks(JunctionControl::None);
  // all three arms of the southern junction, right before it
  const std::array<Pose2, 3> cars{{{80, -2, 0}, {120, 2, kPi}, {98, 20, -kPi / 2}}};

  const TrafficScene scene = scene_of(guide, cars);

  ASSERT_FALSE(scene.passing.empty());
  for (const std::uint32_t a : scene.passing)
    for (const std::uint32_t b : scene.passing)
      for (const LaneConflict& c : guide->lanes[index_of(scene.users[a].lanes->way)].conflicts)
        EXPECT_FALSE(a != b && c.kind != ConflictKind::Diverge &&
                     c.other == scene.users[b].lanes->way)
            << a << " and " << b;
}

TEST(RightOfWay, NobodyHasATurnAtARedLight) {
  const auto guide = guide_of_two_blocks(JunctionControl::Lights);
  const std::array<Pose2, 3> cars{{{80, -2, 0}, {120, 2, kPi}, {98, 20, -kPi / 2}}};
  int turns = 0;
  for (int second = 0; second < 60; ++second) {
    const TrafficScene scene = scene_of(guide, cars, second);
    for (const std::uint32_t i : scene.passing) {
      const auto ahead = junction_ahead(scene, scene.users[i]);
      ASSERT_TRUE(ahead);
      for (const LaneStop& stop : guide->roads->lane(ahead->entry).stops)
        EXPECT_EQ(light_at(guide->roads->signal(stop.signal), second), LightState::Green);
      ++turns;
    }
  }
  EXPECT_GT(turns, 20);
}

/// The lane at a place and the way from it that turns so.
LaneMemory plan_at(const RoadNetwork& roads, const Pose2& place, LaneTurn turn) {
  const auto lane = nearest_lane(roads, place);
  LaneMemory memory{.count = 2, .lanes = {lane->lane}, .along = lane->along};
  for (const LaneId way : roads.lane(lane->lane).successors)
    if (roads.lane(way).turn == turn) memory.lanes[1] = way;
  return memory;
}

TEST(RightOfWay, ATurnAgainstTheStraightComesInOnGreenAndWaitsBeforeTheirWay) {
  const auto guide = guide_of_two_blocks(JunctionControl::Lights);
  const RoadNetwork& roads = *guide->roads;
  const std::array<Pose2, 2> places{{{80, -2, 0}, {120, 2, kPi}}};
  const std::array<LaneMemory, 2> plans{plan_at(roads, places[0], LaneTurn::Left),
                                        plan_at(roads, places[1], LaneTurn::Straight)};
  const RoadSignal& light = roads.signal(roads.lane(plans[0].lanes[0]).stops[0].signal);
  double green = 0;
  while (light_at(light, green) != LightState::Green) green += 1;
  TrafficScene scene;
  scene.guide = guide;
  begin_scene(scene, 1, green, 0.01, 2);
  for (std::size_t i = 0; i < 2; ++i)
    add_user(scene, vehicle_id(i), default_params(kind_of<Sedan>()),
             state_at(kind_of<Sedan>(), places[i]), &plans[i], nullptr);

  settle_scene(scene);

  ASSERT_TRUE(scene.users[1].lanes->turn > 0 && !scene.users[1].lanes->waits_inside());
  ASSERT_TRUE(scene.users[0].lanes->waits_inside());
  const double place = waiting_place(*guide, plans[0].lanes[1]);
  EXPECT_GE(place, 2);
  for (const LaneConflict& c : guide->lanes[index_of(plans[0].lanes[1])].conflicts)
    EXPECT_TRUE(c.other != plans[1].lanes[1] || place <= c.own_from);
  // alone it has its turn at once
  begin_scene(scene, 1, green, 0.01, 1);
  add_user(scene, vehicle_id(0), default_params(kind_of<Sedan>()),
           state_at(kind_of<Sedan>(), places[0]), &plans[0], nullptr);
  settle_scene(scene);
  EXPECT_TRUE(scene.users[0].lanes->turn > 0 && !scene.users[0].lanes->waits_inside());
}

/// Somebody who stands at the beginning of a lane.
Pose2 at_the_mouth(const RoadNetwork& roads, LaneId lane) {
  const LanePlace place = place_on(roads, lane, 5);
  return {place.point.x, place.point.y, wrap_angle(place.heading)};
}

TEST(RightOfWay, NobodyEntersAJunctionThatHasNoRoomBehind) {
  const auto guide = guide_of_two_blocks(JunctionControl::None);
  const RoadNetwork& roads = *guide->roads;
  std::vector<Pose2> cars{{80, -2, 0}};
  ASSERT_EQ(scene_of(guide, cars).passing.size(), 1u);
  const LaneId entry = nearest_lane(roads, cars[0])->lane;

  for (const LaneId way : roads.lane(entry).successors)
    if (roads.lane(way).kind == LaneKind::Driving)
      cars.push_back(at_the_mouth(roads, roads.lane(way).successors[0]));

  ASSERT_EQ(cars.size(), 3u);
  EXPECT_TRUE(scene_of(guide, cars).passing.empty());
}

TEST(RightOfWay, WhoFindsNoRoomBehindGoesAnotherWay) {
  const auto guide = guide_of_two_blocks(JunctionControl::None);
  const RoadNetwork& roads = *guide->roads;
  const Pose2 place{80, -2, 0};
  for (const LaneTurn turn : {LaneTurn::Straight, LaneTurn::Left}) {
    const LaneMemory plan = plan_at(roads, place, turn), none;
    const LaneId exit = roads.lane(plan.lanes[1]).successors[0];
    TrafficScene scene;
    scene.guide = guide;
    begin_scene(scene, 1, 0, 0.01, 2);
    const VehicleKind kind = kind_of<Sedan>();
    add_user(scene, vehicle_id(0), default_params(kind), state_at(kind, place), &plan, nullptr);
    add_user(scene, vehicle_id(1), default_params(kind), state_at(kind, at_the_mouth(roads, exit)),
             &none, nullptr);

    settle_scene(scene);

    const LaneMemory& chosen = *scene.users[0].lanes;
    ASSERT_GT(chosen.turn, 0);
    EXPECT_NE(chosen.way, plan.lanes[1]);
    EXPECT_EQ(chosen.lanes[1], chosen.way);
    const auto& follows = roads.lane(chosen.way).successors;
    EXPECT_NE(std::find(follows.begin(), follows.end(), chosen.lanes[2]), follows.end());
  }
}

TEST(Lanes, TheFullerOfTwoStreetsIsChosenSeldom) {
  const auto guide = guide_of_two_blocks(JunctionControl::None);
  const RoadNetwork& roads = *guide->roads;
  const Pose2 place{50, -2, 0};
  const LaneMemory straight = plan_at(roads, place, LaneTurn::Straight), none;
  const LaneId exit = roads.lane(straight.lanes[1]).successors[0];
  const VehicleKind kind = kind_of<Sedan>();
  const auto share_straight = [&](std::size_t in_the_way) {
    int chosen = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      TrafficScene scene;
      scene.guide = guide;
      begin_scene(scene, seed, 0, 0.01, 1 + in_the_way);
      add_user(scene, vehicle_id(0), default_params(kind), state_at(kind, place), &none, nullptr);
      for (std::size_t i = 1; i <= in_the_way; ++i) {
        const LanePlace at = place_on(roads, exit, 7 * static_cast<double>(i));
        add_user(scene, vehicle_id(i), default_params(kind),
                 state_at(kind, {at.point.x, at.point.y, at.heading}), &none, nullptr);
      }
      settle_scene(scene);
      chosen += scene.users[0].lanes->lanes[1] == straight.lanes[1];
    }
    return chosen / 200.0;
  };

  EXPECT_NEAR(share_straight(0), 0.5, 0.15);  // four deviations of 200 draws
  EXPECT_LT(share_straight(10), 0.35);  // a third of it is taken: 0.3 is its weight, 1 the other's
}

TEST(Lanes, WhoWaitsBeforeAJunctionIsWhollyInAShortStreet) {
  LevelSpec level = open_level();
  StreetsSpec streets;
  for (const Vec2 node :
       {Vec2{0, 0}, {60, 0}, {94, 0}, {160, 0}, {160, 80}, {94, 80}, {60, 80}, {0, 80}})
    streets.nodes.push_back(node);
  streets.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 0}, {1, 6}, {2, 5}};
  ASSERT_TRUE(add_streets(streets, level.roads));
  const auto guide =
      make_road_guide(std::make_shared<const RoadNetwork>(build_network(level.roads)));
  int looked_at = 0;
  for (const RoadJunction& junction : guide->roads->junctions)
    for (const LaneId entry : junction.entries) {
      EXPECT_GT(waiting_line(*guide, entry), guide->roads->lane(entry).length / 2);
      looked_at += guide->roads->lane(entry).length < 15;
    }
  EXPECT_EQ(looked_at, 4);
}

TEST(WalkNetwork, EveryPlaceOfTheTownLeadsToEveryOther) {
  const auto guide = guide_of_two_blocks(JunctionControl::Lights);
  const auto& places = guide->walks.places;
  ASSERT_GT(places.size(), 100u);
  std::vector<bool> reached(places.size());
  std::vector<std::uint32_t> open{0};
  reached[0] = true;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const WalkLink& link : places[at].links)
      if (!reached[link.to]) reached[link.to] = true, open.push_back(link.to);
  }
  EXPECT_EQ(std::count(reached.begin(), reached.end(), true),
            static_cast<std::ptrdiff_t>(places.size()));
}

TEST(Autopilot, RaysMeetABoxAheadAndNoneBeside) {
  RoadUser user{};
  user.pose = {10, 0, kPi / 2};
  user.nose = 2, user.tail = 2, user.half_width = 1;

  EXPECT_TRUE(ray_meets({}, 3, 0, 7, user));
  EXPECT_TRUE(ray_meets({}, 3, 1, 7, user));
  EXPECT_FALSE(ray_meets({}, 3, 0, 5, user));    // too short
  EXPECT_FALSE(ray_meets({}, 3, 2.5, 9, user));  // passes by its nose
  EXPECT_FALSE(ray_meets({0, 0, kPi}, 3, 0, 9, user));
}

TEST(Autopilot, WhoCameIntoTheOtherLaneIsLedBack) {
  const auto guide = guide_of_two_blocks({});
  const VehicleKind kind = kind_of<Sedan>();
  const VehicleParams params = default_params(kind);
  AutopilotDriver driver;
  const auto steer_at = [&](const Pose2& pose) {
    const TrafficScene scene = scene_of(guide, {{pose}});
    const VehicleInput input = drive_by_autopilot(driver, scene, 0, params, state_at(kind, pose));
    return std::get<SedanInput<double>>(input).steer;
  };

  EXPECT_NEAR(steer_at({40, -2, 0}), 0, 0.05);  // eastwards in its lane
  EXPECT_LT(steer_at({42, 1.5, 0.3}), -0.1);    // over the middle: to the right
  EXPECT_GT(steer_at({44, -4.5, -0.3}), 0.1);   // by the kerb: to the left
}

}  // namespace
}  // namespace paddock
