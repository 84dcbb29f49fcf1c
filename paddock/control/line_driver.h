// How a race car is held on a line near the limit of its tyres: pure pursuit from where it really
// goes, steering that makes up for the slip of its tyres, and a push within what bends leave of the
// grip. SI, world frame. docs/physics/racing_line.md.
#pragma once

#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// What a line asks of a car in one tick.
struct LineAim {
  Vec2 carrot;        // of pure pursuit
  double bend{};      // 1/m, of the line here, positive to the left
  double speed{};     // m/s, planned here
  double accel{};     // m/s^2, likewise
  double friction{};  // of the ground
};

RacecarInput<double> follow_line(const RacecarParams<double>& params,
                                 const RacecarState<double>& state, const LineAim& aim);

}  // namespace paddock
