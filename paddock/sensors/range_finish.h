// Noise on ranges and depths, as the kernels want it.
#pragma once

#include "paddock/core/random.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/lidar2d_layout.h"

namespace paddock {

/// Noise drawn at `address` in two streams of its own; limits are left for the caller to set.
inline LidarFinish finish_with(const RangeNoise& noise, const DrawAddress& address, Stream range,
                               Stream dropout) {
  LidarFinish finish;
  finish.sigma = noise.sigma, finish.relative = noise.relative;
  finish.quantum = noise.quantum, finish.dropout = noise.dropout;
  finish.seed_low = static_cast<std::uint32_t>(address.seed);
  finish.seed_high = static_cast<std::uint32_t>(address.seed >> 32);
  finish.tick_low = static_cast<std::uint32_t>(address.tick);
  finish.tick_high = static_cast<std::uint32_t>(address.tick >> 32);
  finish.range_stream = static_cast<std::uint32_t>(range) | address.entity << 8;
  finish.dropout_stream = static_cast<std::uint32_t>(dropout) | address.entity << 8;
  return finish;
}

}  // namespace paddock
