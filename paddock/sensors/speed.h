// Speedometer: speed along the heading, counted by the wheels, so in steps and with a scale error.
// Docs: docs/physics/sensors.md.
#pragma once

#include "paddock/core/random.h"
#include "paddock/sensors/motion.h"

namespace paddock {

struct SensorKind;

struct SpeedParams {
  double scale{};    // relative: 0.01 reads 1 % too fast
  double sigma{};    // m/s
  double quantum{};  // m/s, 0: none
  bool operator==(const SpeedParams&) const = default;
};

struct SpeedReading {
  double speed{};  // m/s, negative backward
  bool operator==(const SpeedReading&) const = default;
};

/// Noise is drawn at `at`; its stream and index are set here.
SpeedReading read_speed(const SpeedParams& params, const BodyMotion& motion, DrawAddress at);

extern const SensorKind kSpeedKind;  // tells speed

}  // namespace paddock
