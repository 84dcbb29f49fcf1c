// The few products a small network needs, on tiles: one row a number (an input, a unit), in a row
// one lane a sample. Sums run in a fixed order, so every target gives the same bits.
#pragma once

#include <cstddef>

#include "paddock/core/lanes16.h"
#include "paddock/train/tile.h"

namespace paddock {

/// Rows x 2 vectors at a time stay in registers while the columns go by.
template <int Rows>
PADDOCK_KERNEL void multiply_rows(const MatrixView& m, const float* bias, const float* x,
                                  std::size_t columns, std::size_t row, float* y) {
  for (std::size_t lane = 0; lane < kTile; lane += 2 * kLanes16) {
    Floats sum[Rows][2];
    for (int r = 0; r < Rows; ++r) {
      const float first = bias != nullptr ? bias[row + static_cast<std::size_t>(r)] : 0.0f;
      sum[r][0] = sum[r][1] = floats(first);
    }
    const float* weight = m.at + row * m.row_stride;
    const float* from = x + lane;
    for (std::size_t c = 0; c < columns; ++c, weight += m.column_stride, from += kTile) {
      const Floats a = load_lanes<Floats>(from), b = load_lanes<Floats>(from + kLanes16);
      for (int r = 0; r < Rows; ++r) {
        const Floats w = floats(weight[static_cast<std::size_t>(r) * m.row_stride]);
        sum[r][0] += w * a, sum[r][1] += w * b;
      }
    }
    for (int r = 0; r < Rows; ++r) {
      float* to = y + (row + static_cast<std::size_t>(r)) * kTile + lane;
      store_lanes(sum[r][0], to), store_lanes(sum[r][1], to + kLanes16);
    }
  }
}

/// y = m x + bias, y of `rows` rows; without a bias when that is null.
PADDOCK_KERNEL void multiply_kernel(const MatrixView& m, const float* bias, const float* x,
                                    std::size_t rows, std::size_t columns, float* y) {
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4) multiply_rows<4>(m, bias, x, columns, row, y);
  for (; row < rows; ++row) multiply_rows<1>(m, bias, x, columns, row, y);
}

PADDOCK_KERNEL float sum_of_lanes(const Floats& v) {
  float lanes[kLanes16];
  store_lanes(v, lanes);
  for (int half = kLanes16 / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  return lanes[0];
}

template <int Rows, int Columns>
PADDOCK_KERNEL void add_dots(const float* d, const float* x, std::size_t columns, std::size_t row,
                             std::size_t column, float* gradient) {
  Floats sum[Rows][Columns] = {};
  for (std::size_t lane = 0; lane < kTile; lane += kLanes16) {
    Floats a[Columns];
    for (int c = 0; c < Columns; ++c)
      a[c] = load_lanes<Floats>(x + (column + static_cast<std::size_t>(c)) * kTile + lane);
    for (int r = 0; r < Rows; ++r) {
      const Floats b = load_lanes<Floats>(d + (row + static_cast<std::size_t>(r)) * kTile + lane);
      for (int c = 0; c < Columns; ++c) sum[r][c] += a[c] * b;
    }
  }
  for (int r = 0; r < Rows; ++r)
    for (int c = 0; c < Columns; ++c)
      gradient[(row + static_cast<std::size_t>(r)) * columns + column +
               static_cast<std::size_t>(c)] += sum_of_lanes(sum[r][c]);
}

/// gradient (rows x columns) += d x^T and bias_gradient += d 1, summed over the samples.
PADDOCK_KERNEL void add_gradient_kernel(const float* d, const float* x, std::size_t rows,
                                        std::size_t columns, float* gradient,
                                        float* bias_gradient) {
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4) {
    std::size_t column = 0;
    for (; column + 4 <= columns; column += 4) add_dots<4, 4>(d, x, columns, row, column, gradient);
    for (; column < columns; ++column) add_dots<4, 1>(d, x, columns, row, column, gradient);
  }
  for (; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      add_dots<1, 1>(d, x, columns, row, column, gradient);
  for (row = 0; row < rows; ++row) {
    Floats sum = {};
    for (std::size_t lane = 0; lane < kTile; lane += kLanes16)
      sum += load_lanes<Floats>(d + row * kTile + lane);
    bias_gradient[row] += sum_of_lanes(sum);
  }
}

/// Lambert's continued fraction, four terms: within 1e-4 of tanh everywhere, 1 beyond 4.97.
PADDOCK_KERNEL Floats tanh_lanes(Floats x) {
  const Floats held = clamp_lanes(x, floats(-4.97f), floats(4.97f));
  const Floats s = held * held;
  const Floats over = held * (135135.0f + s * (17325.0f + s * (378.0f + s)));
  const Floats under = 135135.0f + s * (62370.0f + s * (3150.0f + s * 28.0f));
  return clamp_lanes(over / under, floats(-1.0f), floats(1.0f));
}

PADDOCK_KERNEL void tanh_kernel(std::size_t rows, float* y) {
  for (std::size_t i = 0; i < rows * kTile; i += kLanes16)
    store_lanes(tanh_lanes(load_lanes<Floats>(y + i)), y + i);
}

/// d by the sum before tanh, from d by y = tanh(sum).
PADDOCK_KERNEL void tanh_back_kernel(const float* y, std::size_t rows, float* d) {
  for (std::size_t i = 0; i < rows * kTile; i += kLanes16) {
    const Floats value = load_lanes<Floats>(y + i);
    store_lanes(load_lanes<Floats>(d + i) * (1.0f - value * value), d + i);
  }
}

}  // namespace paddock
