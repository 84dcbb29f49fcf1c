// What each kind of vehicle carries: which unit of a sensor, and where on it things are mounted.
// Figures and sources: docs/sensors.md.
#pragma once

#include <string_view>

#include "paddock/core/error.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/level.h"

namespace paddock {

/// A place on a vehicle: front, rear, left, right, roof, origin. An error lists them.
Result<Pose3> sensor_place(VehicleKind vehicle, std::string_view place);

/// A sensor of that kind as such a vehicle carries it: mount, unit and what follows from the mount.
SensorSpec carried_sensor(VehicleKind vehicle, std::string_view kind);

}  // namespace paddock
