#include "paddock/core/simd_target.h"

#include <cstdlib>

#include "paddock/core/log.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

#if defined(__x86_64__)
// each level of the x86-64 psABI brings all its parts, and the compiler uses any of them
bool has_v2() { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }
bool has_v3() {
  return has_v2() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}
bool has_v4() {
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

SimdTarget choose() {
  SimdTarget widest = SimdTarget::Scalar;
  for (const SimdTarget target : kSimdTargets)
    if (supported(target)) widest = target;
  const char* requested = std::getenv("PADDOCK_SIMD");
  if (requested == nullptr || *requested == '\0') return widest;
  for (const SimdTarget target : kSimdTargets)
    if (name_of(target) == requested && supported(target)) return target;
  log(LogLevel::Warning,
      concat("PADDOCK_SIMD must be scalar, v2, v3 or v4 and run on this machine, got \"", requested,
             "\"; using ", name_of(widest)));
  return widest;
}

}  // namespace

std::string_view name_of(SimdTarget target) {
  switch (target) {
    case SimdTarget::Scalar:
      return "scalar";
    case SimdTarget::V2:
      return "v2";
    case SimdTarget::V3:
      return "v3";
    case SimdTarget::V4:
      return "v4";
  }
  return "";
}

bool supported(SimdTarget target) {
#if defined(__x86_64__)
  switch (target) {
    case SimdTarget::Scalar:
      return true;
    case SimdTarget::V2:
      return has_v2();
    case SimdTarget::V3:
      return has_v3();
    case SimdTarget::V4:
      return has_v4();
  }
  return false;
#else
  return target == SimdTarget::Scalar || target == SimdTarget::V2;
#endif
}

SimdTarget simd_target() {
  static const SimdTarget chosen = choose();
  return chosen;
}

}  // namespace paddock
