// Which units each kind of vehicle carries where sensors have noise. Figures and sources:
// docs/physics/sensors.md.
#pragma once

#include "paddock/sensors/noise.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// The noise of what a vehicle carries; without figures all is exact.
struct SensorUnits {
  RangeNoise lidar;
  ImuNoise imu;
  SpeedParams speed;
  double depth_noise{};  // deviation at 1 m; grows with the square of the distance
};

/// Where a vehicle's camera sits in its body, and how near it sees.
struct CameraMount {
  Vec3 at;
  double near{};  // m ahead of the eye
};
CameraMount camera_mount(VehicleKind kind);

/// Of the units that a vehicle of `kind` carries; of ideal ones when `ideal`.
SensorUnits sensor_units(VehicleKind kind, bool ideal);

}  // namespace paddock
