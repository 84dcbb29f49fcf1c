// The page beside a training: the newest policy drives in a room, and the curve grows.
#pragma once

#include <memory>
#include <thread>

#include "apps/paddock/page_room.h"
#include "paddock/train/blocks_training.h"
#include "paddock/watch/training_play.h"

namespace paddock {

class TrainPage {
 public:
  /// Opens the page and says where it is.
  static Result<std::unique_ptr<TrainPage>> open(const TrainOptions& options, std::int64_t steps);
  ~TrainPage();
  TrainPage(const TrainPage&) = delete;
  TrainPage& operator=(const TrainPage&) = delete;

  /// After every round of learning; `exam` says that one was just taken.
  Result<void> show(const BlocksTraining& training, bool exam);

 private:
  TrainPage() = default;

  std::unique_ptr<Batch> batch_;        // of one world, to drive in
  std::unique_ptr<TrainingPlay> play_;  // drives there
  PageRoom shown_;
  std::thread server_;
  double since_{};  // when the last round ended
  std::int64_t steps_{};
};

}  // namespace paddock
