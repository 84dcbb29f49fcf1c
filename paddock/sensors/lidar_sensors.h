// Lidars as kinds of the catalogue: the flat one (lidar2d.h, on tilted vehicles lidar_tilted.h) and
// the spinning one with channels (lidar3d.h). Figures and units: docs/sensors.md.
#pragma once

namespace paddock {

struct SensorKind;

extern const SensorKind kLidarKind;    // tells ranges
extern const SensorKind kLidar3dKind;  // tells points

}  // namespace paddock
