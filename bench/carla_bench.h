// Frames and episodes of CARLA 0.8's clients.
#pragma once

#include <vector>

#include "bench/bench.h"

namespace paddock {

/// A client that answers at once, over loopback, in lock-step at 10 frames in a simulated second.
Result<std::vector<BenchResult>> bench_carla();

}  // namespace paddock
