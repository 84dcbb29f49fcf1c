// One kernel text for every width: Pack<T, N> over GNU vector types beside plain double and float,
// with the same free functions for both. Everything is always inlined, so an object compiled for
// one instruction set never lends a function to another. How targets are chosen:
// docs/determinism.md.
#pragma once

#include <cstdint>

#define PADDOCK_KERNEL [[gnu::always_inline]] inline
/// For lambdas inside kernels, after the parameter list.
#define PADDOCK_INLINE __attribute__((always_inline))

namespace paddock {

// --- the plain numbers: a pack of one -----------------------------------------------------------

PADDOCK_KERNEL double select(bool m, double a, double b) { return m ? a : b; }
PADDOCK_KERNEL float select(bool m, float a, float b) { return m ? a : b; }
PADDOCK_KERNEL double sqrt_exact(double a) { return __builtin_sqrt(a); }
PADDOCK_KERNEL float sqrt_exact(float a) { return __builtin_sqrtf(a); }
PADDOCK_KERNEL std::uint64_t bits_of(double a) { return __builtin_bit_cast(std::uint64_t, a); }
PADDOCK_KERNEL double double_of(std::uint64_t a) { return __builtin_bit_cast(double, a); }
PADDOCK_KERNEL bool any(bool m) { return m; }

/// The integer type whose bits match Real; unsigned, so that sums wrap and shifts fill with zeros.
template <class Real>
struct BitsOf {
  using Type = std::uint64_t;
};

// --- packs --------------------------------------------------------------------------------------

template <class T>
struct LaneInt;
template <>
struct LaneInt<double> {
  using Type = std::int64_t;
  using Unsigned = std::uint64_t;
};
template <>
struct LaneInt<float> {
  using Type = std::int32_t;
  using Unsigned = std::uint32_t;
};

template <class T, int N>
struct PackTypes {
  typedef T Vector __attribute__((vector_size(sizeof(T) * N)));
  typedef typename LaneInt<T>::Type Bits __attribute__((vector_size(sizeof(T) * N)));
  typedef typename LaneInt<T>::Unsigned Unsigned __attribute__((vector_size(sizeof(T) * N)));
};

/// One truth value for each lane: all bits set or none.
template <class T, int N>
struct Mask {
  typename PackTypes<T, N>::Bits bits;
};

template <class T, int N>
struct Pack {
  using Vector = typename PackTypes<T, N>::Vector;
  using Bits = typename PackTypes<T, N>::Bits;
  static constexpr int kLanes = N;

  Vector v;

  Pack() = default;
  PADDOCK_KERNEL Pack(Vector a) : v(a) {}
  PADDOCK_KERNEL Pack(T a) : v(Vector{} + a) {}
  PADDOCK_KERNEL static Pack load(const T* from) {
    Pack p;
    __builtin_memcpy(&p.v, from, sizeof p.v);
    return p;
  }
  PADDOCK_KERNEL void store(T* to) const { __builtin_memcpy(to, &v, sizeof v); }

  PADDOCK_KERNEL friend Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
  PADDOCK_KERNEL friend Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
  PADDOCK_KERNEL friend Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
  PADDOCK_KERNEL friend Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
  PADDOCK_KERNEL friend Pack operator-(Pack a) { return Pack(-a.v); }
  PADDOCK_KERNEL Pack& operator+=(Pack b) { return *this = *this + b; }
  PADDOCK_KERNEL Pack& operator-=(Pack b) { return *this = *this - b; }
  PADDOCK_KERNEL Pack& operator*=(Pack b) { return *this = *this * b; }

  PADDOCK_KERNEL friend Mask<T, N> operator<(Pack a, Pack b) { return {(Bits)(a.v < b.v)}; }
  PADDOCK_KERNEL friend Mask<T, N> operator>(Pack a, Pack b) { return {(Bits)(a.v > b.v)}; }
  PADDOCK_KERNEL friend Mask<T, N> operator<=(Pack a, Pack b) { return {(Bits)(a.v <= b.v)}; }
  PADDOCK_KERNEL friend Mask<T, N> operator>=(Pack a, Pack b) { return {(Bits)(a.v >= b.v)}; }
  PADDOCK_KERNEL friend Mask<T, N> operator==(Pack a, Pack b) { return {(Bits)(a.v == b.v)}; }
};

template <class T, int N>
PADDOCK_KERNEL Mask<T, N> operator&(Mask<T, N> a, Mask<T, N> b) {
  return {a.bits & b.bits};
}
template <class T, int N>
PADDOCK_KERNEL Mask<T, N> operator|(Mask<T, N> a, Mask<T, N> b) {
  return {a.bits | b.bits};
}
template <class T, int N>
PADDOCK_KERNEL Mask<T, N> operator!(Mask<T, N> a) {
  return {~a.bits};
}

template <class T, int N>
PADDOCK_KERNEL Pack<T, N> select(Mask<T, N> m, Pack<T, N> a, Pack<T, N> b) {
  return Pack<T, N>(m.bits ? a.v : b.v);
}
template <class T, int N>
PADDOCK_KERNEL Pack<T, N> sqrt_exact(Pack<T, N> a) {
  Pack<T, N> r;
  for (int i = 0; i < N; ++i) r.v[i] = sqrt_exact(T(a.v[i]));
  return r;
}

template <int N>
struct Uint64Pack {
  using Vector = typename PackTypes<double, N>::Unsigned;
  Vector v;
  PADDOCK_KERNEL Uint64Pack(Vector a) : v(a) {}
  PADDOCK_KERNEL Uint64Pack(std::uint64_t a) : v(Vector{} + a) {}
  PADDOCK_KERNEL friend Uint64Pack operator+(Uint64Pack a, Uint64Pack b) { return {a.v + b.v}; }
  PADDOCK_KERNEL friend Uint64Pack operator-(Uint64Pack a, Uint64Pack b) { return {a.v - b.v}; }
  PADDOCK_KERNEL friend Uint64Pack operator&(Uint64Pack a, Uint64Pack b) { return {a.v & b.v}; }
  PADDOCK_KERNEL friend Uint64Pack operator|(Uint64Pack a, Uint64Pack b) { return {a.v | b.v}; }
  PADDOCK_KERNEL friend Uint64Pack operator^(Uint64Pack a, Uint64Pack b) { return {a.v ^ b.v}; }
  PADDOCK_KERNEL friend Uint64Pack operator<<(Uint64Pack a, int n) { return {a.v << n}; }
  PADDOCK_KERNEL friend Uint64Pack operator>>(Uint64Pack a, int n) { return {a.v >> n}; }
};

template <int N>
struct BitsOf<Pack<double, N>> {
  using Type = Uint64Pack<N>;
};

template <int N>
PADDOCK_KERNEL Uint64Pack<N> bits_of(Pack<double, N> a) {
  return Uint64Pack<N>((typename Uint64Pack<N>::Vector)a.v);
}
template <int N>
PADDOCK_KERNEL Pack<double, N> double_of(Uint64Pack<N> a) {
  return Pack<double, N>((typename PackTypes<double, N>::Vector)a.v);
}

template <class T, int N>
PADDOCK_KERNEL bool any(Mask<T, N> m) {
  bool r = false;
  for (int i = 0; i < N; ++i) r |= m.bits[i] != 0;
  return r;
}

/// Lane by lane whether the lowest bit is set.
template <class Real>
PADDOCK_KERNEL auto is_odd(typename BitsOf<Real>::Type bits) {
  if constexpr (sizeof(Real) == sizeof(double)) {
    return (bits & 1u) != 0;
  } else {
    constexpr int kLanes = static_cast<int>(sizeof(Real) / sizeof(double));
    using Lanes = typename PackTypes<double, kLanes>::Bits;
    return Mask<double, kLanes>{(Lanes)((bits.v & 1u) != 0u)};
  }
}

// --- the same for both --------------------------------------------------------------------------
// Minimum and maximum are compare and select: a library's own may order zeros and NaN its own way.

template <class Real>
PADDOCK_KERNEL Real min_of(Real a, Real b) {
  return select(a < b, a, b);
}
template <class Real>
PADDOCK_KERNEL Real max_of(Real a, Real b) {
  return select(a > b, a, b);
}
/// NaN stays NaN: the order of arguments lets it through both comparisons.
template <class Real>
PADDOCK_KERNEL Real clamp(Real x, Real low, Real high) {
  return min_of(high, max_of(low, x));
}
template <class Real>
PADDOCK_KERNEL Real clamp_abs(Real x, Real limit) {
  return clamp(x, Real(0.0) - limit, limit);
}
template <class Real>
PADDOCK_KERNEL Real abs_of(Real x) {
  using Bits = typename BitsOf<Real>::Type;
  return double_of(bits_of(x) & Bits(0x7fffffffffffffff));
}
/// |magnitude| with the sign bit of `sign`.
template <class Real>
PADDOCK_KERNEL Real copy_sign(Real magnitude, Real sign) {
  using Bits = typename BitsOf<Real>::Type;
  constexpr std::uint64_t kSign = 0x8000000000000000;
  return double_of((bits_of(magnitude) & Bits(~kSign)) | (bits_of(sign) & Bits(kSign)));
}
/// Nearest integer, ties to even, for |x| < 2^51: the addition rounds away what does not fit.
template <class Real>
PADDOCK_KERNEL Real round_even(Real x) {
  const Real magic(6755399441055744.0);  // 1.5 * 2^52
  return (x + magic) - magic;
}
template <class Real>
PADDOCK_KERNEL Real floor_of(Real x) {
  const Real r = round_even(x);
  return select(r > x, r - Real(1.0), r);
}

/// The pack a kernel object works in: PADDOCK_TARGET_BITS wide, or plain double.
template <int Bits>
struct RealOf {
  using Type = Pack<double, Bits / 64>;
  static constexpr int kLanes = Bits / 64;
  PADDOCK_KERNEL static Type load(const double* from) { return Type::load(from); }
  PADDOCK_KERNEL static void store(const Type& a, double* to) { a.store(to); }
};
template <>
struct RealOf<0> {
  using Type = double;
  static constexpr int kLanes = 1;
  PADDOCK_KERNEL static double load(const double* from) { return *from; }
  PADDOCK_KERNEL static void store(double a, double* to) { *to = a; }
};

/// Arrays handed to kernels are padded to a multiple of this many lanes.
inline constexpr int kMaxLanes = 8;

}  // namespace paddock
