// Flat patches of any outline on the floor.
#pragma once

#include <vector>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

/// Each loop is a closed line, counter-clockwise, and filled; loops may overlap, as one coat does.
struct AreaSpec {
  std::vector<std::vector<Vec2>> loops;

  static void fields(auto&& visit) { visit(&AreaSpec::loops, line_field("loops")); }
  static const PieceKind<AreaSpec> kind;
  bool operator==(const AreaSpec&) const = default;
};

}  // namespace paddock
