// A flat patch on the floor.
#pragma once

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct MatSpec {  // a flat patch; as ground it has its material's friction
  Vec2 size{1, 1};

  static void fields(auto&& visit) {
    visit(&MatSpec::size, positive_field("size", "m", Scaling::Axes, kMostMetres).written());
  }
  static const PieceKind<MatSpec> kind;
  bool operator==(const MatSpec&) const = default;
};

}  // namespace paddock
