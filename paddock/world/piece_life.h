// Pieces with a life: they go their own way (mover.h), change their looks by a cycle, or are
// changed by commands. What is a function of time alone stands here; what commands changed is
// state.
#pragma once

#include "paddock/world/world.h"

namespace paddock {

/// It may come to stand elsewhere, or nowhere: it goes its own way, or commands change it.
bool may_move(const WorldPiece& piece);
/// It may, or at least its looks change by themselves.
bool has_life(const WorldPiece& piece);

/// The variant that its cycle shows `seconds` after the start; 0 without a cycle.
std::size_t variant_at(const WorldPiece& piece, double seconds);
/// The piece as it looks in one of its variants; itself where it has none.
WorldPiece with_variant(WorldPiece piece, std::size_t variant);

}  // namespace paddock
