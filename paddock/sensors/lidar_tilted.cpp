#include "paddock/sensors/lidar_tilted.h"

#include <algorithm>

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/sensors/lidar_kernels.h"
#include "paddock/sensors/range_finish.h"

namespace paddock {

TiltedLidar::TiltedLidar(const Lidar2dParams& params)
    : params_(params), fan_(static_cast<std::size_t>(params.beams)) {
  PADDOCK_ASSERT(params.beams >= 1 && params.beams <= kMaxBeams, "beams ", params.beams);
  PADDOCK_ASSERT(params.near_plane == 0, "near_plane ", params.near_plane);
  for (int beam = 0; beam < params.beams; ++beam) bearings_.push_back(Rot2::of(params.angle(beam)));
  const auto room = static_cast<std::size_t>((params.beams + 63) / 64 * 64);
  range_.assign(room, kFanNothing), intensity_.resize(room);
}

void TiltedLidar::scan(const RayScene& scene, const Pose3& world_from_lidar, BeamWindow window,
                       const RangeNoise& noise, const DrawAddress& address,
                       std::span<float> ranges) {
  if (window.last < window.first) return;
  const DefaultFloatState exact;
  const auto first = static_cast<std::size_t>(window.first),
             last = static_cast<std::size_t>(window.last);
  for (std::size_t beam = first; beam <= last; ++beam)
    fan_.set(beam, world_from_lidar, bearings_[beam]);
  const FanShot shot{.surfaces = scene.surfaces(),
                     .max_range = static_cast<float>(params_.max_range),
                     .attenuation = 0};
  const FanEcho echo{range_.data(), intensity_.data(), nullptr, nullptr};
  trace_fan(scene, fan_, Rot2{}, window.first, window.last, shot, echo);
  // limits and noise as the flat lidar has them, which work on inverse ranges
  for (float& range : range_) range = 1 / range;
  LidarFinish finish = finish_with(noise, address, Stream::LidarRange, Stream::LidarDropout);
  finish.last_beam = params_.beams - 1;
  finish.background = 1 / static_cast<float>(params_.max_range);
  finish.min_range = static_cast<float>(params_.min_range);
  finish.near_value = static_cast<float>(params_.near_value);
  finish.far_value = static_cast<float>(params_.far_value);
  lidar_kernels().finish(finish, range_.data());
  std::copy(range_.begin() + window.first, range_.begin() + window.last + 1,
            ranges.begin() + window.first);
  std::fill(range_.begin(), range_.end(), kFanNothing);
}

}  // namespace paddock
