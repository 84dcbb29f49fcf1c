#include "paddock/engine/places.h"

namespace paddock {

Pose3 vehicle_pose(const Model& model, const State& state, std::size_t vehicle) {
  const VehicleState& seen = state.physics.vehicles[vehicle];
  const Pose3 upright = model.rigid ? car_pose(*model.rigid, state.rigid, vehicle)
                                    : pose_on_ground(*model.world, pose_of(seen));
  const auto posture = posture_of(model.vehicles[vehicle].params, seen);
  return posture ? upright * *posture : upright;
}

std::vector<Body> bodies_of(const Model& model) {
  std::vector<Body> bodies;
  if (model.rigid)
    for (const RigidProp& prop : model.rigid->props) bodies.push_back({prop.piece, 0});
  for (const LivePart& part : model.physics.parts) bodies.push_back({part.piece, part.part});
  return bodies;
}

BodyPlace prop_place(const Model& model, const State& state, std::size_t prop) {
  const RigidModel& rigid = *model.rigid;
  const auto& change = rigid.props[prop].change;
  const PieceState* changed = change ? &state.physics.pieces[*change] : nullptr;
  const double scale = changed != nullptr ? changed->scale : 1;
  const bool taken = changed != nullptr && !changed->present;
  const std::size_t variant = variant_of(*model.world, rigid.props[prop].piece, changed,
                                         model.world->clock.seconds(state.tick));
  return {.pose = prop_pose(rigid, state.rigid, prop, scale),
          .present = !taken && in_world(rigid, prop, state.rigid),
          .scale = scale,
          .variant = static_cast<std::uint32_t>(variant)};
}

namespace {

BodyPlace live_place(const Model& model, const State& state, const LivePart& part) {
  const PartPlace place =
      place_part(*model.world, part, state.physics.pieces, model.world->clock.seconds(state.tick));
  return {.pose = place.pose,
          .present = place.present,
          .scale = place.scale,
          .variant = static_cast<std::uint32_t>(place.variant)};
}

}  // namespace

BodyPlace piece_place(const Model& model, const State& state, PieceId piece) {
  for (std::size_t i = 0; model.rigid && i < model.rigid->props.size(); ++i)
    if (model.rigid->props[i].piece == piece) return prop_place(model, state, i);
  for (const LivePart& part : model.physics.parts)
    if (part.piece == piece) return live_place(model, state, part);
  return {.pose = model.world->pieces[index_of(piece)].world_from_piece};
}

void place_bodies(const Model& model, const State& state, std::vector<BodyPlace>& places) {
  places.clear();
  if (model.rigid)
    for (std::size_t i = 0; i < model.rigid->props.size(); ++i)
      places.push_back(prop_place(model, state, i));
  for (const LivePart& part : model.physics.parts) places.push_back(live_place(model, state, part));
}

}  // namespace paddock
