// Actors come and go: vehicles that are spawned and despawned between two ticks. Each stands in a
// slot, its place in every list of the run; a slot that was left is taken again by the next one,
// under another id. A run that spawns owns its model alone.
#pragma once

#include "paddock/engine/step.h"

namespace paddock {

bool is_present(const State& state, VehicleId actor);
std::size_t count_present(const State& state);

/// The id that the next one to come will have; an Error where the run is full.
Result<VehicleId> next_id(const Model& model, const State& state);

/// An Error that names what stands where such an actor would: a wall, a prop or another actor. The
/// model gets a contact map of its bumper's height, where it had none.
Result<void> check_room(Model& model, const State& state, const VehicleSetup& setup);

/// At rest at its start from the next tick on, under next_id(). An Error, and nothing changed,
/// where there is no room for it.
Result<VehicleId> spawn(const VehicleSetup& setup, Model& model, State& state, Scratch& scratch,
                        Output& out);
/// Gone from the next tick on, with its sensors; it must be present.
void despawn(VehicleId actor, Model& model, State& state, Scratch& scratch);

/// Who stands in a slot, as a snapshot keeps it.
struct ActorSlot {
  std::uint32_t generation{};
  bool present{true};
  VehicleSetup setup;
  bool operator==(const ActorSlot&) const = default;
};
std::vector<ActorSlot> slots_of(const Model& model, const State& state);
/// Makes the model that of a run whose slots these are; its state comes from elsewhere.
Result<void> set_slots(std::span<const ActorSlot> slots, Model& model, Scratch& scratch,
                       Output& out);

}  // namespace paddock
