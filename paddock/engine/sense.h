// Measuring, apart from moving: everything without a memory is measured on request; what sensors
// with a memory last sampled is read out of the state.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "paddock/engine/step.h"
#include "paddock/sensors/compass.h"
#include "paddock/sensors/contact_sensor.h"
#include "paddock/sensors/gps.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/speed.h"

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

/// Measures each request at the state's tick; other vehicles stand in the way. In rigid levels the
/// lidar tilts with its vehicle and sees what was pushed about.
void sense(const Model& model, const State& state, std::span<const LidarRequest> requests,
           Scratch& scratch, std::span<LidarReading> readings);

struct GpsRequest {
  VehicleId vehicle{};
  GpsParams gps;
};
struct CompassRequest {
  VehicleId vehicle{};
  CompassParams compass;
};
struct SpeedRequest {
  VehicleId vehicle{};
  SpeedParams speed;
  bool operator==(const SpeedRequest&) const = default;
};
struct ContactRequest {
  VehicleId vehicle{};
  ContactParams contact;
};

/// Measure at the state's tick; asked twice, they answer the same.
GpsReading sense(const Model& model, const State& state, const GpsRequest& request);
CompassReading sense(const Model& model, const State& state, const CompassRequest& request);
SpeedReading sense(const Model& model, const State& state, const SpeedRequest& request);
/// What the bumper felt in the tick that made `out`.
ContactReading sense(const State& state, const Output& out, const ContactRequest& request);

/// The last sample; nothing when the model gave the vehicle no such sensor.
std::optional<ImuReading> sense_imu(const Model& model, const State& state, VehicleId vehicle);
std::optional<OdometryReading> sense_odometry(const Model& model, const State& state,
                                              VehicleId vehicle);

}  // namespace paddock
