// The machine's steady clock. Simulated time never comes from here.
#pragma once

#include <functional>

#include "paddock/core/tick.h"

namespace paddock {

using WallClock = std::function<Nanos()>;

/// Nanoseconds of the machine's steady clock.
Nanos steady_now();

}  // namespace paddock
