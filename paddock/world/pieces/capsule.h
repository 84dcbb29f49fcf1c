// An upright column with round ends.
#pragma once

#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct CapsuleSpec {  // upright
  double radius{0.1};
  double height{0.5};  // of all of it, at least twice the radius

  static void fields(auto&& visit) {
    visit(&CapsuleSpec::radius, positive_field("radius", "m", Scaling::Whole, kMostMetres));
    visit(&CapsuleSpec::height, positive_field("height", "m", Scaling::Whole, kMostMetres));
  }
  static const PieceKind<CapsuleSpec> kind;
  bool operator==(const CapsuleSpec&) const = default;
};

}  // namespace paddock
