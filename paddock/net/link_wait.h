// Sleeping until one of some sockets has something to say.
#pragma once

#include <span>

#include "paddock/core/tick.h"

namespace paddock {

/// A socket that is waited for; none when it is closed.
struct Awaited {
  int socket{-1};
  bool connecting{};  // wait until that is decided, not until there is something to read
};

class LinkWait {
 public:
  LinkWait();
  ~LinkWait();
  LinkWait(const LinkWait&) = delete;
  LinkWait& operator=(const LinkWait&) = delete;

  /// Returns after `pause`, or earlier when one of them is ready or wake() was called since the
  /// last wait.
  void wait(std::span<const Awaited> sockets, Nanos pause);
  void wait(const Awaited& socket, Nanos pause) { wait({&socket, 1}, pause); }
  /// Any thread.
  void wake();

 private:
  int signal_{-1};
};

}  // namespace paddock
