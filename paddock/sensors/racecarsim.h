// Sensors as RacecarSim computes them, quirks included: its axes are x right, y up, z ahead; our
// world's (x, y, z) are its (z, -x, y). Equations and sources: docs/protocols/racecar.md.
#pragma once

namespace paddock {

struct SensorKind;

extern const SensorKind kRacecarsimImuKind;       // acceleration and angular velocity
extern const SensorKind kRacecarsimDepthKind;     // m from the bumper along each ray
extern const SensorKind kRacecarsimPositionKind;  // negated, in tenths of a metre

}  // namespace paddock
