// Every target this machine has, against scalar, bit for bit; NaN counts as equal to NaN whatever
// its payload (docs/determinism.md).
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "paddock/core/simd.h"
#include "paddock/core/simd_target.h"
#include "tests/parity/core_kernels.h"

namespace paddock {

namespace scalar {
extern const CoreOperations kCoreOperationTable;
}
namespace v2 {
extern const CoreOperations kCoreOperationTable;
}
#if defined(__x86_64__)
namespace v3 {
extern const CoreOperations kCoreOperationTable;
}
namespace v4 {
extern const CoreOperations kCoreOperationTable;
}
#endif

namespace {

const CoreOperations& operations_of(SimdTarget target) {
  switch (target) {
#if defined(__x86_64__)
    case SimdTarget::V4:
      return v4::kCoreOperationTable;
    case SimdTarget::V3:
      return v3::kCoreOperationTable;
#endif
    case SimdTarget::V2:
      return v2::kCoreOperationTable;
    default:
      return scalar::kCoreOperationTable;
  }
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void expect_every_target_equals_scalar(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> want(a.size()), got(a.size());
  for (const SimdTarget target : kSimdTargets) {
    if (!supported(target)) continue;
    for (std::size_t n = 0; n < kCoreOperations; ++n) {
      operations_of(SimdTarget::Scalar)[n].run(a.data(), b.data(), want.data(), a.size());

      operations_of(target)[n].run(a.data(), b.data(), got.data(), a.size());

      for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_TRUE(same(got[i], want[i]))
            << name_of(target) << ' ' << operations_of(target)[n].name << '(' << a[i] << ", "
            << b[i] << ") is " << got[i] << ", scalar " << want[i];
      }
    }
  }
}

TEST(CoreParity, EveryTargetEqualsScalarOnRandomNumbers) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> mantissa(-1, 1), power(-12, 5);
  std::vector<double> a(65536), b(65536);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = mantissa(random) * std::pow(10, power(random));
    b[i] = mantissa(random) * std::pow(10, power(random));
  }

  expect_every_target_equals_scalar(a, b);
}

TEST(CoreParity, EveryTargetEqualsScalarOnAnyBits) {
  std::mt19937_64 random(4);
  std::vector<double> a(65536), b(65536);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::bit_cast<double>(random());
    b[i] = std::bit_cast<double>(random());
  }

  expect_every_target_equals_scalar(a, b);
}

TEST(CoreParity, EveryTargetEqualsScalarOnEdges) {
  using Limits = std::numeric_limits<double>;
  constexpr std::array kEdges{0.0,
                              -0.0,
                              0.5,
                              1.5,
                              -2.5,
                              0.66,
                              2.414213562373095,
                              3.141592653589793,
                              -3.141592653589793,
                              708.0,
                              -708.0,
                              709.0,
                              1e5,
                              5e-324,
                              -1e-310,
                              Limits::min(),
                              Limits::max(),
                              Limits::infinity(),
                              -Limits::infinity(),
                              Limits::quiet_NaN(),
                              1.0,
                              -1.0,
                              1.5707963267948966,
                              4503599627370497.5};
  static_assert(kEdges.size() % kMaxLanes == 0);
  std::vector<double> a, b;
  for (const double x : kEdges) {
    for (const double y : kEdges) a.push_back(x), b.push_back(y);
  }

  expect_every_target_equals_scalar(a, b);
}

}  // namespace
}  // namespace paddock
