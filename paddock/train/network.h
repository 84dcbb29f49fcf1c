// A small network of tanh layers, its gradient and Adam, on tiles of samples. Same weights, same
// inputs, same bits, on every target.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paddock/train/tile.h"

namespace paddock {

/// Where a layer's weights (one row an output) and biases stand among all of them.
struct NetworkLayer {
  std::size_t inputs{}, outputs{}, weights{}, biases{};
};

struct Network {
  std::vector<NetworkLayer> layers;
  std::vector<float> weights;  // of all layers, biases too
  bool tanh_end{};             // the last layer ends in tanh as the others do

  std::size_t inputs() const { return layers.front().inputs; }
  std::size_t outputs() const { return layers.back().outputs; }
};

/// Weights drawn from `seed`, the last layer's `last_scale` times as large; biases 0.
Network make_network(std::span<const int> sizes, bool tanh_end, double last_scale,
                     std::uint64_t seed, std::uint32_t number);

/// What a pass keeps of one tile, so that the gradient can be found.
struct NetworkTrace {
  std::vector<std::vector<float>> rows;  // of each layer's outputs
  std::vector<float> delta, next_delta;
  explicit NetworkTrace(const Network& network);
  std::span<const float> outputs() const { return rows.back(); }
};

/// Outputs of one tile of inputs, into trace.rows.back().
void run_network(const Network& network, std::span<const float> inputs, NetworkTrace& trace);

/// Adds the loss's gradient by every weight, given the loss by the outputs of the latest run of
/// these inputs.
void add_gradient(const Network& network, std::span<const float> inputs,
                  std::span<const float> by_outputs, NetworkTrace& trace,
                  std::span<float> gradient);

/// Adam (Kingma & Ba 2015).
struct AdamState {
  std::vector<float> mean, square;
  std::int64_t steps{};
};

/// One step down the gradient, which is shortened to `longest` first.
void descend(Network& network, AdamState& adam, std::span<const float> gradient, double rate,
             double longest);

}  // namespace paddock
