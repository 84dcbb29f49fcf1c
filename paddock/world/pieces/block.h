// A loose block.
#pragma once

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct BlockSpec {
  Vec3 size{0.1, 0.1, 0.1};
  double mass{0.1};

  static void fields(auto&& visit) {
    visit(&BlockSpec::size, positive_field("size", "m", Scaling::Axes, kMostMetres));
    visit(&BlockSpec::mass, kMassField);
  }
  static const PieceKind<BlockSpec> kind;
  bool operator==(const BlockSpec&) const = default;
};

}  // namespace paddock
