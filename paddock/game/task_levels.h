// The levels of tasks: made from a seed or read from files, compiled into arenas.
#pragma once

#include <cstdint>

#include "paddock/core/error.h"
#include "paddock/game/tasks.h"

namespace paddock {

/// What a task needs of a level.
struct ArenaNeeds {
  bool route{}, gates{}, target{};
  bool starts_on_route{};  // episodes begin anywhere along the route, not at the level's starts
};

// the tasks' own levels; `settings` are variables of theirs
Result<Level> race_level(std::uint64_t seed, const LevelSettings& settings);
/// The EES-PEES world of this seed, or of the next one that can be solved.
Result<Level> blocks_level(std::uint64_t seed, const LevelSettings& settings);
Result<Level> slalom_level(std::uint64_t seed, const LevelSettings& settings);
Result<Level> waypoints_level(std::uint64_t seed, const LevelSettings& settings);

/// Says what the level lacks.
Result<Arena> make_arena(Level level, VehicleKind vehicle, int agents, ArenaNeeds needs);

}  // namespace paddock
