#include "paddock/core/wall_clock.h"

#include <chrono>

namespace paddock {

Nanos steady_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace paddock
