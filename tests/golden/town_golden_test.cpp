// Ten thousand ticks of traffic in a small town and in a full town02: the same hash of all that
// drive, walk and stand parked from every compiler, optimisation and SIMD target, and from a run
// restored half way.
#include <gtest/gtest.h>

#include <string>

#include "paddock/stage/session.h"
#include "tests/support/hex.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

constexpr int kTownTicks = 10000;
constexpr const char* kCalm = "0x3ccab8847f3e65e1";
constexpr const char* kLively = "0xc683ccdc3eb52ad7";

constexpr const char* kFull = "0xe1fecedb3e27e146";

std::string hash_of_town(TrafficMode mode, bool restore_half_way) {
  const TownWish wish{.vehicles = 12, .walkers = 12, .mode = mode};
  Session session = *open_session(build_level(two_blocks(wish)), {.vehicles = {}, .seed = 1});
  for (int tick = 0; tick < kTownTicks; ++tick) {
    advance(session);
    if (tick != kTownTicks / 2) continue;
    checkpoint(session);
    if (!restore_half_way) continue;
    const Snapshot kept = snapshot_of(session);
    for (int detour = 0; detour < 50; ++detour) advance(session);
    EXPECT_TRUE(restore(session, kept));
  }
  return hash_in_hex(hash_of(session));
}

TEST(Golden, EveryoneInATownHasItsBitsAfterTenThousandTicks) {
  EXPECT_EQ(hash_of_town(TrafficMode::Calm, false), kCalm);
  EXPECT_EQ(hash_of_town(TrafficMode::Lively, false), kLively);
}

TEST(Golden, ATownRestoredHalfWayHasTheBitsOfOneThatWasNot) {
  EXPECT_EQ(hash_of_town(TrafficMode::Calm, true), kCalm);
}

TEST(Golden, EightyCarsAndEightyPeopleInTown02HaveTheirBits) {
  LevelReading reading = read_level(PADDOCK_SOURCE_DIR "/levels/town/town02.toml", 1);
  ASSERT_TRUE(reading.ok());
  reading.spec.traffic->vehicles = reading.spec.traffic->walkers = 80;
  Session session =
      *open_session(build_level(std::move(reading.spec)), {.vehicles = {}, .seed = 1});

  for (int tick = 0; tick < kTownTicks; ++tick) advance(session);

  EXPECT_EQ(count_present(session.state), 160u);
  EXPECT_EQ(hash_in_hex(hash_of(session)), kFull);
}

}  // namespace
}  // namespace paddock
