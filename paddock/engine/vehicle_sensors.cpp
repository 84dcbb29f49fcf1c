#include "paddock/engine/vehicle_sensors.h"

#include <algorithm>
#include <array>

#include "paddock/core/suggest.h"
#include "paddock/geom/contact.h"

namespace paddock {
namespace {

constexpr std::array<std::string_view, 6> kPlaces{"front", "rear", "left",
                                                  "right", "roof", "origin"};
constexpr double kRoofAbove = 0.05;  // m above lidar and camera

bool is_camera(std::string_view kind) {
  return kind == "camera" || kind == "depth" || kind == "semantic";
}

std::string_view carried_unit(VehicleKind vehicle, std::string_view kind) {
  const SensorTraits& units = type_of(vehicle).sensors;
  if (kind == "lidar") return units.lidar;
  if (kind == "imu") return units.imu;
  if (kind == "speed") return units.speed;
  if (kind == "odometry") return units.odometry;
  if (kind == "depth") return "d435i";
  return "";
}

/// Looking outwards from a side of the vehicle at the height of its lidar.
Pose3 at_side(const Bounds2& outline, double height, Vec2 side) {
  const Vec2 middle = 0.5 * (outline.low + outline.high);
  const Vec2 half = 0.5 * (outline.high - outline.low);
  const Vec2 at{middle.x + side.x * half.x, middle.y + side.y * half.y};
  return {{at.x, at.y, height}, Quat::from_yaw_pitch_roll(det::atan2(side.y, side.x), 0, 0)};
}

}  // namespace

Result<Pose3> sensor_place(VehicleKind vehicle, std::string_view name) {
  const double height = type_of(vehicle).sensors.lidar_height;
  const Bounds2 outline = place(outline_of(vehicle), {}).bounds;
  if (name == "front") return at_side(outline, height, {1, 0});
  if (name == "rear") return at_side(outline, height, {-1, 0});
  if (name == "left") return at_side(outline, height, {0, 1});
  if (name == "right") return at_side(outline, height, {0, -1});
  if (name == "roof")
    return Pose3{{0, 0, std::max(height, type_of(vehicle).sensors.camera.z) + kRoofAbove}, {}};
  if (name == "origin") return Pose3{};
  std::string list;
  for (const std::string_view known : kPlaces) list += concat(list.empty() ? "" : ", ", known);
  return fail(ErrorCode::NotFound, "a vehicle has no place \"", name, "\"; known: ", list,
              did_you_mean_names(name, kPlaces));
}

SensorSpec carried_sensor(VehicleKind vehicle, std::string_view kind) {
  SensorSpec spec{.kind = std::string(kind), .unit = std::string(carried_unit(vehicle, kind))};
  const VehicleType& type = type_of(vehicle);
  if (kind == "lidar" || kind == "lidar3d")
    spec.body_from_sensor = Pose3{{type.sensors.lidar_forward, 0, type.sensors.lidar_height}, {}};
  else if (is_camera(kind) || kind == "racecarsim_depth")
    spec.body_from_sensor = Pose3{type.sensors.camera, {}};
  else
    spec.body_from_sensor = Pose3{};
  if (is_camera(kind)) spec.figures.push_back({"near", type.sensors.camera_near});
  return spec;
}

}  // namespace paddock
