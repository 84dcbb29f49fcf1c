// A box that stands on its middle.
#pragma once

#include <optional>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct BoxSpec {
  Vec3 size{1, 1, 1};
  std::optional<double> mass{};  // kg, when it moves; none: by its volume, as of all kinds below

  static void fields(auto&& visit) {
    visit(&BoxSpec::size, positive_field("size", "m", Scaling::Axes, kMostMetres).written());
    visit(&BoxSpec::mass, kMassField);
  }
  static const PieceKind<BoxSpec> kind;
  bool operator==(const BoxSpec&) const = default;
};

}  // namespace paddock
