// Who stands on feet in a rigid world: its own planar law moves it over whatever it stands on,
// rigid physics keeps it upright, lets it fall and pushes it. Plain values, no Bullet. SI, world
// axes.
#pragma once

#include "paddock/physics/rigid.h"

namespace paddock {

/// What is under its feet.
struct Footing {
  Vec3 normal;
  Vec3 velocity{};    // of the ground there
  double friction{};  // of it, relative to the body's own figure
};

/// `body` and `seen` go on by what its law makes of `input` in `dt`; poses are left to rigid
/// physics. Returns the force by which feet hold on a slope, N.
Vec3 walk_on(const RigidVehicle& walker, const Footing& footing, double gravity,
             const VehicleInput& input, double dt, RigidBodyState& body, VehicleState& seen);

}  // namespace paddock
