// Cascaded control of the quadrotor: position error asks for a velocity, velocity error for an
// acceleration. Derivatives act on what is measured, so a jump of the target gives no kick.
#pragma once

#include "paddock/core/vec.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

struct DriverView;

struct CascadeGains {
  double position{1.5};        // 1/s
  double position_damping{0};  // on velocity; simplesim's own feel is -0.05
  double velocity{2.0};        // 1/s
  double max_velocity{4.0};    // m/s, of what the outer loop may ask
};

/// Acceleration that brings a point from `position` at `velocity` to rest at `target`.
Vec2 cascade(const CascadeGains& gains, Vec2 position, Vec2 velocity, Vec2 target);

/// The same as the quadrotor's input in its own mode.
VehicleInput fly_towards(const DriverView& view, Vec2 target);

}  // namespace paddock
