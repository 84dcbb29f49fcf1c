// One thread's waiting: sockets, tasks of other threads and the clock in one place. Knows no
// simulation. Boost.Asio stays inside the .cpp files of this folder.
#pragma once

#include <functional>
#include <memory>

#include "paddock/core/tick.h"

namespace paddock {

/// Sockets belong to a loop and share what is inside it, so that they may outlive it. A loop is
/// waited on by one thread at a time, and its sockets are used by that thread.
class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Has `task` done by the thread that waits. Any thread.
  void post(std::function<void()> task);
  /// Ends a wait, or the next one. Any thread.
  void wake();

  /// Returns after `pause`, or as soon as a socket has something to read, was connected or refused,
  /// or tasks were posted; these are done. A socket that is left with something unread ends the
  /// next wait at once. Buffered writes go on meanwhile.
  void wait(Nanos pause);
  /// Does what is there, without waiting.
  void poll() { wait(0); }

  struct Inside;
  const std::shared_ptr<Inside>& inside() const { return inside_; }

 private:
  std::shared_ptr<Inside> inside_;
};

}  // namespace paddock
