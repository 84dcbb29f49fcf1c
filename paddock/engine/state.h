// State: everything that evolves. A value: a copy is a snapshot, == is equality.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/core/tick.h"
#include "paddock/engine/model.h"

namespace paddock {

/// How far a vehicle has got through the gates of a lap.
struct LapState {
  std::uint32_t next_gate{};  // index of the gate it must pass next
  std::uint32_t laps{};       // whole laps done
  bool running{};             // it has passed the start line
  Nanos lap_began{};          // simulated time of the last pass of the line
  Nanos best_lap{};           // 0: none yet
  std::uint64_t inside{};     // one bit for each trigger it is in

  static void fields(auto& self, auto&& visit) {
    visit("next_gate", self.next_gate), visit("laps", self.laps), visit("running", self.running);
    visit("lap_began", self.lap_began), visit("best_lap", self.best_lap),
        visit("inside", self.inside);
  }
  bool operator==(const LapState&) const = default;
};

/// What a sensor of the run remembers, as its kind has it; empty: nothing.
struct SensorMemory {
  std::vector<double> numbers;
  bool operator==(const SensorMemory&) const = default;
};

struct State {
  Tick tick{};
  PlanarState physics;                      // in rigid levels as seen from above
  RigidState rigid;                         // empty in planar levels
  std::vector<std::uint32_t> generations;   // one a slot: how many stood there before
  std::vector<LapState> laps;               // one a slot
  std::vector<std::uint64_t> props_inside;  // one bit a trigger for each prop of a rigid level
  std::vector<SensorMemory> sensors;        // in the order of Model::sensors
  bool operator==(const State&) const = default;
};

/// The id of whoever is in this slot, or was last.
VehicleId id_of(const State& state, std::size_t slot);

/// Every vehicle at rest at its start.
State initial_state(const Model& model);

/// Puts a vehicle at rest at `pose`, `above` the ground there in rigid levels, as if it had started
/// there; laps count on.
void place_vehicle(const Model& model, VehicleId vehicle, const Pose2& pose, double above,
                   State& state);

/// 64 bits that change when any number of the state does, the same on every machine.
std::uint64_t hash_of(const State& state);

}  // namespace paddock
