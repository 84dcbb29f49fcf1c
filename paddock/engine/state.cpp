#include "paddock/engine/state.h"

#include "paddock/core/hash.h"
#include "paddock/engine/sensing.h"

namespace paddock {

VehicleId id_of(const State& state, std::size_t slot) {
  return vehicle_id(slot, state.generations[slot]);
}

State initial_state(const Model& model) {
  State state;
  for (const VehicleSetup& vehicle : model.vehicles)
    state.physics.vehicles.push_back(state_at(kind_of(vehicle.params), vehicle.start));
  state.physics.frozen.resize(model.vehicles.size());
  state.physics.present.assign(model.vehicles.size(), 1);
  state.physics.pieces.resize(model.physics.changing.size());
  state.generations.resize(model.vehicles.size());
  if (model.rigid) state.rigid = start_rigid(*model.rigid, state.physics);
  state.props_inside.resize(state.rigid.props.size());
  state.laps.resize(model.vehicles.size());
  state.sensors = start_sensors(model, state);
  return state;
}

void place_vehicle(const Model& model, VehicleId vehicle, const Pose2& pose, double above,
                   State& state) {
  const std::size_t v = index_of(vehicle);
  if (model.rigid) {
    place_car(*model.rigid, v, pose, state.physics, state.rigid, above);
  } else {
    state.physics.vehicles[v] = state_at(kind_of(model.vehicles[v].params), pose);
    state.physics.frozen[v] = 0;
  }
}

std::uint64_t hash_of(const State& state) {
  Hasher hash;
  hash.add(count(state.tick));
  for (std::size_t v = 0; v < state.physics.vehicles.size(); ++v) {
    hash.add(static_cast<std::uint64_t>(state.physics.vehicles[v].index()));
    visit_fields(state.physics.vehicles[v], [&](const char*, double number) { hash.add(number); });
    hash.add(state.physics.frozen[v] != 0);
    LapState::fields(state.laps[v], [&](const char*, const auto& number) { hash.add(number); });
    if (state.generations[v] == 0 && state.physics.present[v] != 0) continue;
    hash.add(state.generations[v]);
    hash.add(state.physics.present[v] != 0);
  }
  for (std::size_t i = 0; i < state.physics.pieces.size(); ++i) {
    if (state.physics.pieces[i] == PieceState{}) continue;
    hash.add(static_cast<std::uint64_t>(i));
    PieceState::fields(state.physics.pieces[i],
                       [&](const char*, const auto& number) { hash.add(number); });
  }
  for (const std::uint64_t inside : state.props_inside) hash.add(inside);
  RigidState::fields(state.rigid, [&](const char*, const auto& number) { hash.add(number); });
  for (const SensorMemory& memory : state.sensors)
    for (const double number : memory.numbers) hash.add(number);
  return hash.value();
}

}  // namespace paddock
