#include "paddock/train/kernels.h"

#include "paddock/core/check.h"

namespace paddock {

namespace scalar {
extern const TrainKernels kTrainKernels;
}
namespace v2 {
extern const TrainKernels kTrainKernels;
}
#if defined(__x86_64__)
namespace v3 {
extern const TrainKernels kTrainKernels;
}
namespace v4 {
extern const TrainKernels kTrainKernels;
}
#endif

const TrainKernels& train_kernels(SimdTarget target) {
  PADDOCK_ASSERT(supported(target), "target ", name_of(target));
  switch (target) {
#if defined(__x86_64__)
    case SimdTarget::V4:
      return v4::kTrainKernels;
    case SimdTarget::V3:
      return v3::kTrainKernels;
#endif
    case SimdTarget::V2:
      return v2::kTrainKernels;
    default:
      return scalar::kTrainKernels;
  }
}

const TrainKernels& train_kernels() { return train_kernels(simd_target()); }

}  // namespace paddock
