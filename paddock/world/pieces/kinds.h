// What the kind of a piece says of it, whichever kind it is: nobody else asks for a kind by name.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "paddock/geom/height.h"
#include "paddock/geom/mesh.h"
#include "paddock/world/pieces/shapes.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {

/// All that is the same for every piece of a kind.
struct PieceTraits {
  std::string_view name, material;
  SemanticTag tag{};
  bool solid{};                     // by default
  bool placed_by_points{};          // `at` may be left out
  std::optional<FlatLayer> flat{};  // of what lies on the ground
  std::optional<GroundForm> ground{};
  bool mover{};              // goes its own way
  bool may_move{}, moves{};  // pushed about by vehicles; by default in rigid levels
  std::optional<double> friction{}, bounce{};  // of what is pushed, in place of its material's
};
PieceTraits traits_of(const PieceShape& shape);

/// The names of all kinds, in the order of PieceShape.
const std::vector<std::string_view>& piece_kinds();

Mesh mesh_of(const PieceShape& shape);
/// Of what lies flat: with corners enough to follow a relief.
Mesh fine_mesh_of(const PieceShape& shape);
/// Size of the ground that has the friction of what lies on it; nothing: it has none.
std::optional<Vec2> patch_of(const PieceShape& shape);
/// Of terrains and ramps, about their own origin.
HeightField height_field_of(const PieceShape& shape);
/// m above where it is put that the way of a mover begins; 0 for all others.
double lift_of(const PieceShape& shape);
/// kg, of what vehicles push about.
double mass_of(const PieceShape& shape);
std::vector<SolidPart> solid_parts_of(const PieceShape& shape, const Mesh& mesh);

/// What a level plane cuts: what the mesh gives; a circle about the axis of an upright piece; a
/// ball's.
enum class SectionForm : std::uint8_t { Mesh, Round, Ball };
SectionForm section_of(const PieceShape& shape);
/// Of a round section `z` above its foot, 0 where the plane misses it; of a ball, whatever `z`.
double section_radius(const PieceShape& shape, double z);

/// Points and grid points, at least 1.
std::size_t points_in(const PieceShape& shape);

}  // namespace paddock
