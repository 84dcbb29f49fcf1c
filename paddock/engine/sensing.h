// Sensors of the catalogue on the vehicles of a run. Those of the run itself (its level's and its
// doors') are part of model and state: they advance with every tick, and snapshots, hashes and
// recordings have what they remember. Others look at a run without being part of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/engine/sensor_sight.h"
#include "paddock/sensors/catalogue.h"

namespace paddock {

/// Everything said that was left out: name, mount, unit, rate, figures, noise or none. Says what is
/// wrong. Resolved twice it stays as it is.
Result<SensorMount> resolve_sensor(const Model& model, const SensorMount& asked, bool ideal);

/// A sensor that a vehicle carries.
struct SensorName {
  std::string name, kind;
  ReadingShape shape{};
  bool mounted{};  // part of the run; else it looks on when somebody asks
  bool operator==(const SensorName&) const = default;
};
/// The run's own, then one of each kind as such a vehicle carries it.
std::vector<SensorName> sensors_of(const Model& model, VehicleId vehicle);

/// What is wrong with the sensors that a level mounts, with their lines; reading a level cannot
/// know it.
std::vector<Problem> check_level_sensors(const World& world);

Result<MountedSensor> make_sensor(const Model& model, const SensorMount& resolved);

/// True at the ticks that end with a reading of a sensor of `rate`, of which there is at most one a
/// tick: 0 means every tick.
bool reads_at(const Clock& clock, double rate, Tick tick);
/// How many readings there were from the beginning of the run up to this tick.
std::int64_t readings_until(const Clock& clock, double rate, Tick tick);
/// Readings in a simulated second that such a sensor really has.
double true_rate(const Clock& clock, double rate);

/// What it remembers when it is switched on now.
std::vector<double> start_sensor(const Model& model, const State& state, MountedSensor& sensor);
/// Over the tick that took the vehicles from `before` to now. state.tick is that which has ended.
void advance_sensor(const Model& model, const Before& before, const State& state, const Output& out,
                    Scratch& scratch, MountedSensor& sensor, std::span<double> memory);
/// What it tells at the state's tick.
void read_sensor(const Model& model, const State& state, Scratch& scratch, MountedSensor& sensor,
                 std::span<const double> memory, SensorReading& reading);

// --- sensors of the run -------------------------------------------------------------------------

/// Where it stands in model.sensors and state.sensors.
std::optional<std::size_t> find_mounted(const Model& model, VehicleId vehicle,
                                        std::string_view name);
/// From now on part of the run, just switched on, in place of one of the same name. A run that does
/// so owns its model alone.
Result<void> mount_sensor(const SensorMount& asked, bool ideal, Model& model, State& state,
                          Scratch& scratch);
/// False when there is none of that name.
bool unmount_sensor(VehicleId vehicle, std::string_view name, Model& model, State& state,
                    Scratch& scratch);
/// All of them at once; `state` has what they remember.
Result<void> set_mounted(std::vector<SensorMount> sensors, Model& model, Scratch& scratch);

/// One of the run, with its buffers.
MountedSensor& mounted_sensor(const Model& model, std::size_t index, Scratch& scratch);
/// All sensors of the run just switched on.
std::vector<SensorMemory> start_sensors(const Model& model, const State& state);
void advance_sensors(const Model& model, const Before& before, const Output& out, State& state,
                     Scratch& scratch);

}  // namespace paddock
