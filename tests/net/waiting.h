// How long tests of the event loop wait.
#pragma once

#include "paddock/core/tick.h"

namespace paddock {

/// A test that waits this out has failed.
inline constexpr Nanos kLong = 3600 * Nanos{1'000'000'000};

}  // namespace paddock
