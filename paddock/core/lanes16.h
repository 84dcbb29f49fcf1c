// Sixteen lanes of float, int or word as one GNU vector: the width of the ray kernels on every
// target. Narrower machines split it; the lanes and so the bits are the same. Everything is always
// inlined, and the few intrinsics of the ray kernels (gather, compress, wide multiply) all stand
// here.
#pragma once

#include <cstdint>

#include "paddock/core/simd.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace paddock {

typedef float Floats __attribute__((vector_size(64)));
typedef std::int32_t Ints __attribute__((vector_size(64)));
typedef std::uint32_t Words __attribute__((vector_size(64)));
typedef double Doubles __attribute__((vector_size(128)));
typedef std::uint64_t LongWords __attribute__((vector_size(128)));

inline constexpr int kLanes16 = 16;

PADDOCK_KERNEL Floats floats(float a) { return Floats{} + a; }
PADDOCK_KERNEL Ints ints(std::int32_t a) { return Ints{} + a; }
PADDOCK_KERNEL Words words(std::uint32_t a) { return Words{} + a; }

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

PADDOCK_KERNEL Floats min_lanes(Floats a, Floats b) { return a < b ? a : b; }
PADDOCK_KERNEL Floats max_lanes(Floats a, Floats b) { return a > b ? a : b; }
PADDOCK_KERNEL Floats clamp_lanes(Floats x, Floats low, Floats high) {
  return min_lanes(max_lanes(x, low), high);
}
PADDOCK_KERNEL Floats abs_lanes(Floats a) { return (Floats)((Ints)a & 0x7fffffff); }
PADDOCK_KERNEL Floats sqrt_lanes(Floats a) {
  Floats r;
  for (int i = 0; i < kLanes16; ++i) r[i] = __builtin_sqrtf(a[i]);
  return r;
}
/// Nearest whole number, ties to even, for |a| < 2^22.
PADDOCK_KERNEL Floats round_lanes(Floats a) { return (a + 12582912.0f) - 12582912.0f; }
/// Of whole floats below 2^22 in size: the sum's low bits are the integer.
PADDOCK_KERNEL Ints ints_of(Floats whole) { return (Ints)(whole + 12582912.0f) - 0x4b400000; }
PADDOCK_KERNEL Floats floats_of(Ints a) { return __builtin_convertvector(a, Floats); }
PADDOCK_KERNEL Floats narrow(Doubles a) { return __builtin_convertvector(a, Floats); }
/// Largest whole number not above a, for |a| < 2^22.
PADDOCK_KERNEL Floats floor_lanes(Floats a) {
  const Floats r = round_lanes(a);
  return r > a ? r - 1.0f : r;
}

#if defined(__AVX512F__)
// the machine's own sixteen lanes

PADDOCK_KERNEL std::uint32_t bits_of_lanes(Ints mask) {
  return _mm512_cmplt_epi32_mask((__m512i)mask, _mm512_setzero_si512());
}
PADDOCK_KERNEL Floats gather(const float* table, Ints at) {
  return (Floats)_mm512_i32gather_ps((__m512i)at, table, 4);
}
PADDOCK_KERNEL Ints gather(const std::int32_t* table, Ints at) {
  return (Ints)_mm512_i32gather_epi32((__m512i)at, table, 4);
}
PADDOCK_KERNEL Words gather(const std::uint32_t* table, Ints at) {
  return (Words)_mm512_i32gather_epi32((__m512i)at, table, 4);
}
PADDOCK_KERNEL Ints lanes_of_bits(std::uint32_t bits) {
  return (Ints)_mm512_movm_epi32(static_cast<__mmask16>(bits));
}
PADDOCK_KERNEL void compress_store(float* to, std::uint32_t keep, Floats v) {
  _mm512_storeu_ps(to, _mm512_maskz_compress_ps(static_cast<__mmask16>(keep), (__m512)v));
}
PADDOCK_KERNEL void compress_store(std::int32_t* to, std::uint32_t keep, Ints v) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(keep), (__m512i)v));
}
PADDOCK_KERNEL void multiply_wide(Words a, std::uint32_t k, Words& high, Words& low) {
  const __m512i factor = _mm512_set1_epi32(static_cast<int>(k));
  const __m512i even = _mm512_mul_epu32((__m512i)a, factor);
  const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64((__m512i)a, 32), factor);
  high = (Words)_mm512_mask_mov_epi32(_mm512_srli_epi64(even, 32), 0xaaaa, odd);
  low = (Words)_mm512_mask_mov_epi32(even, 0xaaaa, _mm512_slli_epi64(odd, 32));
}
PADDOCK_KERNEL void gather_pairs(const std::uint32_t* table, Ints at, Words& left, Words& right) {
  const __m512i low = _mm512_i32gather_epi64(_mm512_castsi512_si256((__m512i)at), table, 4);
  const __m512i high = _mm512_i32gather_epi64(_mm512_extracti64x4_epi64((__m512i)at, 1), table, 4);
  const Words a = (Words)low, b = (Words)high;
  left = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  right = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
PADDOCK_KERNEL float smallest_lane(Floats a) { return _mm512_reduce_min_ps((__m512)a); }
PADDOCK_KERNEL __m512d widen_low(Floats a) {
  return _mm512_cvtps_pd(_mm512_castps512_ps256((__m512)a));
}
PADDOCK_KERNEL __m512d widen_high(Floats a) {
  return _mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)a, 1));
}
PADDOCK_KERNEL Floats narrow_halves(__m512d low, __m512d high) {
  return (Floats)_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)),
                                    _mm512_cvtpd_ps(high), 1);
}

#else

/// One bit a lane, lane 0 lowest, where the lane is all ones.
PADDOCK_KERNEL std::uint32_t bits_of_lanes(Ints mask) {
  std::uint32_t bits = 0;
  for (int i = 0; i < kLanes16; ++i) bits |= static_cast<std::uint32_t>(mask[i] < 0) << i;
  return bits;
}
/// table[at[i]] for each lane.
PADDOCK_KERNEL Floats gather(const float* table, Ints at) {
  Floats r;
  for (int i = 0; i < kLanes16; ++i) r[i] = table[at[i]];
  return r;
}
PADDOCK_KERNEL Ints gather(const std::int32_t* table, Ints at) {
  Ints r;
  for (int i = 0; i < kLanes16; ++i) r[i] = table[at[i]];
  return r;
}
PADDOCK_KERNEL Words gather(const std::uint32_t* table, Ints at) {
  Words r;
  for (int i = 0; i < kLanes16; ++i) r[i] = table[at[i]];
  return r;
}
/// table[at[i]] and table[at[i] + 1] for each lane.
PADDOCK_KERNEL void gather_pairs(const std::uint32_t* table, Ints at, Words& left, Words& right) {
  std::int32_t index[kLanes16];
  std::uint64_t pair[kLanes16];
  store_lanes(at, index);
  for (int i = 0; i < kLanes16; ++i) __builtin_memcpy(pair + i, table + index[i], 8);
  const Words a = load_lanes<Words>(pair), b = load_lanes<Words>(pair + 8);
  left = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  right = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}
/// All ones in the lanes whose bit is set: the inverse of bits_of_lanes().
PADDOCK_KERNEL Ints lanes_of_bits(std::uint32_t bits) {
  Ints r;
  for (int i = 0; i < kLanes16; ++i) r[i] = -static_cast<std::int32_t>(bits >> i & 1u);
  return r;
}
/// Writes the lanes whose bit is set side by side; all sixteen places at `to` may be overwritten.
template <class T, class V>
PADDOCK_KERNEL void compress_store(T* to, std::uint32_t keep, V v) {
  T lanes[kLanes16];
  store_lanes(v, lanes);
  for (; keep != 0; keep &= keep - 1) *to++ = lanes[__builtin_ctz(keep)];
}
/// High and low half of the 64-bit products with one constant.
PADDOCK_KERNEL void multiply_wide(Words a, std::uint32_t k, Words& high, Words& low) {
#if defined(__AVX2__)
  const __m256i factor = _mm256_set1_epi32(static_cast<int>(k));
  for (int half = 0; half < 2; ++half) {
    __m256i part;
    __builtin_memcpy(&part, reinterpret_cast<const char*>(&a) + 32 * half, 32);
    const __m256i even = _mm256_mul_epu32(part, factor);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(part, 32), factor);
    const __m256i upper = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    const __m256i lower = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
    __builtin_memcpy(reinterpret_cast<char*>(&high) + 32 * half, &upper, 32);
    __builtin_memcpy(reinterpret_cast<char*>(&low) + 32 * half, &lower, 32);
  }
#else
  const LongWords product = __builtin_convertvector(a, LongWords) * k;
  high = __builtin_convertvector(product >> 32, Words);
  low = __builtin_convertvector(product, Words);
#endif
}
PADDOCK_KERNEL float smallest_lane(Floats a) {
  float least = a[0];
  for (int i = 1; i < kLanes16; ++i) least = a[i] < least ? a[i] : least;
  return least;
}

#endif

}  // namespace paddock
