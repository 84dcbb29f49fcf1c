// The processor's floating-point mode, which a foreign library may have changed (flush to zero).
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace paddock {

/// While it lives, rounding is to nearest and denormals count: the mode all our results assume.
class DefaultFloatState {
 public:
#if defined(__x86_64__)
  DefaultFloatState() : before_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~DefaultFloatState() { _mm_setcsr(before_); }
#else
  DefaultFloatState() = default;
  ~DefaultFloatState() = default;
#endif
  DefaultFloatState(const DefaultFloatState&) = delete;
  DefaultFloatState& operator=(const DefaultFloatState&) = delete;

 private:
  [[maybe_unused]] unsigned before_{};
};

}  // namespace paddock
