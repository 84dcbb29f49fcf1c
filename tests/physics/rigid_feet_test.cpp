// People on foot in rigid levels: they walk as in planar ones, and fall, climb and ride besides.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/rigid_run.h"

namespace paddock {
namespace {

RigidSetup walker_at(const Pose2& pose, double z = 0) {
  return {default_params(kind_of<Walker>()), pose, z};
}
VehicleInput walks(double speed, double turn = 0) {
  return WalkerInput<double>{.speed = speed, .turn = turn};
}
const WalkerState<double>& walker_of(const RigidRun& run) {
  return std::get<WalkerState<double>>(run.flat.vehicles[0]);
}
double feet_of(const RigidRun& run) { return car_pose(run.model, run.state, 0).at.z; }

void walk(RigidRun& run, const VehicleInput& input, double seconds) {
  const int ticks = static_cast<int>(seconds / run.model.world->clock.tick_seconds() + 0.5);
  for (int tick = 0; tick < ticks; ++tick) run.step(input);
}

TEST(RigidFeet, WalkAsInPlanarLevels) {
  RigidRun run(rigid_level(), {walker_at({1, 2, 0.5})});
  VehicleState planar = state_at(kind_of<Walker>(), {1, 2, 0.5});
  const Surroundings<double> around;
  for (int tick = 0; tick < 500; ++tick) {
    const VehicleInput input = walks(tick < 300 ? 1.4 : 4, tick < 200 ? 0 : 0.4);
    step_vehicles(default_params(kind_of<Walker>()), {&planar, 1}, {&input, 1}, {&around, 1},
                  run.model.world->clock.tick_seconds());
    run.step(input);

    ASSERT_TRUE(run.events.contacts.empty()) << tick;
    ASSERT_NEAR(feet_of(run), 0, 0.01) << tick;
    ASSERT_GT(up_of(run.body()).z, 0.999999) << tick;
  }

  // half as long steps of the same law, and poses in float
  EXPECT_NEAR(run.pose().x, pose_of(planar).x, 0.05);
  EXPECT_NEAR(run.pose().y, pose_of(planar).y, 0.05);
  EXPECT_NEAR(run.pose().yaw, pose_of(planar).yaw, 0.01);
  EXPECT_NEAR(walker_of(run).phase, std::get<WalkerState<double>>(planar).phase, 0.1);
}

TEST(RigidFeet, TurnOnTheSpot) {
  RigidRun run(rigid_level(), {walker_at({})});

  walk(run, walks(0, 2), 1);

  EXPECT_NEAR(run.pose().yaw, 2, 0.15);
  EXPECT_LT(std::hypot(run.pose().x, run.pose().y), 1e-3);
}

TEST(RigidFeet, RunIntoAWallAndStop) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(BoxSpec{{1, 8, 2}}, {4.5, 0, 0}));
  RigidRun run(level, {walker_at({})});
  double impulse = 0;
  for (int tick = 0; tick < 300; ++tick) {
    run.step(walks(5));
    for (const RigidContact& contact : run.events.contacts) {
      EXPECT_EQ(contact.piece, PieceId{0});
      impulse += contact.impulse;
    }
  }

  EXPECT_NEAR(run.pose().x, 4 - 0.25, 0.01);
  EXPECT_EQ(walker_of(run).down, 0);
  EXPECT_GT(impulse, 75 * 3);  // its mass at over 3 m/s came to a stop
}

TEST(RigidFeet, ACarKnocksThemDownAndTheyStayDown) {
  RigidRun run(rigid_level(), {walker_at({}), sedan_at({-4, 0, 0})});
  run.state.cars[1].body.velocity = {6, 0, 0};
  double impulse = 0;
  for (int tick = 0; tick < 600; ++tick) {
    const std::vector<VehicleInput> inputs{walks(0), hold_sedan()};
    if (tick < 20) run.state.cars[1].body.velocity.x = 6;
    run.step(inputs);
    for (const RigidContact& contact : run.events.contacts)
      if (contact.other) impulse += contact.impulse;
  }

  EXPECT_EQ(walker_of(run).down, 1);
  EXPECT_GT(impulse, 75);
  EXPECT_GT(run.pose().x, 0.3);
  EXPECT_LT(length(run.body().velocity), 0.02);
  EXPECT_TRUE(posture_of(run.model.vehicles[0].params, run.flat.vehicles[0]).has_value());
  EXPECT_GT(up_of(run.body(1)).z, 0.99);
}

TEST(RigidFeet, StandOnASlopeAndWalkUpIt) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(RampSpec{{10, 4, 2}}, {5, 0, 0}));
  RigidRun run(level, {walker_at({4, 0, 0})});
  const double foot = feet_of(run);
  EXPECT_NEAR(foot, 0.8, 0.01);

  walk(run, walks(0), 3);
  EXPECT_NEAR(run.pose().x, 4, 0.02);
  EXPECT_NEAR(feet_of(run), foot, 0.03);
  walk(run, walks(1.4), 3);

  EXPECT_GT(run.pose().x, 7.3);
  EXPECT_NEAR(feet_of(run), 0.2 * run.pose().x, 0.03);
  EXPECT_EQ(walker_of(run).down, 0);
}

TEST(RigidFeet, FallOffAnEdgeAndRideAnElevator) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(BoxSpec{{2, 2, 1}}, {0, 0, 0}));
  level.pieces.push_back(piece_of(
      ElevatorSpec{.size = {2, 2, 0.1}, .high = 1.5, .travel_time = 3, .wait_time = 4}, {8, 0, 0}));
  RigidRun run(level, {walker_at({}, 1)});

  walk(run, walks(0), 1);
  EXPECT_NEAR(feet_of(run), 1, 0.02);
  walk(run, walks(1.4), 2);
  EXPECT_NEAR(feet_of(run), 0, 0.02);
  EXPECT_EQ(walker_of(run).down, 0);

  RigidRun rider(level, {walker_at({8, 0, 0}, 0.1)});
  walk(rider, walks(0), 8);
  EXPECT_NEAR(feet_of(rider), 1.6, 0.02);
  EXPECT_EQ(walker_of(rider).down, 0);
}

TEST(RigidFeet, RestoredTheyGoOnWithTheSameBits) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(BoxSpec{{1, 8, 2}}, {2, 0, 0}));
  RigidRun run(level, {walker_at({})});
  walk(run, walks(1.4), 1);
  forget(run.scratch);
  RigidRun other(level, {walker_at({})});
  other.flat = run.flat, other.state = run.state, other.tick = run.tick;

  walk(run, walks(1.8, 0.3), 2);
  walk(other, walks(1.8, 0.3), 2);

  EXPECT_EQ(run.hash(), other.hash());
}

}  // namespace
}  // namespace paddock
