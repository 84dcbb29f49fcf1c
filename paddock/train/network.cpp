#include "paddock/train/network.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/random.h"
#include "paddock/train/kernels.h"

namespace paddock {

Network make_network(std::span<const int> sizes, bool tanh_end, double last_scale,
                     std::uint64_t seed, std::uint32_t number) {
  PADDOCK_ASSERT(sizes.size() >= 2, "sizes ", sizes.size());
  Network network{.layers = {}, .weights = {}, .tanh_end = tanh_end};
  DrawSequence draws({.seed = seed, .stream = Stream::Training, .entity = number});
  for (std::size_t l = 0; l + 1 < sizes.size(); ++l) {
    NetworkLayer layer;
    layer.inputs = static_cast<std::size_t>(sizes[l]);
    layer.outputs = static_cast<std::size_t>(sizes[l + 1]);
    layer.weights = network.weights.size();
    layer.biases = layer.weights + layer.inputs * layer.outputs;
    const double scale =
        (l + 2 == sizes.size() ? last_scale : 1.0) / std::sqrt(static_cast<double>(layer.inputs));
    for (std::size_t i = 0; i < layer.inputs * layer.outputs; ++i)
      network.weights.push_back(static_cast<float>(scale * draws.gaussian()));
    network.weights.resize(layer.biases + layer.outputs);
    network.layers.push_back(layer);
  }
  return network;
}

NetworkTrace::NetworkTrace(const Network& network) {
  std::size_t widest = network.inputs();
  for (const NetworkLayer& layer : network.layers) {
    rows.emplace_back(layer.outputs * kTile);
    widest = std::max(widest, layer.outputs);
  }
  delta.resize(widest * kTile), next_delta.resize(widest * kTile);
}

void run_network(const Network& network, std::span<const float> inputs, NetworkTrace& trace) {
  PADDOCK_ASSERT(inputs.size() == network.inputs() * kTile, "inputs ", inputs.size());
  const TrainKernels& kernels = train_kernels();
  const float* x = inputs.data();
  for (std::size_t l = 0; l < network.layers.size(); ++l) {
    const NetworkLayer& layer = network.layers[l];
    float* y = trace.rows[l].data();
    kernels.multiply({network.weights.data() + layer.weights, layer.inputs, 1},
                     network.weights.data() + layer.biases, x, layer.outputs, layer.inputs, y);
    if (l + 1 < network.layers.size() || network.tanh_end) kernels.tanh(layer.outputs, y);
    x = y;
  }
}

void add_gradient(const Network& network, std::span<const float> inputs,
                  std::span<const float> by_outputs, NetworkTrace& trace,
                  std::span<float> gradient) {
  PADDOCK_ASSERT(by_outputs.size() == network.outputs() * kTile, "by_outputs ", by_outputs.size());
  PADDOCK_ASSERT(gradient.size() == network.weights.size(), "gradient ", gradient.size());
  const TrainKernels& kernels = train_kernels();
  std::copy(by_outputs.begin(), by_outputs.end(), trace.delta.begin());
  for (std::size_t l = network.layers.size(); l-- > 0;) {
    const NetworkLayer& layer = network.layers[l];
    if (l + 1 < network.layers.size() || network.tanh_end)
      kernels.tanh_back(trace.rows[l].data(), layer.outputs, trace.delta.data());
    const float* x = l == 0 ? inputs.data() : trace.rows[l - 1].data();
    kernels.add_gradient(trace.delta.data(), x, layer.outputs, layer.inputs,
                         gradient.data() + layer.weights, gradient.data() + layer.biases);
    if (l == 0) return;
    kernels.multiply({network.weights.data() + layer.weights, 1, layer.inputs}, nullptr,
                     trace.delta.data(), layer.inputs, layer.outputs, trace.next_delta.data());
    trace.delta.swap(trace.next_delta);
  }
}

void descend(Network& network, AdamState& adam, std::span<const float> gradient, double rate,
             double longest) {
  const std::size_t count = network.weights.size();
  adam.mean.resize(count), adam.square.resize(count);
  ++adam.steps;
  double square = 0;
  for (const float g : gradient) square += static_cast<double>(g) * static_cast<double>(g);
  const float shorten = static_cast<float>(std::min(1.0, longest / (std::sqrt(square) + 1e-8)));

  // the means begin at 0 and are scaled up for it; powers by repeated squaring, not the library's
  const auto left = [&](double kept) {
    double power = 1, base = kept;
    for (std::int64_t n = adam.steps; n > 0; n /= 2, base *= base)
      if (n % 2 != 0) power *= base;
    return 1 - power;
  };
  const float step = static_cast<float>(rate / left(0.9));
  const float scale = static_cast<float>(1 / left(0.999));
  for (std::size_t i = 0; i < count; ++i) {
    const float g = gradient[i] * shorten;
    adam.mean[i] += 0.1f * (g - adam.mean[i]);
    adam.square[i] += 0.001f * (g * g - adam.square[i]);
    network.weights[i] -= step * adam.mean[i] / (std::sqrt(adam.square[i] * scale) + 1e-8f);
  }
}

}  // namespace paddock
