// Flows: vehicles and walkers of the level's own come, follow their routes and leave.
#include "paddock/stage/traffic.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/stages.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// A street along x that cars drive through, and a path beside it.
LevelSpec street() {
  LevelSpec level = open_level();
  level.vehicle = "sedan";
  level.ground.size = {200, 60};
  level.routes.push_back({.where = {}, .name = "street", .points = {{-60, 0}, {60, 0}}});
  level.routes.push_back({.where = {}, .name = "path", .points = {{-10, 8}, {10, 8}}});
  level.flows.push_back({.where = {},
                         .route = "street",
                         .vehicles = {"sedan", "hatchback", "van"},
                         .every = 3,
                         .phase = 1,
                         .most = 3});
  level.flows.push_back({.where = {}, .route = "path", .vehicles = {"walker"}, .every = 4});
  return level;
}

Session street_session(std::uint64_t seed = 1) {
  return *open_session(build_level(street()), {.vehicles = {}, .seed = seed});
}

void run(Session& session, double seconds) {
  const double dt = session.world().clock.tick_seconds();
  for (double t = 0; t < seconds; t += dt) advance(session);
}

int here(const Session& session, const std::string& driver) {
  int count = 0;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    count += session.state.physics.present[v] != 0 && session.seats[v].name == driver;
  return count;
}

TEST(Traffic, WhoComesAndGoesInARoomIsToldAndHeldByNobody) {
  StageOptions options;
  options.open = [](std::uint64_t seed, const LevelSettings&) {
    return open_session(build_level(street()), {.vehicles = {}, .seed = seed});
  };
  Stage stage(options);
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  stage.set_pace({.paused = false, .factor = 10});

  run_stage(stage, 0, 6'000'000'000);

  std::set<std::string> kinds;
  bool gone = false;
  for (const auto& frame : watching->frames) {
    ASSERT_EQ(frame->status->seats.size(), frame->vehicles.size());
    for (std::size_t v = 0; v < frame->vehicles.size(); ++v) {
      const SeatStatus& seat = frame->status->seats[v];
      EXPECT_EQ(seat.client, 0u);
      EXPECT_EQ(seat.present, frame->vehicles[v].present);
      gone = gone || !seat.present;
      kinds.insert(seat.kind);
    }
  }
  EXPECT_TRUE(gone);
  for (const char* kind : {"sedan", "hatchback", "van", "walker"})
    EXPECT_TRUE(kinds.count(kind) > 0) << kind;
}

TEST(Traffic, ComesInTurnFollowsItsRouteAndLeavesAtTheEnd) {
  Session session = street_session();
  std::set<std::uint32_t> seen;
  int most = 0;
  for (int second = 0; second < 90; ++second) {
    run(session, 1);
    for (std::size_t v = 0; v < session.seats.size(); ++v) {
      if (session.state.physics.present[v] == 0) continue;
      seen.insert(static_cast<std::uint32_t>(id_of(session.state, v)));
      const Vec2 at = position(pose_of(session.state.physics.vehicles[v]));
      EXPECT_LT(std::fabs(at.y - (session.seats[v].name == "flow:path" ? 8 : 0)), 0.5);
      EXPECT_LT(at.x, 61);
    }
    most = std::max(most, here(session, "flow:street"));
  }

  EXPECT_EQ(most, 3);  // no more at once
  EXPECT_GT(seen.size(), 20u);
  EXPECT_LT(count_present(session.state), 12u);
  EXPECT_TRUE(session.pending.empty());  // it is no news
}

TEST(Traffic, TheSameSeedGivesTheSameTrafficAndAnotherOneAnother) {
  Session one = street_session(1), again = street_session(1), other = street_session(2);

  run(one, 40), run(again, 40), run(other, 40);

  EXPECT_EQ(hash_of(one), hash_of(again));
  EXPECT_NE(hash_of(one), hash_of(other));
}

TEST(Traffic, RestoredHalfWayItGoesOnWithTheSameBits) {
  Session session = street_session();
  run(session, 21);
  checkpoint(session);
  const Snapshot kept = snapshot_of(session);
  run(session, 25);
  const std::uint64_t first = hash_of(session);

  Session other = street_session();
  ASSERT_TRUE(restore(other, kept));
  run(other, 25);

  EXPECT_EQ(hash_of(other), first);
}

TEST(Traffic, NobodyComesWhereSomebodyStands) {
  Session session = street_session();
  ASSERT_TRUE(apply(session, Spawn{.kind = "truck", .pose = {-60, 0, 0}}));

  run(session, 20);

  EXPECT_EQ(here(session, "flow:street"), 0);
  EXPECT_GT(here(session, "flow:path"), 0);
}

TEST(Traffic, ADriverFollowsTheRouteThatItIsNamedAfterAndNoOther) {
  Session session = street_session();

  EXPECT_TRUE(apply(session, Spawn{.kind = "sedan", .pose = {0, -5, 0}, .driver = "route:path"}));
  const auto nowhere =
      apply(session, Spawn{.kind = "sedan", .pose = {0, -12, 0}, .driver = "route:nowhere"});

  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("has no route \"nowhere\""), std::string::npos)
      << nowhere.error().message;
}

}  // namespace
}  // namespace paddock
