// Sensors with a memory: an IMU's bias and average, odometry's count. They advance with the tick
// and are part of the state; everything else is measured by sense().
#pragma once

#include <span>

#include "paddock/engine/model.h"
#include "paddock/engine/state.h"
#include "paddock/sensors/motion.h"

namespace paddock {

/// The vehicles at the tick before.
struct Before {
  std::span<const VehicleState> vehicles;
  std::span<const RigidBodyState> bodies;  // of rigid levels
};

/// What a sensor on vehicle `index` feels at this instant; accelerations are left 0.
BodyMotion motion_of(const Model& model, const State& state, std::size_t index);

/// Where the noise of vehicle `index` is drawn at a tick; each sensor adds its own stream.
DrawAddress noise_address(const Model& model, std::size_t index, Tick tick);

/// Every sensor just switched on; empty when no vehicle has one.
std::vector<SensorState> start_sensors(const Model& model, const State& state);

/// Advances the sensors over the tick that took the vehicles from `before` to now.
void advance_sensors(const Model& model, const Before& before, State& state);

}  // namespace paddock
