#include "paddock/protocols/web/sensor_requests.h"

#include "paddock/stage/sensor_units.h"

namespace paddock::web {
namespace {

constexpr double kNothingSeen = -1;  // what our lidars and depth cameras report then

CameraSpec camera_spec(const SubscribeSensor& wanted, VehicleKind kind, double depth_noise) {
  CameraSpec spec;
  spec.width = wanted.width, spec.height = wanted.height;
  spec.horizontal_fov = wanted.fov;
  const CameraMount mount = camera_mount(kind);
  spec.body_from_camera.at = mount.at;
  spec.near = mount.near;
  spec.outputs = {.color = wanted.picture == PictureKind::Colour,
                  .depth = wanted.picture == PictureKind::Depth,
                  .tags = wanted.picture == PictureKind::Semantic};
  spec.depth.far_value = kNothingSeen;
  spec.depth.noise = depth_noise;
  return spec;
}

}  // namespace

Result<SensorRequest> sensor_request(const SubscribeSensor& wanted, const SessionSpec& spec,
                                     VehicleKind kind) {
  const VehicleId vehicle{wanted.vehicle};
  const SensorUnits units = sensor_units(kind, spec.ideal_sensors);
  switch (wanted.sensor) {
    case SensorKind::Lidar: {
      LidarRequest lidar{.vehicle = vehicle, .lidar = {}};
      lidar.lidar.beams = wanted.beams;
      lidar.lidar.start = wanted.start;
      lidar.lidar.span = wanted.span;
      lidar.lidar.max_range = wanted.range;
      lidar.lidar.far_value = kNothingSeen;
      lidar.noise = units.lidar;
      return SensorRequest{lidar};
    }
    case SensorKind::Imu:
      return SensorRequest{ImuRequest{vehicle}};  // its noise is part of the run
    case SensorKind::Speed:
      return SensorRequest{SpeedRequest{vehicle, units.speed}};
    case SensorKind::Camera:
      break;
  }
  auto camera = check_camera(camera_spec(wanted, kind, units.depth_noise));
  if (!camera) return tl::unexpected(camera.error());
  return SensorRequest{CameraRequest{vehicle, *camera}};
}

}  // namespace paddock::web
