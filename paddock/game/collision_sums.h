// What a vehicle ran into since the run began, by what it was: CARLA 0.8's collision_vehicles,
// collision_pedestrians and collision_other. A sum, so that who looks now and then misses nothing.
#pragma once

#include <span>
#include <vector>

#include "paddock/engine/model.h"
#include "paddock/engine/output.h"
#include "paddock/engine/state.h"

namespace paddock {

/// Normal impulses of all bumps, N s. They never shrink.
struct CollisionSums {
  double vehicles{}, walkers{};  // by semantic tag: a parked car is a vehicle too
  double other{};                // walls, kerbs, poles, …
  bool operator==(const CollisionSums&) const = default;
};

/// A vehicle that goes no faster ahead or back collides with nobody: it was hit. m/s.
inline constexpr double kCollides = 1 / 3.6;

/// The sums of one slot belong to who stands there.
struct SlotCollisions {
  VehicleId vehicle{};
  CollisionSums sums{};
};

/// Adds the bumps of the tick that `output` tells of. `before`: the vehicles as that tick began,
/// one a slot as `slots`; whoever is new in a slot begins with nothing.
void add_collisions(const Model& model, const State& state, const Output& output,
                    std::span<const VehicleState> before, std::span<SlotCollisions> slots);

}  // namespace paddock
