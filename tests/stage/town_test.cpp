// Traffic in streets: cars that keep the rules of the road, people who cross.
#include <gtest/gtest.h>

#include "paddock/stage/session.h"
#include "paddock/stage/traffic_tally.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

Session town(const TownWish& wish, std::uint64_t seed = 1) {
  return *open_session(build_level(two_blocks(wish)), {.vehicles = {}, .seed = seed});
}

TrafficTally run_tallied(Session& session, double seconds) {
  TrafficTally tally;
  const double dt = session.world().clock.tick_seconds();
  for (double t = 0; t < seconds; t += dt) {
    advance(session);
    tally_traffic(session, tally);
  }
  return tally;
}

std::size_t count_driven_by(const Session& session, const std::string& driver) {
  std::size_t count = 0;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    count += session.state.physics.present[v] != 0 && session.seats[v].name == driver;
  return count;
}

void expect_rules_kept(const TrafficTally& tally, const std::string& what) {
  EXPECT_EQ(tally.bumps, 0u) << what;
  EXPECT_EQ(tally.walker_hits, 0u) << what;
  EXPECT_EQ(tally.off_road, 0u) << what;
  EXPECT_EQ(tally.red_lights, 0u) << what;
  EXPECT_LT(tally.longest_stand, 120) << what;
  testing::Test::RecordProperty(what + " share moving", std::to_string(tally.share_moving()));
  std::printf("%s: %.2f of the time above 2 m/s, longest stand %.0f s, %zu arms unused\n",
              what.c_str(), tally.share_moving(), tally.longest_stand, tally.arms_unused());
}

TEST(Town, ARunFromAMouldIsThatOfItsLevelWithThatSeedAndTraffic) {
  const auto mould =
      make_mould(build_level(two_blocks({.vehicles = 2})), {.vehicles = {}, .seed = 1});
  ASSERT_TRUE(mould.has_value());
  Session before = *open_session(*mould, 3);
  run_tallied(before, 1);
  Session cast = *open_session(*mould, 7);
  cast.streets->vehicles = 6, cast.streets->walkers = 6;
  Session opened = town({.vehicles = 6, .walkers = 6}, 7);

  run_tallied(cast, 10);
  run_tallied(opened, 10);

  EXPECT_EQ(count_driven_by(cast, "traffic:lane"), 6u);
  EXPECT_EQ(hash_of(cast), hash_of(opened));
}

TEST(Town, TrafficKeepsTheRulesWhateverDecidesAtJunctions) {
  const std::array<std::pair<JunctionControl, const char*>, 4> controls{
      {{JunctionControl::Lights, "lights"},
       {JunctionControl::Stop, "stop signs"},
       {JunctionControl::Yield, "yield signs"},
       {JunctionControl::None, "right before left"}}};
  for (const auto& [control, what] : controls) {
    Session session = town({.vehicles = 16, .walkers = 16, .control = control});

    const TrafficTally tally = run_tallied(session, 120);

    EXPECT_EQ(count_driven_by(session, "traffic:lane"), 16u) << what;
    EXPECT_EQ(count_driven_by(session, "traffic:walk"), 16u) << what;
    expect_rules_kept(tally, what);
    EXPECT_GT(tally.share_moving(), 0.5) << what;
    EXPECT_LE(tally.arms_unused(), 1u) << what;  // two minutes are few phases of a light
  }
}

TEST(Town, LivelyPeopleCrossBesideCrossingsAndCalmOnesDoNot) {
  const auto strays = [](TrafficMode mode) {
    Session session = town({.walkers = 16, .mode = mode});
    std::size_t beside = 0;
    for (int tick = 0; tick < 12000; ++tick) {
      advance(session);
      const auto& places = session.traffic.guide->walks.places;
      for (const RoadUser& user : session.traffic.users) {
        if (!user.walk || !user.walk->on_road) continue;
        const auto& links = places[user.walk->from].links;
        const auto link = std::find_if(links.begin(), links.end(), [&](const WalkLink& l) {
          return l.to == user.walk->to && l.crossing != WalkLink::kPavement;
        });
        beside += link == links.end();
      }
    }
    return beside;
  };

  EXPECT_EQ(strays(TrafficMode::Calm), 0u);
  EXPECT_GT(strays(TrafficMode::Lively), 100u);
}

TEST(Town, ParkedCarsStandInTheirRowsAndGoNowhere) {
  LevelSpec level = two_blocks({.vehicles = 4});
  for (RoadSpec& road : level.roads.roads) {
    if (!road.junction.empty()) continue;
    for (LaneSection& section : road.sections)
      section.lanes.push_back({.id = section.lanes.back().id - 1,
                               .kind = LaneKind::Parking,
                               .width = {{0, 2.2, 0, 0, 0}}});
  }
  level.traffic->parked = 10;
  Session session = *open_session(build_level(std::move(level)), {.vehicles = {}, .seed = 1});
  advance(session);
  std::vector<Vec2> before;
  const auto parked = [&] {
    std::vector<Vec2> places;
    for (std::size_t v = 0; v < session.seats.size(); ++v)
      if (session.seats[v].name == "traffic:parked")
        places.push_back(position(pose_of(session.state.physics.vehicles[v])));
    return places;
  };
  before = parked();

  const TrafficTally tally = run_tallied(session, 30);

  ASSERT_EQ(before.size(), 10u);
  EXPECT_EQ(parked(), before);
  for (const Vec2 place : before)
    EXPECT_EQ(lane_kind_at(*session.world().roads, place), LaneKind::Parking);
  expect_rules_kept(tally, "beside parked cars");
}

TEST(Town, TheSameSeedGivesTheSameTrafficAndAnotherOneAnother) {
  const TownWish wish{.vehicles = 10, .walkers = 10, .mode = TrafficMode::Lively};
  Session one = town(wish), again = town(wish), other = town(wish, 2);

  run_tallied(one, 15), run_tallied(again, 15), run_tallied(other, 15);

  EXPECT_EQ(hash_of(one), hash_of(again));
  EXPECT_NE(hash_of(one), hash_of(other));
}

TEST(Town, RestoredHalfWayItGoesOnWithTheSameBits) {
  const TownWish wish{.vehicles = 10, .walkers = 10};
  Session session = town(wish);
  run_tallied(session, 12);
  checkpoint(session);
  const Snapshot kept = snapshot_of(session);
  run_tallied(session, 12);

  Session other = town(wish);
  ASSERT_TRUE(restore(other, kept));
  run_tallied(other, 12);

  EXPECT_EQ(hash_of(other), hash_of(session));
}

TEST(Town, WhoIsMissingComesBackWhereNoGuestSeesIt) {
  Session session = town({.vehicles = 6, .walkers = 3});
  run_tallied(session, 1);
  ASSERT_TRUE(apply(session, Spawn{.kind = "sedan", .pose = {40, -40, 0}, .driver = "person"}));
  const VehicleId guest = session.seats.back().name == "person"
                              ? id_of(session.state, session.seats.size() - 1)
                              : VehicleId{};
  ASSERT_TRUE(apply(session, Despawn{id_of(session.state, 0)}));
  ASSERT_EQ(count_driven_by(session, "traffic:lane"), 5u);

  for (int tick = 0; tick < 200 && count_driven_by(session, "traffic:lane") < 6; ++tick)
    advance(session);

  ASSERT_EQ(count_driven_by(session, "traffic:lane"), 6u);
  const Vec2 newcomer = position(pose_of(session.state.physics.vehicles[0]));
  EXPECT_GT(distance(newcomer, position(pose_of(session.state.physics.vehicles[index_of(guest)]))),
            50);
}

TEST(Town, ACarStopsForAWalkerWhoStandsInItsLane) {
  Session session = town({});
  ASSERT_TRUE(apply(session, Spawn{.kind = "sedan", .pose = {20, -2, 0}, .driver = "lane"}));
  ASSERT_TRUE(apply(session, Spawn{.kind = "walker", .pose = {60, -2, 0}, .driver = "idle"}));

  run_tallied(session, 15);

  const Pose2 car = pose_of(session.state.physics.vehicles[0]);
  EXPECT_GT(car.x, 45);
  EXPECT_LT(car.x + 2.245, 59.5);
  EXPECT_LT(std::fabs(speed_of(session.state.physics.vehicles[0])), 0.1);
}

TEST(Town, TheAutopilotKeepsItsLaneAndTheLimit) {
  Session session = town({});
  ASSERT_TRUE(apply(session, Spawn{.kind = "sedan", .pose = {20, -2, 0}, .driver = "autopilot"}));
  double fastest = 0, off = 0, way = 0;
  Vec2 before{20, -2};

  for (int tick = 0; tick < 6000; ++tick) {
    advance(session);
    const VehicleState& car = session.state.physics.vehicles[0];
    fastest = std::max(fastest, speed_of(car));
    const Pose2 pose = pose_of(car);
    off = std::max(
        off, trespass_of(*session.world().roads, pose * Pose2{-0.115, 0, 0}, {2.36, 0.945}, 0.25)
                 .off_road);
    way += distance(before, position(pose));
    before = position(pose);
  }

  EXPECT_LT(fastest, 8.334 + 0.5);  // it brakes when it is there
  EXPECT_LT(off, 0.3);
  EXPECT_GT(way, 150);
}

}  // namespace
}  // namespace paddock
