// How good a policy for the task blocks is: one episode in each of many levels, without the noise
// of learning, by the network a driver uses.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddock/batch/batch.h"
#include "paddock/control/policy.h"
#include "paddock/core/workers.h"

namespace paddock {

enum class Outcome : std::uint8_t { Solved, Touched, Late };

struct ExamResult {
  std::uint64_t level{};  // its seed
  Outcome outcome{};
  int steps{};
  double earned{};  // the task's rewards, summed
  bool operator==(const ExamResult&) const = default;
};

/// How many levels ended how. A level that was touched is not solved.
struct ExamScore {
  int levels{}, solved{}, touched{}, late{};
  double seconds{};  // to the target, mean of those solved
  double earned{};   // mean
  bool operator==(const ExamScore&) const = default;
};
ExamScore score_of(std::span<const ExamResult> results, double step_seconds);

class BlocksExam {
 public:
  /// The first `levels` solvable seeds from `first_seed` on.
  static Result<std::unique_ptr<BlocksExam>> open(std::uint64_t first_seed, int levels);

  /// One result a level. Does not depend on the number of workers.
  std::vector<ExamResult> examine(const PolicyParams& policy, Workers& workers);

 private:
  std::vector<std::uint64_t> seeds_;
  std::vector<std::unique_ptr<Batch>> batches_;  // of one world each
};

}  // namespace paddock
