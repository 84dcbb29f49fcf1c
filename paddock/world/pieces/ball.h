// A ball that rolls.
#pragma once

#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct BallSpec {
  double radius{0.1};
  double mass{0.1};

  static void fields(auto&& visit) {
    visit(&BallSpec::radius, positive_field("radius", "m", Scaling::Whole, kMostMetres));
    visit(&BallSpec::mass, kMassField);
  }
  static const PieceKind<BallSpec> kind;
  bool operator==(const BallSpec&) const = default;
};

}  // namespace paddock
