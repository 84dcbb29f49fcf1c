#include "paddock/engine/step.h"

#include <cmath>

#include "paddock/core/float_state.h"
#include "paddock/engine/gates.h"
#include "paddock/engine/sensing.h"

namespace paddock {
namespace {

/// Physics knows slots; whoever reads the output knows actors by their ids.
void name_actors(const State& state, Output& out) {
  const auto name = [&](VehicleId& id) { id = id_of(state, index_of(id)); };
  const auto name_contact = [&](auto& contact) {
    name(contact.vehicle);
    if (contact.other) name(*contact.other);
  };
  for (ContactEvent& contact : out.physics.contacts) name_contact(contact);
  for (RigidContact& contact : out.rigid.contacts) name_contact(contact);
  for (auto* list : {&out.physics.froze, &out.rigid.froze, &out.rigid.flipped, &out.rigid.fell})
    for (VehicleId& id : *list) name(id);
}

void move_planar(const Model& model, std::span<const VehicleInput> inputs, State& state,
                 Scratch& scratch, Output& out) {
  move_freely(model.physics, inputs, state.tick, state.physics, scratch.physics, out.physics);
  resolve_contacts(model.physics, state.physics, scratch.physics, out.physics);
}

/// What games and graders know: bumps with pieces and vehicles, seen from above.
void report_contacts(const RigidEvents& events, PlanarEvents& out) {
  for (const RigidContact& contact : events.contacts)
    if (contact.other || contact.piece)
      out.contacts.push_back({.vehicle = contact.vehicle,
                              .other = contact.other,
                              .piece = contact.piece.value_or(PieceId{}),
                              .point = xy(contact.point),
                              .normal = xy(contact.normal),
                              .impulse = contact.impulse});
  out.froze.insert(out.froze.end(), events.froze.begin(), events.froze.end());
}

void move_rigid(const Model& model, std::span<const VehicleInput> inputs, State& state,
                Scratch& scratch, Output& out) {
  scratch.physics.before = state.physics.vehicles;
  scratch.bodies_before.clear();
  for (const RigidCarState& car : state.rigid.cars) scratch.bodies_before.push_back(car.body);
  if (is_checkpoint(model.world->clock, state.tick)) checkpoint(scratch);
  step_rigid(*model.rigid, inputs, state.tick, state.physics, state.rigid, scratch.rigid,
             out.rigid);
  report_contacts(out.rigid, out.physics);
}

}  // namespace

void step(const Model& model, std::span<const VehicleInput> inputs, State& state, Scratch& scratch,
          Output& out) {
  const DefaultFloatState exact;
  out.clear();
  if (model.rigid)
    move_rigid(model, inputs, state, scratch, out);
  else
    move_planar(model, inputs, state, scratch, out);
  name_actors(state, out);
  cross_gates(model, scratch.physics.before, state, out);
  enter_triggers(model, state, out);
  state.tick = next(state.tick);
  advance_sensors(model, {scratch.physics.before, scratch.bodies_before}, out, state, scratch);
}

bool is_checkpoint(const Clock& clock, Tick tick) {
  const auto period =
      std::max<std::int64_t>(1, std::llround(kCheckpointSeconds / clock.tick_seconds()));
  return count(tick) % period == 0;
}

void checkpoint(Scratch& scratch) { forget(scratch.rigid); }

Scratch make_scratch(const Model& model) {
  Scratch scratch;
  scratch.physics = make_planar_scratch(model.physics);
  if (model.rigid) scratch.rigid = make_rigid_scratch(*model.rigid);
  scratch.bodies_before.reserve(model.vehicles.size());
  scratch.outlines.reserve(model.vehicles.size() + model.physics.parts.size());
  return scratch;
}

Output make_output(const Model& model) {
  const std::size_t vehicles = model.vehicles.size();
  Output out;
  const std::size_t contacts = most_contacts(vehicles, model.world->pieces.size());
  out.physics.contacts.reserve(contacts);
  if (model.rigid) out.rigid.contacts.reserve(contacts);
  out.physics.froze.reserve(vehicles);
  out.gates.reserve(vehicles * model.world->gates.size());
  out.laps.reserve(vehicles);
  const std::size_t props = model.rigid ? model.rigid->props.size() : 0;
  out.triggers.reserve((vehicles + props) * model.world->triggers.size());
  return out;
}

}  // namespace paddock
