// Wheel odometry: dead reckoning from where it was switched on. Scale errors and noise that grows
// with metres and radians make it drift; how the way is cut into ticks does not change how far.
// SI, radians. Equations (6) to (8) of docs/physics/sensors.md.
#pragma once

#include "paddock/core/pose.h"
#include "paddock/core/random.h"

namespace paddock {

struct SensorKind;

struct OdometryParams {
  double distance_scale{};  // relative: 0.01 counts 1 % too far
  double turn_scale{};      // relative: 0.01 counts 1 % too much turn
  double slip_per_metre{};  // m/sqrt(m), along the way
  double yaw_per_metre{};   // rad/sqrt(m)
  double yaw_per_radian{};  // rad/sqrt(rad)
  bool operator==(const OdometryParams&) const = default;
};

/// What it has counted so far, which is also what it reads.
struct OdometryState {
  Pose2 start_from_body{};
  double distance{};  // m, counted along the way

  static void fields(auto& self, auto&& visit) {
    auto& pose = self.start_from_body;
    visit("x", pose.x), visit("y", pose.y), visit("yaw", pose.yaw);
    visit("distance", self.distance);
  }
  bool operator==(const OdometryState&) const = default;
};

/// Counts the move from `before` to `after`, both world_from_body. Noise is drawn at `at`; its
/// stream and index are set here.
void advance_odometry(const OdometryParams& params, const Pose2& before, const Pose2& after,
                      DrawAddress at, OdometryState& state);

extern const SensorKind kOdometryKind;  // tells and remembers x, y, yaw, distance

}  // namespace paddock
