// Compiled once for each SIMD target. Nothing here but kernel headers.
#include "tests/parity/core_kernels.h"

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"

namespace paddock::PADDOCK_TARGET {

extern const CoreOperations kCoreOperationTable;

namespace {

using Wide = RealOf<PADDOCK_TARGET_BITS>;
using Real = Wide::Type;

template <class Operation>
PADDOCK_KERNEL void over(const double* a, const double* b, double* out, std::size_t count,
                         Operation operation) {
  for (std::size_t at = 0; at < count; at += static_cast<std::size_t>(Wide::kLanes))
    Wide::store(operation(Wide::load(a + at), Wide::load(b + at)), out + at);
}

#define PADDOCK_OPERATION(name, expression)                                              \
  void name(const double* first, const double* second, double* out, std::size_t count) { \
    over(first, second, out, count,                                                      \
         []([[maybe_unused]] Real a, [[maybe_unused]] Real b)                            \
             PADDOCK_INLINE { return expression; });                                     \
  }

PADDOCK_OPERATION(add, a + b)
PADDOCK_OPERATION(subtract, a - b)
PADDOCK_OPERATION(multiply, a* b)
PADDOCK_OPERATION(divide, a / b)
PADDOCK_OPERATION(product_sum, a* b + a)
PADDOCK_OPERATION(negate, -a)
PADDOCK_OPERATION(square_root, sqrt_exact(abs_of(a)))
PADDOCK_OPERATION(minimum, min_of(a, b))
PADDOCK_OPERATION(maximum, max_of(a, b))
PADDOCK_OPERATION(clamped, clamp(a, Real(-1.5), b))
PADDOCK_OPERATION(clamped_abs, clamp_abs(a, b))
PADDOCK_OPERATION(absolute, abs_of(a))
PADDOCK_OPERATION(signed_as, copy_sign(a, b))
PADDOCK_OPERATION(rounded, round_even(a))
PADDOCK_OPERATION(floored, floor_of(a))
PADDOCK_OPERATION(wrapped, wrap_angle(a))
PADDOCK_OPERATION(sine, det::sin(a))
PADDOCK_OPERATION(cosine, det::cos(a))
PADDOCK_OPERATION(tangent, det::tan(a))
PADDOCK_OPERATION(arctangent, det::atan(a))
PADDOCK_OPERATION(arctangent2, det::atan2(a, b))
PADDOCK_OPERATION(exponential, det::exp(a))
PADDOCK_OPERATION(logarithm, det::log(abs_of(a)))

}  // namespace

const CoreOperations kCoreOperationTable = {
    {"add", add},
    {"subtract", subtract},
    {"multiply", multiply},
    {"divide", divide},
    {"product_sum", product_sum},
    {"negate", negate},
    {"square_root", square_root},
    {"minimum", minimum},
    {"maximum", maximum},
    {"clamped", clamped},
    {"clamped_abs", clamped_abs},
    {"absolute", absolute},
    {"signed_as", signed_as},
    {"rounded", rounded},
    {"floored", floored},
    {"wrapped", wrapped},
    {"sine", sine},
    {"cosine", cosine},
    {"tangent", tangent},
    {"arctangent", arctangent},
    {"arctangent2", arctangent2},
    {"exponential", exponential},
    {"logarithm", logarithm},
};

}  // namespace paddock::PADDOCK_TARGET
