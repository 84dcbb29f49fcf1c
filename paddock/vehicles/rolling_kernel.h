// How a body on wheels that do not slip is brought to the motion they ask for: what Coulomb
// friction can change in a tick. SI, radians.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

/// Moves the body towards the motion its wheels ask for, as far as Coulomb friction can change it
/// in `dt`, then moves the pose. Rolling free this is the no-slip motion; after a bump it slides
/// first.
template <class Real>
PADDOCK_KERNEL void roll_towards(const ChassisState<Real>& wanted, Real grip_accel, Real lever,
                                 const Surroundings<Real>& around, Real dt, ChassisState<Real>& s) {
  Real sin_yaw, cos_yaw;
  det::sincos(s.yaw, sin_yaw, cos_yaw);
  const Real grip = grip_accel * around.friction * dt;
  const Real pull_along = (cos_yaw * around.pull_x + sin_yaw * around.pull_y) * dt;
  const Real pull_side = (cos_yaw * around.pull_y - sin_yaw * around.pull_x) * dt;
  s.vx += pull_along + clamp_abs(wanted.vx - s.vx - pull_along, grip);
  s.vy += pull_side + clamp_abs(wanted.vy - s.vy - pull_side, grip);
  s.yaw_rate += clamp_abs(wanted.yaw_rate - s.yaw_rate, grip / lever);

  const Real mid = s.yaw + Real(0.5) * dt * s.yaw_rate;
  det::sincos(mid, sin_yaw, cos_yaw);
  s.x += (s.vx * cos_yaw - s.vy * sin_yaw) * dt;
  s.y += (s.vx * sin_yaw + s.vy * cos_yaw) * dt;
  s.yaw = wrap_angle(s.yaw + dt * s.yaw_rate);
}

}  // namespace paddock
