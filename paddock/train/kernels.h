// The network's kernels as compiled for each SIMD target.
#pragma once

#include "paddock/core/simd_target.h"
#include "paddock/train/tile.h"

namespace paddock {

struct TrainKernels {
  void (*multiply)(const MatrixView&, const float* bias, const float* x, std::size_t rows,
                   std::size_t columns, float* y);
  void (*add_gradient)(const float* d, const float* x, std::size_t rows, std::size_t columns,
                       float* gradient, float* bias_gradient);
  void (*tanh)(std::size_t rows, float* y);
  void (*tanh_back)(const float* y, std::size_t rows, float* d);
};

/// The kernels of one target, which must be supported here.
const TrainKernels& train_kernels(SimdTarget target);
/// Those of simd_target().
const TrainKernels& train_kernels();

}  // namespace paddock
