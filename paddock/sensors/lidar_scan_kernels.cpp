// Compiled once for each SIMD target. Nothing here but kernel headers.
#include "paddock/sensors/lidar2d_kernel.h"
#include "paddock/sensors/lidar_kernels.h"
#include "paddock/sensors/lidar_noise_kernel.h"

namespace paddock::PADDOCK_TARGET {

extern const LidarKernels kLidarKernels;

namespace {

void scan_beams(const LidarFan& fan, const LidarShot& at, const LidarMapView& map,
                const LidarMapView& others, const LidarBuffers& buffers) {
  scan_kernel(fan, at, map, others, buffers);
}

void finish_beams(const LidarFinish& finish, float* values) { finish_kernel(finish, values); }

}  // namespace

const LidarKernels kLidarKernels{.scan = scan_beams, .finish = finish_beams};

}  // namespace paddock::PADDOCK_TARGET
