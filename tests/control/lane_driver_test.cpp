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

TEST(RightOfWay, NobodyEntersAJunctionThatHasNoRoomBehind) {
  const auto guide = guide_of_two_blocks(JunctionControl::None);
  const std::array<Pose2, 1> alone{{{80, -2, 0}}};
  const TrafficScene free = scene_of(guide, alone);
  ASSERT_EQ(free.passing.size(), 1u);
  const LaneId way = free.users[0].lanes->way;
  const LaneId exit = guide->roads->lane(way).successors[0];
  const LanePlace full = place_on(*guide->roads, exit, 5);

  const std::array<Pose2, 2> cars{
      {alone[0], {full.point.x, full.point.y, wrap_angle(full.heading)}}};

  EXPECT_TRUE(scene_of(guide, cars).passing.empty());
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
