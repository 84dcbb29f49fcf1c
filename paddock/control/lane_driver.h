// Drives along lanes by the rules of the road: pure pursuit of the lane's middle, speed and
// distance by the intelligent driver model, stops at lights, for people and before full junctions.
// SI, world frame. Models, figures and sources: docs/physics/traffic.md.
#pragma once

#include "paddock/control/traffic_scene.h"

namespace paddock {

/// The intelligent driver model (Treiber, Hennecke, Helbing 2000).
struct FollowParams {
  double accel{3};         // m/s^2, on a free road
  double brake{2.5};       // m/s^2, comfortable
  double headway{0.8};     // s
  double standstill{1.5};  // m to who stands ahead
  double hardest{8};       // m/s^2
};

/// m/s^2 that the model asks for at `speed` behind somebody `gap` metres ahead at `ahead`.
double follow_accel(const FollowParams& p, double speed, double wanted, double gap, double ahead);
/// The same on a free road.
double free_accel(const FollowParams& p, double speed, double wanted);

struct LaneDriver {
  FollowParams follow;
  LaneMemory memory;
};

/// Keeps the rules among all in the scene; asks for nothing where the scene does not know it.
VehicleInput drive_lanes(LaneDriver& driver, const TrafficScene& scene, std::size_t slot,
                         const VehicleParams& params, const VehicleState& state);

/// Where to steer: the point of a user's plan `ahead` metres past its origin.
Vec2 point_ahead(const TrafficScene& scene, const LaneMemory& memory, double ahead);

}  // namespace paddock
