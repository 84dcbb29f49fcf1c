// Towns full of traffic: how fast they run, and in an hour of each what happens.
#pragma once

#include "bench/bench.h"

namespace paddock {

Result<std::vector<BenchResult>> bench_town();
Result<std::vector<BenchResult>> bench_town_hour();

}  // namespace paddock
