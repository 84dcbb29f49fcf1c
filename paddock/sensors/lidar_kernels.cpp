#include "paddock/sensors/lidar_kernels.h"

#include "paddock/core/check.h"

namespace paddock {

namespace scalar {
extern const LidarKernels kLidarKernels;
}
namespace v2 {
extern const LidarKernels kLidarKernels;
}
#if defined(__x86_64__)
namespace v3 {
extern const LidarKernels kLidarKernels;
}
namespace v4 {
extern const LidarKernels kLidarKernels;
}
#endif

const LidarKernels& lidar_kernels(SimdTarget target) {
  PADDOCK_ASSERT(supported(target), "target ", name_of(target));
  switch (target) {
#if defined(__x86_64__)
    case SimdTarget::V4:
      return v4::kLidarKernels;
    case SimdTarget::V3:
      return v3::kLidarKernels;
#endif
    case SimdTarget::V2:
      return v2::kLidarKernels;
    default:
      return scalar::kLidarKernels;
  }
}

const LidarKernels& lidar_kernels() { return lidar_kernels(simd_target()); }

}  // namespace paddock
