#include "paddock/game/collision_sums.h"

#include <cmath>

namespace paddock {
namespace {

double& sum_for(SemanticTag tag, CollisionSums& sums) {
  if (tag == SemanticTag::Vehicle) return sums.vehicles;
  return tag == SemanticTag::Pedestrian ? sums.walkers : sums.other;
}

SemanticTag tag_of(const Model& model, VehicleId vehicle) {
  return type_of(kind_of(model.vehicles[index_of(vehicle)].params)).look.tag;
}

}  // namespace

void add_collisions(const Model& model, const State& state, const Output& output,
                    std::span<const VehicleState> before, std::span<SlotCollisions> slots) {
  for (std::size_t v = 0; v < slots.size(); ++v)
    if (const VehicleId id = id_of(state, v); slots[v].vehicle != id) slots[v] = {id, {}};
  const auto add = [&](VehicleId vehicle, SemanticTag met, double impulse) {
    const std::size_t v = index_of(vehicle);
    if (v < before.size() && std::fabs(speed_of(before[v])) > kCollides)
      sum_for(met, slots[v].sums) += impulse;
  };
  for (const ContactEvent& contact : output.physics.contacts) {
    if (!contact.other) {
      add(contact.vehicle, model.world->pieces[index_of(contact.piece)].tag, contact.impulse);
      continue;
    }
    add(contact.vehicle, tag_of(model, *contact.other), contact.impulse);
    add(*contact.other, tag_of(model, contact.vehicle), contact.impulse);
  }
}

}  // namespace paddock
