// The processor's floating-point mode, which a foreign library may have changed (flush to zero).
#pragma once

namespace paddock {

/// While it lives, rounding is to nearest and denormals count: the mode all our results assume.
class DefaultFloatState {
 public:
#if defined(__x86_64__)
  DefaultFloatState() : before_(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(0x1f80); }
  ~DefaultFloatState() { __builtin_ia32_ldmxcsr(before_); }
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
