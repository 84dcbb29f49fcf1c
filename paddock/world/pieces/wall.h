// An upright wall along a line, mitred at its corners.
#pragma once

#include <vector>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct WallSpec {
  std::vector<Vec2> points;
  bool closed{};
  double height{0.3};
  double thickness{0.05};

  static void fields(auto&& visit) {
    visit(&WallSpec::points, line_field("points"), &WallSpec::closed);
    visit(&WallSpec::closed, truth_field("closed"));
    visit(&WallSpec::height, positive_field("height", "m", Scaling::Whole, kMostMetres));
    visit(&WallSpec::thickness, positive_field("thickness", "m", Scaling::Whole, kMostMetres));
  }
  static const PieceKind<WallSpec> kind;
  bool operator==(const WallSpec&) const = default;
};

}  // namespace paddock
