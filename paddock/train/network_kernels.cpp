// Compiled once for each SIMD target. Nothing here but kernel headers.
#include "paddock/train/kernels.h"
#include "paddock/train/matrix_kernel.h"

namespace paddock::PADDOCK_TARGET {

extern const TrainKernels kTrainKernels;

namespace {

void multiply(const MatrixView& m, const float* bias, const float* x, std::size_t rows,
              std::size_t columns, float* y) {
  multiply_kernel(m, bias, x, rows, columns, y);
}
void add_gradient(const float* d, const float* x, std::size_t rows, std::size_t columns,
                  float* gradient, float* bias_gradient) {
  add_gradient_kernel(d, x, rows, columns, gradient, bias_gradient);
}
void tanh_rows(std::size_t rows, float* y) { tanh_kernel(rows, y); }
void tanh_back_rows(const float* y, std::size_t rows, float* d) { tanh_back_kernel(y, rows, d); }

}  // namespace

const TrainKernels kTrainKernels{.multiply = multiply,
                                 .add_gradient = add_gradient,
                                 .tanh = tanh_rows,
                                 .tanh_back = tanh_back_rows};

}  // namespace paddock::PADDOCK_TARGET
