// How a race car is held on a line near the limit of its tyres: pure pursuit from where it really
// goes, steering that makes up for the slip of its tyres, and a push within what bends leave of the
// grip. SI, world frame. docs/physics/racing_line.md.
#pragma once

#include "paddock/control/pure_pursuit.h"
#include "paddock/control/speed_plan.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/route.h"

namespace paddock {

/// What a line asks of a car in one tick.
struct LineAim {
  Vec2 carrot;        // of pure pursuit
  double bend{};      // 1/m, of the line here, positive to the left
  double speed{};     // m/s, planned here
  double accel{};     // m/s^2, likewise
  double friction{};  // of the ground
};

/// What a race car dares on its racing line: a part of what its tyres and motor give.
SpeedLimits racing_limits(const RacecarParams<double>& car);

/// What the line asks of a car that is `here` beside it and may go `wanted` fast. One that is far
/// away comes to it at a small angle and not too fast, or it would shoot across.
LineAim aim_along(const Route& line, const SpeedPlan& plan, const LookaheadParams& lookahead,
                  const RoutePlace& here, double speed, double wanted);

RacecarInput<double> follow_line(const RacecarParams<double>& params,
                                 const RacecarState<double>& state, const LineAim& aim);

}  // namespace paddock
