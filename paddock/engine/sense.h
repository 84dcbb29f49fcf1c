// Measuring, apart from moving: everything without a memory is measured on request.
#pragma once

#include <span>
#include <vector>

#include "paddock/engine/step.h"
#include "paddock/sensors/lidar2d.h"

namespace paddock {

struct LidarRequest {
  VehicleId vehicle{};
  Lidar2dParams lidar;
};

struct LidarReading {
  std::vector<float> ranges;  // one for each beam
};

/// Measures each request at the state's tick; other vehicles stand in the way.
void sense(const Model& model, const State& state, std::span<const LidarRequest> requests,
           Scratch& scratch, std::span<LidarReading> readings);

}  // namespace paddock
