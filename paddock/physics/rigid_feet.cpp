#include "paddock/physics/rigid_feet.h"

#include "paddock/physics/rigid_car.h"

namespace paddock {

Vec3 walk_on(const RigidVehicle& walker, const Footing& footing, double gravity,
             const VehicleInput& input, double dt, RigidBodyState& body, VehicleState& seen) {
  // as its law sees it: over ground that may itself move
  body.velocity = body.velocity - footing.velocity;
  see_from_above(body, seen);
  const Surroundings<double> around{.friction = footing.friction};
  step_vehicles(walker.params, {&seen, 1}, {&input, 1}, {&around, 1}, dt);

  const PlanarBody moved = body_of(walker.params, seen);
  body.velocity.x = moved.velocity.x, body.velocity.y = moved.velocity.y;
  body.velocity = body.velocity + footing.velocity;
  body.spin = {0, 0, moved.yaw_rate};
  if (posture_of(walker.params, seen)) return {};  // a fallen body slides down
  const Vec3 n = footing.normal;
  return (-walker.mass * gravity * n.z) * Vec3{n.x, n.y, 0};
}

}  // namespace paddock
