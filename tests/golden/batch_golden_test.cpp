// What every training task shows, as one hash each: the same from every compiler, optimisation and
// SIMD target. Change a hash only in the commit that changes motion, sensors or rewards on purpose.
#include <gtest/gtest.h>

#include "paddock/batch/batch.h"
#include "paddock/core/hash.h"
#include "paddock/core/random.h"
#include "tests/support/hex.h"

namespace paddock {
namespace {

constexpr int kWorlds = 33, kSteps = 200;

std::uint64_t hash_of_task(const char* task) {
  BatchSpec spec{.task = task, .worlds = kWorlds, .seed = 5, .threads = 1, .options = {}};
  spec.options.variants = 2;
  spec.options.friction = {0.7, 1.1}, spec.options.delay_high = 2;
  const auto batch = *Batch::open(spec);
  const TaskShape& shape = batch->shape();
  const auto rows = static_cast<std::size_t>(kWorlds * shape.agents);
  std::vector<float> actions(rows * static_cast<std::size_t>(shape.action_size));
  std::vector<float> seen(rows * static_cast<std::size_t>(shape.observation_size)), rewards(rows);
  std::vector<std::uint8_t> terminated(kWorlds), truncated(kWorlds);
  Hasher hash;
  batch->reset(5, seen);
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t i = 0; i < actions.size(); ++i)
      actions[i] = static_cast<float>(draw_between({.seed = 1,
                                                    .stream = Stream::TaskAction,
                                                    .entity = static_cast<std::uint32_t>(i),
                                                    .tick = static_cast<std::uint64_t>(step / 20)},
                                                   -0.6, 1));
    batch->step(actions, seen, rewards, terminated, truncated);
    for (const float number : seen) hash.add(number);
    for (const float number : rewards) hash.add(number);
  }
  return hash.value();
}

struct KeptHash {
  const char* task;
  std::uint64_t hash;
};
constexpr KeptHash kKept[]{
    {"race", 0x40c845cd688b84d4},      {"duel", 0x784eec0c78a8aa36},
    {"blocks", 0x80dc914d3088ab63},    {"slalom", 0xeb9ae6aa08323cb7},
    {"waypoints", 0xe4e19b99951b8683},
};

TEST(Golden, EveryTaskShowsWhatItAlwaysShowed) {
  for (const KeptHash& kept : kKept)
    EXPECT_EQ(hash_in_hex(hash_of_task(kept.task)), hash_in_hex(kept.hash)) << kept.task;
}

}  // namespace
}  // namespace paddock
