// Whole turns of a spinning lidar along the race track, on one core.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_lidar3d();
}
