#include "paddock/sensors/lidar_kernels.h"

#include "paddock/core/kernel_table.h"

namespace paddock {

PADDOCK_CHOOSE_KERNELS(LidarKernels, kLidarKernels, lidar_kernels)

}  // namespace paddock
