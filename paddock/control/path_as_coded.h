// simplesim's search for the carrot exactly as it is coded, defects and all: for compatibility runs
// and for tests that show each defect cured. docs/physics/path_following.md names them PP-1 to
// PP-7.
#pragma once

#include <cstddef>
#include <span>

#include "paddock/core/vec.h"

namespace paddock {

struct CarrotAsCoded {
  std::span<const Vec2> waypoints;  // at least one
  std::size_t next{};               // that is approached
  double lookahead{};
  Vec2 beyond;  // what stands in memory after the last waypoint
};

Vec2 carrot_as_coded(const CarrotAsCoded& path, Vec2 position);

}  // namespace paddock
