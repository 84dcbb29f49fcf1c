// What goes its own way meets what does not: riding, being pushed, and what is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "tests/physics/rigid_run.h"

namespace paddock {
namespace {

TEST(RigidMover, ElevatorCarriesACarWithItsOwnAcceleration) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(ElevatorSpec{
      .size = {1.5, 1.5, 0.02}, .low = 0, .high = 0.8, .travel_time = 2, .wait_time = 1}));
  RigidRun run(level, {racecar_at({})});
  run.state.cars[0].body.pose.at.z += 0.02;
  double worst = 0, highest = 0, most = 0;
  for (int tick = 0; tick < 1200; ++tick) {
    const double before = run.body().velocity.z;
    run.step(drive_racecar(0, 0));
    const double accel = (run.body().velocity.z - before) / 0.01;
    const auto height = [&](double t) { return mover_pose(run.model, 0, t)->at.z; };
    const double t = run.seconds() - 0.005, e = 0.005;
    const double platform = (height(t + e) - 2 * height(t) + height(t - e)) / (e * e);
    if (tick > 50) worst = std::max(worst, std::fabs(accel - platform));
    most = std::max(most, std::fabs(platform));
    highest = std::max(highest, run.body().pose.at.z);
  }

  std::cout << "platform up to " << most << " m/s2, car off by " << worst << " m/s2 at most\n";
  EXPECT_LT(worst, 0.2);
  EXPECT_NEAR(highest, 0.82 + run.model.vehicles[0].height, 0.005);
  EXPECT_NEAR(run.pose().x, 0, 0.01);
}

TEST(RigidMover, TrainPushesACarOutOfItsWay) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(TrainSpec{.points = {{-3, 0}, {30, 0}},
                                            .closed = false,
                                            .speed = 1,
                                            .cars = 2,
                                            .car_size = {0.6, 0.4, 0.3}}));
  RigidRun run(level, {racecar_at({0, 0, kPi / 2})});
  bool hit = false;
  for (int tick = 0; tick < 500; ++tick) {
    run.step(drive_racecar(0, 0));
    for (const RigidContact& contact : run.events.contacts) hit |= contact.piece == PieceId{0};
    const double front = mover_pose(run.model, 0, run.seconds())->at.x + 0.3;
    EXPECT_TRUE(std::fabs(run.pose().y) > 0.2 || run.pose().x > front - 0.02) << tick;
  }

  EXPECT_TRUE(hit);
  EXPECT_GT(run.pose().x, 2);
}

TEST(RigidMover, TrainCarriesACarOnItsBack) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(TrainSpec{.points = {{-3, 0}, {40, 0}},
                                            .closed = false,
                                            .speed = 0.8,
                                            .cars = 1,
                                            .car_size = {2, 1, 0.2}}));
  RigidRun run(level, {racecar_at({-1.9, 0, 0})});
  run.state.cars[0].body.pose.at.z += 0.2;
  run.state.cars[0].body.velocity = {0.8, 0, 0};
  double worst = 0;
  for (int tick = 0; tick < 1000; ++tick) {
    const Vec3 before = run.body().velocity;
    run.step(drive_racecar(0, 0));
    if (tick > 50) worst = std::max(worst, length(run.body().velocity - before) / 0.01);
  }

  std::cout << "car on the train: " << worst << " m/s2 at most\n";
  EXPECT_LT(worst, 0.2);
  EXPECT_NEAR(run.pose().x, -1.9 + 8, 0.02);
}

/// Means over `window` numbers.
std::vector<double> smoothed(const std::vector<double>& numbers, std::size_t window) {
  std::vector<double> means;
  for (std::size_t i = 0; i + window <= numbers.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < window; ++k) sum += numbers[i + k];
    means.push_back(sum / static_cast<double>(window));
  }
  return means;
}

double most_apart(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(a[i] - b[i]));
  return most;
}

TEST(RigidMover, ElevatorWithASpeedCarriesACarAsItsLawSays) {
  LevelSpec level = rigid_level();
  ElevatorSpec elevator{.size = {0.8, 0.8, 0.02}, .low = 0, .high = 3.1, .wait_time = 3};
  elevator.speed = 1;
  level.pieces.push_back(piece_of(elevator));
  RigidRun run(level, {racecar_at({})});
  run.state.cars[0].body.pose.at.z += 0.02;
  std::vector<double> car, platform;
  double highest = 0;
  for (int tick = 0; tick < 2200; ++tick) {
    const double before = run.body().velocity.z;
    run.step(drive_racecar(0, 0));
    const auto height = [&](double t) { return mover_pose(run.model, 0, t)->at.z; };
    const double t = run.seconds();
    highest = std::max(highest, run.body().pose.at.z);
    if (tick < 50) continue;
    car.push_back((run.body().velocity.z - before) / 0.01);
    platform.push_back((height(t) - 2 * height(t - 0.01) + height(t - 0.02)) / 1e-4);
  }

  // the law's acceleration has jumps of 1 m/s2, which springs pass on in some 30 ms: so the means
  // over 100 ms are compared
  const double raw = most_apart(car, platform);
  const double mean = most_apart(smoothed(car, 10), smoothed(platform, 10));
  std::cout << "car off by " << raw << " m/s2, over 100 ms by " << mean << " m/s2\n";
  EXPECT_LT(raw, 1);
  EXPECT_LT(mean, 0.2);
  EXPECT_NEAR(highest, 3.12 + run.model.vehicles[0].height, 0.01);
  EXPECT_NEAR(run.pose().x, 0, 0.01);
}

/// Three cars of 45 cm, 50 cm apart, at 0.5 m/s, then 2 m of nothing, as the trains of the RACECAR
/// levels.
TrainSpec gap_train(double length) {
  TrainSpec train{.points = {{0, 0}, {length, 0}},
                  .closed = false,
                  .speed = 0.5,
                  .cars = 3,
                  .car_size = {0.45, 0.4, 0.5}};
  train.spacing = 0.5;
  train.gap = 2;
  return train;
}

TEST(RigidMover, RoofOfATrainCarriesACarUntilItsLineEnds) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(gap_train(8)));
  RigidRun run(level, {racecar_at({})});
  const Pose3 roof = *mover_pose(run.model, 1, 0);
  place_car(run.model, 0, {roof.at.x, 0, 0}, run.flat, run.state);
  run.state.cars[0].body.pose.at.z += 0.5;
  run.state.cars[0].body.velocity = {0.5, 0, 0};
  double worst = 0;
  int tick = 0;
  for (; mover_pose(run.model, 1, run.seconds()); ++tick) {
    const Vec3 before = run.body().velocity;
    run.step(drive_racecar(0, 0));
    if (tick > 50 && mover_pose(run.model, 0, run.seconds() + 0.1))
      worst = std::max(worst, length(run.body().velocity - before) / 0.01);
  }

  std::cout << "car on the roof for " << run.seconds() << " s: " << worst << " m/s2 at most\n";
  EXPECT_LT(worst, 0.2);
  EXPECT_NEAR(run.pose().x, 8, 0.05);
  for (int more = 0; more < 200; ++more) run.step(drive_racecar(0, 0));
  EXPECT_NEAR(run.body().pose.at.z, run.model.vehicles[0].height, 0.01);  // fallen off
}

TEST(RigidMover, TrainTakesACarBeforeItAlong) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(gap_train(30)));
  RigidRun run(level, {racecar_at({1.25 + 0.225 + 0.5, 0, 0})});
  double before = 0;
  for (int tick = 0; tick < 2000; ++tick) {
    if (tick == 1000) before = run.pose().x;
    run.step(drive_racecar(0, 0));
    const double front = mover_pose(run.model, 0, run.seconds())->at.x + 0.225;
    EXPECT_GT(run.pose().x, front) << tick;
  }

  const double speed = (run.pose().x - before) / 10;
  std::cout << "pushed along at " << speed << " m/s, " << run.pose().y << " m aside\n";
  EXPECT_NEAR(speed, 0.5, 0.01);
}

TEST(RigidMover, AbsentCarsAreInNobodysWay) {
  LevelSpec level = rigid_level();
  TrainSpec train = gap_train(1);
  train.gap = 50;
  level.pieces.push_back(piece_of(train));
  RigidRun run(level, {racecar_at({3, 0, kPi / 2})});
  int present = 0;
  for (int tick = 0; tick < 1200; ++tick) {
    run.step(drive_racecar(0, 0));
    for (std::size_t car = 0; car < run.model.movers.size(); ++car)
      present += mover_pose(run.model, car, run.seconds()).has_value();
    EXPECT_TRUE(run.events.contacts.empty()) << tick;
  }

  EXPECT_GT(present, 0);
  EXPECT_NEAR(run.pose().x, 3, 1e-3);
}

TEST(RigidMover, DoorStopsACarUntilItOpens) {
  for (const DoorOpens opens : {DoorOpens::Slide, DoorOpens::Swing, DoorOpens::Lift}) {
    LevelSpec level = rigid_level();
    level.pieces.push_back(piece_of(
        DoorSpec{
            .size = {0.05, 1, 0.6}, .opens = opens, .travel = {}, .travel_time = 1, .wait_time = 6},
        {1.5, 0, 0}));
    RigidRun run(level, {racecar_at({})});
    double closed = 0;
    bool hit = false;
    for (int tick = 0; tick < 1200; ++tick) {
      run.step(drive_racecar(0, speed_of(run.flat.vehicles[0]) < 0.8 ? 1 : 0));
      for (const RigidContact& contact : run.events.contacts) hit |= contact.piece == PieceId{0};
      if (run.seconds() < 6) closed = std::max(closed, run.pose().x);
    }

    EXPECT_TRUE(hit);
    EXPECT_LT(closed, 1.5);
    EXPECT_GT(run.pose().x, 2.5);
  }
}

TEST(RigidMover, WhatFellAsleepIsWokenByWhatMovesUnderOrAgainstIt) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(ElevatorSpec{.size = {1, 1, 0.05}, .wait_time = 5}));
  level.pieces.push_back(piece_of(DoorSpec{.size = {0.05, 1, 0.6}, .wait_time = 5}, {3, 0, 0}));
  level.pieces.push_back(moving(BlockSpec{}, {0, 0, 0.05}));
  level.pieces.push_back(moving(BlockSpec{}, {3, 0.9, 0}));
  RigidRun run(level);
  for (int tick = 0; tick < 490; ++tick) run.step();
  EXPECT_TRUE(run.state.props[0].asleep());
  EXPECT_TRUE(run.state.props[1].asleep());
  for (int tick = 0; tick < 300; ++tick) run.step();

  EXPECT_NEAR(run.state.props[0].pose.at.z, 1 + 0.05 + 0.05, 0.01);
  EXPECT_NEAR(run.state.props[1].pose.at.y, 1.5 + 0.05, 0.1);
}

TEST(RigidMover, MoversThatAreNotSolidGoTheirWayUntouched) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(gap_train(8)));
  level.pieces[0].solid = false;
  RigidRun run(level, {racecar_at({4, 0, 0})});
  for (int tick = 0; tick < 800; ++tick) {
    run.step(drive_racecar(0, 0));
    EXPECT_TRUE(run.events.contacts.empty()) << tick;
  }

  EXPECT_NEAR(run.pose().x, 4, 1e-3);
  EXPECT_NE(mover_pose(run.model, 0, 1), mover_pose(run.model, 0, 2));
}

TEST(RigidMover, LinesStandOnTheGroundAtTheirPlace) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(TerrainSpec{{40, 40}, 2, 2, {1.5, 1.5, 1.5, 1.5}}));
  level.pieces.push_back(piece_of(gap_train(8), {3, 2, 0.25}));
  level.pieces.push_back(piece_of(ElevatorSpec{.low = 0.5}, {0, 5, 0}));
  level.pieces.push_back(piece_of(DoorSpec{}, {0, -5, 0}));
  const RigidRun run(level);
  const auto height = [&](std::size_t mover) { return mover_pose(run.model, mover, 0)->at.z; };
  const std::size_t cars = run.model.movers.size() - 2;

  EXPECT_DOUBLE_EQ(height(0), 1.5 + 0.25 + 0.25);
  EXPECT_DOUBLE_EQ(height(cars), 1.5 + 0.5 + 0.05);
  EXPECT_DOUBLE_EQ(height(cars + 1), 1.5 + 0.5);
}

TEST(RigidMover, RestoredRunGoesOnWithTheSameBits) {
  LevelSpec level = rigid_level();
  level.seed = 5;
  level.pieces.push_back(piece_of(gap_train(6)));
  ElevatorSpec elevator{.size = {0.8, 0.8, 0.05}, .wait_time = 1};
  elevator.speed = 0.6, elevator.jitter = 1;
  level.pieces.push_back(piece_of(elevator, {0, 3, 0}));
  RigidRun run(level, {racecar_at({4, 0.2, 0}), racecar_at({0, 3, 0})});
  const std::vector<VehicleInput> idle{drive_racecar(0, 0), drive_racecar(0, 0)};
  for (int tick = 0; tick < 700; ++tick) run.step(idle);
  forget(run.scratch);
  RigidRun restored(level, {racecar_at({4, 0.2, 0}), racecar_at({0, 3, 0})});
  restored.state = run.state, restored.flat = run.flat, restored.tick = run.tick;
  for (int tick = 0; tick < 700; ++tick) {
    run.step(idle);
    restored.step(idle);
    ASSERT_EQ(run.hash(), restored.hash()) << tick;
  }
}

}  // namespace
}  // namespace paddock
