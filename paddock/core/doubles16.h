// Sixteen doubles as packs of the target's own width, for kernels that must be exact beside the
// sixteen floats of lanes16.h.
#pragma once

#include "paddock/core/lanes16.h"
#include "paddock/core/simd.h"

namespace paddock {

template <int Bits>
struct DoublesOf {
  using Lanes = RealOf<Bits>;
  using Real = typename Lanes::Type;
  static constexpr int kParts = kLanes16 / Lanes::kLanes;

  Real part[kParts];

  DoublesOf() = default;
  PADDOCK_KERNEL DoublesOf(double a) {
    for (int i = 0; i < kParts; ++i) part[i] = Real(a);
  }
  PADDOCK_KERNEL static DoublesOf load(const double* from) {
    DoublesOf r;
    for (int i = 0; i < kParts; ++i) r.part[i] = Lanes::load(from + i * Lanes::kLanes);
    return r;
  }
  PADDOCK_KERNEL void store(double* to) const {
    for (int i = 0; i < kParts; ++i) Lanes::store(part[i], to + i * Lanes::kLanes);
  }

  PADDOCK_KERNEL friend DoublesOf operator+(const DoublesOf& a, const DoublesOf& b) {
    DoublesOf r;
    for (int i = 0; i < kParts; ++i) r.part[i] = a.part[i] + b.part[i];
    return r;
  }
  PADDOCK_KERNEL friend DoublesOf operator-(const DoublesOf& a, const DoublesOf& b) {
    DoublesOf r;
    for (int i = 0; i < kParts; ++i) r.part[i] = a.part[i] - b.part[i];
    return r;
  }
  PADDOCK_KERNEL friend DoublesOf operator*(const DoublesOf& a, const DoublesOf& b) {
    DoublesOf r;
    for (int i = 0; i < kParts; ++i) r.part[i] = a.part[i] * b.part[i];
    return r;
  }
  PADDOCK_KERNEL friend DoublesOf operator/(const DoublesOf& a, const DoublesOf& b) {
    DoublesOf r;
    for (int i = 0; i < kParts; ++i) r.part[i] = a.part[i] / b.part[i];
    return r;
  }
};

/// Between low and high; what is no number becomes low.
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> clamp_wide(const DoublesOf<Bits>& a, double low, double high) {
  using Real = typename DoublesOf<Bits>::Real;
  DoublesOf<Bits> r;
  for (int i = 0; i < DoublesOf<Bits>::kParts; ++i)
    r.part[i] = min_of(max_of(a.part[i], Real(low)), Real(high));
  return r;
}

/// -a where a negative number stands in `by`.
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> turned_by(const DoublesOf<Bits>& by, const DoublesOf<Bits>& a) {
  using Real = typename DoublesOf<Bits>::Real;
  DoublesOf<Bits> r;
  for (int i = 0; i < DoublesOf<Bits>::kParts; ++i)
    r.part[i] = select(by.part[i] < Real(0.0), -a.part[i], a.part[i]);
  return r;
}

/// Each lane takes its right neighbour's value, the last one keeps its own.
template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> from_next(const DoublesOf<Bits>& a) {
  double lanes[kLanes16 + 1];
  a.store(lanes);
  lanes[kLanes16] = lanes[kLanes16 - 1];
  return DoublesOf<Bits>::load(lanes + 1);
}

template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> widened(const Floats& a) {
  DoublesOf<Bits> r;
  if constexpr (Bits == 0) {
    for (int i = 0; i < kLanes16; ++i) r.part[i] = static_cast<double>(a[i]);
#if defined(__AVX512F__)
  } else if constexpr (Bits == 512) {
    const __m512 all = (__m512)a.part[0];
    r.part[0].v = _mm512_cvtps_pd(_mm512_castps512_ps256(all));
    r.part[1].v = _mm512_cvtps_pd(_mm512_extractf32x8_ps(all, 1));
#endif
  } else {
    constexpr int kWidth = Bits / 64;
    typedef float Half __attribute__((vector_size(4 * kWidth)));
    for (int i = 0; i < DoublesOf<Bits>::kParts; ++i) {
      Half half;
      __builtin_memcpy(&half, reinterpret_cast<const float*>(&a) + i * kWidth, sizeof half);
      r.part[i].v = __builtin_convertvector(half, typename PackTypes<double, kWidth>::Vector);
    }
  }
  return r;
}

template <int Bits>
PADDOCK_KERNEL Floats narrowed(const DoublesOf<Bits>& a) {
  Floats r;
  if constexpr (Bits == 0) {
    for (int i = 0; i < kLanes16; ++i) r.set(i, static_cast<float>(a.part[i]));
#if defined(__AVX512F__)
  } else if constexpr (Bits == 512) {
    r.part[0] = (Floats::Part)_mm512_insertf32x8(
        _mm512_castps256_ps512(_mm512_cvtpd_ps(a.part[0].v)), _mm512_cvtpd_ps(a.part[1].v), 1);
#endif
  } else {
    constexpr int kWidth = Bits / 64;
    typedef float Half __attribute__((vector_size(4 * kWidth)));
    for (int i = 0; i < DoublesOf<Bits>::kParts; ++i) {
      const Half half = __builtin_convertvector(a.part[i].v, Half);
      __builtin_memcpy(reinterpret_cast<float*>(&r) + i * kWidth, &half, sizeof half);
    }
  }
  return r;
}

}  // namespace paddock
