// Rigid physics: whole steps of levels in which things fall.
#pragma once

#include <vector>

#include "bench/bench.h"

namespace paddock {

Result<std::vector<BenchResult>> bench_rigid();

}  // namespace paddock
