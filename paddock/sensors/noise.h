// Noise by name: units that exist and scanners of other simulators, with where their figures come
// from. Docs: docs/physics/sensors.md.
#pragma once

#include <span>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/sensors/imu.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/speed.h"

namespace paddock {

/// A lidar as one can buy or import it.
struct LidarUnit {
  std::string_view name;
  std::string_view about;
  Lidar2dParams params;
  RangeNoise noise;
};

struct ImuUnit {
  std::string_view name;
  std::string_view about;
  ImuNoise noise;
};

struct SpeedUnit {
  std::string_view name;
  std::string_view about;
  SpeedParams params;
};

std::span<const LidarUnit> lidar_units();
std::span<const ImuUnit> imu_units();
std::span<const SpeedUnit> speed_units();

/// The unit of that name; an error lists those there are.
Result<LidarUnit> find_lidar_unit(std::string_view name);
Result<ImuUnit> find_imu_unit(std::string_view name);
Result<SpeedUnit> find_speed_unit(std::string_view name);

/// Says which number is wrong.
Result<void> check_range_noise(const RangeNoise& noise);

}  // namespace paddock
