// How much a level may hold.
#pragma once

#include <cstddef>

namespace paddock {

inline constexpr std::size_t kMaxPieces = 20'000;
inline constexpr std::size_t kMaxThings =
    1'000;  // gates, triggers, routes, starts, lights: of each
inline constexpr std::size_t kMaxLevelSensors = 64;      // that a level mounts
inline constexpr std::size_t kMaxPoints = 10'000;        // of one wall, tape, train or route
inline constexpr std::size_t kMaxPrismPoints = 100'000;  // of one prism, over all loops
inline constexpr std::size_t kMaxCells = 1'000'000;      // of one terrain
inline constexpr double kFarthest = 1e5;                 // metres from the origin

}  // namespace paddock
