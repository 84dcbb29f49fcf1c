// What the looks of several kinds of pieces are made with.
#pragma once

#include <string>
#include <vector>

#include "paddock/geom/look_build.h"
#include "paddock/geom/palette.h"
#include "paddock/geom/texture.h"
#include "paddock/world/world.h"

namespace paddock {

inline constexpr int kRoundSides = 32;  // of what is round, drawn or cut
inline constexpr Color kRubber{30, 32, 35}, kWindowGlass{52, 68, 82};

/// Along a line, and across it or up from the floor.
TextureMap map_along(const std::vector<Vec2>& points, bool closed);

/// A mesh in one coat.
Look coated(const Mesh& mesh, const Coat& coat);

/// Metres after which a finish repeats.
double repeat_of(const Finish& finish);

/// A picture over the whole front of a board, a tenth of a millimetre before it.
struct BoardFront {
  Vec2 size;
  std::string name;
  Image picture;
};
Look board_look(const WorldPiece& piece, const Finish& finish, BoardFront front);

/// A plain box, or what its tag says it stands for: a house, a garage, a parked car.
Look box_look(const WorldPiece& piece, Vec3 size, const Finish& finish);

// for a kind's `look`
template <class Spec>
Look plain_look(const Spec&, const WorldPiece& piece, const Finish& finish) {
  return coated(piece.mesh, {finish});
}
template <class Spec>
Look box_shaped_look(const Spec& spec, const WorldPiece& piece, const Finish& finish) {
  return box_look(piece, spec.size, finish);
}
/// Seen from above: what lies on the ground.
template <class Spec>
Look floor_look(const Spec&, const WorldPiece& piece, const Finish& finish) {
  return coated(piece.mesh, {finish, 0.5, map_from_above});
}
template <class Spec>
Look line_look(const Spec& spec, const WorldPiece& piece, const Finish& finish, double crease) {
  return coated(piece.mesh, {finish, crease, map_along(spec.points, spec.closed)});
}

}  // namespace paddock
