// Vehicles come and go between two ticks.
#include "paddock/engine/actors.h"

#include <gtest/gtest.h>

#include "paddock/core/random.h"
#include "paddock/engine/sensing.h"
#include "tests/support/allocations.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

LevelSpec level_of(PhysicsKind physics) {
  LevelSpec level = room_level(20);
  level.physics = physics;
  return level;
}

TestRun one_car(PhysicsKind physics) {
  return TestRun(build_shared(level_of(physics)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
}

Result<VehicleId> come(TestRun& run, VehicleKind kind, const Pose2& at) {
  return spawn(vehicle_at(kind, at), run.model, run.state, run.scratch, run.out);
}
void go(TestRun& run, VehicleId id) { despawn(id, run.model, run.state, run.scratch); }

class Actors : public testing::TestWithParam<PhysicsKind> {};
INSTANTIATE_TEST_SUITE_P(BothPhysics, Actors,
                         testing::Values(PhysicsKind::Planar, PhysicsKind::Rigid),
                         [](const auto& of) {
                           return of.param == PhysicsKind::Planar ? "planar" : "rigid";
                         });

TEST_P(Actors, OneThatCameMovesAsOneThatWasThereFromTheBeginning) {
  TestRun early(build_shared(level_of(GetParam())), {vehicle_at(kind_of<Racecar>(), {-6, 0, 0}),
                                                     vehicle_at(kind_of<Sedan>(), {0, 3, 1})});
  TestRun late(build_shared(level_of(GetParam())), {vehicle_at(kind_of<Racecar>(), {-6, 0, 0})});
  ASSERT_TRUE(come(late, kind_of<Sedan>(), {0, 3, 1}));

  const std::vector<VehicleInput> inputs{full_ahead(kind_of<Racecar>()),
                                         full_ahead(kind_of<Sedan>())};
  for (int tick = 0; tick < 100; ++tick) early.step(inputs), late.step(inputs);

  EXPECT_EQ(late.state, early.state);
  EXPECT_EQ(hash_of(late.state), hash_of(early.state));
}

TEST_P(Actors, NoIdIsUsedAgain) {
  TestRun run = one_car(GetParam());
  const VehicleId first = *come(run, kind_of<Racecar>(), {5, 5, 0});
  EXPECT_EQ(first, VehicleId{1});
  go(run, first);
  EXPECT_FALSE(is_present(run.state, first));
  const VehicleId second = *come(run, kind_of<Sedan>(), {5, 5, 0});

  EXPECT_EQ(index_of(second), index_of(first));
  EXPECT_NE(second, first);
  EXPECT_TRUE(is_present(run.state, second));
  EXPECT_FALSE(is_present(run.state, first));
  EXPECT_EQ(count_present(run.state), 2u);
}

TEST_P(Actors, WhereSomethingStandsNobodyComesAndNothingChanges) {
  TestRun run = one_car(GetParam());
  const State before = run.state;
  const std::size_t vehicles = run.model.vehicles.size();

  const auto on_car = come(run, kind_of<Racecar>(), {0.3, 0.1, 1});
  ASSERT_FALSE(on_car);
  EXPECT_EQ(on_car.error().message, "racecar 1 stands there");
  const auto on_wall = come(run, kind_of<Sedan>(), {9, 0, 0});
  ASSERT_FALSE(on_wall);
  EXPECT_NE(on_wall.error().message.find("stands there"), std::string::npos);
  EXPECT_FALSE(come(run, kind_of<Racecar>(), {10.05, 0, 0}));  // right inside the wall

  EXPECT_EQ(run.state, before);
  EXPECT_EQ(run.model.vehicles.size(), vehicles);
  EXPECT_TRUE(come(run, kind_of<Racecar>(), {2, 0, 0}));
}

TEST_P(Actors, WhoIsGoneIsMetAndSeenByNobody) {
  TestRun run = one_car(GetParam());
  const VehicleId other = *come(run, kind_of<Sedan>(), {4, 0, 0});
  run.step(std::vector<VehicleInput>(2, idle_input(kind_of<Racecar>())));
  go(run, other);

  const std::vector<VehicleInput> inputs{full_ahead(kind_of<Racecar>()),
                                         idle_input(kind_of<Sedan>())};
  while (run.pose().x < 6) {
    run.step(inputs);
    ASSERT_TRUE(run.out.physics.contacts.empty()) << run.pose().x;
  }
}

TEST_P(Actors, ContactsNameTheActorNotTheSlot) {
  TestRun run = one_car(GetParam());
  go(run, *come(run, kind_of<Racecar>(), {4, 0, 0}));
  const VehicleId second = *come(run, kind_of<Racecar>(), {4, 0, 0});
  ASSERT_EQ(generation_of(second), 1u);

  const std::vector<VehicleInput> inputs{full_ahead(kind_of<Racecar>()),
                                         idle_input(kind_of<Racecar>())};
  for (int tick = 0; tick < 400 && run.out.physics.contacts.empty(); ++tick) run.step(inputs);

  ASSERT_FALSE(run.out.physics.contacts.empty());
  const ContactEvent& contact = run.out.physics.contacts.front();
  EXPECT_TRUE(contact.vehicle == second || contact.other == second);
}

TEST_P(Actors, SensorsGoWithTheirVehicle) {
  TestRun run = one_car(GetParam());
  const VehicleId other = *come(run, kind_of<Racecar>(), {4, 0, 0});
  for (const VehicleId id : {VehicleId{0}, other})
    ASSERT_TRUE(mount_sensor({id, {.kind = "imu"}}, true, run.model, run.state, run.scratch));

  go(run, other);

  ASSERT_EQ(run.model.sensors.size(), 1u);
  EXPECT_EQ(run.state.sensors.size(), 1u);
  EXPECT_EQ(run.model.sensors[0].vehicle, VehicleId{0});
}

TEST(ActorsLimits, ARunIsFullAtItsCapacity) {
  TestRun run = one_car(PhysicsKind::Planar);
  run.model.capacity = 3;
  ASSERT_TRUE(come(run, kind_of<Rover>(), {4, 0, 0}));
  ASSERT_TRUE(come(run, kind_of<Rover>(), {6, 0, 0}));

  const auto one_more = come(run, kind_of<Rover>(), {8, 0, 0});

  ASSERT_FALSE(one_more);
  EXPECT_EQ(one_more.error().message, "the run is full: it has room for 3 actors");
}

TEST(ActorsLimits, OnePropsPlaceIsTakenInRigidLevels) {
  LevelSpec level = level_of(PhysicsKind::Rigid);
  PieceSpec block = piece_of(BlockSpec{{0.5, 0.5, 0.5}, 1}, {3, 0, 0});
  block.name = "crate";
  block.moves = true;
  level.pieces.push_back(block);
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});

  const auto on_block = come(run, kind_of<Racecar>(), {3, 0, 0});

  ASSERT_FALSE(on_block);
  EXPECT_EQ(on_block.error().message, "\"crate\" stands there");
}

TEST(ActorsLimits, WhoComesALittleAboveTheGroundMeetsWallsAndWhoComesHighDoesNot) {
  TestRun run = one_car(PhysicsKind::Rigid);
  VehicleSetup setup = vehicle_at(kind_of<Racecar>(), {10.05, 0, 0});
  const auto comes_at = [&](double z) {
    setup.z = z;
    return spawn(setup, run.model, run.state, run.scratch, run.out).has_value();
  };

  EXPECT_FALSE(comes_at(0));
  EXPECT_FALSE(comes_at(0.02));
  EXPECT_TRUE(comes_at(5));
}

/// 10,000 times one comes or goes, at most fifteen beside the first.
TEST_P(Actors, ThoseWhoCameAndWentLeaveNothingBehind) {
  TestRun run = one_car(GetParam());
  const std::vector<VehicleInput> idle(16, idle_input(kind_of<Racecar>()));
  std::vector<VehicleId> there, gone;
  const auto change = [&](std::uint32_t number) {
    DrawSequence draws({.seed = 3, .stream = Stream::Sensor, .entity = number, .tick = 0});
    if (there.size() == 15 || (!there.empty() && draws.between(0, 2) < 1)) {
      const auto which =
          static_cast<std::ptrdiff_t>(draws.between(0, static_cast<double>(there.size())));
      gone.push_back(there[static_cast<std::size_t>(which)]);
      go(run, gone.back());
      there.erase(there.begin() + which);
    } else if (const auto id =
                   come(run, draws.between(0, 2) < 1 ? kind_of<Sedan>() : kind_of<Racecar>(),
                        {draws.between(-8, 8), draws.between(-8, 8), draws.between(-3, 3)})) {
      there.push_back(*id);
    }
    if (number % 16 == 0) run.step(std::span(idle).first(run.model.vehicles.size()));
  };
  const auto all_go = [&] {
    for (const VehicleId id : there) go(run, id);
    there.clear();
    run.step(std::span(idle).first(run.model.vehicles.size()));
  };
  // every slot was taken once, and lists have their length
  for (double i = 0; i < 15; ++i)
    there.push_back(*come(run, kind_of<Racecar>(), {1.2 * i - 8.4, 5, 0}));
  all_go();
  std::uint32_t number = 0;
  while (number < 2000) change(number++);
  all_go();
  gone.reserve(10'000), there.reserve(16);
  const long before = allocations_alive();

  while (number < 10'000) change(number++);
  all_go();

  EXPECT_LE(allocations_alive(), before);
  EXPECT_LE(run.model.vehicles.size(), 16u);
  EXPECT_EQ(count_present(run.state), 1u);
  EXPECT_GT(gone.size(), 3000u);
  for (const VehicleId id : gone) ASSERT_FALSE(is_present(run.state, id));
}

TEST(ActorsLimits, ATickAfterSomebodyCameOrWentAllocatesNothing) {
  TestRun run = one_car(PhysicsKind::Planar);
  const std::vector<VehicleInput> inputs(12, full_ahead(kind_of<Racecar>()));
  std::vector<VehicleId> there;
  for (int tick = 0; tick < 60; ++tick) {
    const double at = tick % 10;
    if (tick % 20 < 10)
      there.push_back(*come(run, kind_of<Racecar>(), {-6, 1.6 * at - 7, 0}));
    else
      go(run, there.back()), there.pop_back();
    const std::span<const VehicleInput> asked = std::span(inputs).first(run.model.vehicles.size());
    const long before = allocation_count();

    run.step(asked);

    ASSERT_EQ(allocation_count(), before) << "tick " << tick;
  }
}

}  // namespace
}  // namespace paddock
