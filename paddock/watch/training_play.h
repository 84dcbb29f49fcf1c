// The newest policy of a training at the wheel, in an environment of its own, for those who watch.
// It has a thread of its own and computes nothing while nobody watches; the training never waits.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "paddock/control/policy.h"
#include "paddock/watch/environment_view.h"

namespace paddock {

class TrainingPlay {
 public:
  /// Plays in world 0 of `batch`, which stays and is left alone meanwhile. `status` says what the
  /// training is: its task, channels and length.
  TrainingPlay(Batch& batch, TrainingStatus status);
  ~TrainingPlay();
  TrainingPlay(const TrainingPlay&) = delete;
  TrainingPlay& operator=(const TrainingPlay&) = delete;

  /// What the room that shows it is opened with.
  StageOptions stage() const { return EnvironmentView::stage_of(view_); }
  const std::shared_ptr<EventLoop>& loop() const { return view_->loop(); }

  // --- any thread

  /// Drives from the next episode on, and first of all begins to. Refused when the policy is not
  /// for this task.
  Result<void> set_policy(std::shared_ptr<const PolicyParams> policy);
  /// How far the training is; `rate` in steps a second.
  void set_progress(std::int64_t steps, double rate);
  /// What an exam brought after so many steps as set_progress said: one finite number a channel.
  Result<void> add_point(std::vector<double> values);

 private:
  struct Learned {
    std::shared_ptr<const PolicyParams> policy;  // shared: the training goes on with another
    std::int64_t steps{};
  };
  void play();
  Learned newest() const;
  void publish();

  Batch& batch_;
  std::shared_ptr<EnvironmentView> view_;  // shared with its room
  mutable std::mutex mutex_;               // guards what follows
  TrainingStatus status_;
  Learned learned_;
  std::atomic<bool> over_{false};
  std::thread thread_;  // begins with the first policy
};

}  // namespace paddock
