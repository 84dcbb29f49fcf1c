// An environment of a task as a room shows it. Whoever steps the environment hands in each step;
// the room's vehicles then move to where the environment has them, at the room's pace. So the
// page's pause and speed hold for the environment too.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "paddock/batch/batch.h"
#include "paddock/net/event_loop.h"
#include "paddock/stage/stage.h"

namespace paddock {

class EnvironmentView final : public LockStepPeer {
 public:
  /// `first` is the episode to begin with; `program` is who steps it, as people are told whom the
  /// room waits for; empty: nobody is named.
  EnvironmentView(const WorldView& first, const TaskShape& shape, std::string program);

  /// What a room that shows `view` is opened with.
  static StageOptions stage_of(const std::shared_ptr<EnvironmentView>& view);
  /// What that room has to wait on: it is woken when there is something new.
  const std::shared_ptr<EventLoop>& loop() const { return loop_; }

  // --- whoever steps the environment: one thread. The room may be one step behind.

  /// A step was taken with these actions, agents x action size. Waits, at most so long, until the
  /// step before the last is shown; false when it is not, and nothing was taken.
  bool step(const WorldView& world, std::span<const float> actions, Nanos most);
  /// An episode has begun; waits like step().
  bool begin(const WorldView& world, Nanos most);
  /// Waits, at most so long, until somebody watches; false when nobody does.
  bool wait_watched(Nanos most);

  /// Any thread.
  void set_training(std::shared_ptr<const TrainingStatus> training);

  // --- LockStepPeer
  PeerTurn poll(Stage& stage, Nanos now) override;
  PeerStatus status() const override;
  Result<void> may_change_world() const override;

 private:
  struct Moment {
    Level level;           // shared with the environment's arena
    std::uint64_t seed{};  // of the episode
    std::vector<VehicleState> vehicles;
    std::vector<VehicleInput> inputs;  // asked for in the step that led here
    bool begins{};                     // an episode
  };
  Moment moment_of(const WorldView& world, std::span<const float> actions) const;
  bool put(Moment moment, Nanos most);
  Result<Session> open_episode(const std::shared_ptr<EnvironmentView>& self);
  void follow(std::span<VehicleState> vehicles, std::span<VehicleInput> inputs);

  const std::string program_;
  const TaskShape shape_;
  const std::shared_ptr<EventLoop> loop_;  // shared with the room

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::optional<Moment> next_;  // handed in, not begun
  bool watched_{};
  std::shared_ptr<const TrainingStatus> training_;

  // --- of the room's thread
  Moment episode_;  // the one that is shown
  std::vector<VehicleState> before_, after_;
  std::vector<VehicleInput> inputs_;
  std::int64_t tick_{}, ticks_{};  // of the step under way: shown, and all of them
};

}  // namespace paddock
