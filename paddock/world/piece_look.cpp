// The look of a piece: as its kind dresses it. A look never leaves the piece's mesh by more than
// paint does; what it adds is colour, grain and the details by which a thing is known.
#include "paddock/world/world_look.h"

namespace paddock {

Look look_of(const WorldPiece& piece, Finishes& finishes) {
  const Finish finish = finishes.of(*piece.material, piece.color);
  Look look = std::visit(
      [&](const auto& spec) { return spec.kind.look.value(spec, piece, finish); }, piece.shape);
  for (Finish& f : look.finishes) {
    f.lit = piece.lit;
    if (!piece.lit) f.name += "-unlit";
  }
  return look;
}

}  // namespace paddock
