// A traffic cone, pointed or cut off, on a round disc if it has one.
#pragma once

#include <optional>

#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct ConeSpec {  // a frustum, on a disc when that has a thickness
  double radius{0.1};
  double height{0.3};  // without the disc
  double top_radius{};
  double base_radius{}, base_thickness{};
  std::optional<double> mass{};
  std::optional<double> mass_height{};  // m of its centre of mass above its foot; none: by shape
  double core{1};                       // of its width above the disc, that can be touched

  static void fields(auto&& visit) {
    visit(&ConeSpec::radius, positive_field("radius", "m", Scaling::Round, kMostMetres));
    visit(&ConeSpec::height, positive_field("height", "m", Scaling::Up, kMostMetres));
    visit(&ConeSpec::top_radius, ranged_field("top_radius", "m", Scaling::Round, 0, kMostMetres));
    visit(&ConeSpec::base_radius, ranged_field("base_radius", "m", Scaling::Round, 0, kMostMetres));
    visit(&ConeSpec::base_thickness,
          ranged_field("base_thickness", "m", Scaling::Up, 0, kMostMetres));
    visit(&ConeSpec::core, ranged_field("core", "", Scaling::None, 0.01, 1));
    visit(&ConeSpec::mass, kMassField);
    visit(&ConeSpec::mass_height, free_field("mass_height", "m", Scaling::Up));
  }
  static const PieceKind<ConeSpec> kind;
  bool operator==(const ConeSpec&) const = default;
};

/// Of its centre of mass above its foot, m.
double mass_height_of(const ConeSpec& cone);

}  // namespace paddock
