#include "paddock/train/blocks_training.h"

namespace paddock {

PolicyParams policy_of(const Network& actor) {
  PolicyParams policy = blocks_policy();
  for (const NetworkLayer& layer : actor.layers) {
    const std::span<const float> all = actor.weights;
    const auto weights = all.subspan(layer.weights, layer.inputs * layer.outputs);
    const auto biases = all.subspan(layer.biases, layer.outputs);
    policy.layers.push_back({.inputs = layer.inputs,
                             .outputs = layer.outputs,
                             .weights = {weights.begin(), weights.end()},
                             .biases = {biases.begin(), biases.end()}});
  }
  return policy;
}

Result<std::unique_ptr<BlocksTraining>> BlocksTraining::open(const BlocksTrainingSpec& spec) {
  std::unique_ptr<BlocksTraining> training(new BlocksTraining(spec));
  BlocksPracticeSpec practice_spec = spec.practice;
  practice_spec.seed = spec.seed, practice_spec.threads = spec.threads;
  auto practice = BlocksPractice::open(practice_spec, *training->workers_);
  if (!practice) return tl::unexpected(practice.error());
  training->practice_ = std::move(*practice);
  auto exam = BlocksExam::open(kChoosingLevels, spec.exam_levels);
  if (!exam) return tl::unexpected(exam.error());
  training->exam_ = std::move(*exam);
  PpoParams ppo = spec.ppo;
  ppo.seed = spec.seed, ppo.steps = spec.steps;
  training->ppo_ = std::make_unique<Ppo>(ppo, *training->practice_, *training->workers_);
  training->best_ = policy_of(training->ppo_->actor());
  return training;
}

PolicyParams BlocksTraining::newest() const { return policy_of(ppo_->actor()); }

bool BlocksTraining::advance() {
  if (!done()) ppo_->learn();
  if (++rounds_ < spec_.rounds_each && !done()) return false;
  rounds_ = 0;
  PolicyParams policy = newest();
  score_ = score_of(exam_->examine(policy, *workers_), policy.step_seconds);
  if (score_.solved < best_score_.solved) return true;
  best_score_ = score_;
  best_ = std::move(policy);
  return true;
}

Result<std::vector<ExamResult>> BlocksTraining::final_exam(int levels) {
  auto exam = BlocksExam::open(kUnseenLevels, levels);
  if (!exam) return tl::unexpected(exam.error());
  return (*exam)->examine(best_, *workers_);
}

}  // namespace paddock
