// Steps of the vehicle kernels alone: double, packed, one core.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_state();
}
