// The state as a value, and its hash.
#include "paddock/engine/state.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "tests/support/worlds.h"

namespace paddock {
namespace {

TestRun all_kinds() {
  std::vector<VehicleSetup> setups;
  for (const VehicleKind kind : kAllKinds)
    setups.push_back(vehicle_at(kind, {3 * static_cast<double>(setups.size()), 1, 0}));
  return TestRun(build_shared(open_level()), setups);
}

/// Calls change(name, state) once for every number of a state, each time with a fresh copy in which
/// that number alone differs by as little as it can.
void for_every_change(const State& original,
                      const std::function<void(const std::string&, const State&)>& with) {
  State copy = original;
  const auto try_it = [&](const std::string& name) {
    with(name, copy);
    copy = original;
  };
  copy.tick = next(copy.tick), try_it("tick");
  for (std::size_t v = 0; v < original.physics.vehicles.size(); ++v) {
    copy.physics.frozen[v] ^= 1, try_it("frozen");
    int fields = 0;
    visit_fields(original.physics.vehicles[v], [&](const char*, double) { ++fields; });
    for (int chosen = 0; chosen < fields; ++chosen) {
      std::string name;
      std::visit(
          [&](auto& s) {
            int at = 0;
            s.fields(s, [&](const char* field, double& number) {
              if (at++ == chosen) number = std::nextafter(number, 1e9), name = field;
            });
          },
          copy.physics.vehicles[v]);
      try_it(name);
    }
    for (int chosen = 0; chosen < 6; ++chosen) {
      std::string name;
      int at = 0;
      LapState::fields(copy.laps[v], [&](const char* field, auto& number) {
        if (at++ != chosen) return;
        number = static_cast<std::remove_reference_t<decltype(number)>>(number ^ 1), name = field;
      });
      try_it(name);
    }
  }
}

TEST(State, HashChangesWhenAnyNumberDoesAndDiffersEachTime) {
  const State state = all_kinds().state;
  std::set<std::uint64_t> seen{hash_of(state)};
  std::size_t changes = 0;
  for_every_change(state, [&](const std::string& name, const State& changed) {
    EXPECT_NE(changed, state) << name;
    EXPECT_TRUE(seen.insert(hash_of(changed)).second) << name;
    ++changes;
  });
  // 1 tick; 7 + 8 + 8 + 6 + 10 + 7 numbers of the six kinds; each frozen and six of its lap
  EXPECT_EQ(changes, 1u + 46u + 6u * 7u);
}

TEST(State, EqualStatesHashEqual) {
  const State a = all_kinds().state, b = all_kinds().state;
  State zero = a;
  std::get<RacecarState<double>>(zero.physics.vehicles[0]).body.vx = -0.0;

  EXPECT_EQ(a, b);
  EXPECT_EQ(hash_of(a), hash_of(b));
  EXPECT_EQ(a, zero);  // both zeros are one number
  EXPECT_EQ(hash_of(a), hash_of(zero));
}

TEST(State, StartsAtRestAtItsStarts) {
  const TestRun run = all_kinds();

  EXPECT_EQ(run.state.tick, Tick{0});
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(position(run.pose(i)), (Vec2{3 * static_cast<double>(i), 1}));
    EXPECT_EQ(speed_of(run.state.physics.vehicles[i]), 0);
    EXPECT_EQ(run.state.laps[i], LapState{});
  }
}

}  // namespace
}  // namespace paddock
