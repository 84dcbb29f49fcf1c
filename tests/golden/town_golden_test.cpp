// Ten thousand ticks of traffic in a small town: the same hash of all that drive, walk and stand
// parked from every compiler, optimisation and SIMD target, and from a run restored half way.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <string>

#include "paddock/stage/session.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

constexpr int kTownTicks = 10000;
constexpr const char* kCalm = "0x205aa9d061ac586c";
constexpr const char* kLively = "0xb63026b10ed5248e";

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
  char text[24];
  std::snprintf(text, sizeof text, "0x%016" PRIx64, hash_of(session));
  return text;
}

TEST(Golden, EveryoneInATownHasItsBitsAfterTenThousandTicks) {
  EXPECT_EQ(hash_of_town(TrafficMode::Calm, false), kCalm);
  EXPECT_EQ(hash_of_town(TrafficMode::Lively, false), kLively);
}

TEST(Golden, ATownRestoredHalfWayHasTheBitsOfOneThatWasNot) {
  EXPECT_EQ(hash_of_town(TrafficMode::Calm, true), kCalm);
}

}  // namespace
}  // namespace paddock
