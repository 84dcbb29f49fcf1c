#include "paddock/core/thread_pool.h"

#include <algorithm>
#include <cstdlib>

namespace paddock {

ThreadPool::ThreadPool(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
}

ThreadPool& ThreadPool::shared() {
  // never destroyed: whoever is taken down after it, at the end of the process, may still post
  static ThreadPool* const pool = [] {
    auto* made =
        new ThreadPool(static_cast<int>(std::max(2u, std::thread::hardware_concurrency())));
    std::atexit([] { shared().finish(); });
    return made;
  }();
  return *pool;
}

void ThreadPool::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (!over_) {
      tasks_.push_back(std::move(task));
      posted_.notify_one();
      return;
    }
  }
  task();
}

void ThreadPool::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    posted_.wait(lock, [&] { return over_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    {
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }  // what the task held goes before the lock comes back
    lock.lock();
  }
}

void ThreadPool::finish() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  posted_.notify_all();
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

}  // namespace paddock
