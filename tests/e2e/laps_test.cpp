// The built-in driver on every level that has a closed route and gates.
#include <gtest/gtest.h>

#include <cstdio>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

bool is_track(const World& world) {
  return !world.gates.empty() && !world.routes.empty() && world.routes.front().closed;
}

TEST(Laps, ARaceCarLapsEveryTrackTenTimesWithoutTouchingAWall) {
  int tracks = 0;
  for (const LevelFile& level : find_levels()) {
    auto session = open_session(level.path, {.vehicles = {{.kind = "racecar"}}});
    if (!session || !is_track(*session->model.world)) continue;
    ++tracks;
    const std::int64_t most = 2'000'000;  // ten slow laps of the longest level

    while (session->state.laps[0].laps < 10 && count(session->state.tick) < most &&
           session->contacts == 0)
      advance(*session);

    EXPECT_EQ(session->state.laps[0].laps, 10u) << level.name;
    EXPECT_EQ(session->contacts, 0u)
        << level.name << " after " << session->state.laps[0].laps << " laps";
    std::printf("%-20s ten laps in %7.1f s, best %s\n", level.name.c_str(),
                session->model.world->clock.seconds(session->state.tick),
                lap_time(session->state.laps[0].best_lap).c_str());
  }
  EXPECT_GE(tracks, 4);
}

}  // namespace
}  // namespace paddock
