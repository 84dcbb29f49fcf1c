// Sixteen lanes of float, int or word: the width of the ray kernels on every target, held in as
// many of the target's own registers as that takes. The lanes and so the bits are the same
// everywhere. Everything is always inlined, and the few intrinsics of the ray kernels (blend,
// minimum, root, gather, compress, wide multiply) all stand here.
//
// (One GNU vector of 64 bytes is compiled lane by lane by GCC 12 wherever a narrower machine
// compares or chooses: a flat scan took six times as long with AVX2.)
#pragma once

#include <cstdint>

#include "paddock/core/simd.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace paddock {

inline constexpr int kLanes16 = 16;

#if defined(__AVX512F__)
inline constexpr int kPartLanes = 16;
#elif defined(__AVX2__)
inline constexpr int kPartLanes = 8;
#else
inline constexpr int kPartLanes = 4;  // SSE and NEON
#endif
inline constexpr int kLaneParts = kLanes16 / kPartLanes;

/// Sixteen numbers in parts of `Width` lanes. Comparisons give Ints: all ones where they hold.
/// A cast to another kind of lanes keeps the bits.
template <class T, int Width>
struct Lanes {
  typedef T Part __attribute__((vector_size(4 * Width)));
  using Truth = Lanes<std::int32_t, Width>;
  static constexpr int kParts = kLanes16 / Width;

  Part part[kParts];

  Lanes() = default;
  PADDOCK_KERNEL Lanes(T a) {
    for (int i = 0; i < kParts; ++i) part[i] = Part{} + a;
  }
  PADDOCK_KERNEL T operator[](int lane) const { return part[lane / Width][lane % Width]; }
  PADDOCK_KERNEL void set(int lane, T a) { part[lane / Width][lane % Width] = a; }

  template <class U>
  PADDOCK_KERNEL explicit operator Lanes<U, Width>() const {
    Lanes<U, Width> r;
    for (int i = 0; i < kParts; ++i) r.part[i] = (typename Lanes<U, Width>::Part)part[i];
    return r;
  }

  /// f(part) or f(part, part) for each part.
  template <class F>
  PADDOCK_KERNEL static Lanes each(const Lanes& a, F&& f) {
    Lanes r;
    for (int i = 0; i < kParts; ++i) r.part[i] = f(a.part[i]);
    return r;
  }
  template <class F>
  PADDOCK_KERNEL static Lanes each(const Lanes& a, const Lanes& b, F&& f) {
    Lanes r;
    for (int i = 0; i < kParts; ++i) r.part[i] = f(a.part[i], b.part[i]);
    return r;
  }
  template <class F>
  PADDOCK_KERNEL static Truth compare(const Lanes& a, const Lanes& b, F&& f) {
    Truth r;
    for (int i = 0; i < kParts; ++i) r.part[i] = (typename Truth::Part)f(a.part[i], b.part[i]);
    return r;
  }

  PADDOCK_KERNEL friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x + y; });
  }
  PADDOCK_KERNEL friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x - y; });
  }
  PADDOCK_KERNEL friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x * y; });
  }
  PADDOCK_KERNEL friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x / y; });
  }
  PADDOCK_KERNEL friend Lanes operator&(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x & y; });
  }
  PADDOCK_KERNEL friend Lanes operator|(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x | y; });
  }
  PADDOCK_KERNEL friend Lanes operator^(const Lanes& a, const Lanes& b) {
    return each(a, b, [](Part x, Part y) PADDOCK_INLINE { return x ^ y; });
  }
  PADDOCK_KERNEL friend Lanes operator-(const Lanes& a) {
    return each(a, [](Part x) PADDOCK_INLINE { return -x; });
  }
  PADDOCK_KERNEL friend Lanes operator~(const Lanes& a) {
    return each(a, [](Part x) PADDOCK_INLINE { return ~x; });
  }
  PADDOCK_KERNEL friend Lanes operator<<(const Lanes& a, int n) {
    return each(a, [n](Part x) PADDOCK_INLINE { return x << n; });
  }
  PADDOCK_KERNEL friend Lanes operator>>(const Lanes& a, int n) {
    return each(a, [n](Part x) PADDOCK_INLINE { return x >> n; });
  }
  PADDOCK_KERNEL Lanes& operator+=(const Lanes& b) { return *this = *this + b; }

  PADDOCK_KERNEL friend Truth operator<(const Lanes& a, const Lanes& b) {
    return compare(a, b, [](Part x, Part y) PADDOCK_INLINE { return x < y; });
  }
  PADDOCK_KERNEL friend Truth operator>(const Lanes& a, const Lanes& b) {
    return compare(a, b, [](Part x, Part y) PADDOCK_INLINE { return x > y; });
  }
  PADDOCK_KERNEL friend Truth operator<=(const Lanes& a, const Lanes& b) {
    return compare(a, b, [](Part x, Part y) PADDOCK_INLINE { return x <= y; });
  }
  PADDOCK_KERNEL friend Truth operator>=(const Lanes& a, const Lanes& b) {
    return compare(a, b, [](Part x, Part y) PADDOCK_INLINE { return x >= y; });
  }
  PADDOCK_KERNEL friend Truth operator==(const Lanes& a, const Lanes& b) {
    return compare(a, b, [](Part x, Part y) PADDOCK_INLINE { return x == y; });
  }
  PADDOCK_KERNEL friend Truth operator!=(const Lanes& a, const Lanes& b) {
    return compare(a, b, [](Part x, Part y) PADDOCK_INLINE { return x != y; });
  }
};

using Floats = Lanes<float, kPartLanes>;
using Ints = Lanes<std::int32_t, kPartLanes>;
using Words = Lanes<std::uint32_t, kPartLanes>;

PADDOCK_KERNEL Floats floats(float a) { return Floats(a); }
PADDOCK_KERNEL Ints ints(std::int32_t a) { return Ints(a); }
PADDOCK_KERNEL Words words(std::uint32_t a) { return Words(a); }

template <class V, class T>
PADDOCK_KERNEL V load_lanes(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class V, class T>
PADDOCK_KERNEL void store_lanes(const V& v, T* to) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// 0 to 15.
PADDOCK_KERNEL Ints lane_numbers() {
  constexpr std::int32_t kNumbers[kLanes16]{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return load_lanes<Ints>(kNumbers);
}

/// Of `a` where `where` is all ones, of `b` where it is 0.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> select(const Ints& where, const Lanes<T, kPartLanes>& a,
                                           const Lanes<T, kPartLanes>& b) {
  Lanes<T, kPartLanes> r;
  for (int i = 0; i < kLaneParts; ++i) {
    using Part = typename Lanes<T, kPartLanes>::Part;
#if defined(__AVX2__) && !defined(__AVX512F__)
    r.part[i] = (Part)_mm256_blendv_ps((__m256)b.part[i], (__m256)a.part[i], (__m256)where.part[i]);
#elif defined(__SSE4_1__) && !defined(__AVX2__)
    r.part[i] = (Part)_mm_blendv_ps((__m128)b.part[i], (__m128)a.part[i], (__m128)where.part[i]);
#else
    r.part[i] = (Part)(where.part[i] ? a.part[i] : b.part[i]);
#endif
  }
  return r;
}

/// a < b ? a : b, lane by lane: of two zeros and of what is no number the second.
PADDOCK_KERNEL Floats min_lanes(const Floats& a, const Floats& b) { return select(a < b, a, b); }
PADDOCK_KERNEL Floats max_lanes(const Floats& a, const Floats& b) { return select(a > b, a, b); }
PADDOCK_KERNEL Floats clamp_lanes(const Floats& x, const Floats& low, const Floats& high) {
  return min_lanes(max_lanes(x, low), high);
}
PADDOCK_KERNEL Floats abs_lanes(const Floats& a) { return (Floats)((Ints)a & 0x7fffffff); }
PADDOCK_KERNEL Floats sqrt_lanes(const Floats& a) {
  return Floats::each(a, [](Floats::Part x) PADDOCK_INLINE {
#if defined(__AVX512F__)
    return (Floats::Part)_mm512_sqrt_ps((__m512)x);
#elif defined(__AVX2__)
    return (Floats::Part)_mm256_sqrt_ps((__m256)x);
#elif defined(__x86_64__)
    return (Floats::Part)_mm_sqrt_ps((__m128)x);
#else
    Floats::Part r;
    for (int i = 0; i < kPartLanes; ++i) r[i] = __builtin_sqrtf(x[i]);
    return r;
#endif
  });
}
/// Nearest whole number, ties to even, for |a| < 2^22.
PADDOCK_KERNEL Floats round_lanes(const Floats& a) { return (a + 12582912.0f) - 12582912.0f; }
/// Of whole floats below 2^22 in size: the sum's low bits are the integer.
PADDOCK_KERNEL Ints ints_of(const Floats& whole) {
  return (Ints)(whole + 12582912.0f) - 0x4b400000;
}
PADDOCK_KERNEL Floats floats_of(const Ints& a) {
  Floats r;
  for (int i = 0; i < kLaneParts; ++i) r.part[i] = __builtin_convertvector(a.part[i], Floats::Part);
  return r;
}
/// Towards zero, for |a| < 2^31.
PADDOCK_KERNEL Ints truncated(const Floats& a) {
  Ints r;
  for (int i = 0; i < kLaneParts; ++i) r.part[i] = __builtin_convertvector(a.part[i], Ints::Part);
  return r;
}
/// Largest whole number not above a, for |a| < 2^22.
PADDOCK_KERNEL Floats floor_lanes(const Floats& a) {
  const Floats r = round_lanes(a);
  return select(r > a, r - 1.0f, r);
}

// --- across lanes -------------------------------------------------------------------------------

/// One bit a lane, lane 0 lowest, where the lane is all ones.
PADDOCK_KERNEL std::uint32_t bits_of_lanes(const Ints& mask) {
#if defined(__AVX512F__)
  return _mm512_cmplt_epi32_mask((__m512i)mask.part[0], _mm512_setzero_si512());
#elif defined(__AVX2__)
  const auto bits = [&](int i) PADDOCK_INLINE {
    return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)mask.part[i]));
  };
  return bits(0) | bits(1) << 8;
#elif defined(__x86_64__)
  const auto bits = [&](int i) PADDOCK_INLINE {
    return static_cast<std::uint32_t>(_mm_movemask_ps((__m128)mask.part[i]));
  };
  return bits(0) | bits(1) << 4 | bits(2) << 8 | bits(3) << 12;
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < kLanes16; ++i) bits |= static_cast<std::uint32_t>(mask[i] < 0) << i;
  return bits;
#endif
}

/// All ones in the lanes whose bit is set: the inverse of bits_of_lanes().
PADDOCK_KERNEL Ints lanes_of_bits(std::uint32_t bits) {
#if defined(__AVX512F__)
  Ints r;
  r.part[0] = (Ints::Part)_mm512_movm_epi32(static_cast<__mmask16>(bits));
  return r;
#else
  constexpr std::int32_t kBits[kLanes16]{1,      2,      4,      8,     0x10,  0x20,
                                         0x40,   0x80,   0x100,  0x200, 0x400, 0x800,
                                         0x1000, 0x2000, 0x4000, 0x8000};
  return (ints(static_cast<std::int32_t>(bits)) & load_lanes<Ints>(kBits)) != 0;
#endif
}

/// table[at[i]] for each lane, of numbers of 32 bits.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> gather(const T* table, const Ints& at) {
  Lanes<T, kPartLanes> r;
#if defined(__AVX512F__)
  r.part[0] =
      (typename Lanes<T, kPartLanes>::Part)_mm512_i32gather_epi32((__m512i)at.part[0], table, 4);
#else
  std::int32_t index[kLanes16];
  T value[kLanes16];
  store_lanes(at, index);
  for (int i = 0; i < kLanes16; ++i) value[i] = table[index[i]];
  r = load_lanes<Lanes<T, kPartLanes>>(value);
#endif
  return r;
}

/// Every second number of two parts in a row, from the first or the second on.
template <class Part>
PADDOCK_KERNEL Part evens(Part a, Part b) {
  if constexpr (sizeof(Part) == 64)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  else if constexpr (sizeof(Part) == 32)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
  else
    return __builtin_shufflevector(a, b, 0, 2, 4, 6);
}
template <class Part>
PADDOCK_KERNEL Part odds(Part a, Part b) {
  if constexpr (sizeof(Part) == 64)
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
  else if constexpr (sizeof(Part) == 32)
    return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
  else
    return __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

/// table[at[i]] and table[at[i] + 1] for each lane.
PADDOCK_KERNEL void gather_pairs(const std::uint32_t* table, const Ints& at, Words& left,
                                 Words& right) {
  typedef Words::Part Part;
#if defined(__AVX512F__)
  const __m512i index = (__m512i)at.part[0];
  const Part a = (Part)_mm512_i32gather_epi64(_mm512_castsi512_si256(index), table, 4);
  const Part b = (Part)_mm512_i32gather_epi64(_mm512_extracti64x4_epi64(index, 1), table, 4);
  left.part[0] = evens(a, b), right.part[0] = odds(a, b);
#else
  std::int32_t index[kLanes16];
  store_lanes(at, index);
  for (int i = 0; i < kLaneParts; ++i) {
    std::uint64_t pair[kPartLanes];
    for (int k = 0; k < kPartLanes; ++k)
      __builtin_memcpy(pair + k, table + index[kPartLanes * i + k], 8);
    Part a, b;
    __builtin_memcpy(&a, pair, sizeof a);
    __builtin_memcpy(&b, pair + kPartLanes / 2, sizeof b);
    left.part[i] = evens(a, b), right.part[i] = odds(a, b);
  }
#endif
}

/// Writes the lanes whose bit is set side by side; all sixteen places at `to` may be overwritten.
template <class T>
PADDOCK_KERNEL void compress_store(T* to, std::uint32_t keep, const Lanes<T, kPartLanes>& v) {
#if defined(__AVX512F__)
  _mm512_storeu_si512(
      to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(keep), (__m512i)v.part[0]));
#elif defined(__AVX2__)
  for (int i = 0; i < kLaneParts; ++i) {
    // a byte of ones for each lane that is kept picks the numbers of those lanes
    const std::uint64_t bytes =
        _pdep_u64(keep >> (8 * i) & 0xffu, 0x0101010101010101u) * std::uint64_t{0xff};
    const __m256i order = _mm256_cvtepu8_epi32(
        _mm_cvtsi64_si128(static_cast<long long>(_pext_u64(0x0706050403020100u, bytes))));
    const __m256i packed = _mm256_permutevar8x32_epi32((__m256i)v.part[i], order);
    __builtin_memcpy(to, &packed, sizeof packed);
    to += __builtin_popcount(keep >> (8 * i) & 0xffu);
  }
#else
  T lanes[kLanes16];
  store_lanes(v, lanes);
  for (; keep != 0; keep &= keep - 1) *to++ = lanes[__builtin_ctz(keep)];
#endif
}

/// High and low half of the 64-bit products with one constant.
PADDOCK_KERNEL void multiply_wide(const Words& a, std::uint32_t k, Words& high, Words& low) {
  typedef Words::Part Part;
  for (int i = 0; i < kLaneParts; ++i) {
#if defined(__AVX512F__)
    const __m512i part = (__m512i)a.part[i], factor = _mm512_set1_epi32(static_cast<int>(k));
    const __m512i even = _mm512_mul_epu32(part, factor);
    const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(part, 32), factor);
    high.part[i] = (Part)_mm512_mask_mov_epi32(_mm512_srli_epi64(even, 32), 0xaaaa, odd);
    low.part[i] = (Part)_mm512_mask_mov_epi32(even, 0xaaaa, _mm512_slli_epi64(odd, 32));
#elif defined(__AVX2__)
    const __m256i part = (__m256i)a.part[i], factor = _mm256_set1_epi32(static_cast<int>(k));
    const __m256i even = _mm256_mul_epu32(part, factor);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(part, 32), factor);
    high.part[i] = (Part)_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    low.part[i] = (Part)_mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
#else
    typedef std::uint64_t Products __attribute__((vector_size(8 * kPartLanes)));
    const Products product = __builtin_convertvector(a.part[i], Products) * k;
    high.part[i] = __builtin_convertvector(product >> 32, Part);
    low.part[i] = __builtin_convertvector(product, Part);
#endif
  }
}

PADDOCK_KERNEL float smallest_lane(const Floats& a) {
#if defined(__AVX512F__)
  return _mm512_reduce_min_ps((__m512)a.part[0]);
#else
  Floats::Part least = a.part[0];
  for (int i = 1; i < kLaneParts; ++i) least = a.part[i] < least ? a.part[i] : least;
  float one = least[0];
  for (int i = 1; i < kPartLanes; ++i) one = least[i] < one ? least[i] : one;
  return one;
#endif
}

/// Each lane takes its right neighbour's value, the last one keeps its own.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> from_next(const Lanes<T, kPartLanes>& v) {
  Lanes<T, kPartLanes> r;
  for (int i = 0; i < kLaneParts; ++i) {
    const auto a = v.part[i], b = v.part[i + 1 < kLaneParts ? i + 1 : i];
    if constexpr (kPartLanes == 16)
      r.part[i] =
          __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15);
    else if constexpr (kPartLanes == 8)
      r.part[i] = i + 1 < kLaneParts ? __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8)
                                     : __builtin_shufflevector(a, a, 1, 2, 3, 4, 5, 6, 7, 7);
    else
      r.part[i] = i + 1 < kLaneParts ? __builtin_shufflevector(a, b, 1, 2, 3, 4)
                                     : __builtin_shufflevector(a, a, 1, 2, 3, 3);
  }
  return r;
}

/// In a square of 4 by 4, lane = 4 row + column: each pair of columns changes places.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> from_beside(const Lanes<T, kPartLanes>& v) {
  return Lanes<T, kPartLanes>::each(v, [](typename Lanes<T, kPartLanes>::Part p) PADDOCK_INLINE {
    if constexpr (kPartLanes == 16)
      return __builtin_shufflevector(p, p, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
    else if constexpr (kPartLanes == 8)
      return __builtin_shufflevector(p, p, 1, 0, 3, 2, 5, 4, 7, 6);
    else
      return __builtin_shufflevector(p, p, 1, 0, 3, 2);
  });
}
/// Likewise each pair of rows.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> from_below(const Lanes<T, kPartLanes>& v) {
  Lanes<T, kPartLanes> r;
  for (int i = 0; i < kLaneParts; ++i) {
    const auto p = v.part[i];
    if constexpr (kPartLanes == 16)
      r.part[i] =
          __builtin_shufflevector(p, p, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    else if constexpr (kPartLanes == 8)
      r.part[i] = __builtin_shufflevector(p, p, 4, 5, 6, 7, 0, 1, 2, 3);
    else
      r.part[i] = v.part[i ^ 1];
  }
  return r;
}

}  // namespace paddock
