// An upright column.
#pragma once

#include <optional>

#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct CylinderSpec {
  double radius{0.1};
  double height{0.5};
  std::optional<double> mass{};

  static void fields(auto&& visit) {
    visit(&CylinderSpec::radius, positive_field("radius", "m", Scaling::Round, kMostMetres));
    visit(&CylinderSpec::height, positive_field("height", "m", Scaling::Up, kMostMetres));
    visit(&CylinderSpec::mass, kMassField);
  }
  static const PieceKind<CylinderSpec> kind;
  bool operator==(const CylinderSpec&) const = default;
};

}  // namespace paddock
