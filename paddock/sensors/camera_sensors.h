// Cameras as kinds of the catalogue: colour, depth and semantic pictures (camera.h). Figures and
// units: docs/sensors.md.
#pragma once

namespace paddock {

struct SensorKind;

extern const SensorKind kCameraKind;    // colour
extern const SensorKind kDepthKind;     // m
extern const SensorKind kSemanticKind;  // tags, CARLA's numbers

}  // namespace paddock
