// The autopilot of CARLA 0.8: the speed limit, lights and whatever three short rays meet, along its
// lane and by ways drawn at junctions. It knows no right of way. SI, world frame. Rules and
// figures: docs/physics/traffic.md.
#pragma once

#include "paddock/control/traffic_scene.h"

namespace paddock {

struct AutopilotDriver {
  LaneMemory memory;
};

VehicleInput drive_by_autopilot(AutopilotDriver& driver, const TrafficScene& scene,
                                std::size_t slot, const VehicleParams& params,
                                const VehicleState& state);

/// Whether a ray along x from (`start`, `aside`) in a body's frame meets a user within `reach`.
bool ray_meets(const Pose2& world_from_body, double start, double aside, double reach,
               const RoadUser& user);

}  // namespace paddock
