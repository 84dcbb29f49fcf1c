// Sixteen lanes of float, int or word: the width of the ray kernels on every target, held in as
// many of the target's own registers as that takes. The lanes and so the bits are the same
// everywhere. Everything is always inlined, and the few intrinsics of the ray kernels (blend, root,
// gather, compress, wide multiply) all stand here.
//
// (One GNU vector of 64 bytes is compiled lane by lane by GCC 12 wherever a narrower machine
// compares or chooses: a flat scan took six times as long with AVX2.)
#pragma once

#include <cstdint>

#include "paddock/core/simd.h"
#include "paddock/core/split.h"

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

template <class T, int Width>
struct PartOf {
  typedef T Type __attribute__((vector_size(sizeof(T) * Width)));
};

/// Sixteen numbers in parts of `Width` lanes. Comparisons give Ints: all ones where they hold.
/// A cast to another kind of lanes keeps the bits.
template <class T, int Width>
struct Lanes {
  using Part = typename PartOf<T, Width>::Type;
  using Parts = Split<Part, kLanes16 / Width>;

  Parts parts;

  Lanes() = default;
  PADDOCK_KERNEL Lanes(const Parts& all) : parts(all) {}
  PADDOCK_KERNEL Lanes(T a) : parts(split_of<Part, kLanes16 / Width>(Part{} + a)) {}
  PADDOCK_KERNEL T operator[](int lane) const {
    T lanes[kLanes16];
    store_split<Width>(parts, lanes);
    return lanes[lane];
  }

  template <class U>
  PADDOCK_KERNEL explicit operator Lanes<U, Width>() const {
    return Lanes<U, Width>(
        each_part([](Part x) PADDOCK_INLINE { return (typename Lanes<U, Width>::Part)x; }, parts));
  }

  PADDOCK_KERNEL friend Lanes operator+(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x + y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator-(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x - y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator*(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x * y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator/(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x / y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator&(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x & y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator|(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x | y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator^(const Lanes& a, const Lanes& b) {
    return each_part([](Part x, Part y) PADDOCK_INLINE { return x ^ y; }, a.parts, b.parts);
  }
  PADDOCK_KERNEL friend Lanes operator-(const Lanes& a) {
    return each_part([](Part x) PADDOCK_INLINE { return -x; }, a.parts);
  }
  PADDOCK_KERNEL friend Lanes operator~(const Lanes& a) {
    return each_part([](Part x) PADDOCK_INLINE { return ~x; }, a.parts);
  }
  PADDOCK_KERNEL friend Lanes operator<<(const Lanes& a, int n) {
    return each_part([n](Part x) PADDOCK_INLINE { return x << n; }, a.parts);
  }
  PADDOCK_KERNEL friend Lanes operator>>(const Lanes& a, int n) {
    return each_part([n](Part x) PADDOCK_INLINE { return x >> n; }, a.parts);
  }
  PADDOCK_KERNEL Lanes& operator+=(const Lanes& b) { return *this = *this + b; }

  PADDOCK_KERNEL friend auto operator<(const Lanes& a, const Lanes& b) {
    return truth([](Part x, Part y) PADDOCK_INLINE { return x < y; }, a, b);
  }
  PADDOCK_KERNEL friend auto operator>(const Lanes& a, const Lanes& b) {
    return truth([](Part x, Part y) PADDOCK_INLINE { return x > y; }, a, b);
  }
  PADDOCK_KERNEL friend auto operator<=(const Lanes& a, const Lanes& b) {
    return truth([](Part x, Part y) PADDOCK_INLINE { return x <= y; }, a, b);
  }
  PADDOCK_KERNEL friend auto operator>=(const Lanes& a, const Lanes& b) {
    return truth([](Part x, Part y) PADDOCK_INLINE { return x >= y; }, a, b);
  }
  PADDOCK_KERNEL friend auto operator==(const Lanes& a, const Lanes& b) {
    return truth([](Part x, Part y) PADDOCK_INLINE { return x == y; }, a, b);
  }
  PADDOCK_KERNEL friend auto operator!=(const Lanes& a, const Lanes& b) {
    return truth([](Part x, Part y) PADDOCK_INLINE { return x != y; }, a, b);
  }

 private:
  template <class F>
  PADDOCK_KERNEL static auto truth(F&& f, const Lanes& a, const Lanes& b) {
    using Answer = typename PartOf<std::int32_t, Width>::Type;
    return Lanes<std::int32_t, Width>(each_part(
        [&](Part x, Part y) PADDOCK_INLINE { return (Answer)f(x, y); }, a.parts, b.parts));
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
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  return V(load_split<typename V::Part, kLanes16 / kPartLanes, kPartLanes>(from));
}
template <class V, class T>
PADDOCK_KERNEL void store_lanes(const V& v, T* to) {
  store_split<kPartLanes>(v.parts, to);
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
  using Part = typename Lanes<T, kPartLanes>::Part;
  return each_part(
      [](Ints::Part mask, Part x, Part y) PADDOCK_INLINE {
#if defined(__AVX2__) && !defined(__AVX512F__)
        return (Part)_mm256_blendv_ps((__m256)y, (__m256)x, (__m256)mask);
#elif defined(__SSE4_1__) && !defined(__AVX2__)
        return (Part)_mm_blendv_ps((__m128)y, (__m128)x, (__m128)mask);
#else
        return (Part)(mask ? x : y);
#endif
      },
      where.parts, a.parts, b.parts);
}

/// a < b ? a : b, lane by lane: of two zeros and of what is no number the second.
PADDOCK_KERNEL Floats min_lanes(const Floats& a, const Floats& b) {
#if defined(__AVX2__) && !defined(__AVX512F__)
  return each_part([](Floats::Part x, Floats::Part y)
                       PADDOCK_INLINE { return (Floats::Part)_mm256_min_ps((__m256)x, (__m256)y); },
                   a.parts, b.parts);
#else
  return select(a < b, a, b);
#endif
}
PADDOCK_KERNEL Floats max_lanes(const Floats& a, const Floats& b) {
#if defined(__AVX2__) && !defined(__AVX512F__)
  return each_part([](Floats::Part x, Floats::Part y)
                       PADDOCK_INLINE { return (Floats::Part)_mm256_max_ps((__m256)x, (__m256)y); },
                   a.parts, b.parts);
#else
  return select(a > b, a, b);
#endif
}
PADDOCK_KERNEL Floats clamp_lanes(const Floats& x, const Floats& low, const Floats& high) {
  return min_lanes(max_lanes(x, low), high);
}
PADDOCK_KERNEL Floats abs_lanes(const Floats& a) { return (Floats)((Ints)a & 0x7fffffff); }
PADDOCK_KERNEL Floats sqrt_lanes(const Floats& a) {
  return each_part(
      [](Floats::Part x) PADDOCK_INLINE {
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
      },
      a.parts);
}
/// Nearest whole number, ties to even, for |a| < 2^22.
PADDOCK_KERNEL Floats round_lanes(const Floats& a) { return (a + 12582912.0f) - 12582912.0f; }
/// Of whole floats below 2^22 in size: the sum's low bits are the integer.
PADDOCK_KERNEL Ints ints_of(const Floats& whole) {
  return (Ints)(whole + 12582912.0f) - 0x4b400000;
}
PADDOCK_KERNEL Floats floats_of(const Ints& a) {
  return each_part([](Ints::Part x)
                       PADDOCK_INLINE { return __builtin_convertvector(x, Floats::Part); },
                   a.parts);
}
/// Towards zero, for |a| < 2^31.
PADDOCK_KERNEL Ints truncated(const Floats& a) {
  return each_part([](Floats::Part x)
                       PADDOCK_INLINE { return __builtin_convertvector(x, Ints::Part); },
                   a.parts);
}
/// Largest whole number not above a, for |a| < 2^22.
PADDOCK_KERNEL Floats floor_lanes(const Floats& a) {
  const Floats r = round_lanes(a);
  return select(r > a, r - 1.0f, r);
}

// --- across lanes -------------------------------------------------------------------------------

PADDOCK_KERNEL std::uint32_t bits_of_part(Ints::Part mask) {
#if defined(__AVX512F__)
  return _mm512_cmplt_epi32_mask((__m512i)mask, _mm512_setzero_si512());
#elif defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)mask));
#elif defined(__x86_64__)
  return static_cast<std::uint32_t>(_mm_movemask_ps((__m128)mask));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < kPartLanes; ++i) bits |= static_cast<std::uint32_t>(mask[i] < 0) << i;
  return bits;
#endif
}
template <int N>
PADDOCK_KERNEL std::uint32_t bits_of_parts(const Split<Ints::Part, N>& mask) {
  if constexpr (N == 1)
    return bits_of_part(mask.only);
  else
    return bits_of_parts(mask.low) | bits_of_parts(mask.high) << N / 2 * kPartLanes;
}
/// One bit a lane, lane 0 lowest, where the lane is all ones.
PADDOCK_KERNEL std::uint32_t bits_of_lanes(const Ints& mask) { return bits_of_parts(mask.parts); }

/// All ones in the lanes whose bit is set: the inverse of bits_of_lanes().
PADDOCK_KERNEL Ints lanes_of_bits(std::uint32_t bits) {
#if defined(__AVX512F__)
  return Split<Ints::Part, 1>{(Ints::Part)_mm512_movm_epi32(static_cast<__mmask16>(bits))};
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
#if defined(__AVX512F__)
  using Part = typename Lanes<T, kPartLanes>::Part;
  return Split<Part, 1>{(Part)_mm512_i32gather_epi32((__m512i)at.parts.only, table, 4)};
#else
  std::int32_t index[kLanes16];
  T value[kLanes16];
  store_lanes(at, index);
  for (int i = 0; i < kLanes16; ++i) value[i] = table[index[i]];
  return load_lanes<Lanes<T, kPartLanes>>(value);
#endif
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
  using Part = Words::Part;
#if defined(__AVX512F__)
  const __m512i index = (__m512i)at.parts.only;
  const Part a = (Part)_mm512_i32gather_epi64(_mm512_castsi512_si256(index), table, 4);
  const Part b = (Part)_mm512_i32gather_epi64(_mm512_extracti64x4_epi64(index, 1), table, 4);
  left.parts.only = evens(a, b), right.parts.only = odds(a, b);
#else
  std::int32_t index[kLanes16];
  std::uint64_t pair[kLanes16];
  store_lanes(at, index);
  for (int i = 0; i < kLanes16; ++i) __builtin_memcpy(pair + i, table + index[i], 8);
  std::uint32_t numbers[2][kLanes16];
  for (int i = 0; i < kLanes16; i += kPartLanes) {
    Part a, b;
    __builtin_memcpy(&a, pair + i, sizeof a);
    __builtin_memcpy(&b, pair + i + kPartLanes / 2, sizeof b);
    const Part first = evens(a, b), second = odds(a, b);
    __builtin_memcpy(numbers[0] + i, &first, sizeof first);
    __builtin_memcpy(numbers[1] + i, &second, sizeof second);
  }
  left = load_lanes<Words>(numbers[0]), right = load_lanes<Words>(numbers[1]);
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
template <class Part, class T>
PADDOCK_KERNEL T* compress_part(T* to, std::uint32_t keep, Part v) {
  // a byte of ones for each lane that is kept picks the numbers of those lanes
  const std::uint64_t bytes = _pdep_u64(keep & 0xffu, 0x0101010101010101u) * std::uint64_t{0xff};
  const __m256i order = _mm256_cvtepu8_epi32(
      _mm_cvtsi64_si128(static_cast<long long>(_pext_u64(0x0706050403020100u, bytes))));
  const __m256i packed = _mm256_permutevar8x32_epi32((__m256i)v, order);
  __builtin_memcpy(to, &packed, sizeof packed);
  return to + __builtin_popcount(keep & 0xffu);
}
#endif

/// Writes the lanes whose bit is set side by side; all sixteen places at `to` may be overwritten.
template <class T>
PADDOCK_KERNEL void compress_store(T* to, std::uint32_t keep, const Lanes<T, kPartLanes>& v) {
#if defined(__AVX512F__)
  _mm512_storeu_si512(
      to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(keep), (__m512i)v.parts.only));
#elif defined(__AVX2__)
  compress_part(compress_part(to, keep, v.parts.low.only), keep >> 8, v.parts.high.only);
#else
  T lanes[kLanes16];
  store_lanes(v, lanes);
  for (; keep != 0; keep &= keep - 1) *to++ = lanes[__builtin_ctz(keep)];
#endif
}

/// High and low half of the 64-bit products with one constant.
PADDOCK_KERNEL void multiply_wide(const Words& a, std::uint32_t k, Words& high, Words& low) {
  using Part = Words::Part;
#if defined(__AVX512F__)
  const __m512i factor = _mm512_set1_epi32(static_cast<int>(k));
#elif defined(__AVX2__)
  const __m256i factor = _mm256_set1_epi32(static_cast<int>(k));
#endif
  struct Product {
    Part high, low;
  };
  const auto product = each_part(
      [&](Part x) PADDOCK_INLINE -> Product {
#if defined(__AVX512F__)
        const __m512i even = _mm512_mul_epu32((__m512i)x, factor);
        const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64((__m512i)x, 32), factor);
        return {(Part)_mm512_mask_mov_epi32(_mm512_srli_epi64(even, 32), 0xaaaa, odd),
                (Part)_mm512_mask_mov_epi32(even, 0xaaaa, _mm512_slli_epi64(odd, 32))};
#elif defined(__AVX2__)
        const __m256i even = _mm256_mul_epu32((__m256i)x, factor);
        const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64((__m256i)x, 32), factor);
        return {(Part)_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa),
                (Part)_mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa)};
#else
        using Products = PartOf<std::uint64_t, kPartLanes>::Type;
        const Products wide = __builtin_convertvector(x, Products) * k;
        return {__builtin_convertvector(wide >> 32, Part), __builtin_convertvector(wide, Part)};
#endif
      },
      a.parts);
  high = each_part([](const Product& p) PADDOCK_INLINE { return p.high; }, product);
  low = each_part([](const Product& p) PADDOCK_INLINE { return p.low; }, product);
}

template <int N>
PADDOCK_KERNEL Floats::Part smallest_part(const Split<Floats::Part, N>& a) {
  if constexpr (N == 1) {
    return a.only;
  } else {
    const Floats::Part low = smallest_part(a.low), high = smallest_part(a.high);
    return low < high ? low : high;
  }
}
PADDOCK_KERNEL float smallest_lane(const Floats& a) {
  const Floats::Part least = smallest_part(a.parts);
#if defined(__AVX512F__)
  return _mm512_reduce_min_ps((__m512)least);
#else
#if defined(__AVX2__)
  const __m256 all = (__m256)least;
  const __m128 four = _mm_min_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
#else
  const Floats::Part four = least;
#endif
#if defined(__x86_64__)
  const __m128 two = _mm_min_ps((__m128)four, _mm_movehl_ps((__m128)four, (__m128)four));
  return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
#else
  float one = four[0];
  for (int i = 1; i < kPartLanes; ++i) one = four[i] < one ? four[i] : one;
  return one;
#endif
#endif
}

/// Parts of which each lane takes its right neighbour's value, the last lane the first of `next`.
template <class Part, int N>
PADDOCK_KERNEL Split<Part, N> parts_from_next(const Split<Part, N>& a, Part next) {
  if constexpr (N > 1)
    return {parts_from_next(a.low, first_part(a.high)), parts_from_next(a.high, next)};
  else if constexpr (sizeof(Part) / sizeof(next[0]) == 16)
    return {__builtin_shufflevector(a.only, next, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                                    16)};
  else if constexpr (sizeof(Part) / sizeof(next[0]) == 8)
    return {__builtin_shufflevector(a.only, next, 1, 2, 3, 4, 5, 6, 7, 8)};
  else
    return {__builtin_shufflevector(a.only, next, 1, 2, 3, 4)};
}
/// Each lane takes its right neighbour's value, the last one keeps its own.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> from_next(const Lanes<T, kPartLanes>& v) {
  using Part = typename Lanes<T, kPartLanes>::Part;
  const Part last = last_part(v.parts);
  return parts_from_next(v.parts, Part{} + last[kPartLanes - 1]);
}

/// In a square of 4 by 4, lane = 4 row + column: each pair of columns changes places.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> from_beside(const Lanes<T, kPartLanes>& v) {
  return each_part(
      [](auto p) PADDOCK_INLINE {
        if constexpr (kPartLanes == 16)
          return __builtin_shufflevector(p, p, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15,
                                         14);
        else if constexpr (kPartLanes == 8)
          return __builtin_shufflevector(p, p, 1, 0, 3, 2, 5, 4, 7, 6);
        else
          return __builtin_shufflevector(p, p, 1, 0, 3, 2);
      },
      v.parts);
}
template <class Part, int N>
PADDOCK_KERNEL Split<Part, N> parts_from_below(const Split<Part, N>& a) {
  if constexpr (N == 1 && kPartLanes == 16)
    return {__builtin_shufflevector(a.only, a.only, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9,
                                    10, 11)};
  else if constexpr (N == 1)
    return {__builtin_shufflevector(a.only, a.only, 4, 5, 6, 7, 0, 1, 2, 3)};
  else if constexpr (N == 2 && kPartLanes == 4)
    return {a.high, a.low};
  else
    return {parts_from_below(a.low), parts_from_below(a.high)};
}
/// Likewise each pair of rows.
template <class T>
PADDOCK_KERNEL Lanes<T, kPartLanes> from_below(const Lanes<T, kPartLanes>& v) {
  return parts_from_below(v.parts);
}

}  // namespace paddock
