#include "paddock/vehicles/kernels.h"

#include "paddock/core/check.h"

namespace paddock {

namespace scalar {
extern const VehicleKernels kVehicleKernels;
}
namespace v2 {
extern const VehicleKernels kVehicleKernels;
}
#if defined(__x86_64__)
namespace v3 {
extern const VehicleKernels kVehicleKernels;
}
namespace v4 {
extern const VehicleKernels kVehicleKernels;
}
#endif

const VehicleKernels& vehicle_kernels(SimdTarget target) {
  PADDOCK_ASSERT(supported(target), "target ", name_of(target));
  switch (target) {
#if defined(__x86_64__)
    case SimdTarget::V4:
      return v4::kVehicleKernels;
    case SimdTarget::V3:
      return v3::kVehicleKernels;
#endif
    case SimdTarget::V2:
      return v2::kVehicleKernels;
    default:
      return scalar::kVehicleKernels;
  }
}

const VehicleKernels& vehicle_kernels() { return vehicle_kernels(simd_target()); }

}  // namespace paddock
