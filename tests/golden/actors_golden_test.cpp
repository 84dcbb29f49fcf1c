// Ten thousand comings and goings in both physics: the same hash from every compiler, optimisation,
// thread and SIMD target, and from a run that was restored half way. The rigid one holds for one
// build of Bullet, as all rigid hashes do.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>

#include "tests/support/comings_and_goings.h"
#include "tests/support/hex.h"

namespace paddock {
namespace {

constexpr int kTicks = 2500, kChangesATick = 4;
constexpr const char* kPlanar = "0x5989765a98ed4b74";
constexpr const char* kRigid = "0x8955bad0202f5e19";

struct Outcome {
  std::uint64_t hash{};
  Changes changes;
};

Outcome busy_run(PhysicsKind physics, bool restore_half_way) {
  Session session = *open_session(build_level(busy_level(physics)), busy_spec());
  Outcome outcome;
  const auto tick = [&](Changes& changes) {
    for (std::uint32_t i = 0; i < kChangesATick; ++i) change_once(session, i, changes);
    advance(session);
  };
  for (int t = 0; t < kTicks; ++t) {
    tick(outcome.changes);
    if (t != kTicks / 2) continue;
    checkpoint(session);
    if (!restore_half_way) continue;
    const Snapshot kept = snapshot_of(session);
    Changes astray;
    for (int detour = 0; detour < 50; ++detour) tick(astray);
    EXPECT_TRUE(restore(session, kept));
  }
  outcome.hash = hash_of(session);
  for (const VehicleId id : outcome.changes.gone)
    EXPECT_EQ(apply(session, Despawn{id}).error().message,
              "vehicle " + std::to_string(index_of(id) + 1) + " is gone");
  return outcome;
}

TEST(Golden, EveryComingAndGoingHasItsBits) {
  for (const PhysicsKind physics : {PhysicsKind::Planar, PhysicsKind::Rigid}) {
    const Outcome straight = busy_run(physics, false);
    EXPECT_EQ(hash_in_hex(straight.hash), physics == PhysicsKind::Planar ? kPlanar : kRigid);
    EXPECT_EQ(straight.changes.spawned + straight.changes.despawned + straight.changes.refused,
              kTicks * kChangesATick);
    EXPECT_GT(straight.changes.despawned, 3000);
    // no id came twice
    EXPECT_EQ(straight.changes.ids.size(), static_cast<std::size_t>(straight.changes.spawned));
    EXPECT_EQ(straight.changes.gone.size(), static_cast<std::size_t>(straight.changes.despawned));
    EXPECT_EQ(busy_run(physics, true).hash, straight.hash);
  }
}

TEST(Golden, ComingsAndGoingsOnEightThreadsHaveTheBitsOfOne) {
  for (const PhysicsKind physics : {PhysicsKind::Planar, PhysicsKind::Rigid}) {
    std::array<std::uint64_t, 8> hashes{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < hashes.size(); ++i)
      threads.emplace_back([&, i] { hashes[i] = busy_run(physics, false).hash; });
    for (std::thread& thread : threads) thread.join();

    for (const std::uint64_t hash : hashes)
      EXPECT_EQ(hash_in_hex(hash), physics == PhysicsKind::Planar ? kPlanar : kRigid);
  }
}

}  // namespace
}  // namespace paddock
