// The EES-PEES training robot as its programs know it: what it feels and how it is driven, in the
// original's frame (x and z on the ground, y up, forward +z at yaw 0, +x to the left) and with its
// sign of the motor (negative drives forward). Its (x, z) are our (y, x).
#pragma once

#include <array>
#include <optional>

#include "paddock/engine/sensing.h"

namespace paddock {

inline constexpr int kRobotRays = 360;

struct RobotReading {
  double sim_time{};                         // s
  double speed{};                            // m/s, of the GPS point, never negative
  double steer{};                            // rad, of the rear block, counter-clockwise
  std::array<double, 3> gps{};               // m: x, height, z
  std::array<double, 3> compass{};           // where world +x lies, in the robot's frame
  std::array<float, kRobotRays> distance{};  // m, clockwise from straight back
  bool operator==(const RobotReading&) const = default;
};

struct RobotCommand {
  double heading{};  // rad, of the rear block
  double speed{};    // rad/s of the motor, negative: forward
  bool operator==(const RobotCommand&) const = default;
};

struct RobotSenses {
  bool true_ranges{};  // else as Webots R2020a renders them
  bool noise{};        // lidar 1 cm, GPS 5 mm, compass half a degree
  bool operator==(const RobotSenses&) const = default;
};

/// Kinds of its sensors, which are their names too.
inline constexpr std::array<std::string_view, 3> kRobotSensors{"lidar", "gps", "compass"};
/// What they told at one tick, in this order; null: nothing.
using RobotMeasurements = std::array<const SensorReading*, kRobotSensors.size()>;

/// In this order.
std::array<SensorMount, kRobotSensors.size()> robot_sensors(VehicleId vehicle,
                                                            const RobotSenses& senses);

/// As its programs hear it. Speed is the way of the GPS point since `before`, a tick ago; 0 when
/// there is none. Nothing when a measurement is missing, or not of such a sensor.
std::optional<RobotReading> robot_reading(const Model& model, const State& state, VehicleId vehicle,
                                          const RobotMeasurements& measured,
                                          const RobotReading* before);

/// The sensors of a robot that nobody else looks at.
class RobotSensors {
 public:
  RobotSensors() = default;  // of no robot
  RobotSensors(const Model& model, VehicleId vehicle, const RobotSenses& senses);
  RobotReading read(const Model& model, const State& state, Scratch& scratch,
                    const RobotReading* before);

 private:
  VehicleId vehicle_{};
  std::array<MountedSensor, kRobotSensors.size()> sensors_;
  std::array<SensorReading, kRobotSensors.size()> readings_;
};

/// What is not finite counts as 0; limits are the robot's own.
VehicleInput input_of(const RobotCommand& command);

/// A place on our ground as the original's (x, z).
inline Vec2 original_place(Vec2 at) { return {at.y, at.x}; }

}  // namespace paddock
