// The flat lidar that drivers and tasks steer by: measured on request at the state's tick. Sensors
// by name, with mounts, rates and memory: sensing.h.
#pragma once

#include <span>
#include <vector>

#include "paddock/engine/step.h"
#include "paddock/sensors/lidar2d.h"

namespace paddock {

struct LidarRequest {
  VehicleId vehicle{};
  Lidar2dParams lidar;
  RangeNoise noise{};
  bool operator==(const LidarRequest&) const = default;
};

struct LidarReading {
  std::vector<float> ranges;  // one for each beam
};

/// What looks through rays at this run's world; null where there can be none.
CameraRig* rig_of(const Model& model, Scratch& scratch);

/// Where the vehicles other than `self` stand that a beam can meet within this circle.
void place_others(const Model& model, const State& state, std::size_t self, const Circle2& reach,
                  std::vector<PosedOutline>& outlines);

/// Measures each request at the state's tick; other vehicles stand in the way. In rigid levels the
/// lidar tilts with its vehicle and sees what was pushed about.
void sense(const Model& model, const State& state, std::span<const LidarRequest> requests,
           Scratch& scratch, std::span<LidarReading> readings);

}  // namespace paddock
