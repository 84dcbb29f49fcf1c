#include "paddock/stage/sensor_units.h"

#include <array>

namespace paddock {
namespace {

struct UnitNames {
  std::string_view lidar, imu, speed;
};

// one for each kind, in the order of VehicleKind
constexpr std::array<UnitNames, 6> kUnits{{
    {"ust-10lx", "d435i", "vesc"},         // racecar: as F1TENTH builds it
    {"lds-01", "d435i", "encoder"},        // rover
    {"lds-01", "d435i", "encoder"},        // neato: its own lidar is of the same build
    {"ust-10lx", "d435i", "encoder"},      // quad2d
    {"ust-10lx", "d435i", "encoder"},      // sedan
    {"ydlidar-x4", "racecarsim", "vesc"},  // robotcar: as RacecarSim has it
}};

static_assert(kUnits.size() == std::variant_size_v<VehicleParams>);

constexpr double kDepthNoise = 0.01;  // RealSense D435i: 2 % at 2 m

}  // namespace

/// At the front of a vehicle, a little above its lidar; the robot car's stands behind its bumper.
CameraMount camera_mount(VehicleKind kind) {
  if (kind == VehicleKind::Robotcar) return {.at = {0.1, 0, 0.145}, .near = 0.08};
  const double height = kind == VehicleKind::Sedan ? 1.5 : type_of(kind).lidar_height + 0.05;
  return {.at = {0.9 * outline_of(kind).radius, 0, height}, .near = 0.02};
}

SensorUnits sensor_units(VehicleKind kind, bool ideal) {
  if (ideal) return {};
  const UnitNames& names = kUnits[static_cast<std::size_t>(kind)];
  return {.lidar = find_lidar_unit(names.lidar).value().noise,
          .imu = find_imu_unit(names.imu).value().noise,
          .speed = find_speed_unit(names.speed).value().params,
          .depth_noise = kDepthNoise};
}

}  // namespace paddock
