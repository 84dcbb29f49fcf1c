// The lidar kernels as compiled for each SIMD target.
#pragma once

#include "paddock/core/simd_target.h"
#include "paddock/sensors/lidar2d_layout.h"

namespace paddock {

struct LidarKernels {
  /// The inverse range of every wanted beam; what nothing reaches keeps 1 / max_range.
  void (*scan)(const LidarFan&, const LidarShot&, const LidarMapView& map,
               const LidarMapView& others, const LidarBuffers&);
  /// Inverse ranges into reported ranges, in place.
  void (*finish)(const LidarFinish&, float* values);
};

/// The kernels of one target, which must be supported here.
const LidarKernels& lidar_kernels(SimdTarget target);
/// Those of simd_target().
const LidarKernels& lidar_kernels();

}  // namespace paddock
