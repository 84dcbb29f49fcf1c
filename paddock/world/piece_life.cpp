#include "paddock/world/piece_life.h"

#include <algorithm>
#include <cmath>

#include "paddock/world/mover.h"

namespace paddock {

bool may_move(const WorldPiece& piece) { return piece.changes || is_mover(piece.shape); }

bool has_life(const WorldPiece& piece) { return may_move(piece) || !piece.cycle.empty(); }

std::size_t variant_at(const WorldPiece& piece, double seconds) {
  if (piece.cycle.empty()) return 0;
  double whole = 0;
  for (const CycleStep& step : piece.cycle) whole += step.seconds;
  double left = std::fmod(seconds + piece.cycle_phase, whole);
  std::size_t step = 0;
  for (; step + 1 < piece.cycle.size() && left >= piece.cycle[step].seconds; ++step)
    left -= piece.cycle[step].seconds;
  return static_cast<std::size_t>(piece.cycle[step].variant);
}

WorldPiece with_variant(WorldPiece piece, std::size_t variant) {
  if (variant >= piece.variants.size()) return piece;
  const PieceVariant& looks = piece.variants[variant];
  piece.color = looks.color, piece.lit = looks.lit, piece.shape = looks.shape;
  return piece;
}

}  // namespace paddock
