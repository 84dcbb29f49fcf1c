// Generators: seed and a few numbers in, pieces, routes, gates and starts out. The same table
// serves
// `[[generate]]` in a level file and `paddock generate KIND`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/world/level.h"

namespace paddock {

struct GeneratorParam {
  std::string_view name;
  double fallback{}, low{}, high{};
  bool whole{};            // takes whole numbers only
  std::string_view about;  // with the unit
};

struct Generator {
  std::string_view kind;
  std::string_view about;
  std::span<const GeneratorParam> params;
  /// Adds to `into`. `values` are in the order of `params` and in range. Fails when no world with
  /// these numbers exists, saying which number to change.
  Result<void> (*make)(std::span<const double> values, std::uint64_t seed, LevelSpec& into);
};

/// oval, spline_track, slalom, maze, block_grid, town.
std::span<const Generator> generators();
const Generator* find_generator(std::string_view kind);

}  // namespace paddock
