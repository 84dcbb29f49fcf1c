#include "paddock/train/kernels.h"

#include "paddock/core/kernel_table.h"

namespace paddock {

PADDOCK_CHOOSE_KERNELS(TrainKernels, kTrainKernels, train_kernels)

}  // namespace paddock
