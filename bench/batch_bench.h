// Full steps of the batch on one core: dynamics, contacts, lidar with noise, reward, automatic
// reset, observation in the caller's buffer, random actions.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_batch();
}
