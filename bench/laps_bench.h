// Laps of every race track: the built-in driver, beside a car that holds full throttle and leaves
// the steering to the walls. Simulated seconds, so that the machine does not matter.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_laps();
}
