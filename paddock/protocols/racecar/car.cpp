#include "paddock/protocols/racecar/car.h"

#include <algorithm>
#include <cmath>

namespace paddock::racecar {

std::vector<SensorSpec> course_sensors(const CourseSenses& senses, bool settled) {
  const bool ideal = !senses.realism;
  const double on_before = settled ? 1 : 0;
  // mounts and what else is left out are those of the robot car
  return {{.kind = "lidar",
           .name = std::string(kLidarName),
           .unit = "ydlidar-x4",
           .ideal = ideal,
           .figures = {{"sweep", 1}, {"settled", on_before}}},
          {.kind = "racecarsim_imu",
           .name = std::string(kImuName),
           .ideal = ideal,
           .figures = {{"settled", on_before}}},
          {.kind = "camera",
           .name = std::string(kCameraName),
           .unit = "racecarsim",
           .figures = {{"sees_vehicles", senses.hide_cars ? 0.0 : 1.0}}},
          {.kind = "racecarsim_depth",
           .name = std::string(kDepthName),
           .ideal = ideal,
           .figures = {{"cell", static_cast<double>(senses.depth)}}},
          {.kind = "racecarsim_position", .name = std::string(kPositionName), .ideal = ideal}};
}

VehicleInput input_of(const CourseDrive& drive) {
  const auto limited = [](double x) { return std::isfinite(x) ? std::clamp(x, -1.0, 1.0) : 0; };
  return RobotcarInput<double>{
      .drive = limited(drive.speed) * std::max(0.0, limited(drive.max_speed)),
      .steer = -limited(drive.angle)};
}

}  // namespace paddock::racecar
