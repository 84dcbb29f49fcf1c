// Compass: the body's heading, counter-clockwise from east like every angle here, with a fixed
// offset (iron in the body, declination) and white noise. Docs: docs/physics/sensors.md.
#pragma once

#include "paddock/core/random.h"
#include "paddock/sensors/motion.h"

namespace paddock {

struct SensorKind;

struct CompassParams {
  double offset{};  // rad, added to every reading
  double sigma{};   // rad
  bool operator==(const CompassParams&) const = default;
};

struct CompassReading {
  double heading{};  // rad in [-pi, pi]
  bool operator==(const CompassReading&) const = default;
};

/// Noise is drawn at `at`; its stream and index are set here.
CompassReading read_compass(const CompassParams& params, const BodyMotion& motion, DrawAddress at);

extern const SensorKind kCompassKind;  // tells heading

}  // namespace paddock
