#include "paddock/engine/step.h"

#include "paddock/core/float_state.h"
#include "paddock/engine/gates.h"
#include "paddock/engine/sensor_memory.h"

namespace paddock {

void step(const Model& model, std::span<const VehicleInput> inputs, State& state, Scratch& scratch,
          Output& out) {
  const DefaultFloatState exact;
  out.clear();
  move_freely(model.physics, inputs, state.tick, state.physics, scratch.physics, out.physics);
  resolve_contacts(model.physics, state.physics, scratch.physics, out.physics);
  advance_sensors(model, scratch.physics.before, state);
  cross_gates(model, scratch.physics.before, state, out);
  enter_triggers(model, state, out);
  state.tick = next(state.tick);
}

Scratch make_scratch(const Model& model) {
  Scratch scratch{.physics = make_planar_scratch(model.physics), .outlines = {}, .lidars = {}};
  scratch.outlines.reserve(model.vehicles.size());
  return scratch;
}

Output make_output(const Model& model) {
  const std::size_t vehicles = model.vehicles.size();
  Output out;
  out.physics.contacts.reserve(PlanarEvents::kMaxEvents);
  out.physics.froze.reserve(vehicles);
  out.gates.reserve(vehicles * model.world->gates.size());
  out.laps.reserve(vehicles);
  out.triggers.reserve(vehicles * model.world->triggers.size());
  return out;
}

}  // namespace paddock
