// Pictures with colour, depth and semantic tags, with shadows, from along the race track.
#pragma once

#include "bench/bench.h"

namespace paddock {
Result<std::vector<BenchResult>> bench_camera();
}
