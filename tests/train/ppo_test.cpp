// Proximal policy optimisation learns a toy, the same way on any number of threads.
#include "paddock/train/ppo.h"

#include <gtest/gtest.h>

#include "paddock/core/random.h"

namespace paddock {
namespace {

/// Shows a number; the closer the first action is to it, the better. Episodes of eight steps.
class Mirror final : public Practice {
 public:
  explicit Mirror(int worlds) : shown_(static_cast<std::size_t>(worlds)) {}
  int worlds() const override { return static_cast<int>(shown_.size()); }
  int inputs() const override { return 1; }
  int actions() const override { return 1; }
  void begin(std::span<float> inputs) override { show(inputs); }
  void step(const PracticeStep& step) override {
    for (std::size_t w = 0; w < shown_.size(); ++w) {
      const float wrong = step.actions[w] - 0.8f * shown_[w];
      step.rewards[w] = -wrong * wrong;
      step.over[w] = steps_ % 8 != 7 ? Over::No : w % 2 == 0 ? Over::Done : Over::Cut;
    }
    show(step.inputs);
  }

 private:
  void show(std::span<float> inputs) {
    ++steps_;
    for (std::size_t w = 0; w < shown_.size(); ++w)
      inputs[w] = shown_[w] =
          static_cast<float>(draw_between({.stream = Stream::Training,
                                           .entity = 9,
                                           .tick = steps_,
                                           .index = static_cast<std::uint32_t>(w)},
                                          -1, 1));
  }
  std::vector<float> shown_;
  std::uint64_t steps_{};
};

PpoParams small_params() {
  PpoParams params;
  params.actor_units = {16}, params.critic_units = {8};
  params.horizon = 16, params.tiles_per_update = 4, params.rate = 5e-3;
  params.last_spread = 0.1;
  params.steps = 40 * 16 * 512;
  return params;
}

TEST(Ppo, LearnsToMirror) {
  Mirror mirror(512);
  Workers workers(1);
  Ppo ppo(small_params(), mirror, workers);

  const double first = ppo.learn();
  double last = 0;
  while (ppo.steps() < small_params().steps) last = ppo.learn();

  EXPECT_LT(first, -0.4);  // the spread of 0.6 alone costs 0.36
  EXPECT_GT(last, -0.03);  // and in the end 0.01
}

TEST(Ppo, SameSeedSameWeightsOnAnyNumberOfThreads) {
  const auto weights = [](int threads) {
    Mirror mirror(1024);
    Workers workers(threads);
    Ppo ppo(small_params(), mirror, workers);
    for (int round = 0; round < 2; ++round) ppo.learn();
    return ppo.actor().weights;
  };
  const auto alone = weights(1);
  EXPECT_EQ(weights(3), alone);
  EXPECT_EQ(weights(1), alone);
}

}  // namespace
}  // namespace paddock
