// det_math.h and the operations of simd.h over arrays, as compiled for each SIMD target. Test code.
#pragma once

#include <cstddef>

namespace paddock {

/// One operation over arrays: out[i] = f(a[i], b[i]). `count` is a multiple of kMaxLanes.
struct CoreOperation {
  const char* name{};
  void (*run)(const double* a, const double* b, double* out, std::size_t count){};
};

inline constexpr std::size_t kCoreOperations = 23;
using CoreOperations = CoreOperation[kCoreOperations];

}  // namespace paddock
