// Accelerometer and gyroscope on one chip: specific force and angular rate in the chip's axes, with
// white noise, a bias that walks, and a factor that varies. One sample a tick, kept in its state.
// SI, radians. Equations (1) to (5) of docs/physics/sensors.md.
#pragma once

#include "paddock/core/pose.h"
#include "paddock/core/random.h"
#include "paddock/sensors/motion.h"

namespace paddock {

struct SensorKind;

/// Noise of three axes of one quantity; [u] is its unit, m/s^2 or rad/s.
struct TriadNoise {
  double density{};  // [u]/sqrt(Hz), one-sided: a sample's deviation is density sqrt(rate / 2)
  double sigma{};    // [u], of a sample, whatever the rate; adds to density as variances do
  double walk{};     // [u]/sqrt(s): the bias has deviation walk sqrt(t) after t seconds
  double factor{};   // deviation of the factor near 1 that all three axes share in a sample
  bool operator==(const TriadNoise&) const = default;
};

struct ImuNoise {
  TriadNoise force{}, rate{};
  double smoothing{1};  // part of each new force sample in the average that is read; 1: none
  bool operator==(const ImuNoise&) const = default;
};

struct ImuParams {
  Pose2 body_from_imu{};
  ImuNoise noise{};
  bool operator==(const ImuParams&) const = default;
};

struct ImuReading {
  Vec3 specific_force{};  // acceleration minus gravity: (0, 0, +g) at rest on flat ground
  Vec3 angular_rate{};
  bool operator==(const ImuReading&) const = default;
};

/// What an IMU remembers between ticks.
struct ImuState {
  Vec3 force_bias{}, rate_bias{};
  ImuReading reading{};

  static void fields(auto& self, auto&& visit) {
    visit("force_bias_x", self.force_bias.x), visit("force_bias_y", self.force_bias.y);
    visit("force_bias_z", self.force_bias.z), visit("rate_bias_x", self.rate_bias.x);
    visit("rate_bias_y", self.rate_bias.y), visit("rate_bias_z", self.rate_bias.z);
    auto& force = self.reading.specific_force;
    visit("force_x", force.x), visit("force_y", force.y), visit("force_z", force.z);
    auto& rate = self.reading.angular_rate;
    visit("rate_x", rate.x), visit("rate_y", rate.y), visit("rate_z", rate.z);
  }
  bool operator==(const ImuState&) const = default;
};

/// What a perfect IMU reads.
ImuReading true_imu(const BodyMotion& motion, const Pose2& body_from_imu);

/// An IMU just switched on: no bias, no noise yet.
ImuState start_imu(const ImuParams& params, const BodyMotion& motion);

/// Takes the sample of one tick of `dt` seconds. Noise is drawn at `at`; its stream and index are
/// set here.
void advance_imu(const ImuParams& params, const BodyMotion& motion, double dt, DrawAddress at,
                 ImuState& state);

/// Tells ax, ay, az, wx, wy, wz; remembers an ImuState, in the order of its fields. Of its mount,
/// x, y and yaw count.
extern const SensorKind kImuKind;

}  // namespace paddock
