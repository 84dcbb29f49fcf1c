// Angles in radians, counter-clockwise.
#pragma once

#include "paddock/core/simd.h"

namespace paddock {

inline constexpr double kPi = 3.14159265358979323846;

constexpr double radians(double degrees) { return degrees * (kPi / 180); }
constexpr double degrees(double radians) { return radians * (180 / kPi); }

/// The same direction in [-pi, pi], exactly `angle` if it is there already. |angle| < 1e15, losing
/// |angle| * 2e-16 at most.
template <class Real>
PADDOCK_KERNEL Real wrap_angle(Real angle) {
  const Real turns = round_even(angle * Real(1 / (2 * kPi)));
  return clamp_abs(angle - turns * Real(2 * kPi),
                   Real(kPi));  // rounding may end just past half a turn
}

}  // namespace paddock
