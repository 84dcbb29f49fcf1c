// Runs side by side share models, levels and logs but no state: for the thread sanitizer.
#include <gtest/gtest.h>

#include "apps/paddock/golden.h"
#include "paddock/batch/batch.h"

namespace paddock {
namespace {

TEST(Threads, ManyRunsSideBySideGiveTheHashesOfOneAfterTheOther) {
  const auto together = golden_rows(200, 8, false);
  const auto alone = golden_rows(200, 1, false);

  ASSERT_TRUE(together && alone);
  EXPECT_EQ(*together, *alone);
}

std::vector<float> batch_seen(const char* task, int threads) {
  BatchSpec spec{.task = task, .worlds = 200, .threads = threads, .options = {}};
  spec.options.beams = 40, spec.options.variants = 2, spec.options.max_steps = 25;
  const auto batch = *Batch::open(spec);
  const TaskShape& shape = batch->shape();
  const auto rows = static_cast<std::size_t>(200 * shape.agents);
  std::vector<float> actions(rows * static_cast<std::size_t>(shape.action_size), 0.4f);
  std::vector<float> seen(rows * static_cast<std::size_t>(shape.observation_size)), rewards(rows);
  std::vector<std::uint8_t> terminated(200), truncated(200);
  batch->reset(1, seen);
  for (int step = 0; step < 60; ++step) batch->step(actions, seen, rewards, terminated, truncated);
  batch->reset_some(truncated, seen);
  return seen;
}

TEST(Threads, WorkersOfABatchShareItsWorldsAndNothingElse) {
  for (const char* task : {"race", "duel", "blocks", "slalom", "waypoints"})
    EXPECT_EQ(batch_seen(task, 8), batch_seen(task, 1)) << task;
}

}  // namespace
}  // namespace paddock
