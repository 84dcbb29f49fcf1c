// The network's gradient is the loss's, Adam goes down it, and every target computes the same bits.
#include "paddock/train/network.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "paddock/core/random.h"
#include "paddock/train/kernels.h"

namespace paddock {
namespace {

std::vector<float> drawn(std::size_t count, std::uint64_t seed) {
  DrawSequence draws({.seed = seed, .stream = Stream::Training});
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(draws.gaussian());
  return numbers;
}

/// Half the mean square of the outputs over a tile.
double loss_of(const Network& network, std::span<const float> inputs) {
  NetworkTrace trace(network);
  run_network(network, inputs, trace);
  double sum = 0;
  for (const float y : trace.outputs())
    sum += 0.5 * static_cast<double>(y) * static_cast<double>(y);
  return sum / kTile;
}

std::vector<float> gradient_of(const Network& network, std::span<const float> inputs) {
  NetworkTrace trace(network);
  run_network(network, inputs, trace);
  std::vector<float> by_outputs(trace.outputs().begin(), trace.outputs().end());
  for (float& d : by_outputs) d /= kTile;
  std::vector<float> gradient(network.weights.size());
  add_gradient(network, inputs, by_outputs, trace, gradient);
  return gradient;
}

TEST(Network, GradientIsWhatFiniteDifferencesSay) {
  for (const bool tanh_end : {false, true}) {
    const std::array sizes{5, 9, 6, 3};
    Network network = make_network(sizes, tanh_end, 1.0, 3, 0);
    const std::vector<float> inputs = drawn(5 * kTile, 4);
    const std::vector<float> gradient = gradient_of(network, inputs);
    for (std::size_t i = 0; i < network.weights.size(); i += 7) {
      const float kept = network.weights[i], h = 1e-2f;
      network.weights[i] = kept + h;
      const double above = loss_of(network, inputs);
      network.weights[i] = kept - h;
      const double below = loss_of(network, inputs);
      network.weights[i] = kept;
      // 2e-4: the square of h, and tanh is exact to 1e-4 alone
      EXPECT_NEAR(static_cast<double>(gradient[i]), (above - below) / (2 * static_cast<double>(h)),
                  2e-4)
          << "weight " << i;
    }
  }
}

TEST(Network, AdamGoesDown) {
  const std::array sizes{5, 8, 2};
  Network network = make_network(sizes, false, 1.0, 5, 0);
  const std::vector<float> inputs = drawn(5 * kTile, 6);
  const double before = loss_of(network, inputs);

  AdamState adam;
  for (int i = 0; i < 200; ++i) descend(network, adam, gradient_of(network, inputs), 0.01, 0.5);

  EXPECT_LT(loss_of(network, inputs), 0.02 * before);
}

TEST(Network, TanhIsWithinOneInTenThousand) {
  std::vector<float> values(kTile);
  for (std::size_t i = 0; i < kTile; ++i)
    values[i] = -8.0f + 16.0f * static_cast<float>(i) / (kTile - 1);
  const std::vector<float> x = values;

  train_kernels().tanh(1, values.data());

  for (std::size_t i = 0; i < kTile; ++i) EXPECT_NEAR(values[i], std::tanh(x[i]), 1e-4) << x[i];
}

TEST(Network, EveryTargetGivesTheSameBits) {
  constexpr std::size_t kRows = 7, kColumns = 10;
  const std::vector<float> m = drawn(kRows * kColumns, 1), bias = drawn(kRows, 2);
  const std::vector<float> x = drawn(kColumns * kTile, 3), d = drawn(kRows * kTile, 4);
  const auto all = [&](SimdTarget target) {
    const TrainKernels& kernels = train_kernels(target);
    std::vector<float> y(kRows * kTile), back(kColumns * kTile), gradient(kRows * kColumns),
        bias_gradient(kRows);
    kernels.multiply({m.data(), kColumns, 1}, bias.data(), x.data(), kRows, kColumns, y.data());
    kernels.tanh(kRows, y.data());
    kernels.multiply({m.data(), 1, kColumns}, nullptr, d.data(), kColumns, kRows, back.data());
    kernels.add_gradient(d.data(), x.data(), kRows, kColumns, gradient.data(),
                         bias_gradient.data());
    kernels.tanh_back(y.data(), kRows, back.data());
    for (const auto* more : {&back, &gradient, &bias_gradient})
      y.insert(y.end(), more->begin(), more->end());
    return y;
  };
  const std::vector<float> expected = all(SimdTarget::Scalar);
  for (const SimdTarget target : kSimdTargets)
    if (supported(target)) {
      EXPECT_EQ(all(target), expected) << name_of(target);
    }
}

}  // namespace
}  // namespace paddock
