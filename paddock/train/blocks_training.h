// A whole training of the task blocks: practice, regular exams, the best policy so far. Same seed,
// same policy, on any number of threads.
#pragma once

#include <memory>

#include "paddock/train/blocks_practice.h"
#include "paddock/train/exam.h"
#include "paddock/train/ppo.h"

namespace paddock {

struct BlocksTrainingSpec {
  std::uint64_t seed{1};
  int threads{1};
  std::int64_t steps{16'000'000};
  BlocksPracticeSpec practice{};  // seed and threads are those above
  PpoParams ppo{};                // seed and steps are those above
  int rounds_each{12};            // between two exams
  int exam_levels{200};           // of the exam that chooses the best policy
};

// Levels that never meet: practice has seeds from 1 on, at most 4096 of them.
inline constexpr std::uint64_t kChoosingLevels = 200'000, kUnseenLevels = 100'000;

class BlocksTraining {
 public:
  static Result<std::unique_ptr<BlocksTraining>> open(const BlocksTrainingSpec& spec);

  /// One round of learning; an exam follows when it is due, and true says that it was taken.
  bool advance();
  bool done() const { return ppo_->steps() >= spec_.steps; }

  std::int64_t steps() const { return ppo_->steps(); }
  /// Of the latest exam.
  const ExamScore& score() const { return score_; }
  /// As it is after the last round.
  PolicyParams newest() const;
  /// The policy that did best in an exam, the later one of equals.
  const PolicyParams& best() const { return best_; }
  /// Of the best policy in `levels` levels that neither practice nor choice has met.
  Result<std::vector<ExamResult>> final_exam(int levels);

 private:
  explicit BlocksTraining(const BlocksTrainingSpec& spec)
      : spec_(spec), workers_(std::make_unique<Workers>(spec.threads)) {}

  BlocksTrainingSpec spec_;
  std::unique_ptr<Workers> workers_;  // used by all below
  std::unique_ptr<BlocksPractice> practice_;
  std::unique_ptr<Ppo> ppo_;
  std::unique_ptr<BlocksExam> exam_;
  int rounds_{};  // since the last exam
  ExamScore score_, best_score_;
  PolicyParams best_;
};

/// The actor's layers in a policy for the task.
PolicyParams policy_of(const Network& actor);

}  // namespace paddock
