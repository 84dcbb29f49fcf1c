// Built-in drivers: they follow, they keep clear, they repeat themselves.
#include "paddock/control/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "paddock/engine/sense.h"
#include "tests/support/streets.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// A run whose vehicles are driven; each driver gets the lidar it asks for.
struct DrivenRun {
  TestRun run;
  std::vector<Driver> drivers;

  DrivenRun(const LevelSpec& level, std::string_view driver, std::vector<VehicleSetup> vehicles)
      : run(build_shared(level), std::move(vehicles)) {
    for (std::uint32_t i = 0; i < run.model.vehicles.size(); ++i)
      drivers.push_back(*make_driver(driver, *run.model.world, run.model.vehicles[i].params, i, 1));
  }

  void step() {
    std::vector<VehicleInput> inputs;
    for (std::size_t i = 0; i < drivers.size(); ++i) {
      LidarReading reading;
      if (const auto lidar = lidar_of(drivers[i])) {
        const LidarRequest request{VehicleId{static_cast<std::uint32_t>(i)}, *lidar};
        sense(run.model, run.state, std::span(&request, 1), run.scratch, std::span(&reading, 1));
      }
      const double dt = run.model.world->clock.tick_seconds();
      inputs.push_back(drive(drivers[i], {run.state.tick, dt, &run.model.vehicles[i].params,
                                          &run.vehicle(i), reading.ranges}));
    }
    run.step(inputs);
  }
};

double steady_radius(VehicleKind kind, double curvature, double speed) {
  TestRun run(build_shared(open_level()), {vehicle_at(kind, {})});
  const auto ask = [&] {
    run.step(input_for(run.model.vehicles[0].params, run.vehicle(), {curvature, speed}));
  };
  for (int tick = 0; tick < 400; ++tick) ask();
  const PlanarBody a = run.body();
  ask();
  const PlanarBody b = run.body();
  return length(b.velocity) * 0.01 / wrap_angle(b.yaw - a.yaw);
}

TEST(InputFor, DrivesTheCurveAndSpeedThatIsAskedAtWalkingPace) {
  // 1 %: the path of the centre of gravity is a little wider than that of the axle that rolls
  EXPECT_NEAR(steady_radius(kind_of<Racecar>(), 0.5, 0.8), 2, 0.03);
  EXPECT_NEAR(steady_radius(kind_of<Racecar>(), -0.5, 0.8), -2, 0.03);
  EXPECT_NEAR(steady_radius(kind_of<Rover>(), 2, 0.2), 0.5, 0.01);
  EXPECT_NEAR(steady_radius(kind_of<Rover>(), -2, 0.2), -0.5, 0.01);
  EXPECT_NEAR(steady_radius(kind_of<Neato>(), 2, 0.2), 0.5, 0.005);
  EXPECT_NEAR(steady_radius(kind_of<Sedan>(), 0.1, 1.2), 10, 0.2);
  EXPECT_NEAR(steady_radius(kind_of<Robotcar>(), 1, 0.8), 1, 0.01);
  EXPECT_NEAR(steady_radius(kind_of<Robotcar>(), -1, 0.8), -1, 0.01);
}

TEST(RouteDriver, FollowsARingWithinATolerance) {
  struct Asked {
    VehicleKind kind;
    double radius, tolerance;  // m: a lookahead of L cuts a circle by about L^2 / 8 R, plus slip
  };
  for (const Asked& asked : {Asked{kind_of<Rover>(), 1, 0.05}, Asked{kind_of<Neato>(), 1.5, 0.05},
                             Asked{kind_of<Quad2d>(), 8, 0.6}, Asked{kind_of<Sedan>(), 40, 0.7},
                             Asked{kind_of<Robotcar>(), 2, 0.06}}) {
    const LevelSpec level = ring_level(asked.radius, asked.radius);
    const Pose2 start = level.starts[0].pose;
    DrivenRun driven(level, "route", {vehicle_at(asked.kind, start)});
    double worst = 0;
    int bumps = 0;
    for (int tick = 0; tick < 4000; ++tick) {
      driven.step();
      bumps += static_cast<int>(driven.run.out.physics.contacts.size());
      if (tick > 400)
        worst = std::max(worst, std::fabs(length(position(driven.run.pose())) - asked.radius));
    }

    EXPECT_LT(worst, asked.tolerance) << type_of(asked.kind).name;
    EXPECT_EQ(bumps, 0) << type_of(asked.kind).name;
    EXPECT_GE(driven.run.state.laps[0].laps, 1u) << type_of(asked.kind).name;
  }
}

TEST(RouteDriver, HoldsARaceCarOnItsRacingLineAtTheSpeedThatItsTyresAllow) {
  DrivenRun driven(ring_level(8, 3), "route",
                   {vehicle_at(kind_of<Racecar>(), ring_level(8, 3).starts[0].pose)});
  const Route line = *std::get<RouteDriver>(driven.drivers[0]).route;
  double worst = 0;
  int bumps = 0;
  for (int tick = 0; tick < 2000; ++tick) {
    driven.step();
    bumps += static_cast<int>(driven.run.out.physics.contacts.size());
    if (tick > 500)
      worst = std::max(worst, std::fabs(nearest_place(line, position(driven.run.pose())).offset));
  }

  // 0.8 of the tyres' 10.3 m/s^2 on concrete of 0.95
  EXPECT_NEAR(length(driven.run.body().velocity),
              std::sqrt(0.8 * 0.95 * 10.29 * line.length / (2 * kPi)), 0.4);
  EXPECT_LT(worst, 0.35);  // m: what it keeps free on both sides
  EXPECT_EQ(bumps, 0);
  EXPECT_GE(driven.run.state.laps[0].laps, 2u);
}

TEST(RouteDriver, StopsAtTheEndOfAnOpenRoute) {
  LevelSpec level = open_level();
  level.routes.push_back({.where = {},
                          .name = "",
                          .points = {{0, 0}, {5, 0}, {10, 0}, {15, 2}},
                          .closed = false,
                          .width = 2});
  DrivenRun driven(level, "route", {vehicle_at(kind_of<Racecar>(), {})});
  for (int tick = 0; tick < 1500; ++tick) driven.step();

  EXPECT_LT(distance(position(driven.run.pose()), {15, 2}), 0.6);
  EXPECT_LT(std::fabs(speed_of(driven.run.vehicle())), 0.1);
}

TEST(RouteDriver, TurnsRoundWhenTheRouteBeginsBehindIt) {
  for (const VehicleKind kind : {kind_of<Racecar>(), kind_of<Rover>(), kind_of<Neato>()}) {
    LevelSpec level = open_level();
    level.routes.push_back(
        {.where = {}, .name = "", .points = {{0, 0}, {3, 0}}, .closed = false, .width = 2});
    DrivenRun driven(level, "route", {vehicle_at(kind, {0.3, 0, kPi})});
    for (int tick = 0; tick < 3000; ++tick) driven.step();

    EXPECT_LT(distance(position(driven.run.pose()), {3, 0}), 0.6) << type_of(kind).name;
  }
}

TEST(GapDriver, StaysClearInACorridor) {
  for (const double yaw : {0.0, 0.3, -0.4}) {
    DrivenRun driven(corridor_level(60, 3), "gap", {vehicle_at(kind_of<Racecar>(), {2, 0.4, yaw})});
    int bumps = 0;
    for (int tick = 0; tick < 1000; ++tick) {
      driven.step();
      bumps += static_cast<int>(driven.run.out.physics.contacts.size());
    }

    EXPECT_EQ(bumps, 0) << yaw;
    EXPECT_GT(driven.run.pose().x, 20) << yaw;
  }
}

TEST(GapDriver, DrivesRoundARingWithoutARoute) {
  DrivenRun driven(ring_level(6, 3), "gap",
                   {vehicle_at(kind_of<Racecar>(), ring_level(6, 3).starts[0].pose)});
  int bumps = 0;
  for (int tick = 0; tick < 2500; ++tick) {
    driven.step();
    bumps += static_cast<int>(driven.run.out.physics.contacts.size());
  }

  EXPECT_EQ(bumps, 0);
  EXPECT_GE(driven.run.state.laps[0].laps, 1u);
}

TEST(GapDriver, WithoutAReadingItAsksForNothing) {
  Driver driver{GapDriver{}};
  const VehicleParams params = default_params(kind_of<Racecar>());
  const VehicleState state = state_at(kind_of<Racecar>(), {});

  EXPECT_EQ(drive(driver, {Tick{0}, 0.01, &params, &state, {}}), idle_input(kind_of<Racecar>()));
  EXPECT_TRUE(lidar_of(driver));
}

TEST(RandomDriver, HoldsAnInputForHalfASecondAndRepeatsItself) {
  for (const VehicleKind kind : kAllKinds) {
    const VehicleParams params = default_params(kind);
    const VehicleState state = state_at(kind, {});
    Driver a{RandomDriver{7, 0}}, b{RandomDriver{7, 0}}, other{RandomDriver{7, 1}};
    const auto at = [&](Driver& driver, int tick) {
      return drive(driver, {Tick{tick}, 0.01, &params, &state, {}});
    };

    EXPECT_EQ(at(a, 0), at(a, 49));
    EXPECT_NE(at(a, 0), at(a, 50));
    EXPECT_EQ(at(a, 123), at(b, 123));
    EXPECT_NE(at(a, 123), at(other, 123));
    EXPECT_TRUE(usable(at(a, 7), kind));
  }
}

TEST(MakeDriver, KnowsItsNamesAndSaysSoOtherwise) {
  const World bare = build_world(open_level());
  const VehicleParams params = default_params(kind_of<Racecar>());

  for (const char* name : {"idle", "gap", "random"})
    EXPECT_TRUE(make_driver(name, bare, params, 0, 1)) << name;
  EXPECT_FALSE(make_driver("route", bare, params, 0, 1));  // the level has none
  const auto unknown = make_driver("ai", bare, params, 0, 1);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("ai"), std::string::npos);
}

TEST(Drivers, MadeAgainFromNameAndMemoryGoOnAlike) {
  LevelSpec level = ring_level(8, 3);
  add_two_blocks(level, {30, 0});  // for those who keep to roads
  for (const DriverType& type : driver_types()) {
    DrivenRun driven(level, type.name, {vehicle_at(kind_of<Racecar>(), level.starts[0].pose)});
    if (auto* points = std::get_if<WaypointDriver>(&driven.drivers[0]))
      points->points = {{8, 3}, {5, 6}};
    if (auto* person = std::get_if<PersonDriver>(&driven.drivers[0]))
      person->controls = {.steer = 0.4, .drive = 0.2};
    for (int tick = 0; tick < 200; ++tick) driven.step();
    DrivenRun copy = driven;
    copy.drivers[0] =
        *make_driver(type.name, *copy.run.model.world, copy.run.model.vehicles[0].params, 0, 1);

    EXPECT_TRUE(set_memory(copy.drivers[0], memory_of(driven.drivers[0]))) << type.name;

    for (int tick = 0; tick < 200; ++tick) driven.step(), copy.step();
    EXPECT_EQ(driven.run.state, copy.run.state) << type.name;
  }
}

TEST(Drivers, MemoryThatCannotBeTheirsIsRefused) {
  LevelSpec level = ring_level(8, 3);
  add_two_blocks(level, {30, 0});
  const World world = build_world(level);
  const std::vector<double> wrong{1, 2, 3, -4, 5, 6, 7, 8, 9, 10, 11};
  for (const DriverType& type : driver_types()) {
    auto driver = *make_driver(type.name, world, default_params(kind_of<Racecar>()), 0, 1);
    EXPECT_TRUE(type.name == "waypoints" || !set_memory(driver, wrong)) << type.name;
    std::vector<double> longer = memory_of(driver);
    longer.push_back(1e300);
    EXPECT_FALSE(set_memory(driver, longer)) << type.name;
  }
}

TEST(WaypointDriver, VisitsThePointsInOrderAndStaysAtTheLast) {
  for (const VehicleKind kind :
       {kind_of<Racecar>(), kind_of<Neato>(), kind_of<Quad2d>(), kind_of<Robotcar>()}) {
    DrivenRun driven(open_level(), "waypoints", {vehicle_at(kind, {})});
    std::get<WaypointDriver>(driven.drivers[0]).points = {{2, 0}, {3, 2}};

    for (int tick = 0; tick < 4000; ++tick) driven.step();

    EXPECT_LT(distance(position(driven.run.pose()), {3, 2}), 0.7) << type_of(kind).name;
    EXPECT_LT(std::fabs(speed_of(driven.run.vehicle())), 0.2) << type_of(kind).name;
  }
}

TEST(Drivers, CopiedWithTheStateGoOnAlike) {
  DrivenRun driven(ring_level(8, 3), "route",
                   {vehicle_at(kind_of<Racecar>(), ring_level(8, 3).starts[0].pose)});
  for (int tick = 0; tick < 300; ++tick) driven.step();
  DrivenRun copy = driven;

  for (int tick = 0; tick < 300; ++tick) driven.step(), copy.step();

  EXPECT_EQ(driven.run.state, copy.run.state);
}

}  // namespace
}  // namespace paddock
