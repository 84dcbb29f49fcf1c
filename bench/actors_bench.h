// Many actors in a town: whole ticks with drivers and contacts.
#pragma once

#include <vector>

#include "bench/bench.h"

namespace paddock {

Result<std::vector<BenchResult>> bench_actors();

}  // namespace paddock
