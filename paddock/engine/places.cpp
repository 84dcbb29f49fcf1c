#include "paddock/engine/places.h"

namespace paddock {

Pose3 vehicle_pose(const Model& model, const State& state, std::size_t vehicle) {
  if (model.rigid) return car_pose(*model.rigid, state.rigid, vehicle);
  const VehicleState& seen = state.physics.vehicles[vehicle];
  const Pose3 upright = pose_on_ground(*model.world, pose_of(seen));
  const auto posture = posture_of(model.vehicles[vehicle].params, seen);
  return posture ? upright * *posture : upright;
}

std::vector<Body> bodies_of(const Model& model) {
  std::vector<Body> bodies;
  if (!model.rigid) return bodies;
  for (const RigidProp& prop : model.rigid->props) bodies.push_back({prop.piece, 0});
  for (const RigidMover& mover : model.rigid->movers) bodies.push_back({mover.piece, mover.part});
  return bodies;
}

void place_bodies(const Model& model, const State& state, std::vector<BodyPlace>& places) {
  places.clear();
  if (!model.rigid) return;
  const RigidModel& rigid = *model.rigid;
  for (std::size_t i = 0; i < rigid.props.size(); ++i)
    places.push_back({prop_pose(rigid, state.rigid, i), in_world(rigid, i, state.rigid)});
  const double seconds = model.world->clock.seconds(state.tick);
  for (std::size_t i = 0; i < rigid.movers.size(); ++i) {
    const Pose3 foot{{0, 0, -rigid.movers[i].shape.half.z}, {}};
    const auto middle = mover_pose(rigid, i, seconds);
    places.push_back({middle.value_or(Pose3{}) * foot, middle.has_value()});
  }
}

}  // namespace paddock
