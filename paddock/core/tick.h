// Simulated time: a count of ticks on an integer grid, so that it never drifts.
#pragma once

#include <cstdint>

namespace paddock {

enum class Tick : std::int64_t {};
using Nanos = std::int64_t;

constexpr std::int64_t count(Tick t) { return static_cast<std::int64_t>(t); }
constexpr Tick next(Tick t) { return Tick{count(t) + 1}; }

/// Ticks and frames as whole numbers of one grid. The robot-car levels: 300 Hz, tick 6 (20 ms),
/// frame 5 (1/60 s), so in a frame 0 or 1 ticks end, never a fraction.
struct Clock {
  std::int64_t grid_hz{1000};
  std::int64_t grid_per_tick{10};
  std::int64_t grid_per_frame{20};

  double tick_seconds() const {
    return static_cast<double>(grid_per_tick) / static_cast<double>(grid_hz);
  }
  Nanos nanos(Tick t) const {
    const std::int64_t grid = count(t) * grid_per_tick;
    return grid / grid_hz * 1'000'000'000 + grid % grid_hz * 1'000'000'000 / grid_hz;
  }
  double seconds(Tick t) const {
    return static_cast<double>(count(t) * grid_per_tick) / static_cast<double>(grid_hz);
  }
  bool operator==(const Clock&) const = default;
};

}  // namespace paddock
