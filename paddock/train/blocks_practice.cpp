#include "paddock/train/blocks_practice.h"

#include <algorithm>
#include <array>

#include "paddock/core/float_state.h"

namespace paddock {
namespace {

constexpr std::size_t kBeams = kRenderedLds01.beams, kPool = 6;
constexpr std::size_t kDistance = kBeams + 2, kTouching = kBeams + 6;  // in a row of the task
constexpr std::size_t kRow = kBeams + 9;
constexpr float kReached = 0.1f;  // m

// rewards, in metres of progress
constexpr double kReachReward = 2, kTouchCost = 2, kStepCost = 0.005;
constexpr double kLongestStep = 0.15;              // m; more than 0.05 is a jump of the field
constexpr float kNear = 0.03f, kNearCost = 0.02f;  // within 3 cm of the contact box

}  // namespace

TaskOptions blocks_options(std::uint64_t level_seed, int variants) {
  TaskOptions options;
  options.variants = variants;
  options.level_seed = level_seed;
  options.max_steps = 500;
  options.ticks_per_step = 5;
  options.settings = {{"cells", kBlocksField.cells}, {"blocks", kBlocksField.blocks}};
  options.noise = false;
  return options;
}

PolicyParams blocks_policy() {
  PolicyParams policy;
  policy.task = "blocks";
  policy.vehicle = kind_of<Rover>();
  policy.step_seconds = 0.16;
  policy.lidar = kRenderedLds01;
  policy.pool = kPool;
  policy.half_range = 0.3;
  policy.stop_within = static_cast<double>(kReached);
  policy.clip = 5;
  policy.mean.assign(kBeams / kPool, 0.35), policy.scale.assign(kBeams / kPool, 3.0);
  const auto add_extra = [&](PolicyExtra extra, double mean, double scale) {
    policy.extras.push_back(extra);
    policy.mean.push_back(mean), policy.scale.push_back(scale);
  };
  add_extra(PolicyExtra::TargetAhead, 0, 1.5), add_extra(PolicyExtra::TargetLeft, 0, 1.5);
  add_extra(PolicyExtra::TargetDistance, 2, 0.5), add_extra(PolicyExtra::Speed, 0, 5);
  add_extra(PolicyExtra::YawRate, 0, 0.5), add_extra(PolicyExtra::Steering, 0, 1.5);
  add_extra(PolicyExtra::Touching, 0, 0);
  add_extra(PolicyExtra::LastAction0, 0, 1), add_extra(PolicyExtra::LastAction1, 0, 1);
  policy.actions = {{1, -1.0}, {0, 11.0}};
  return policy;
}

BlocksStanding standing_of(const ContactBox& box, std::span<const float> row) {
  BlocksStanding standing;
  standing.room = box.room(row.first(kBeams));
  standing.touched = row[kTouching] != 0 || standing.room < 0;
  standing.reached = !standing.touched && row[kDistance] < kReached;
  return standing;
}

Result<std::unique_ptr<BlocksPractice>> BlocksPractice::open(const BlocksPracticeSpec& spec,
                                                             Workers& workers) {
  auto batch = Batch::open({.task = "blocks",
                            .worlds = spec.worlds,
                            .seed = spec.seed,
                            .threads = spec.threads,
                            .options = blocks_options(1, spec.variants)});
  if (!batch) return tl::unexpected(batch.error());
  return std::unique_ptr<BlocksPractice>(new BlocksPractice(std::move(*batch), spec.seed, workers));
}

BlocksPractice::BlocksPractice(std::unique_ptr<Batch> batch, std::uint64_t seed, Workers& workers)
    : batch_(std::move(batch)),
      seed_(seed),
      workers_(workers),
      policy_(blocks_policy()),
      box_(policy_.lidar) {
  const auto worlds = static_cast<std::size_t>(batch_->worlds());
  rows_.resize(worlds * kRow), last_rows_.resize(rows_.size());
  ways_.resize(worlds), task_rewards_.resize(worlds);
  for (auto* flags : {&terminated_, &truncated_, &to_reset_, &fresh_}) flags->resize(worlds);
}

template <class Work>
void BlocksPractice::for_each_world(Work&& work) {
  workers_.run(static_cast<int>(ways_.size() / kTile), [&](int, int tile) {
    const DefaultFloatState exact;
    const std::size_t first = static_cast<std::size_t>(tile) * kTile;
    for (std::size_t world = first; world < first + kTile; ++world) work(world);
  });
}

/// Finds the way of every fresh world; fields of arenas never met before are made first.
void BlocksPractice::begin_ways() {
  std::vector<std::pair<const Arena* const, DistanceField>*> missing;
  for (std::size_t world = 0; world < ways_.size(); ++world) {
    if (fresh_[world] == 0) continue;
    const auto [found, is_new] = fields_.try_emplace(batch_->view(static_cast<int>(world)).arena);
    if (is_new) missing.push_back(&*found);
    ways_[world].field = &found->second;
  }
  workers_.run(static_cast<int>(missing.size()), [&](int, int piece) {
    auto& [arena, field] = *missing[static_cast<std::size_t>(piece)];
    field = distance_field(*arena);
  });
  for (std::size_t world = 0; world < ways_.size(); ++world)
    if (fresh_[world] != 0) {
      const WorldView view = batch_->view(static_cast<int>(world));
      ways_[world].left = ways_[world].field->at(position(pose_of(view.vehicles[0])));
    }
}

/// Writes a world's lane of `inputs`, which lie in tiles.
void BlocksPractice::see(std::size_t world, std::span<float> inputs) const {
  std::array<double, kRow> row{};
  std::array<double, kRow> seen{};
  const auto from = row_of(world, rows_);
  std::copy(from.begin(), from.end(), row.begin());
  const std::size_t count = policy_.inputs();
  prepare_inputs(policy_, row, std::span(seen).first(count));
  float* lane = inputs.data() + world / kTile * kTile * count + world % kTile;
  for (std::size_t i = 0; i < count; ++i) lane[i * kTile] = static_cast<float>(seen[i]);
}

void BlocksPractice::begin(std::span<float> inputs) {
  batch_->reset(seed_, rows_);
  std::fill(fresh_.begin(), fresh_.end(), 1);
  begin_ways();
  for_each_world([&](std::size_t world) { see(world, inputs); });
}

/// Reward and end of one world's step; the task goes on after a touch, so it is to be reset.
void BlocksPractice::judge(std::size_t world, const PracticeStep& step) {
  const bool ended = (terminated_[world] | truncated_[world]) != 0;
  const BlocksStanding now = standing_of(box_, row_of(world, ended ? last_rows_ : rows_));

  // where an episode ended is not told: at the target, or about where it was
  Way& way = ways_[world];
  double left = now.reached ? 0 : way.left;
  if (!ended)
    left = way.field->at(position(pose_of(batch_->view(static_cast<int>(world)).vehicles[0])));
  double reward = std::clamp(way.left - left, -kLongestStep, kLongestStep) - kStepCost;
  way.left = left;
  if (now.reached) reward += kReachReward;
  if (now.touched) reward -= kTouchCost;
  reward -= static_cast<double>(kNearCost * std::clamp(1 - now.room / kNear, 0.0f, 1.0f));
  step.rewards[world] = static_cast<float>(reward);

  const bool over = ended || now.touched;
  const bool cut = truncated_[world] != 0 && !now.touched && !now.reached;
  step.over[world] = cut ? Over::Cut : over ? Over::Done : Over::No;
  to_reset_[world] = over && !ended, fresh_[world] = over;
}

void BlocksPractice::step(const PracticeStep& step) {
  batch_->step(step.actions, rows_, task_rewards_, terminated_, truncated_);
  batch_->final_observations(last_rows_);
  for_each_world([&](std::size_t world) { judge(world, step); });
  batch_->reset_some(to_reset_, rows_);
  begin_ways();
  for_each_world([&](std::size_t world) { see(world, step.inputs); });
}

}  // namespace paddock
