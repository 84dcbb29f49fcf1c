// The kernels of ray fans as compiled for each SIMD target.
#pragma once

#include "paddock/core/simd_target.h"
#include "paddock/sensors/ray_fan_layout.h"

namespace paddock {

struct FanKernels {
  void (*aim)(const FanBeams&, int first, double cosine, double sine, float max_range, FanPacket&);
  void (*land)(const FanShot&, const FanPacket&, int first, const FanEcho&);
};

/// The kernels of one target, which must be supported here.
const FanKernels& fan_kernels(SimdTarget target);
/// Those of simd_target().
const FanKernels& fan_kernels();

}  // namespace paddock
