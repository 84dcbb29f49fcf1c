// What the roads say to a vehicle.
#include "paddock/stage/road_watch.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/stages.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

/// A sedan in the two blocks, its lane there two metres to the right of the middle.
Session street_with(const TownWish& wish = {}) {
  SessionSpec spec;
  spec.vehicles = {{.kind = "sedan", .driver = "idle"}};
  LevelSpec level = two_blocks(wish);
  level.starts.push_back({.where = {}, .pose = {50, -2, 0}, .vehicle = ""});
  return *open_session(build_level(std::move(level)), spec);
}

RoadWatch watch_at(Session& session, const Pose2& pose) {
  EXPECT_TRUE(apply(session, PlaceVehicle{vehicle_id(0), pose}));
  const std::vector<RoadWatch> watches = watch_roads(session);
  EXPECT_EQ(watches.size(), 1u);
  return watches.front();
}

TEST(RoadWatch, InItsLaneACarHasALimitAndTrespassesNowhere) {
  Session session = street_with();

  const RoadWatch watch = watch_at(session, {50, -2, 0});

  EXPECT_EQ(watch.trespass.off_road, 0);
  EXPECT_EQ(watch.trespass.other_lane, 0);
  EXPECT_NEAR(watch.speed_limit, StreetsSpec{}.speed, 1e-12);
}

TEST(RoadWatch, ItSaysHowMuchOfTheCarIsWhereItDoesNotBelong) {
  Session session = street_with();

  EXPECT_EQ(watch_at(session, {50, -2, kPi}).trespass.other_lane, 1);
  EXPECT_NEAR(watch_at(session, {50, 0, 0}).trespass.other_lane, 0.5, 0.05);  // a row of samples
  const RoadWatch garden = watch_at(session, {50, 50, 0});
  EXPECT_EQ(garden.trespass.off_road, 1);
  EXPECT_EQ(garden.speed_limit, 0);
  EXPECT_EQ(garden.light, LightState::Dark);
}

TEST(RoadWatch, TheLightAheadIsToldWithTheWayToItsLineAndChanges) {
  Session session = street_with({.control = JunctionControl::Lights});
  const RoadWatch far = watch_at(session, {20, -2, 0});
  const RoadWatch near = watch_at(session, {70, -2, 0});

  EXPECT_EQ(far.light, LightState::Dark);
  ASSERT_NE(near.light, LightState::Dark);
  EXPECT_GT(near.light_distance, 5);
  EXPECT_LT(near.light_distance, 25);
  EXPECT_NEAR(watch_at(session, {72, -2, 0}).light_distance, near.light_distance - 2, 1e-6);

  std::set<LightState> seen;
  for (int second = 0; second < 60; ++second) {
    seen.insert(watch_at(session, {70, -2, 0}).light);
    for (int tick = 0; tick < 100; ++tick) advance(session);
  }
  EXPECT_EQ(seen, (std::set{LightState::Red, LightState::Yellow, LightState::Green}));
}

TEST(RoadWatch, PeopleOnFootAndLevelsWithoutRoadsHaveNone) {
  Session street = street_with({.walkers = 3});
  advance(street);

  EXPECT_EQ(watch_roads(street).size(), 1u);
  EXPECT_TRUE(watch_roads(ring_session(1)).empty());
}

TEST(RoadWatch, AFrameTellsOfTheRoadsTenTimesASecond) {
  StageOptions options;
  options.open = [](std::uint64_t, const LevelSettings&) -> Result<Session> {
    return street_with();
  };
  Stage stage(options);
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);

  run_stage(stage, 0, 2'000'000'000);

  std::set<std::shared_ptr<const RoadsFrame>> told;
  for (const auto& frame : watching->frames) told.insert(frame->roads);
  EXPECT_FALSE(told.contains(nullptr));
  EXPECT_GE(told.size(), 15u);
  EXPECT_LE(told.size(), 21u);
}

}  // namespace
}  // namespace paddock
