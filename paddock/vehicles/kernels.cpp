#include "paddock/vehicles/kernels.h"

#include "paddock/core/kernel_table.h"

namespace paddock {

PADDOCK_CHOOSE_KERNELS(VehicleKernels, kVehicleKernels, vehicle_kernels)

}  // namespace paddock
