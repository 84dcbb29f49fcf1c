// A training is the same for the same seed on any number of threads, and what it writes drives.
#include "paddock/train/blocks_training.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

BlocksTrainingSpec small_training(std::uint64_t seed, int threads) {
  BlocksTrainingSpec spec;
  spec.seed = seed, spec.threads = threads;
  spec.practice.worlds = 512, spec.practice.variants = 4;
  spec.ppo.horizon = 4, spec.ppo.tiles_per_update = 4;
  spec.ppo.actor_units = spec.ppo.critic_units = {16, 16};
  spec.steps = 3 * 4 * 512;
  spec.exam_levels = 2;
  return spec;
}

std::string trained(std::uint64_t seed, int threads) {
  auto training = BlocksTraining::open(small_training(seed, threads));
  EXPECT_TRUE(training) << training.error().message;
  while (!(*training)->done()) (*training)->advance();
  return policy_text((*training)->best());
}

TEST(BlocksTraining, SameSeedSamePolicyOnAnyNumberOfThreads) {
  const std::string alone = trained(1, 1);
  EXPECT_EQ(trained(1, 3), alone);
  EXPECT_NE(trained(2, 1), alone);
}

TEST(BlocksTraining, WritesAPolicyThatReadsBack) {
  const std::string text = trained(1, 2);
  const auto policy = read_policy(text, "p.json");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(policy_text(*policy), text);
  EXPECT_TRUE(seeks_target(*policy));
}

TEST(BlocksTraining, RewardsTheWayAndEndsWithATouch) {
  Workers workers(1);
  auto practice = BlocksPractice::open({.worlds = 256, .variants = 4}, workers);
  ASSERT_TRUE(practice);
  const auto worlds = static_cast<std::size_t>((*practice)->worlds());
  std::vector<float> inputs(worlds * static_cast<std::size_t>((*practice)->inputs()));
  std::vector<float> rewards(worlds), actions(2 * worlds);
  for (std::size_t w = 0; w < worlds; ++w) actions[2 * w + 1] = 1;
  std::vector<Over> over(worlds);
  (*practice)->begin(inputs);

  // straight ahead from a middle of a cell: whoever meets a block has it after a few metres at most
  std::size_t touched = 0;
  float first_reward = 0;
  for (int step = 0; step < 60; ++step) {
    (*practice)->step({.actions = actions, .inputs = inputs, .rewards = rewards, .over = over});
    for (std::size_t w = 0; w < worlds; ++w) {
      if (over[w] == Over::Done && rewards[w] < -1) ++touched;
      if (over[w] == Over::No) {
        EXPECT_LT(std::abs(rewards[w]), 0.2f);
      }
      if (step == 0) first_reward += rewards[w];
    }
  }
  EXPECT_GT(touched, worlds / 2);
  EXPECT_LT(std::abs(first_reward) / static_cast<float>(worlds), 0.02f);
}

}  // namespace
}  // namespace paddock
