#include "paddock/engine/vehicle_sensors.h"

#include <algorithm>
#include <array>

#include "paddock/core/suggest.h"
#include "paddock/geom/contact.h"

namespace paddock {
namespace {

struct CarriedUnits {
  std::string_view lidar, imu, speed, odometry;
};

// one for each kind, in the order of VehicleKind
constexpr std::array<CarriedUnits, 6> kCarried{{
    {"ust-10lx", "d435i", "vesc", "encoder"},         // racecar: as F1TENTH builds it
    {"lds-01", "d435i", "encoder", "encoder"},        // rover
    {"lds-01", "d435i", "encoder", "encoder"},        // neato: its own lidar is of the same build
    {"ust-10lx", "d435i", "encoder", "ideal"},        // quad2d
    {"ust-10lx", "d435i", "encoder", "encoder"},      // sedan
    {"ydlidar-x4", "racecarsim", "vesc", "encoder"},  // robotcar: as RacecarSim has it
}};
static_assert(kCarried.size() == std::variant_size_v<VehicleParams>);

constexpr std::array<std::string_view, 6> kPlaces{"front", "rear", "left",
                                                  "right", "roof", "origin"};
constexpr double kRoofAbove = 0.05;  // m above the lidar
constexpr double kSedanEye = 1.5;    // m

bool is_camera(std::string_view kind) {
  return kind == "camera" || kind == "depth" || kind == "semantic";
}

/// Where a camera sits, and how near it sees: at the front, a little above the lidar; the robot
/// car's stands behind its bumper.
Vec3 camera_place(VehicleKind vehicle) {
  if (vehicle == VehicleKind::Robotcar) return {0.1, 0, 0.145};
  const double height =
      vehicle == VehicleKind::Sedan ? kSedanEye : type_of(vehicle).lidar_height + kRoofAbove;
  return {0.9 * outline_of(vehicle).radius, 0, height};
}
double camera_near(VehicleKind vehicle) { return vehicle == VehicleKind::Robotcar ? 0.08 : 0.02; }

std::string_view carried_unit(VehicleKind vehicle, std::string_view kind) {
  const CarriedUnits& units = kCarried[static_cast<std::size_t>(vehicle)];
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
  const double height = type_of(vehicle).lidar_height;
  const Bounds2 outline = place(outline_of(vehicle), {}).bounds;
  if (name == "front") return at_side(outline, height, {1, 0});
  if (name == "rear") return at_side(outline, height, {-1, 0});
  if (name == "left") return at_side(outline, height, {0, 1});
  if (name == "right") return at_side(outline, height, {0, -1});
  if (name == "roof")
    return Pose3{{0, 0, std::max(height, camera_place(vehicle).z) + kRoofAbove}, {}};
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
    spec.body_from_sensor = Pose3{{type.lidar_forward, 0, type.lidar_height}, {}};
  else if (is_camera(kind) || kind == "racecarsim_depth")
    spec.body_from_sensor = Pose3{camera_place(vehicle), {}};
  else
    spec.body_from_sensor = Pose3{};
  if (is_camera(kind)) spec.figures.push_back({"near", camera_near(vehicle)});
  return spec;
}

}  // namespace paddock
