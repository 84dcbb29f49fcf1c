#include "paddock/sensors/camera_kernels.h"

#include "paddock/core/kernel_table.h"

namespace paddock {

PADDOCK_CHOOSE_KERNELS(CameraKernels, kCameraKernels, camera_kernels)

}  // namespace paddock
