// Satellite navigation: position and velocity of the antenna in the level's own metres, with a
// fixed offset and white noise. Docs: docs/physics/sensors.md.
#pragma once

#include "paddock/core/random.h"
#include "paddock/sensors/motion.h"

namespace paddock {

struct SensorKind;

struct GpsParams {
  Vec2 antenna_in_body{};
  Vec2 offset{};            // m, world axes, the same for the whole run
  double sigma{};           // m, each axis
  double velocity_sigma{};  // m/s, each axis
  bool operator==(const GpsParams&) const = default;
};

struct GpsReading {
  Vec2 position{}, velocity{};  // world axes
  bool operator==(const GpsReading&) const = default;
};

/// Noise is drawn at `at`; its stream and index are set here.
GpsReading read_gps(const GpsParams& params, const BodyMotion& motion, DrawAddress at);

extern const SensorKind kGpsKind;  // tells x, y, vx, vy; its mount is the antenna's

}  // namespace paddock
