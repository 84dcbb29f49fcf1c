// Tape on the floor.
#pragma once

#include <vector>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct TapeSpec {
  std::vector<Vec2> points;
  bool closed{};
  double width{0.05};

  static void fields(auto&& visit) {
    visit(&TapeSpec::points, line_field("points"), &TapeSpec::closed);
    visit(&TapeSpec::closed, truth_field("closed"));
    visit(&TapeSpec::width, positive_field("width", "m", Scaling::Own, kMostMetres));
  }
  static const PieceKind<TapeSpec> kind;
  bool operator==(const TapeSpec&) const = default;
};

}  // namespace paddock
