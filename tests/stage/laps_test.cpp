// Laps of the race tracks: the built-in driver is quick and touches nothing, and who holds full
// throttle and leaves the steering to the walls is slower. Simulated time throughout.
#include <gtest/gtest.h>

#include <string>

#include "paddock/stage/session.h"

namespace paddock {
namespace {

constexpr std::uint32_t kLaps = 3;

Session session_on(const std::string& level, const std::string& driver) {
  SessionSpec spec;
  spec.vehicles = {{.kind = "racecar", .driver = driver}};
  spec.laps = kLaps;
  return *open_session(PADDOCK_SOURCE_DIR "/levels/" + level + ".toml", spec);
}

/// Until the last lap is done, or `seconds` are over.
void drive(Session& session, double seconds) {
  const double dt = session.world().clock.tick_seconds();
  for (double time = 0; time < seconds && session.race.entries[0].finished == 0; time += dt)
    advance(session);
}

struct Track {
  const char* level;
  double seconds;  // for three laps from the grid: what the driver needs, and three hundredths
};

constexpr Track kTracks[]{{"tracks/oval", 32.6},         {"tracks/grand_prix", 54.9},
                          {"tracks/hairpins", 46.6},     {"tracks/hill_circuit", 51.6},
                          {"tracks/random_track", 52.7}, {"indoor/office_loop", 24.1}};

TEST(Laps, BuiltInDriverIsQuickOnEveryTrackAndTouchesNothing) {
  for (const Track& track : kTracks) {
    Session session = session_on(track.level, "route");
    drive(session, track.seconds);

    EXPECT_EQ(session.state.laps[0].laps, kLaps) << track.level;
    EXPECT_EQ(session.contacts, 0u) << track.level;
  }
}

TEST(Laps, FullThrottleWithoutSteeringIsSlowerThanTheBuiltInDriver) {
  for (const Track& track : kTracks) {
    Session session = session_on(track.level, "program");
    ASSERT_TRUE(
        apply(session, SetInput{VehicleId{0}, RacecarInput<double>{.steer = 0, .accel = 100}}));
    drive(session, track.seconds);

    EXPECT_LT(session.state.laps[0].laps, kLaps) << track.level;
  }
}

}  // namespace
}  // namespace paddock
