// Range noise for sixteen beams at once: Philox4x32-10 and Box-Muller in float. Beam i draws word
// (i / 16) % 4 of block (i / 64) * 16 + i % 16, so that no lane has to move.
#pragma once

#include "paddock/core/lanes16.h"
#include "paddock/sensors/lidar2d_layout.h"

namespace paddock::lidar {

struct Draws {
  Words word[4];
};

PADDOCK_KERNEL Draws philox_lanes(const LidarFinish& f, std::uint32_t stream, int first_block) {
  Draws c{{(Words)(lane_numbers() + first_block), words(f.tick_low), words(stream),
           words(f.tick_high)}};
  std::uint32_t k0 = f.seed_low, k1 = f.seed_high;
  for (int round = 0; round < 10; ++round) {
    Words high0, low0, high1, low1;
    multiply_wide(c.word[0], 0xD2511F53u, high0, low0);
    multiply_wide(c.word[2], 0xCD9E8D57u, high1, low1);
    c = {{high1 ^ c.word[1] ^ k0, low1, high0 ^ c.word[3] ^ k1, low0}};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

/// Natural logarithm of numbers in (0, 1), to float rounding (Cephes logf).
PADDOCK_KERNEL Floats log_lanes(Floats x) {
  const Ints bits = (Ints)x;
  Ints exponent = ((bits >> 23) & 255) - 126;
  Floats m = (Floats)((bits & 0x007fffff) | 0x3f000000);
  const Ints small = m < 0.707106781f;
  exponent = exponent + small;
  m = select(small, m + m, m) - 1.0f;
  const Floats z = m * m;
  Floats p = 7.0376836292e-2f * m - 1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m - 1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m - 1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m - 2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  const Floats e = floats_of(exponent);
  const Floats y = m * z * p + e * -2.12194440e-4f - 0.5f * z;
  return m + y + e * 0.693359375f;
}

/// Sine and cosine of 2 pi u / 2^32.
PADDOCK_KERNEL void turn_lanes(Words u, Floats& sine, Floats& cosine) {
  const Words quarter = u >> 30;
  const Floats t = floats_of((Ints)(u << 2) >> 8) * (0.785398163f / 8388608.0f);  // [-pi/4, pi/4)
  const Floats z = t * t;
  const Floats s = t + t * z * (-1.6666654611e-1f + z * (8.3321608736e-3f + z * -1.9515295891e-4f));
  const Floats c =
      1.0f - 0.5f * z +
      z * z * (4.166664568298827e-2f + z * (-1.388731625493765e-3f + z * 2.443315711809948e-5f));
  const Ints odd = (Ints)((quarter & 1u) != 0u), back = (Ints)((quarter & 2u) != 0u);
  const Floats a = select(odd, c, s), b = select(odd, -s, c);
  sine = select(back, -a, a);
  cosine = select(back, -b, b);
}

/// Normal draws for the 64 beams from 64 * group on.
PADDOCK_KERNEL void gaussian_lanes(const LidarFinish& f, int group, Floats (&out)[4]) {
  const Draws draws = philox_lanes(f, f.range_stream, 16 * group);
  for (int pair = 0; pair < 2; ++pair) {
    // 24 bits, the middle of each of 2^24 steps: never 0, never 1
    const Floats u = floats_of((Ints)(draws.word[2 * pair] >> 8)) * 0x1p-24f + 0x1p-25f;
    const Floats radius = sqrt_lanes(-2.0f * log_lanes(u));
    Floats s, c;
    turn_lanes(draws.word[2 * pair + 1], s, c);
    out[2 * pair] = radius * s;
    out[2 * pair + 1] = radius * c;
  }
}

}  // namespace paddock::lidar

namespace paddock {

/// Inverse ranges into reported ranges, in place, for whole blocks around the wanted beams.
PADDOCK_KERNEL void finish_kernel(const LidarFinish& f, float* values) {
  const bool noisy = f.sigma > 0 || f.relative > 0, lossy = f.dropout > 0, stepped = f.quantum > 0;
  const bool rendered = f.shortfall != nullptr;
  const float max_range = rendered ? f.max_range : 1 / f.background;
  for (int group = f.first_beam >> 6; group <= f.last_beam >> 6; ++group) {
    Floats normal[4]{};
    lidar::Draws lost{};
    if (noisy) lidar::gaussian_lanes(f, group, normal);
    if (lossy) lost = lidar::philox_lanes(f, f.dropout_stream, 16 * group);
    for (int part = 0; part < 4; ++part) {
      const int block = 64 * group + 16 * part;
      if (block > f.last_beam || block + 15 < f.first_beam) continue;
      const Floats inverse = load_lanes<Floats>(values + block);
      const Ints met = inverse > f.background;
      Floats r = 1.0f / inverse;
      if (rendered) r = r * f.gain - load_lanes<Floats>(f.shortfall + block);
      r = r + (f.sigma + f.relative * r) * normal[part];
      if (stepped) r = round_lanes(r * (1 / f.quantum)) * f.quantum;
      Floats reported = select(r < f.min_range, floats(f.near_value), r);
      const Ints far = ~met | (r > max_range);
      reported = select(far, floats(f.far_value), reported);
      if (lossy) {
        const Floats u = floats_of((Ints)(lost.word[part] >> 8)) * 0x1p-24f;
        reported = select(u < f.dropout, floats(f.far_value), reported);
      }
      store_lanes(reported, values + block);
    }
  }
}

}  // namespace paddock
