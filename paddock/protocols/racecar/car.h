// The robot car of the course as its programs know it: which sensors it carries, under the names
// that people see, and how it is driven. docs/protocols/racecar.md.
#pragma once

#include <array>
#include <vector>

#include "paddock/core/image.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/level.h"

namespace paddock::racecar {

/// Of the course's cars, until somebody chooses others: white, red, blue, yellow.
inline constexpr std::array<Color, 4> kCourseColors{
    {{245, 245, 240}, {215, 38, 61}, {47, 111, 222}, {245, 183, 0}}};

/// Cells of the depth image are 640 / 8 by 480 / 8 and so on.
enum class DepthDetail : int { High = 8, Moderate = 16, Low = 32 };

struct CourseSenses {
  bool realism{true};  // noise
  bool hide_cars{};    // in the colour camera
  DepthDetail depth{DepthDetail::High};
  bool operator==(const CourseSenses&) const = default;
};

inline constexpr std::string_view kLidarName = "lidar", kImuName = "imu", kCameraName = "camera",
                                  kDepthName = "depth", kPositionName = "position";

/// What each car carries. `settled`: lidar and IMU have been on for a while.
std::vector<SensorSpec> course_sensors(const CourseSenses& senses, bool settled);

/// What a program asks of its car, as it says it: angle to the right.
struct CourseDrive {
  double speed{}, angle{};  // -1 to 1
  double max_speed{0.25};   // 0 to 1, a share of the throttle
  bool operator==(const CourseDrive&) const = default;
};

/// What is not finite counts as 0, what is outside is cut.
VehicleInput input_of(const CourseDrive& drive);

}  // namespace paddock::racecar
