// Vehicles come and go in a room: commands, snapshots, what people and sensors are told.
#include <gtest/gtest.h>

#include "paddock/stage/stage.h"
#include "tests/support/comings_and_goings.h"

namespace paddock {
namespace {

Session busy_session(PhysicsKind physics) {
  return *open_session(build_level(busy_level(physics)), busy_spec());
}

class RoomActors : public testing::TestWithParam<PhysicsKind> {};
INSTANTIATE_TEST_SUITE_P(BothPhysics, RoomActors,
                         testing::Values(PhysicsKind::Planar, PhysicsKind::Rigid),
                         [](const auto& of) {
                           return of.param == PhysicsKind::Planar ? "planar" : "rigid";
                         });

TEST_P(RoomActors, RestoredHalfWayItGoesOnWithTheSameBits) {
  const auto go_on = [](Session& session) {
    Changes changes;
    for (int tick = 0; tick < 150; ++tick) {
      change_once(session, 0, changes);
      advance(session);
    }
    return hash_of(session);
  };
  Session session = busy_session(GetParam());
  go_on(session);
  checkpoint(session);
  const Snapshot kept = snapshot_of(session);
  ASSERT_GT(kept.slots.size(), 4u);
  const std::uint64_t first = go_on(session);

  // back to it from further on, and into a run where nobody has come yet
  ASSERT_TRUE(restore(session, kept));
  EXPECT_EQ(snapshot_of(session), kept);
  EXPECT_EQ(go_on(session), first);
  Session other = busy_session(GetParam());
  ASSERT_TRUE(restore(other, kept));
  EXPECT_EQ(go_on(other), first);
}

TEST_P(RoomActors, WhatCannotBeObeyedSaysWhyAndChangesNothing) {
  Session session = busy_session(GetParam());
  const std::uint64_t before = hash_of(session);
  const auto why = [&](const Command& command) {
    const auto obeyed = apply(session, command);
    return obeyed ? "obeyed" : obeyed.error().message;
  };

  EXPECT_EQ(why(Spawn{.kind = "tank", .pose = {}}), "there is no vehicle \"tank\"");
  EXPECT_EQ(why(Spawn{.kind = "sedan", .pose = {1e9, 0, 0}}), "a sedan must be put within 1e+06 m");
  EXPECT_EQ(why(Spawn{.kind = "racecar", .pose = {-8, -8, 0}}),
            "a racecar cannot come to (-8, -8): racecar 1 stands there");
  EXPECT_NE(why(Spawn{.kind = "racecar", .pose = {}, .driver = "nobody"}), "obeyed");
  EXPECT_EQ(why(Despawn{VehicleId{5}}), "there is no vehicle 6; the room has 1");

  EXPECT_EQ(hash_of(session), before);
}

TEST_P(RoomActors, WhoIsGoneIsToldApartFromWhoNeverCame) {
  Session session = busy_session(GetParam());
  ASSERT_TRUE(apply(session, Spawn{.kind = "racecar", .pose = {0, 5, 0}}));
  ASSERT_TRUE(apply(session, Despawn{VehicleId{1}}));

  const auto steer = apply(session, SetDriver{VehicleId{1}, "person"});

  ASSERT_FALSE(steer);
  EXPECT_EQ(steer.error().message, "vehicle 2 is gone");
}

TEST(StageActors, FramesShowThemAndNobodyHoldsAnEmptySlot) {
  Stage stage(ring_stage(1, "idle"));
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  const auto id = stage.spawn({.kind = "racecar", .pose = {-8, 0, 1}, .driver = "idle"});
  ASSERT_TRUE(id);
  ASSERT_TRUE(stage.take(*id, 7, false));
  stage.work(1'000'000'000);

  ASSERT_FALSE(watching->frames.empty());
  const Frame& with = *watching->frames.back();
  ASSERT_EQ(with.vehicles.size(), 2u);
  EXPECT_NEAR(with.vehicles[1].pose.x, -8, 1e-6);
  EXPECT_EQ(with.status->seats[1].id, *id);
  EXPECT_EQ(with.status->seats[1].kind, "racecar");
  EXPECT_EQ(stage.holder(*id), 7u);

  ASSERT_TRUE(stage.command(Despawn{*id}));
  stage.work(2'000'000'000);
  const Frame& without = *watching->frames.back();
  EXPECT_FALSE(without.vehicles[1].present);
  EXPECT_FALSE(without.status->seats[1].present);
  EXPECT_EQ(stage.holder(*id), 0u);
  EXPECT_FALSE(stage.take(*id, 7, true));

  // the next one in the slot is somebody else
  const auto next = stage.spawn({.kind = "racecar", .pose = {-8, 0, 1}, .driver = "idle"});
  ASSERT_TRUE(next);
  EXPECT_NE(*next, *id);
  EXPECT_EQ(stage.holder(*next), 0u);
}

TEST(StageActors, ASubscribersSensorEndsWithItsVehicle) {
  Stage stage(ring_stage(1, "idle"));
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  const auto id = *stage.spawn({.kind = "racecar", .pose = {-8, 0, 1}, .driver = "idle"});
  ASSERT_TRUE(stage.subscribe_sensor(watching.get(), 1,
                                     {.sensor = {id, {.kind = "speed", .name = "speed"}}}));
  for (int i = 1; i < 10; ++i) stage.work(i * 20'000'000);
  const std::size_t told = watching->readings.size();
  EXPECT_GT(told, 0u);

  ASSERT_TRUE(stage.command(Despawn{id}));
  for (int i = 10; i < 20; ++i) stage.work(i * 20'000'000);

  EXPECT_EQ(watching->readings.size(), told);
}

TEST(StageActors, ARestartBringsBackThoseTheRoomBeganWith) {
  Stage stage(ring_stage(1, "idle"));
  ASSERT_TRUE(stage.start(0));
  ASSERT_TRUE(stage.spawn({.kind = "racecar", .pose = {-8, 0, 1}, .driver = "idle"}));
  ASSERT_TRUE(stage.command(Despawn{VehicleId{0}}));

  ASSERT_TRUE(stage.restart(1, {}));

  EXPECT_EQ(count_present(stage.session().state), 1u);
  EXPECT_TRUE(is_present(stage.session().state, VehicleId{0}));
}

}  // namespace
}  // namespace paddock
