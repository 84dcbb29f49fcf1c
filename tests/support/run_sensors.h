// Sensors of the catalogue on the vehicles of a test's run.
#pragma once

#include <string>
#include <vector>

#include "paddock/engine/sensing.h"
#include "tests/support/worlds.h"

namespace paddock {

/// "imu unit=racecarsim" on a vehicle.
inline SensorMount mount_of(const std::string& words, std::uint32_t vehicle = 0) {
  return {VehicleId{vehicle}, parse_sensor(words).value()};
}

/// Part of the run from now on.
inline void mount_on(TestRun& run, const std::string& words, std::uint32_t vehicle = 0,
                     bool ideal = false) {
  if (const auto mounted =
          mount_sensor(mount_of(words, vehicle), ideal, run.model, run.state, run.scratch);
      !mounted) {
    std::cerr << mounted.error().message << '\n';
    std::abort();
  }
}

/// What one of the run tells.
inline SensorReading read_mounted(TestRun& run, std::string_view name, std::uint32_t vehicle = 0) {
  const std::size_t at = find_mounted(run.model, VehicleId{vehicle}, name).value();
  SensorReading reading;
  read_sensor(run.model, run.state, run.scratch, mounted_sensor(run.model, at, run.scratch),
              run.state.sensors[at].numbers, reading);
  return reading;
}
inline std::vector<double> values_of(const SensorReading& reading) {
  return std::get<VectorReading>(reading).values;
}

/// What one tells that looks on; of kinds without a memory.
inline SensorReading read_now(TestRun& run, const std::string& words, std::uint32_t vehicle = 0,
                              bool ideal = false) {
  auto sensor =
      make_sensor(run.model, resolve_sensor(run.model, mount_of(words, vehicle), ideal).value());
  SensorReading reading;
  read_sensor(run.model, run.state, run.scratch, sensor.value(), {}, reading);
  return reading;
}

}  // namespace paddock
