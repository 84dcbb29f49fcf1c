// Hands on six kinds of vehicle.
#include "paddock/vehicles/vehicle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "paddock/control/driver.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

VehicleInput ask(VehicleKind kind, const VehicleState& state, const Controls& controls) {
  const VehicleParams params = default_params(kind);
  return input_from(params, state, controls);
}

double way_after(VehicleKind kind, const Controls& controls, int ticks) {
  TestRun run(build_shared(open_level()), {vehicle_at(kind, {})});
  for (int i = 0; i < ticks; ++i) run.step(ask(kind, run.vehicle(), controls));
  return pose_of(run.vehicle()).x;
}

TEST(Controls, ForwardDrivesEveryKindForwardAndBackwardBack) {
  for (const VehicleKind kind : kAllKinds) {
    EXPECT_GT(way_after(kind, {.drive = 1}, 300), 0.05) << type_of(kind).name;
    EXPECT_LT(way_after(kind, {.drive = -1}, 300), -0.05) << type_of(kind).name;
    EXPECT_NEAR(way_after(kind, {}, 300), 0, 0.05) << type_of(kind).name;
  }
}

TEST(Controls, SteeringLeftTurnsEveryKindWithAHeadingLeft) {
  for (const VehicleKind kind : {kind_of<Racecar>(), kind_of<Rover>(), kind_of<Neato>(),
                                 kind_of<Sedan>(), kind_of<Robotcar>()}) {
    TestRun run(build_shared(open_level()), {vehicle_at(kind, {})});
    for (int i = 0; i < 200; ++i) run.step(ask(kind, run.vehicle(), {.steer = 0.5, .drive = 0.3}));
    EXPECT_GT(pose_of(run.vehicle()).yaw, 0.02) << type_of(kind).name;
  }
}

TEST(Controls, BrakesBringEveryKindToRest) {
  for (const VehicleKind kind : kAllKinds) {
    TestRun run(build_shared(open_level()), {vehicle_at(kind, {})});
    for (int i = 0; i < 200; ++i) run.step(ask(kind, run.vehicle(), {.drive = 0.5}));
    for (int i = 0; i < 800; ++i) run.step(ask(kind, run.vehicle(), {.drive = 1, .brake = 1}));
    EXPECT_LT(std::fabs(speed_of(run.vehicle())), 0.1) << type_of(kind).name;
  }
}

TEST(Controls, WhatIsOutOfRangeIsCutAndWhatIsNoNumberIsNothing) {
  const Controls c = limited({.steer = -7,
                              .drive = std::numeric_limits<double>::quiet_NaN(),
                              .brake = -1,
                              .hand_brake = std::numeric_limits<double>::infinity()});

  EXPECT_EQ(c, (Controls{.steer = -1}));
}

TEST(Controls, DialsShowWhatTheHandsAsked) {
  const Controls asked{.steer = 0.5, .drive = 0.25};
  for (const VehicleKind kind : kAllKinds) {
    const VehicleParams params = default_params(kind);
    const VehicleState state = state_at(kind, {});
    const Controls shown = controls_from(params, state, ask(kind, state, asked));
    EXPECT_NEAR(shown.steer, asked.steer, 1e-12) << type_of(kind).name;
    EXPECT_NEAR(shown.drive, asked.drive, 1e-12) << type_of(kind).name;
  }
}

}  // namespace
}  // namespace paddock
