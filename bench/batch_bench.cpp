#include "bench/batch_bench.h"

#include <algorithm>
#include <memory>

#include "paddock/batch/batch.h"
#include "paddock/core/hash.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr int kRepetitions = 5;
constexpr int kActionSets =
    16;  // drawn before, held for a few steps each: drawing is not what is timed
constexpr int kHold = 5;

struct BatchCase {
  const char* name;
  const char* task;
  int worlds;
  int steps;
};

constexpr BatchCase kCases[]{
    {"blocks-360", "blocks", 4096, 100},   {"race-1080", "race", 1024, 100},
    {"duel-1080", "duel", 512, 100},       {"slalom-1080", "slalom", 1024, 100},
    {"waypoints", "waypoints", 4096, 500},
};

/// A batch and its caller's buffers.
struct BatchRun {
  std::unique_ptr<Batch> batch;
  std::vector<float> actions, observations, rewards;
  std::vector<std::uint8_t> terminated, truncated;
  std::size_t action_count{};
  std::uint64_t ended{};  // episodes, in the latest run

  explicit BatchRun(std::unique_ptr<Batch> opened) : batch(std::move(opened)) {
    const TaskShape& shape = batch->shape();
    const auto worlds = static_cast<std::size_t>(batch->worlds());
    const auto agents = worlds * static_cast<std::size_t>(shape.agents);
    action_count = agents * static_cast<std::size_t>(shape.action_size);
    observations.resize(agents * static_cast<std::size_t>(shape.observation_size));
    rewards.resize(agents), terminated.resize(worlds), truncated.resize(worlds);
    DrawSequence draws({.seed = 1, .stream = Stream::TaskAction});
    for (std::size_t i = 0; i < action_count * kActionSets; ++i)
      actions.push_back(static_cast<float>(draws.between(-1, 1)));
  }
  void step(int number) {
    const auto set = static_cast<std::size_t>(number / kHold % kActionSets);
    batch->step(std::span(actions).subspan(set * action_count, action_count), observations, rewards,
                terminated, truncated);
    for (std::size_t w = 0; w < terminated.size(); ++w)
      ended += terminated[w] != 0 || truncated[w] != 0 ? 1 : 0;
  }
};

std::uint64_t hash_of(const BatchRun& run) {
  Hasher hash;
  for (const float number : run.observations) hash.add(number);
  for (const float number : run.rewards) hash.add(number);
  return hash.value();
}

void describe(const BatchRun& run, const BatchCase& batch_case, BenchResult& result) {
  const TaskShape& shape = run.batch->shape();
  const Arena& arena = *run.batch->view(0).arena;
  result.labels = {{"task", shape.name}, {"step", "full, with noise"}};
  result.facts = {
      {"worlds", static_cast<double>(batch_case.worlds)},
      {"vehicles a world", static_cast<double>(shape.agents)},
      {"beams", static_cast<double>(shape.beams)},
      {"segments", static_cast<double>(arena.model.lidar_maps.front().segment_count())},
      {"simulated seconds a step", shape.step_seconds},
      {"resets a thousand steps", 1000 * static_cast<double>(run.ended) /
                                      (static_cast<double>(batch_case.worlds) * batch_case.steps)}};
}

Result<BenchResult> bench_case(const BatchCase& batch_case) {
  BenchResult result;
  result.name = batch_case.name;
  result.unit = "steps/s";
  for (const int threads : {1, 2}) {
    auto batch = Batch::open({.task = batch_case.task,
                              .worlds = batch_case.worlds,
                              .seed = 1,
                              .first_world = 0,
                              .threads = threads,
                              .options = {}});
    if (!batch) return tl::unexpected(batch.error());
    BatchRun run(std::move(*batch));
    const double rate = measure_rate(
        static_cast<double>(batch_case.worlds) * batch_case.steps, kRepetitions,
        [&] {
          run.batch->reset(1, run.observations);
          run.ended = 0;
        },
        [&] {
          for (int s = 0; s < batch_case.steps; ++s) run.step(s);
        });
    if (threads == 1) {
      result.rate = rate;
      result.hash = hash_of(run);
      describe(run, batch_case, result);
    } else {
      result.reference.push_back({"two threads", rate});
      if (hash_of(run) != result.hash)
        return fail(ErrorCode::Invalid, result.name, ": two threads must show what one shows");
    }
  }
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_batch() {
  std::vector<BenchResult> results;
  for (const BatchCase& batch_case : kCases) {
    auto result = bench_case(batch_case);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace paddock
