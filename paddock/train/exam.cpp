#include "paddock/train/exam.h"

#include <algorithm>
#include <array>

#include "paddock/core/float_state.h"
#include "paddock/train/blocks_practice.h"

namespace paddock {
namespace {

ExamResult play(const PolicyParams& policy, const ContactBox& box, Batch& batch) {
  std::vector<float> row(static_cast<std::size_t>(batch.shape().observation_size));
  std::array<float, kPolicyActions> actions{};
  std::array<float, 1> reward{};
  std::array<std::uint8_t, 1> terminated{}, truncated{};
  batch.reset(1, row);
  double earned = 0;
  for (int step = 1;; ++step) {
    const auto action = act(policy, std::vector<double>(row.begin(), row.end()));
    for (std::size_t k = 0; k < actions.size(); ++k) actions[k] = static_cast<float>(action[k]);
    batch.step(actions, row, reward, terminated, truncated);
    batch.final_observations(row);
    earned += static_cast<double>(reward[0]);
    const auto ended = [&](Outcome outcome) {
      return ExamResult{.outcome = outcome, .steps = step, .earned = earned};
    };
    const BlocksStanding now = standing_of(box, row);
    if (now.touched) return ended(Outcome::Touched);
    if (now.reached) return ended(Outcome::Solved);
    if ((terminated[0] | truncated[0]) != 0) return ended(Outcome::Late);
  }
}

}  // namespace

ExamScore score_of(std::span<const ExamResult> results, double step_seconds) {
  ExamScore score{.levels = static_cast<int>(results.size())};
  for (const ExamResult& result : results) {
    score.touched += result.outcome == Outcome::Touched;
    score.late += result.outcome == Outcome::Late;
    score.earned += result.earned / static_cast<double>(results.size());
    if (result.outcome != Outcome::Solved) continue;
    ++score.solved;
    score.seconds += result.steps * step_seconds;
  }
  if (score.solved > 0) score.seconds /= score.solved;
  return score;
}

Result<std::unique_ptr<BlocksExam>> BlocksExam::open(std::uint64_t first_seed, int levels) {
  auto exam = std::make_unique<BlocksExam>();
  for (std::uint64_t seed = first_seed; exam->seeds_.size() < static_cast<std::size_t>(levels);
       ++seed) {
    const auto field = draw_block_field(static_cast<std::uint32_t>(seed), kBlocksField);
    if (!field) return tl::unexpected(field.error());
    if (shortest_way(*field).empty()) continue;
    auto batch = Batch::open({.task = "blocks",
                              .worlds = 1,
                              .seed = 1,
                              .threads = 1,
                              .options = blocks_options(seed, 1)});
    if (!batch) return tl::unexpected(batch.error());
    exam->seeds_.push_back(seed);
    exam->batches_.push_back(std::move(*batch));
  }
  return exam;
}

std::vector<ExamResult> BlocksExam::examine(const PolicyParams& policy, Workers& workers) {
  const ContactBox box(policy.lidar);
  std::vector<ExamResult> results(seeds_.size());
  workers.run(static_cast<int>(seeds_.size()), [&](int, int level) {
    const DefaultFloatState exact;
    const auto l = static_cast<std::size_t>(level);
    results[l] = play(policy, box, *batches_[l]);
    results[l].level = seeds_[l];
  });
  return results;
}

}  // namespace paddock
