#include "paddock/watch/training_play.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr Nanos kLook = 100'000'000;       // between two looks whether it is over
constexpr std::size_t kMostPoints = 1000;  // of a curve; a longer one is thinned out

}  // namespace

TrainingPlay::TrainingPlay(Batch& batch, TrainingStatus status)
    : batch_(batch),
      view_(std::make_shared<EnvironmentView>(batch.view(0), batch.shape(), "")),
      status_(std::move(status)) {
  publish();
}

TrainingPlay::~TrainingPlay() {
  over_ = true;
  if (thread_.joinable()) thread_.join();
}

/// With the lock held, or alone.
void TrainingPlay::publish() {
  view_->set_training(std::make_shared<const TrainingStatus>(status_));
}

Result<void> TrainingPlay::set_policy(std::shared_ptr<const PolicyParams> policy) {
  const TaskShape& shape = batch_.shape();
  const std::size_t seen = static_cast<std::size_t>(policy->lidar.beams) + policy->extras.size();
  if (policy->task != shape.name || seen != static_cast<std::size_t>(shape.observation_size))
    return fail(ErrorCode::Invalid, "the policy must be for ", shape.name, " with ",
                shape.observation_size, " observations, got one for ", policy->task, " with ",
                seen);
  const std::lock_guard lock(mutex_);
  learned_ = {std::move(policy), status_.steps};
  if (!thread_.joinable()) thread_ = std::thread([this] { play(); });
  return {};
}

void TrainingPlay::set_progress(std::int64_t steps, double rate) {
  const std::lock_guard lock(mutex_);
  status_.steps = steps, status_.rate = std::isfinite(rate) ? rate : 0;
  publish();
}

Result<void> TrainingPlay::add_point(std::vector<double> values) {
  const std::lock_guard lock(mutex_);
  if (values.size() != status_.channels.size() ||
      !std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }))
    return fail(ErrorCode::Invalid, "a point of the curve must have ", status_.channels.size(),
                " finite numbers");
  auto& points = status_.points;
  if (points.size() >= kMostPoints) {
    for (std::size_t i = 0; 2 * i < points.size(); ++i) points[i] = std::move(points[2 * i]);
    points.resize((points.size() + 1) / 2);
  }
  points.push_back({status_.steps, std::move(values)});
  publish();
  return {};
}

TrainingPlay::Learned TrainingPlay::newest() const {
  const std::lock_guard lock(mutex_);
  return learned_;
}

void TrainingPlay::play() {
  std::vector<float> row(static_cast<std::size_t>(batch_.shape().observation_size));
  std::array<float, kPolicyActions> actions{};
  std::array<float, 1> reward{};
  std::array<std::uint8_t, 1> terminated{}, truncated{};
  Learned at_wheel;
  batch_.observe(row);
  while (!over_) {
    if (!view_->wait_watched(kLook)) continue;
    const bool begins = at_wheel.policy == nullptr || (terminated[0] | truncated[0]) != 0;
    if (begins) {
      at_wheel = newest();
      const std::lock_guard lock(mutex_);
      status_.policy_steps = at_wheel.steps;
      publish();
    }
    const auto action = act(*at_wheel.policy, std::vector<double>(row.begin(), row.end()));
    for (std::size_t k = 0; k < actions.size(); ++k) actions[k] = static_cast<float>(action[k]);
    batch_.step(actions, row, reward, terminated, truncated);

    // an episode that ended is over: the environment has begun the next
    const WorldView world = batch_.view(0);
    const bool ended = (terminated[0] | truncated[0]) != 0;
    while (!over_ && !(ended ? view_->begin(world, kLook) : view_->step(world, actions, kLook))) {
    }
  }
}

}  // namespace paddock
