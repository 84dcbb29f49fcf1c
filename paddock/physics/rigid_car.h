// What moves a rigid car: struts that carry it, tyres that hold it, motor and brakes that push it,
// all at the four places where its wheels touch the ground. Plain values, no Bullet. SI, world
// axes. The tyre is that of planar physics (tire_kernel.h) with a tread that lags behind its rim by
// a relaxation length, so that it also holds a car at rest. Equations of docs/physics/rigid.md.
#pragma once

#include <array>

#include "paddock/physics/rigid.h"

namespace paddock {

/// What a wheel's ray found under it.
struct WheelGround {
  bool touches{};
  double length{};  // m from the strut's mount
  Vec3 point, normal;
  Vec3 velocity;      // of the ground at that point
  double friction{};  // relative to the tyre's own figure
};

/// A force at each wheel, and one of the air at the centre of mass. N.
struct CarForces {
  std::array<Vec3, 4> wheel;
  Vec3 air;
};

/// The single-track figures of a car; none for other kinds.
const ChassisParams<double>* chassis_of(const VehicleParams& params);

/// Steering and pedals follow their inputs for `dt`, as in planar physics.
void follow_controls(const RigidVehicle& car, const VehicleInput& input, double dt,
                     VehicleState& seen);

/// The forces on `car` while its controls stand as in `seen`; its wheels' states move on by `dt`.
CarForces forces_on(const RigidVehicle& car, double gravity, const VehicleInput& input,
                    const VehicleState& seen, const std::array<WheelGround, 4>& ground, double dt,
                    RigidCarState& state);

/// The longest step in which no damper overshoots: 1 over the rate at which struts and tyres damp
/// the roll.
double longest_substep(const RigidVehicle& car, double gravity);

/// The vehicle seen from above: pose, velocities in its own axes; controls stay as they are.
void see_from_above(const RigidBodyState& body, VehicleState& seen);

}  // namespace paddock
