// Walks along pavements and over crossings: waits for the light and for a gap, keeps to the right
// of others, turns back where it cannot get on. SI, world frame. docs/physics/traffic.md.
#pragma once

#include "paddock/control/traffic_scene.h"

namespace paddock {

struct WalkDriver {
  bool lively{};  // now and then it crosses where there is no crossing
  WalkMemory memory;
};

VehicleInput walk(WalkDriver& driver, const TrafficScene& scene, std::size_t slot,
                  const VehicleParams& params, const VehicleState& state);

}  // namespace paddock
