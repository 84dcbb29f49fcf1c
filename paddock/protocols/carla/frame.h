// What a frame tells of a run, in CARLA's units and frame. docs/protocols/carla.md, Messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddock/protocols/carla/town.h"
#include "paddock/stage/stage.h"

namespace paddock::carla {

/// A control of theirs as the car's input, and back.
VehicleInput input_of(const Control& control);
Control control_of(const VehicleInput& input);

/// All of the player but its acceleration and the autopilot, which look back.
PlayerMeasurements measure_player(const Session& session, VehicleId player);
/// m/s along its heading, as a vector of our world.
Vec3 velocity_ahead(const Session& session, VehicleId vehicle);
/// Everybody and every light and sign there is, but the player.
std::vector<Agent> agents_of(const Session& session, VehicleId player);

/// Id of a client's sensor, by its place in the list.
constexpr std::uint32_t sensor_id(std::size_t number) {
  return static_cast<std::uint32_t>(number) + 1;
}
/// The message of a sensor of the run. `frame` counts those of the episode from 1, for lidars.
void append_sensor(std::string& out, Stage& stage, VehicleId player, const SensorSettings& sensor,
                   std::size_t number, std::uint64_t frame_number, std::uint32_t frame, Wire wire);

}  // namespace paddock::carla
