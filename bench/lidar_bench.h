// Scans of the flat lidar, without noise, on one core.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_lidar();
}
