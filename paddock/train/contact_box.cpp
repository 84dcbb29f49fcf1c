#include "paddock/train/contact_box.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kFront = 0.07, kBack = 0.11, kSide = 0.09;  // m

}  // namespace

ContactBox::ContactBox(const Lidar2dParams& lidar) {
  const double gain = lidar.max_range / (lidar.max_range - lidar.near_plane);
  for (int beam = 0; beam < lidar.beams; ++beam) {
    double s = 0, c = 0;
    det::sincos(lidar.angle(beam), s, c);
    const double ahead = (c > 0 ? kFront : kBack) / std::max(std::fabs(c), 1e-9);
    const double range = std::min(ahead, kSide / std::max(std::fabs(s), 1e-9));
    const double to_axis = std::max(std::fabs(c), std::fabs(s));
    silhouette_.push_back(static_cast<float>(gain * (range - lidar.near_plane / to_axis)));
  }
}

float ContactBox::room(std::span<const float> readings) const {
  float room = 1e9f;
  for (std::size_t beam = 0; beam < readings.size(); ++beam)
    room = std::min(room, readings[beam] - silhouette_[beam]);
  return room;
}

}  // namespace paddock
