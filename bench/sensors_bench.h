// Sensors by name for subscribers who want every reading.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_sensors();
}
