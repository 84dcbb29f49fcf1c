// An exam counts what happened: one result a level, the same on any number of workers.
#include "paddock/train/exam.h"

#include <gtest/gtest.h>

#include "paddock/train/blocks_training.h"

namespace paddock {
namespace {

/// Always the same action.
PolicyParams stubborn(double steer, double speed) {
  PolicyParams policy = blocks_policy();
  policy.layers.push_back({.inputs = policy.inputs(),
                           .outputs = 2,
                           .weights = std::vector<double>(2 * policy.inputs()),
                           .biases = {steer, speed}});
  return policy;
}

TEST(Exam, ScoresWhatEndedHow) {
  const std::vector<ExamResult> results{{1, Outcome::Solved, 50},
                                        {2, Outcome::Touched, 7},
                                        {3, Outcome::Solved, 100},
                                        {4, Outcome::Late, 500}};
  const ExamScore expected{.levels = 4, .solved = 2, .touched = 1, .late = 1, .seconds = 12};
  EXPECT_EQ(score_of(results, 0.16), expected);
  EXPECT_EQ(score_of({}, 0.16), ExamScore{});
}

TEST(Exam, WhoStandsStillIsLateAndWhoDrivesAheadTouches) {
  const auto exam = BlocksExam::open(kUnseenLevels, 6);
  ASSERT_TRUE(exam) << exam.error().message;
  Workers workers(2);

  for (const ExamResult& result : (*exam)->examine(stubborn(0, 0), workers)) {
    EXPECT_EQ(result.outcome, Outcome::Late);
    EXPECT_EQ(result.steps, 500);
  }
  const auto ahead = (*exam)->examine(stubborn(0, 5), workers);
  for (const ExamResult& result : ahead) {
    EXPECT_EQ(result.outcome, Outcome::Touched);
    EXPECT_LT(result.steps, 200);
  }
  Workers alone(1);
  EXPECT_EQ((*exam)->examine(stubborn(0, 5), alone), ahead);
}

TEST(Exam, TakesSolvableSeedsOnly) {
  const auto exam = BlocksExam::open(kUnseenLevels, 3);
  ASSERT_TRUE(exam);
  Workers alone(1);
  const auto results = (*exam)->examine(stubborn(0, 5), alone);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_GE(results[0].level, kUnseenLevels);
  EXPECT_LT(results[0].level, results[1].level);
  EXPECT_LT(results[1].level, results[2].level);
}

}  // namespace
}  // namespace paddock
