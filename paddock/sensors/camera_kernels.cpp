#include "paddock/sensors/camera_kernels.h"

#include "paddock/core/check.h"

namespace paddock {

namespace scalar {
extern const CameraKernels kCameraKernels;
}
namespace v2 {
extern const CameraKernels kCameraKernels;
}
#if defined(__x86_64__)
namespace v3 {
extern const CameraKernels kCameraKernels;
}
namespace v4 {
extern const CameraKernels kCameraKernels;
}
#endif

const CameraKernels& camera_kernels(SimdTarget target) {
  PADDOCK_ASSERT(supported(target), "target ", name_of(target));
  switch (target) {
#if defined(__x86_64__)
    case SimdTarget::V4:
      return v4::kCameraKernels;
    case SimdTarget::V3:
      return v3::kCameraKernels;
#endif
    case SimdTarget::V2:
      return v2::kCameraKernels;
    default:
      return scalar::kCameraKernels;
  }
}

const CameraKernels& camera_kernels() { return camera_kernels(simd_target()); }

}  // namespace paddock
