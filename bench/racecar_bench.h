// Updates of a program of the robot-car course, over loopback.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_racecar();
}
