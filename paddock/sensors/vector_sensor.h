// What several kinds of sensors share, most of them those that tell a vector: how a mount or a
// tilted vehicle counts seen from above, and how a struct that a sensor remembers is kept as
// numbers.
#pragma once

#include <cstddef>
#include <span>

#include "paddock/core/pose.h"
#include "paddock/sensors/sensor.h"

namespace paddock {

/// Where the origin is seen from above, and where x ahead points.
inline Pose2 pose_from_above(const Pose3& pose) {
  const Vec3 ahead = pose.turn * Vec3{1, 0, 0};
  return {pose.at.x, pose.at.y, det::atan2(ahead.y, ahead.x)};
}

/// What `memory` holds, in the order of Kept::fields().
template <class Kept>
Kept from_memory(std::span<const double> memory) {
  Kept kept;
  std::size_t i = 0;
  Kept::fields(kept, [&](const char*, double& value) { value = memory[i++]; });
  return kept;
}

template <class Kept>
void to_memory(const Kept& kept, std::span<double> memory) {
  std::size_t i = 0;
  Kept::fields(kept, [&](const char*, double value) { memory[i++] = value; });
}

}  // namespace paddock
