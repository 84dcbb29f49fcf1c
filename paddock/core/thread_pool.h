// Threads for work whose result somebody fetches later. Workers (workers.h) are for work that the
// caller shares and waits for.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace paddock {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  /// Ends when everything that was posted is done.
  ~ThreadPool() { finish(); }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// The process's own, with a thread a core and at least two, started here when first asked for.
  /// Its threads end with the process, once everything that was posted is done.
  static ThreadPool& shared();

  /// Calls `task` once, on one of the threads, in the order of posting; at once and here when the
  /// pool has finished. Any thread.
  void post(std::function<void()> task);

 private:
  void serve();
  void finish();

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> tasks_;
  bool over_{};
  std::vector<std::thread> threads_;
};

}  // namespace paddock
