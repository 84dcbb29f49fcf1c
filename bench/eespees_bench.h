// The EES-PEES door over loopback: steps through the wire, and resets.
#pragma once

#include "bench/bench.h"

namespace paddock {

Result<std::vector<BenchResult>> bench_eespees();

}  // namespace paddock
