// Gates, laps and triggers.
#include "paddock/engine/gates.h"

#include <gtest/gtest.h>

#include <vector>

#include "paddock/engine/sense.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// Gates across the x axis, passed towards +x, 2 m wide.
LevelSpec gates_at(std::vector<double> xs) {
  LevelSpec level = open_level();
  for (const double x : xs)
    level.gates.push_back({.where = {}, .name = "", .left = {x, 1}, .right = {x, -1}});
  return level;
}

/// A vehicle that is put from place to place, a tick for each move.
struct Mover {
  TestRun run;

  explicit Mover(const LevelSpec& level)
      : run(build_shared(level), {vehicle_at(kind_of<Neato>(), {})}) {}

  void put(Vec2 at) { run.vehicle() = state_at(kind_of<Neato>(), {at.x, at.y, 0}); }
  void move(Vec2 from, Vec2 to) {
    put(from);
    const std::vector<VehicleState> before{run.vehicle()};
    put(to);
    run.out.clear();
    cross_gates(run.model, before, run.state, run.out);
    enter_triggers(run.model, run.state, run.out);
    run.state.tick = next(run.state.tick);
  }
  const LapState& lap() const { return run.state.laps[0]; }
};

constexpr Nanos kTickNanos = 10'000'000;

TEST(Gates, CrossingForwardIsReportedWithItsTimeBetweenTicks) {
  Mover mover(gates_at({1}));

  mover.move({0, 0}, {0, 0});
  mover.move({0.75, 0.3}, {1.75, 0.3});

  ASSERT_EQ(mover.run.out.gates.size(), 1u);
  EXPECT_EQ(mover.run.out.gates[0].time, kTickNanos + kTickNanos / 4);
  EXPECT_TRUE(mover.run.out.gates[0].in_order);
}

TEST(Gates, BackwardBesideOrNotQuiteIsNoCrossing) {
  Mover mover(gates_at({1}));
  const std::vector<std::pair<Vec2, Vec2>> moves{
      {{1.5, 0}, {0.5, 0}}, {{0.5, 1.1}, {1.5, 1.1}}, {{0.5, 0}, {0.99, 0}}, {{1, 0}, {1.5, 0}}};
  for (const auto& [from, to] : moves) {
    mover.move(from, to);
    EXPECT_TRUE(mover.run.out.gates.empty()) << from.x;
  }
}

TEST(Gates, StoppingOnTheLineCountsOnce) {
  Mover mover(gates_at({1}));

  mover.move({0.5, 0}, {1, 0});
  EXPECT_EQ(mover.run.out.gates.size(), 1u);
  mover.move({1, 0}, {1.5, 0});
  EXPECT_TRUE(mover.run.out.gates.empty());
}

TEST(Gates, ALapEndsAtTheFirstGateOnceAllOthersWerePassedInOrder) {
  Mover mover(gates_at({1, 2, 3}));
  const auto pass = [&](int gate) { mover.move({gate + 0.5, 0}, {gate + 1.5, 0}); };

  pass(0);
  EXPECT_TRUE(mover.lap().running);
  EXPECT_EQ(mover.lap().laps, 0u);
  pass(2);  // one left out
  EXPECT_FALSE(mover.run.out.gates[0].in_order);
  pass(0);
  EXPECT_EQ(mover.lap().laps, 0u);
  pass(1), pass(2), pass(0);

  ASSERT_EQ(mover.run.out.laps.size(), 1u);
  EXPECT_EQ(mover.run.out.laps[0].lap, 1u);
  EXPECT_EQ(mover.run.out.laps[0].duration, 5 * kTickNanos);
  EXPECT_EQ(mover.lap().best_lap, 5 * kTickNanos);
  EXPECT_EQ(mover.lap().next_gate, 1u);
}

TEST(Gates, LapTimeIsTakenWhereTheLineIsCrossedNotAtTheTick) {
  Mover mover(gates_at({1, 2}));

  mover.move({0.75, 0}, {1.75, 0});  // a quarter into tick 0
  mover.move({1.75, 0}, {2.75, 0});
  mover.move({0.25, 0}, {1.25, 0});  // three quarters into tick 2

  ASSERT_EQ(mover.run.out.laps.size(), 1u);
  EXPECT_EQ(mover.run.out.laps[0].duration, 2 * kTickNanos + kTickNanos / 2);
}

TEST(Gates, BestLapIsTheShortest) {
  Mover mover(gates_at({1}));
  const auto wait = [&](int ticks) {
    for (int i = 0; i < ticks; ++i) mover.move({0, 0}, {0, 0});
  };

  mover.move({0.5, 0}, {1.5, 0});
  wait(9), mover.move({0.5, 0}, {1.5, 0});
  wait(4), mover.move({0.5, 0}, {1.5, 0});
  wait(6), mover.move({0.5, 0}, {1.5, 0});

  EXPECT_EQ(mover.lap().laps, 3u);
  EXPECT_EQ(mover.lap().best_lap, 5 * kTickNanos);
}

TEST(Gates, SeveralWithinOneTickCountInTheOrderTheyAreCrossed) {
  Mover mover(gates_at({2, 1}));  // the last gate lies just before the first
  mover.move({1.5, 0}, {2.5, 0});

  mover.move({0.5, 0}, {2.5, 0});

  ASSERT_EQ(mover.run.out.gates.size(), 2u);
  EXPECT_EQ(mover.run.out.gates[0].gate, GateId{1});
  EXPECT_EQ(mover.run.out.gates[1].gate, GateId{0});
  EXPECT_EQ(mover.lap().laps, 1u);
}

TEST(Gates, ADrivenRingCountsItsLapsAndOnlyInTheRightDirection) {
  const LevelSpec level = ring_level(5, 2);
  for (const bool forward : {true, false}) {
    Mover mover(level);
    const auto at = [&](int tick) {
      return 5 * (Rot2::of((forward ? 0.01 : -0.01) * tick - 0.005) * Vec2{1, 0});
    };
    for (int tick = 0; tick < 2000; ++tick) mover.move(at(tick), at(tick + 1));

    EXPECT_EQ(mover.lap().laps, forward ? 3u : 0u);  // 20 rad: three turns and a bit
    // 2 pi at 1 rad/s; chords of 0.01 rad shift a crossing by less than 1e-5 s
    const double best = static_cast<double>(mover.lap().best_lap) * 1e-9;
    EXPECT_NEAR(best, forward ? 2 * kPi : 0, 1e-4);
  }
}

TEST(Triggers, ReportEnteringAndLeavingOnceEach) {
  LevelSpec level = open_level();
  level.triggers.push_back(
      {.where = {}, .name = "a", .at = {2, 0}, .yaw = kPi / 4, .size = {1, 1}});
  level.triggers.push_back({.where = {}, .name = "b", .at = {2, 0}, .yaw = 0, .size = {4, 4}});
  Mover mover(level);
  const auto events_at = [&](double x) {
    mover.move({x, 0}, {x, 0});
    return mover.run.out.triggers;
  };

  EXPECT_TRUE(events_at(-0.1).empty());
  const auto outer = events_at(0.1);
  ASSERT_EQ(outer.size(), 1u);
  EXPECT_EQ(outer[0].trigger, TriggerId{1});
  EXPECT_TRUE(outer[0].entered);
  EXPECT_TRUE(events_at(1.2).empty());  // the turned square reaches to 2 - sqrt(1/2)
  EXPECT_EQ(events_at(1.35).size(), 1u);
  EXPECT_TRUE(events_at(1.5).empty());
  EXPECT_EQ(mover.lap().inside, 3u);
  const auto left = events_at(9);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_FALSE(left[0].entered);
  EXPECT_EQ(mover.lap().inside, 0u);
}

/// A block falls through a volume half a metre up while a car drives below it.
TEST(Triggers, AreVolumesAndTellPropsFromVehicles) {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  level.ground.size = {20, 20};
  PieceSpec block = piece_of(BlockSpec{{0.1, 0.1, 0.1}, 0.1}, {2, 0, 1.5});
  block.moves = true;
  level.pieces.push_back(block);
  TriggerSpec volume{.where = {}, .name = "up", .at = {2, 0}, .yaw = 0, .size = {1, 1}};
  volume.z = 0.5, volume.height = 0.5, volume.detects = TriggerDetects::Both;
  level.triggers.push_back(volume);
  TriggerSpec floor{.where = {}, .name = "floor", .at = {2, 0}, .yaw = 0, .size = {1, 1}};
  level.triggers.push_back(floor);
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0.3, 0})});
  std::vector<TriggerEvent> events;

  for (int tick = 0; tick < 300; ++tick) {
    run.step(VehicleInput(RacecarInput<double>{.steer = 0, .accel = 1}));
    events.insert(events.end(), run.out.triggers.begin(), run.out.triggers.end());
  }

  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].prop, PieceId{0});
  EXPECT_FALSE(events[0].vehicle);
  EXPECT_EQ(events[0].trigger, TriggerId{0});
  EXPECT_TRUE(events[0].entered);
  EXPECT_FALSE(events[1].entered);
  EXPECT_EQ(events[2].vehicle, VehicleId{0});
  EXPECT_EQ(events[2].trigger, TriggerId{1});
  EXPECT_TRUE(events[2].entered);
  EXPECT_FALSE(events[3].entered);
}

TEST(Triggers, ThatRaysMeetAreSeenByLidarsOfBothPhysics) {
  for (const PhysicsKind physics : {PhysicsKind::Planar, PhysicsKind::Rigid}) {
    LevelSpec level = open_level();
    level.physics = physics;
    level.ground.size = {20, 20};
    TriggerSpec volume{.where = {}, .name = "wall", .at = {3, 0}, .yaw = 0, .size = {1, 1}};
    volume.height = 1, volume.lidar = true;
    level.triggers.push_back(volume);
    TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
    const LidarRequest request{.vehicle = VehicleId{0},
                               .lidar = {.beams = 1, .start = 0, .span = 0, .max_range = 30}};
    LidarReading reading;

    sense(run.model, run.state, {&request, 1}, run.scratch, {&reading, 1});

    EXPECT_NEAR(static_cast<double>(reading.ranges[0]),
                2.5 - type_of(kind_of<Racecar>()).sensors.lidar_forward, 1e-3);
  }
}

}  // namespace
}  // namespace paddock
