// All processes below this one: what they use of the machine, and their end. POSIX and /proc stay
// inside process_tree.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace paddock {

/// Processes whose parents ended become children of this one, so that nobody slips away.
void adopt_orphans();

/// Ends every process below this one, whatever it ignores; of those that fork meanwhile, too.
void end_descendants();

/// What the processes below this one have used, as the system counts it.
struct TreeUse {
  double cpu{};              // s of processor time, of all threads, those that ended too
  double waited{};           // s in which threads could have run and others had the processors
  double own_wait{};         // s of that kind of this process itself
  bool runnable{};           // one of them runs, or would if it were let
  std::size_t tasks{};       // threads, of all processes
  std::uint64_t resident{};  // bytes in memory; what processes share counts for each
};

/// Sums that never go down, though threads come and go.
class ProcessTree {
 public:
  /// Reads /proc; what it does not tell is 0.
  TreeUse measure();
  /// Bytes in memory of those measured last, what they share counted once. Slower than measure().
  std::uint64_t memory() const;

 private:
  struct Task {
    double cpu{}, waited{};
    int process{};
  };
  void visit_children(int process, TreeUse& use);
  void add_task(int process, int task, TreeUse& use);

  std::map<int, Task> tasks_, seen_;  // by their numbers, of the last look and of this one
  double cpu_{}, waited_{};
};

/// The time that counts against a program. It runs with the wall clock while the program computes
/// or sleeps, and stands still while it, or the simulator, could run and is not let.
class FairClock {
 public:
  /// So much wall time has passed, in which the tree has come to `use`.
  void pass(double wall, const TreeUse& use);
  double seconds() const { return counted_; }

 private:
  TreeUse before_;
  double credit_{};  // s of waits that were not taken off yet: the system tells of them afterwards
  double counted_{};
};

}  // namespace paddock
