// Our own sin, cos, tan, atan, atan2, exp and log: the same bits on every target, compiler and
// width, because they are built from +, -, *, / and bit moves alone (glibc's change with FMA).
// Templates on Real = double or Pack<double, N>. Error bounds, checked against long double by
// det_math_test:
//
//   sin, cos, sincos  |x| <= 1e5              1 ulp of the result, also next to the zeros
//   tan               |x| <= 1e5              3 ulp
//   atan              all finite              1 ulp
//   atan2             0 or 1e-300 to 1e300    2 ulp
//   exp               -708 <= x <= 709        2 ulp; clamped to that range outside it
//   log               normal positive x       1 ulp
//
// sin, tan, atan are odd and cos even to the last bit, but for sin(-0) and tan(-0), which are +0.
// Coefficients: Cephes (atan, exp) and fdlibm (sin, cos, log), both public.
#pragma once

#include "paddock/core/simd.h"

namespace paddock::det {

template <class Real>
PADDOCK_KERNEL void sincos(Real x, Real& sine, Real& cosine) {
  // reduce to [-pi/4, pi/4]: pi/2 in three parts, the first two short enough to multiply exactly
  const Real k = round_even(x * Real(0.63661977236758134308));
  Real y = x - k * Real(1.57079632673412561417e+00);
  const Real w = k * Real(6.07710050630396597660e-11);
  const Real t = y - w;
  const Real tail = k * Real(2.02226624879595063154e-21) - ((y - t) - w);
  y = t - tail;
  const Real rest = (t - y) - tail;  // what y could not hold
  const Real z = y * y;

  // minimax polynomials on the reduced interval
  // clang-format off
  const Real s = y + (rest + y * z * (Real(-1.66666666666666324348e-01) +
                     z * (Real(8.33333333332248946124e-03) +
                     z * (Real(-1.98412698298579493134e-04) +
                     z * (Real(2.75573137070700676789e-06) +
                     z * (Real(-2.50507602534068634195e-08) + z * Real(1.58969099521155010221e-10)))))));
  const Real half = Real(0.5) * z;
  const Real one_less = Real(1.0) - half;
  const Real c = one_less + (((Real(1.0) - one_less) - half) +
                 (z * z * (Real(4.16666666666666019037e-02) +
                  z * (Real(-1.38888888888741095749e-03) +
                  z * (Real(2.48015872894767294178e-05) +
                  z * (Real(-2.75573143513906633035e-07) +
                  z * (Real(2.08757232129817482790e-09) + z * Real(-1.13596475577881948265e-11)))))) -
                  y * rest));
  // clang-format on

  // the quadrant, in the low bits of a sum as in round_even, says which polynomial is which, and
  // the signs
  using Bits = typename BitsOf<Real>::Type;
  const Bits quadrant = bits_of(k + Real(6755399441055744.0));
  const auto odd = is_odd<Real>(quadrant);
  const Real ss = select(odd, c, s), cc = select(odd, s, c);
  sine = double_of(bits_of(ss) ^ ((quadrant & Bits(2)) << 62));
  cosine = double_of(bits_of(cc) ^ (((quadrant + Bits(1)) & Bits(2)) << 62));
}

template <class Real>
PADDOCK_KERNEL Real sin(Real x) {
  Real s, c;
  sincos(x, s, c);
  return s;
}

template <class Real>
PADDOCK_KERNEL Real cos(Real x) {
  Real s, c;
  sincos(x, s, c);
  return c;
}

template <class Real>
PADDOCK_KERNEL Real tan(Real x) {
  Real s, c;
  sincos(x, s, c);
  return s / c;
}

/// atan(num / den) for num, den >= 0 and not both 0; the ratio costs no division of its own.
template <class Real>
PADDOCK_KERNEL Real atan_ratio(Real num, Real den) {
  const auto big = num > den * Real(2.41421356237309504880);  // past tan(3 pi / 8)
  const auto mid = num > den * Real(0.66);
  const Real base = select(big, Real(1.57079632679489661923),
                           select(mid, Real(0.78539816339744830962), Real(0.0)));
  const Real base_tail = select(big, Real(6.123233995736765886130e-17),
                                select(mid, Real(3.061616997868382943065e-17), Real(0.0)));
  const Real top = select(big, Real(0.0) - den, select(mid, num - den, num));
  const Real bottom = select(big, num, select(mid, num + den, den));
  const Real t = top / bottom;
  const Real z = t * t;
  // clang-format off
  const Real p = (((Real(-8.750608600031904122785e-1) * z + Real(-1.615753718733365076637e1)) * z +
                   Real(-7.500855792314704667340e1)) * z + Real(-1.228866684490136173410e2)) * z +
                 Real(-6.485021904942025371773e1);
  const Real q = ((((z + Real(2.485846490142306297962e1)) * z + Real(1.650270098316988542046e2)) * z +
                   Real(4.328810604912902668951e2)) * z + Real(4.853903996359136964868e2)) * z +
                 Real(1.945506571482613964425e2);
  // clang-format on
  return base + (t * z * (p / q) + base_tail + t);
}

template <class Real>
PADDOCK_KERNEL Real atan(Real x) {
  return copy_sign(atan_ratio(abs_of(x), Real(1.0)), x);
}

/// In [-pi, pi]; atan2(0, 0) is 0.
template <class Real>
PADDOCK_KERNEL Real atan2(Real y, Real x) {
  const Real ay = abs_of(y), ax = abs_of(x);
  const auto origin = (ay == Real(0.0)) & (ax == Real(0.0));
  const Real a = atan_ratio(ay, select(origin, Real(1.0), ax));
  const Real turned = select(x < Real(0.0), Real(3.14159265358979323846) - a, a);
  return copy_sign(turned, y);
}

template <class Real>
PADDOCK_KERNEL Real exp(Real x) {
  x = clamp(x, Real(-708.0), Real(709.0));
  const Real k = round_even(x * Real(1.4426950408889634073599));
  Real r = x - k * Real(6.93145751953125e-1);
  r = r - k * Real(1.42860682030941723212e-6);
  const Real z = r * r;
  // clang-format off
  const Real p = r * ((Real(1.26177193074810590878e-4) * z + Real(3.02994407707441961300e-2)) * z +
                      Real(9.99999999999999999910e-1));
  const Real q = ((Real(3.00198505138664455042e-6) * z + Real(2.52448340349684104192e-3)) * z +
                  Real(2.27265548208155028766e-1)) * z + Real(2.00000000000000000009e0);
  // clang-format on
  const Real e = Real(1.0) + Real(2.0) * (p / (q - p));
  // times 2^k: the sum puts k + 1023 into the low bits, the shift moves it to the exponent
  const Real power = double_of(bits_of(k + Real(6755399441055744.0 + 1023.0)) << 52);
  return e * power;
}

template <class Real>
PADDOCK_KERNEL Real log(Real x) {
  using Bits = typename BitsOf<Real>::Type;
  // x = 2^k * m with m in [sqrt(1/2), sqrt(2)): adding the offset moves the border from 1 to
  // sqrt(1/2)
  const Bits shifted = bits_of(x) + Bits(0x3ff0000000000000 - 0x3fe6a09e667f3bcd);
  const Real k =
      double_of((shifted >> 52) | Bits(0x4330000000000000)) - Real(4503599627370496.0 + 1023.0);
  const Real m = double_of((shifted & Bits(0x000fffffffffffff)) + Bits(0x3fe6a09e667f3bcd));
  const Real f = m - Real(1.0);
  const Real s = f / (Real(2.0) + f);
  const Real z = s * s;
  // clang-format off
  const Real r = z * (Real(6.666666666666735130e-01) + z * (Real(3.999999999940941908e-01) +
                 z * (Real(2.857142874366239149e-01) + z * (Real(2.222219843214978396e-01) +
                 z * (Real(1.818357216161805012e-01) + z * (Real(1.531383769920937332e-01) +
                 z * Real(1.479819860511658591e-01)))))));
  // clang-format on
  const Real half = Real(0.5) * f * f;
  return k * Real(6.93147180369123816490e-01) -
         ((half - (s * (half + r) + k * Real(1.90821492927058770002e-10))) - f);
}

}  // namespace paddock::det
