// Where vehicles and moving pieces are, and that every sensor finds them there.
#include "paddock/engine/places.h"

#include <gtest/gtest.h>

#include "paddock/engine/sense.h"
#include "tests/support/run_sensors.h"

namespace paddock {
namespace {

PieceSpec moving(PieceShape shape, Vec3 at) {
  PieceSpec piece = piece_of(std::move(shape), at);
  piece.moves = true;
  return piece;
}

/// A block 1.5 m ahead of the start, an elevator and a train out of the way.
LevelSpec yard_level() {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  level.ground.size = {40, 40};
  level.pieces.push_back(piece_of(BoxSpec{{0.1, 4, 1}}, {6, 0, 0}));
  level.pieces.push_back(moving(BlockSpec{{0.3, 0.3, 0.4}, 0.3}, {1.5, 0, 0}));
  level.pieces.push_back(piece_of(ElevatorSpec{{1, 1, 0.1}, 0, 1, 2, 2}, {0, 8, 0}));
  level.pieces.push_back(piece_of(TrainSpec{.points = {{-8, -8}, {8, -8}}, .closed = false}));
  return level;
}

const VehicleInput kAhead = RacecarInput<double>{.steer = 0, .accel = 2};
const VehicleInput kStill = RacecarInput<double>{};

TEST(Places, OnThePlaneAVehicleStandsOnItsGroundAndNothingElseMoves) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(RampSpec{{4, 4, 1}}, {2, 0, 0}));
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {2, 0, 0.3})});

  EXPECT_EQ(vehicle_pose(run.model, run.state, 0), pose_on_ground(*run.model.world, {2, 0, 0.3}));
  EXPECT_TRUE(bodies_of(run.model).empty());
}

TEST(Places, BodiesAreWhereTheyWerePushed) {
  TestRun run(build_shared(yard_level()), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  const std::vector<Body> bodies = bodies_of(run.model);
  ASSERT_EQ(bodies.size(), 4u);  // block, elevator, two cars of the train
  EXPECT_EQ(bodies[0], (Body{PieceId{1}, 0}));
  std::vector<BodyPlace> start, later;
  place_bodies(run.model, run.state, start);

  bool touched = false;
  for (int tick = 0; tick < 300; ++tick) {
    run.step(kAhead);
    for (const ContactEvent& contact : run.out.physics.contacts)
      touched |= contact.piece == PieceId{1} && contact.impulse > 0;
  }
  place_bodies(run.model, run.state, later);

  EXPECT_TRUE(touched);
  EXPECT_NEAR(start[0].pose.at.x, 1.5, 1e-9);
  EXPECT_GT(later[0].pose.at.x, 2);
  EXPECT_GT(later[1].pose.at.z, 0.1) << "the elevator";
  EXPECT_GT(later[2].pose.at.x, start[2].pose.at.x + 1) << "the train";
}

TEST(Places, TheLidarSeesThePushedBlockWhereItIs) {
  TestRun run(build_shared(yard_level()), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  const Lidar2dParams one_beam{.beams = 1, .start = 0, .span = 0, .max_range = 30};
  const LidarRequest request{.vehicle = VehicleId{0}, .lidar = one_beam};
  const auto measured = [&] {
    LidarReading reading;
    sense(run.model, run.state, {&request, 1}, run.scratch, {&reading, 1});
    return static_cast<double>(reading.ranges[0]);
  };
  const double lidar_at = type_of(kind_of<Racecar>()).sensors.lidar_forward;
  EXPECT_NEAR(measured(), 1.35 - lidar_at, 1e-3);

  run.state.rigid.props[0].pose.at.x = 3;
  EXPECT_NEAR(measured(), 2.85 - lidar_at, 1e-3);
  run.state.rigid.props[0].pose.at.y = 3;
  EXPECT_NEAR(measured(), 5.95 - lidar_at, 1e-3);
}

TEST(Places, AnImuFeelsTheCarTipAndTheLevelsGravity) {
  TestRun run(build_shared(yard_level()), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  mount_on(run, "imu unit=ideal");
  for (int tick = 0; tick < 100; ++tick) run.step(kStill);
  const auto still = values_of(read_mounted(run, "imu"));
  EXPECT_NEAR(still[2], kGravity, 1e-3);
  EXPECT_NEAR(length(Vec3{still[3], still[4], still[5]}), 0, 1e-3);

  // half a metre up, let go: no force but the air's
  run.state.rigid.cars[0].body.pose.at.z += 0.5;
  run.state.rigid.cars[0].body.spin = {0.5, 0, 0};
  for (int tick = 0; tick < 10; ++tick) run.step(kStill);
  const auto falling = values_of(read_mounted(run, "imu"));
  EXPECT_NEAR(length(Vec3{falling[0], falling[1], falling[2]}), 0, 0.01);
  EXPECT_NEAR(falling[3], 0.5, 0.01);
}

TEST(Places, APlacedVehicleStandsThere) {
  TestRun run(build_shared(yard_level()), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  for (int tick = 0; tick < 50; ++tick) run.step(kAhead);

  place_vehicle(run.model, VehicleId{0}, {-3, 2, 1}, 0, run.state);
  run.step(kStill);

  EXPECT_NEAR(run.pose().x, -3, 1e-3);
  EXPECT_NEAR(run.pose().y, 2, 1e-3);
  EXPECT_NEAR(run.pose().yaw, 1, 1e-3);
}

}  // namespace
}  // namespace paddock
