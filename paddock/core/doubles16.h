// Sixteen doubles as packs of the target's own width, for kernels that must be exact beside the
// sixteen floats of lanes16.h.
#pragma once

#include "paddock/core/lanes16.h"
#include "paddock/core/simd.h"
#include "paddock/core/split.h"

namespace paddock {

template <int Bits>
struct DoublesOf {
  using Real = typename RealOf<Bits>::Type;
  static constexpr int kWidth = RealOf<Bits>::kLanes;
  static constexpr int kParts = kLanes16 / kWidth;
  using Parts = Split<Real, kParts>;

  Parts parts;

  DoublesOf() = default;
  PADDOCK_KERNEL DoublesOf(const Parts& all) : parts(all) {}
  PADDOCK_KERNEL DoublesOf(double a) : parts(split_of<Real, kParts>(Real(a))) {}
  PADDOCK_KERNEL static DoublesOf load(const double* from) {
    return DoublesOf(load_split<Real, kParts, kWidth>(from));
  }
  PADDOCK_KERNEL void store(double* to) const { store_split<kWidth>(parts, to); }

  PADDOCK_KERNEL friend DoublesOf operator+(const DoublesOf& a, const DoublesOf& b) {
    return each_part([](const Real& x, const Real& y) PADDOCK_INLINE -> Real { return x + y; },
                     a.parts, b.parts);
  }
  PADDOCK_KERNEL friend DoublesOf operator-(const DoublesOf& a, const DoublesOf& b) {
    return each_part([](const Real& x, const Real& y) PADDOCK_INLINE -> Real { return x - y; },
                     a.parts, b.parts);
  }
  PADDOCK_KERNEL friend DoublesOf operator*(const DoublesOf& a, const DoublesOf& b) {
    return each_part([](const Real& x, const Real& y) PADDOCK_INLINE -> Real { return x * y; },
                     a.parts, b.parts);
  }
  PADDOCK_KERNEL friend DoublesOf operator/(const DoublesOf& a, const DoublesOf& b) {
    return each_part([](const Real& x, const Real& y) PADDOCK_INLINE -> Real { return x / y; },
                     a.parts, b.parts);
  }
};

/// Between low and high; what is no number becomes low.
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> clamp_wide(const DoublesOf<Bits>& a, double low, double high) {
  using Real = typename DoublesOf<Bits>::Real;
  return each_part([&](const Real& x)
                       PADDOCK_INLINE { return min_of(max_of(x, Real(low)), Real(high)); },
                   a.parts);
}

/// -a where a negative number stands in `by`.
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> turned_by(const DoublesOf<Bits>& by, const DoublesOf<Bits>& a) {
  using Real = typename DoublesOf<Bits>::Real;
  return each_part([](const Real& b, const Real& x)
                       PADDOCK_INLINE -> Real { return select(b < Real(0.0), Real(-x), x); },
                   by.parts, a.parts);
}

/// Each lane takes its right neighbour's value, the last one keeps its own.
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> from_next(const DoublesOf<Bits>& a) {
  double lanes[kLanes16 + 1];
  a.store(lanes);
  lanes[kLanes16] = lanes[kLanes16 - 1];
  return DoublesOf<Bits>::load(lanes + 1);
}

/// The floats of one or of several doubles' registers, in order.
template <int Bits, int N>
PADDOCK_KERNEL Split<typename DoublesOf<Bits>::Real, N> widened_from(const float* lanes) {
  constexpr int kWidth = DoublesOf<Bits>::kWidth;
  if constexpr (N > 1) {
    return {widened_from<Bits, N / 2>(lanes), widened_from<Bits, N / 2>(lanes + N / 2 * kWidth)};
  } else if constexpr (Bits == 0) {
    return {static_cast<double>(*lanes)};
  } else {
    using Half = typename PartOf<float, kWidth>::Type;
    Half half;
    __builtin_memcpy(&half, lanes, sizeof half);
    return {{__builtin_convertvector(half, typename PackTypes<double, kWidth>::Vector)}};
  }
}
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> widened(const Floats& a) {
#if defined(__AVX512F__)
  if constexpr (Bits == 512) {
    using Real = typename DoublesOf<Bits>::Real;
    const __m512 all = (__m512)a.parts.only;
    return typename DoublesOf<Bits>::Parts{{Real(_mm512_cvtps_pd(_mm512_castps512_ps256(all)))},
                                           {Real(_mm512_cvtps_pd(_mm512_extractf32x8_ps(all, 1)))}};
  }
#elif defined(__AVX2__)
  if constexpr (Bits == 256) {
    using Real = typename DoublesOf<Bits>::Real;
    const auto half = [](__m256 all) PADDOCK_INLINE -> Split<Real, 2> {
      return {{Real(_mm256_cvtps_pd(_mm256_castps256_ps128(all)))},
              {Real(_mm256_cvtps_pd(_mm256_extractf128_ps(all, 1)))}};
    };
    return typename DoublesOf<Bits>::Parts{half((__m256)a.parts.low.only),
                                           half((__m256)a.parts.high.only)};
  }
#endif
  float lanes[kLanes16];
  store_lanes(a, lanes);
  return widened_from<Bits, DoublesOf<Bits>::kParts>(lanes);
}

template <int Bits, int N>
PADDOCK_KERNEL void narrow_to(const Split<typename DoublesOf<Bits>::Real, N>& a, float* lanes) {
  constexpr int kWidth = DoublesOf<Bits>::kWidth;
  if constexpr (N > 1) {
    narrow_to<Bits, N / 2>(a.low, lanes), narrow_to<Bits, N / 2>(a.high, lanes + N / 2 * kWidth);
  } else if constexpr (Bits == 0) {
    *lanes = static_cast<float>(a.only);
  } else {
    using Half = typename PartOf<float, kWidth>::Type;
    const Half half = __builtin_convertvector(a.only.v, Half);
    __builtin_memcpy(lanes, &half, sizeof half);
  }
}
template <int Bits>
PADDOCK_KERNEL Floats narrowed(const DoublesOf<Bits>& a) {
#if defined(__AVX512F__)
  if constexpr (Bits == 512)
    return Split<Floats::Part, 1>{(Floats::Part)_mm512_insertf32x8(
        _mm512_castps256_ps512(_mm512_cvtpd_ps((__m512d)a.parts.low.only.v)),
        _mm512_cvtpd_ps((__m512d)a.parts.high.only.v), 1)};
#elif defined(__AVX2__)
  if constexpr (Bits == 256) {
    const auto part = [](const Split<Pack<double, 4>, 2>& half) PADDOCK_INLINE {
      return (Floats::Part)_mm256_insertf128_ps(
          _mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)half.low.only.v)),
          _mm256_cvtpd_ps((__m256d)half.high.only.v), 1);
    };
    return Floats::Parts{{part(a.parts.low)}, {part(a.parts.high)}};
  }
#endif
  float lanes[kLanes16];
  narrow_to<Bits, DoublesOf<Bits>::kParts>(a.parts, lanes);
  return load_lanes<Floats>(lanes);
}

}  // namespace paddock
