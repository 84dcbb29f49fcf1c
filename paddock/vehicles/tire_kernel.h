// Tyre forces, shared by every wheeled vehicle and by planar and rigid physics.
// Magic formula (Pacejka, Tyre and Vehicle Dynamics) on the tangent of the slip angle, as its later
// versions use it for large slip. Equations (1) to (3) of docs/physics/tires.md.
#pragma once

#include "paddock/core/det_math.h"
#include "paddock/core/simd.h"

namespace paddock {

template <class Real>
struct TireParams {
  Real grip{1.0489};    // peak force over load on a surface of friction 1
  Real shape{1.4};      // C: where the force goes past its peak; the peak exists for C > 1
  Real stiffness{3.5};  // B: initial slope over grip is B * C for each radian

  bool operator==(const TireParams&) const = default;
};

/// Side force for each newton of load and unit of grip, positive to the left, for a wheel whose
/// contact patch moves sideways at `side` while it rolls at `roll` > 0 (m/s). Odd in `side`, at
/// most 1. The curvature term of the full formula is left out: 0 fits small tyres, and it would
/// cost a quarter of the whole step.
template <class Real>
PADDOCK_KERNEL Real side_force(const TireParams<Real>& tire, Real side, Real roll) {
  const Real angle = det::atan_ratio(tire.stiffness * abs_of(side), roll);
  return copy_sign(det::sin(tire.shape * angle), Real(0.0) - side);
}

/// What of its side grip a tyre keeps while it also pushes along: the friction ellipse.
/// `used` is longitudinal force over the most there is; at 1 nothing is left.
template <class Real>
PADDOCK_KERNEL Real grip_left(Real used) {
  return sqrt_exact(max_of(Real(0.0), Real(1.0) - used * used));
}

}  // namespace paddock
