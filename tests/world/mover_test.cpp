// The laws of what goes its own way: where it is, how fast, and that nothing but time decides.
#include "paddock/world/mover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "paddock/world/world.h"

namespace paddock {
namespace {

constexpr double kStep = 1e-4;  // s between two looks at a speed

/// Waits 3 s at each end, as the elevators of the RACECAR levels: 31 dm at 10 dm/s.
ElevatorSpec grand_prix_elevator() {
  ElevatorSpec elevator;
  elevator.low = 0.2, elevator.high = 3.3;
  elevator.speed = 1;
  elevator.wait_time = 3;
  return elevator;
}

double height_of(const ElevatorSpec& elevator, double seconds, MoverSeed seed = {}) {
  return elevator_height(elevator, seed, seconds);
}
double speed_of(const ElevatorSpec& elevator, double t) {
  return (height_of(elevator, t + kStep) - height_of(elevator, t - kStep)) / (2 * kStep);
}

// --- elevators ----------------------------------------------------------------------------------

TEST(Elevator, WithATravelTimeGoesFromEndToEndInThatTime) {
  const ElevatorSpec elevator{.low = 1, .high = 3, .travel_time = 4, .wait_time = 2};

  EXPECT_EQ(height_of(elevator, 0), 0);
  EXPECT_EQ(height_of(elevator, 2), 0);
  EXPECT_NEAR(height_of(elevator, 4), 1, 1e-12);
  EXPECT_EQ(height_of(elevator, 6), 2);
  EXPECT_EQ(height_of(elevator, 7.9), 2);
  EXPECT_NEAR(height_of(elevator, 10), 1, 1e-12);
  EXPECT_EQ(height_of(elevator, 12.5), 0);
}

TEST(Elevator, WithASpeedKeepsItsLawAtEveryDistance) {
  const ElevatorSpec elevator = grand_prix_elevator();
  const double h = 3.1, v = 1, travel = travel_time_of(elevator);
  // two ramps of about v/4, two eases of h/(3v) ln 4, half of the way at full speed
  std::cout << "travel time " << travel << " s, without a ramp "
            << 2 * h / (3 * v) * std::log(4) + h / (2 * v) << " s\n";
  EXPECT_NEAR(travel, 2 * h / (3 * v) * std::log(4) + h / (2 * v) + 0.25, 0.02);

  EXPECT_EQ(height_of(elevator, 2.99), 0);
  EXPECT_NEAR(height_of(elevator, 3 + travel), h, 1e-12);
  EXPECT_NEAR(height_of(elevator, 3 + travel / 2), h / 2, 1e-12);
  EXPECT_NEAR(height_of(elevator, 2 * (3 + travel)), 0, 1e-12);
  double lawful = 0;
  for (double t = 3 + kStep; t < 3 + travel - kStep; t += 0.01) {
    const double at = height_of(elevator, t), d = std::min(at, h - at);
    const double law = v * std::min(1.0, 0.25 + 3 * d / h), speed = speed_of(elevator, t);
    EXPECT_LT(speed, law + 1e-3) << t;
    if (d < 0.043) continue;  // the ramps from and to standstill
    EXPECT_NEAR(speed, law, 1e-3) << t;
    lawful += 0.01;
  }
  EXPECT_GT(lawful, 0.85 * travel);
  for (const double part : {0.25, 0.5, 0.75}) {
    const double from = height_of(elevator, 3 + 0.5 * travel + (part - 0.5) * h / v);
    EXPECT_NEAR(from, part * h, 1e-9);  // full speed from quarter to quarter
  }
}

TEST(Elevator, WithASpeedNeverNeedsMoreThanItsRampOrTheLawItself) {
  for (const double v : {0.05, 0.5, 1.0, 3.0, 20.0}) {
    ElevatorSpec elevator = grand_prix_elevator();
    elevator.speed = v;
    const double limit = std::max(1.0, 3 * v * v / 3.1), travel = travel_time_of(elevator);
    double most = 0, last = 0;
    const double step = std::min(1e-3, travel / 5000);
    for (double t = 3 - 2 * step; t < 3 + travel + 2 * step; t += step) {
      const double at = height_of(elevator, t);
      EXPECT_GE(at, last) << v;
      last = at;
      const double accel =
          (height_of(elevator, t + step) - 2 * at + height_of(elevator, t - step)) / (step * step);
      most = std::max(most, std::fabs(accel));
    }

    std::cout << "speed " << v << " m/s: travel " << travel << " s, up to " << most << " m/s2\n";
    EXPECT_LT(most, 1.01 * limit) << v;
  }
}

TEST(Elevator, PhaseIsHowFarIntoItsCycleItStarts) {
  ElevatorSpec late = grand_prix_elevator();
  late.phase = 4.5;
  for (double t = 0; t < 30; t += 0.37)
    EXPECT_NEAR(height_of(late, t), height_of(grand_prix_elevator(), t + 4.5), 1e-9);
}

/// When it leaves its ends, in s after each fixed time.
std::vector<double> delays_of(const ElevatorSpec& elevator, MoverSeed seed, int legs) {
  const double each = elevator.wait_time + travel_time_of(elevator);
  std::vector<double> delays;
  for (int leg = 0; leg < legs; ++leg) {
    const double due = leg * each + elevator.wait_time;
    const double end = height_of(elevator, due, seed);
    double late = 0;
    while (late < 10 && std::fabs(height_of(elevator, due + late + 0.2, seed) - end) < 1e-3)
      late += 0.01;
    delays.push_back(late + 0.2);
  }
  return delays;
}

TEST(Elevator, JitterDelaysDeparturesByTheSeedAndNeverAddsUp) {
  ElevatorSpec elevator = grand_prix_elevator();
  elevator.travel_time = 2, elevator.speed.reset();
  elevator.jitter = 2.5;
  const int legs = 40;
  const auto delays = delays_of(elevator, {7, PieceId{3}}, legs);

  EXPECT_EQ(delays, delays_of(elevator, {7, PieceId{3}}, legs));
  EXPECT_NE(delays, delays_of(elevator, {8, PieceId{3}}, legs));
  EXPECT_NE(delays, delays_of(elevator, {7, PieceId{4}}, legs));
  const auto [least, most] = std::minmax_element(delays.begin(), delays.end());
  std::cout << "delays from " << *least << " to " << *most << " s\n";
  EXPECT_LT(*least, 0.8);
  EXPECT_GT(*most, 2);
  EXPECT_LE(*most, 2.5 + 0.25);
  // at each fixed time of departure it stands at the end it leaves, having arrived in time
  for (int leg = 0; leg < 1000; ++leg) {
    const double due = 5.0 * leg + 3;
    EXPECT_NEAR(height_of(elevator, due - 1e-6, {7, PieceId{3}}), leg % 2 == 0 ? 0 : 3.1, 1e-9)
        << leg;
  }
  // and it never jumps
  double last = 0;
  for (double t = 0; t < 60; t += 0.01) {
    const double at = height_of(elevator, t, {7, PieceId{3}});
    EXPECT_LT(std::fabs(at - last), 0.01 * 1.9 * 3.1 / 2) << t;
    last = at;
  }
}

TEST(Elevator, WhateverTheNumbersItStaysBetweenItsEnds) {
  ElevatorSpec elevator{.travel_time = 1e-300, .wait_time = 0};
  for (const double t : {0.0, 1e-3, 1.0, 1e6}) {
    const double at = height_of(elevator, t);
    EXPECT_TRUE(at >= 0 && at <= 1) << t << ' ' << at;
  }
}

// --- doors --------------------------------------------------------------------------------------

TEST(Door, SlidesLiftsAndSwingsAboutItsLeftEdge) {
  DoorSpec door{.size = {0.1, 2, 1.5}, .travel_time = 1, .wait_time = 2};
  const double open = 3.5, closed = 1;

  EXPECT_EQ(door_place(door, {}, closed), Pose3{});
  EXPECT_EQ(door_place(door, {}, open), (Pose3{{0, 2, 0}, {}}));
  door.travel = -0.5;
  EXPECT_EQ(door_place(door, {}, open), (Pose3{{0, -0.5, 0}, {}}));
  door.opens = DoorOpens::Lift, door.travel.reset();
  EXPECT_EQ(door_place(door, {}, open), (Pose3{{0, 0, 1.5}, {}}));
  door.opens = DoorOpens::Swing;
  for (double t = 0; t < 6; t += 0.1) {
    const Pose3 place = door_place(door, {}, t);
    EXPECT_LT(length(place * Vec3{0, 1, 0} - Vec3{0, 1, 0}), 1e-12) << t;
  }
  const Vec3 tip = door_place(door, {}, open) * Vec3{0, -1, 0};
  EXPECT_LT(length(tip - Vec3{2, 1, 0}), 1e-12);  // counter-clockwise: to the front
}

// --- trains -------------------------------------------------------------------------------------

/// Three cars of 45 cm, 50 cm apart, then 2 m of nothing, on 12 m of line.
TrainSpec gap_train() {
  TrainSpec train;
  train.points = {{0, 0}, {6, 0}, {6, 6}};
  train.closed = false;
  train.speed = 0.5;
  train.cars = 3;
  train.car_size = {0.45, 0.4, 0.5};
  train.spacing = 0.5;
  train.gap = 2;
  return train;
}

TEST(Train, WithAGapKeepsComingAndIsAbsentOffItsLine) {
  TrainSpec train = gap_train();
  train.points = {{0, 0}, {12, 0}};
  const TrainLine line = make_train_line(train);

  EXPECT_DOUBLE_EQ(line.train, 2 * 0.5 + 0.45 + 2);
  EXPECT_EQ(line.cars, 12u);  // 3 trains fill the line, one is not on it
  std::size_t absent = 0, seen = 0;
  for (double t = 0; t < 100; t += 0.09) {
    std::vector<double> places;
    for (std::size_t car = 0; car < line.cars; ++car) {
      const auto place = car_place(train, line, car, t);
      if (!place) {
        ++absent;
        continue;
      }
      ++seen;
      EXPECT_TRUE(place->at.x >= 0 && place->at.x <= 12);
      places.push_back(place->at.x);
    }
    std::sort(places.begin(), places.end());
    for (std::size_t i = 1; i < places.size(); ++i) {
      const double apart = places[i] - places[i - 1];
      const bool within = std::fabs(apart - 0.5) < 1e-9;
      EXPECT_TRUE(within || std::fabs(apart - (0.45 + 2)) < 1e-9) << t << ' ' << apart;
    }
    ASSERT_FALSE(places.empty());
    EXPECT_LE(places.front(), 2.45 + 1e-9);  // no hole wider than the gap at either end
    EXPECT_GE(places.back(), 12 - 2.45 - 1e-9);
  }
  const double part = static_cast<double>(seen) / static_cast<double>(seen + absent);
  EXPECT_NEAR(part, 12 / line.cycle, 0.01);
}

TEST(Train, CarsMoveAtTheirSpeedBetweenTwoWraps) {
  const TrainSpec train = gap_train();
  const TrainLine line = make_train_line(train);
  double longest = 0;
  for (std::size_t car = 0; car < line.cars; ++car)
    for (double t = 0; t < 60; t += 0.05) {
      const auto now = car_place(train, line, car, t), then = car_place(train, line, car, t + 0.05);
      if (now && then) longest = std::max(longest, length(then->at - now->at));
    }

  EXPECT_NEAR(longest, 0.05 * 0.5, 1e-9);
}

TEST(Train, WithoutAGapEveryCarIsAlwaysThere) {
  TrainSpec train = gap_train();
  train.gap.reset();
  const TrainLine line = make_train_line(train);

  EXPECT_EQ(line.cars, 3u);
  for (double t = 0; t < 100; t += 0.7)
    for (std::size_t car = 0; car < 3; ++car) EXPECT_TRUE(car_place(train, line, car, t));
}

TEST(Train, PhaseIsHowLongItHasTravelled) {
  TrainSpec train = gap_train(), late = train;
  late.phase = 3;
  const TrainLine line = make_train_line(train);
  for (std::size_t car = 0; car < line.cars; ++car)
    EXPECT_EQ(car_place(late, line, car, 4), car_place(train, line, car, 7));
}

TEST(Train, WorldHasTheCarsThatAreOnTheLineAtTheStart) {
  LevelSpec level;
  level.physics = PhysicsKind::Rigid;
  TrainSpec train = gap_train();
  train.phase = 5;
  PieceSpec piece;
  piece.shape = train;
  level.pieces.push_back(piece);
  const auto places = car_places_of(train);
  const auto there = static_cast<std::size_t>(std::count_if(
      places.begin(), places.end(), [](const auto& place) { return place.has_value(); }));

  EXPECT_LT(there, places.size());
  EXPECT_EQ(build_world(level).pieces[0].mesh.points.size(),
            there * make_box({1, 1, 1}).points.size());
}

}  // namespace
}  // namespace paddock
