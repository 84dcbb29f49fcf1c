// What a sensor is told of the body it sits on: plain values, whatever kind of vehicle it is.
// SI, radians. "In body" is the yawed frame seen from above: x ahead, y left, both horizontal.
#pragma once

#include <optional>

#include "paddock/core/pose.h"

namespace paddock {

/// A body that tips and flies. World axes.
struct FreeMotion {
  Quat world_from_body;
  Vec3 acceleration{};        // of the body's origin, mean of the last tick
  Vec3 spin{}, spin_accel{};  // rad/s, rad/s^2
};

struct BodyMotion {
  Pose2 pose{};                 // world_from_body
  Vec2 velocity_in_world{};     // of the body's origin
  double yaw_rate{};            // seen from above
  Vec2 acceleration_in_body{};  // of the body's origin, mean of the last tick
  double yaw_accel{};
  Vec2 slope_in_world{};             // of the ground under it, metres up a metre; 0 in the air
  double gravity{9.81};              // m/s^2
  std::optional<FreeMotion> free{};  // in place of what follows from the ground
};

/// Velocity in world axes of a point fixed to the body.
inline Vec2 velocity_at(const BodyMotion& motion, Vec2 point_in_body) {
  const Vec2 arm_in_world = Rot2::of(motion.pose.yaw) * point_in_body;
  return motion.velocity_in_world + motion.yaw_rate * perpendicular(arm_in_world);
}

}  // namespace paddock
