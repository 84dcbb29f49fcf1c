// Random numbers without state: each draw is a function of its address (seed, stream, tick, index),
// so order, threads, restore and batch size cannot change it. Philox4x32-10 (Salmon et al. 2011).
#pragma once

#include <array>
#include <cstdint>

#include "paddock/core/det_math.h"

namespace paddock {

using PhiloxBlock = std::array<std::uint32_t, 4>;

/// Ten rounds of Philox4x32.
constexpr PhiloxBlock philox(PhiloxBlock counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

/// What a number is drawn for. The values are part of every recorded run: append, never renumber.
enum class Stream : std::uint32_t {
  LevelVariable = 1,
  Generate = 2,
  Spawn = 3,
  Wind = 4,
  RandomInput = 5,
  LidarRange = 6,
  LidarDropout = 7,
  ImuWhite = 8,
  ImuBias = 9,
  Gps = 10,
  Compass = 11,
  Odometry = 12,
  TaskReset = 13,
  TaskAction = 14,
  Randomise = 15,
  CameraDepth = 16,
  Lidar3dRange = 17,
  Lidar3dDropout = 18,
  Training = 19,
  MoverDelay = 20,
  Sensor = 21,  // of kinds without a stream of their own; their names tell them apart
  Flow = 22,
  Rain = 23,
  Traffic = 24,       // what those who keep to roads choose
  TrafficPlace = 25,  // who comes where
};

/// Where a draw lives. `entity` tells apart vehicles, sensors or worlds that share a stream.
struct DrawAddress {
  std::uint64_t seed{};
  Stream stream{};
  std::uint32_t entity{};
  std::uint64_t tick{};
  std::uint32_t index{};
};

namespace detail {
// Index i is word (i / 16) % 4 of block (i / 64) * 16 + i % 16: sixteen lanes draw 64 numbers
// without a transpose.
constexpr PhiloxBlock block_of(const DrawAddress& at) {
  const std::uint32_t block = at.index / 64 * 16 + at.index % 16;
  const auto stream = static_cast<std::uint32_t>(at.stream) | at.entity << 8;
  return philox({block, static_cast<std::uint32_t>(at.tick), stream,
                 static_cast<std::uint32_t>(at.tick >> 32)},
                {static_cast<std::uint32_t>(at.seed), static_cast<std::uint32_t>(at.seed >> 32)});
}
}  // namespace detail

/// 32 random bits.
constexpr std::uint32_t draw_bits(const DrawAddress& at) {
  return detail::block_of(at)[at.index / 16 % 4];
}

/// Uniform in [0, 1).
constexpr double draw_unit(const DrawAddress& at) { return draw_bits(at) * 0x1p-32; }

/// Uniform in [low, high).
constexpr double draw_between(const DrawAddress& at, double low, double high) {
  return low + (high - low) * draw_unit(at);
}

/// Uniform integer in [low, high], both included; high - low < 2^31.
constexpr std::int64_t draw_integer(const DrawAddress& at, std::int64_t low, std::int64_t high) {
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(draw_bits(at) * span >> 32);
}

/// Normal with mean 0 and deviation 1 (Box-Muller; at most 6.8 deviations).
inline double draw_gaussian(const DrawAddress& at) {
  const PhiloxBlock block = detail::block_of(at);
  const std::uint32_t word = at.index / 16 % 4;
  const double u = (block[word & 2u] + 0.5) * 0x1p-32;
  double s = 0, c = 0;
  det::sincos(block[(word & 2u) + 1] * (0x1p-32 * 6.28318530717958647692), s, c);
  return sqrt_exact(-2 * det::log(u)) * ((word & 1u) == 0 ? s : c);
}

/// Consecutive draws of one address, for code that takes numbers one after the other.
class DrawSequence {
 public:
  explicit constexpr DrawSequence(DrawAddress start) : at_(start) {}
  constexpr double between(double low, double high) { return draw_between(advance(), low, high); }
  constexpr std::int64_t integer(std::int64_t low, std::int64_t high) {
    return draw_integer(advance(), low, high);
  }
  double gaussian() { return draw_gaussian(advance()); }

 private:
  constexpr DrawAddress advance() {
    const DrawAddress now = at_;
    ++at_.index;
    return now;
  }
  DrawAddress at_;
};

}  // namespace paddock
