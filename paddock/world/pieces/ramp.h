// A wedge that vehicles drive over.
#pragma once

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct RampSpec {  // rises along its own x
  Vec3 size{1, 1, 0.2};

  static void fields(auto&& visit) {
    visit(&RampSpec::size, positive_field("size", "m", Scaling::Axes, kMostMetres).written());
  }
  static const PieceKind<RampSpec> kind;
  bool operator==(const RampSpec&) const = default;
};

}  // namespace paddock
