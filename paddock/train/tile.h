// A tile: 256 samples side by side, one row a number. What the networks work on.
#pragma once

#include <cstddef>

namespace paddock {

/// Samples in a tile: enough to make the sums over samples cheap, few enough for the caches.
inline constexpr std::size_t kTile = 256;

/// Reads a matrix row by row or, with the strides exchanged, its transpose.
struct MatrixView {
  const float* at{};
  std::size_t row_stride{}, column_stride{};
};

}  // namespace paddock
