// Which SIMD target this process uses: the widest the processor has, or what PADDOCK_SIMD asks for.
#pragma once

#include <array>
#include <string_view>

namespace paddock {

enum class SimdTarget { Scalar, V2, V3, V4 };

inline constexpr std::array kSimdTargets{SimdTarget::Scalar, SimdTarget::V2, SimdTarget::V3,
                                         SimdTarget::V4};

/// As PADDOCK_SIMD spells it: "scalar", "v2", "v3", "v4".
std::string_view name_of(SimdTarget target);

/// True when this processor can run `target`.
bool supported(SimdTarget target);

/// The target chosen at the first call: PADDOCK_SIMD when it names a supported one, else the
/// widest.
SimdTarget simd_target();

}  // namespace paddock
