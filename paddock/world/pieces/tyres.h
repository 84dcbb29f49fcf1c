// A stack of tyres.
#pragma once

#include <optional>

#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct TyresSpec {
  double radius{0.15};
  double tyre_height{0.08};
  int count{3};
  std::optional<double> mass{};

  static void fields(auto&& visit) {
    visit(&TyresSpec::radius, positive_field("radius", "m", Scaling::Whole, 100));
    visit(&TyresSpec::tyre_height, positive_field("tyre_height", "m", Scaling::Whole, 100));
    visit(&TyresSpec::count, ranged_field("count", "", Scaling::None, 1, 20));
    visit(&TyresSpec::mass, kMassField);
  }
  static const PieceKind<TyresSpec> kind;
  bool operator==(const TyresSpec&) const = default;
};

}  // namespace paddock
