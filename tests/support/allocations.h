// Counts every allocation of a test program that links allocations.cpp.
#pragma once

namespace paddock {
long allocation_count();
/// Those that were not given back yet.
long allocations_alive();
}  // namespace paddock
