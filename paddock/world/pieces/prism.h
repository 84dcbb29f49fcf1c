// An upright solid with any outline.
#pragma once

#include <vector>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

/// An upright solid with any outline: each loop a closed line, solid on its left (counter-clockwise
/// around the solid, clockwise around a hole). Loops do not cross or touch.
struct PrismSpec {
  std::vector<std::vector<Vec2>> loops;
  double height{0.3};

  static void fields(auto&& visit) {
    visit(&PrismSpec::loops, line_field("loops"));
    visit(&PrismSpec::height, positive_field("height", "m", Scaling::Up, kMostMetres));
  }
  static const PieceKind<PrismSpec> kind;
  bool operator==(const PrismSpec&) const = default;
};

}  // namespace paddock
