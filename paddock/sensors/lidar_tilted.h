// The flat lidar on a body that is tilted: the same beams, limits and noise, but its plane cuts the
// scene wherever it points. On level ground it equals lidar2d.h, but that round things are as round
// as their look.
#pragma once

#include <span>

#include "paddock/core/pose.h"
#include "paddock/core/random.h"
#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/ray_fan.h"

namespace paddock {

/// A scanner with its buffers.
class TiltedLidar {
 public:
  explicit TiltedLidar(const Lidar2dParams& params);
  const Lidar2dParams& params() const { return params_; }

  /// Writes the range of each beam in `window` to its place in `ranges`. Noise is that of
  /// scan_with_noise().
  void scan(const RayScene& scene, const Pose3& world_from_lidar, BeamWindow window,
            const RangeNoise& noise, const DrawAddress& address, std::span<float> ranges);
  /// All beams.
  void scan(const RayScene& scene, const Pose3& world_from_lidar, const RangeNoise& noise,
            const DrawAddress& address, std::span<float> ranges) {
    scan(scene, world_from_lidar, all_beams(params_), noise, address, ranges);
  }

 private:
  Lidar2dParams params_;
  std::vector<Rot2> bearings_;
  RayFan fan_;
  std::vector<float> range_, intensity_;
};

}  // namespace paddock
