// Heights on a grid: written out, taken from a grey picture, or made as smooth hills.
#pragma once

#include <vector>

#include "paddock/core/vec.h"
#include "paddock/world/level_limits.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct TerrainSpec {  // heights on a grid, centred on `at`
  Vec2 size{10, 10};
  int columns{}, rows{};
  std::vector<double> heights;  // row by row from the lowest y, each from the lowest x

  static void fields(auto&& visit) {
    visit(&TerrainSpec::size, positive_field("size", "m", Scaling::Whole, 2 * kFarthest).written());
    visit(&TerrainSpec::heights, own_field("heights", "m"));
  }
  static const PieceKind<TerrainSpec> kind;
  bool operator==(const TerrainSpec&) const = default;
};

}  // namespace paddock
