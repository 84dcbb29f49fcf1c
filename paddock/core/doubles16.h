// Sixteen doubles as packs of the target's own width, for kernels that must be exact beside the
// sixteen floats of lanes16.h. (One GNU vector of 128 bytes is compiled lane by lane by GCC 12
// wherever it is compared: finding where rays land took twice as long.)
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

template <int Bits>
PADDOCK_KERNEL DoublesOf<Bits> widened(Floats a) {
#if defined(__AVX512F__)
  if constexpr (Bits == 512) {
    DoublesOf<Bits> r;
    r.part[0].v = widen_low(a), r.part[1].v = widen_high(a);
    return r;
  }
#endif
  float lanes[kLanes16];
  store_lanes(a, lanes);
  if constexpr (Bits == 0) {
    DoublesOf<Bits> r;
    for (int i = 0; i < kLanes16; ++i) r.part[i] = static_cast<double>(lanes[i]);
    return r;
  } else {
    constexpr int kWidth = Bits / 64;
    typedef float Half __attribute__((vector_size(4 * kWidth)));
    DoublesOf<Bits> r;
    for (int i = 0; i < DoublesOf<Bits>::kParts; ++i) {
      Half half;
      __builtin_memcpy(&half, lanes + i * kWidth, sizeof half);
      r.part[i].v = __builtin_convertvector(half, typename PackTypes<double, kWidth>::Vector);
    }
    return r;
  }
}

template <int Bits>
PADDOCK_KERNEL Floats narrowed(const DoublesOf<Bits>& a) {
#if defined(__AVX512F__)
  if constexpr (Bits == 512) return narrow_halves(a.part[0].v, a.part[1].v);
#endif
  float lanes[kLanes16];
  if constexpr (Bits == 0) {
    for (int i = 0; i < kLanes16; ++i) lanes[i] = static_cast<float>(a.part[i]);
  } else {
    constexpr int kWidth = Bits / 64;
    typedef float Half __attribute__((vector_size(4 * kWidth)));
    for (int i = 0; i < DoublesOf<Bits>::kParts; ++i) {
      const Half half = __builtin_convertvector(a.part[i].v, Half);
      __builtin_memcpy(lanes + i * kWidth, &half, sizeof half);
    }
  }
  return load_lanes<Floats>(lanes);
}

}  // namespace paddock
