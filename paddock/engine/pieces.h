// Pieces are changed between two ticks: taken away and brought back, put elsewhere, scaled, varied.
// Which ones may be, the level says (`changes`).
#pragma once

#include <cstdint>
#include <optional>

#include "paddock/engine/model.h"
#include "paddock/engine/state.h"

namespace paddock {

/// What is left out stays as it is.
struct ChangePiece {
  PieceId piece{};
  std::optional<bool> present{};
  std::optional<Pose2> pose{};            // of its origin; it keeps its height above the ground
  std::optional<double> scale{};          // about its origin; of what is pushed about its mass too
  std::optional<std::int32_t> variant{};  // -1: as its cycle says again
  bool operator==(const ChangePiece&) const = default;
};

/// As asked from the next tick on; what is pushed about then stands where it is put, at rest. A
/// piece that is put into a vehicle pushes it aside. An Error, and nothing changed, where there is
/// no such piece, it does not change in this way, or a number is out of bounds.
Result<void> change_piece(const Model& model, const ChangePiece& change, State& state);

/// True when these could be the states of the model's pieces.
bool pieces_fit(const Model& model, std::span<const PieceState> pieces);

}  // namespace paddock
