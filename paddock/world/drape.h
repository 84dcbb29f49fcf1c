// Tape and mats follow the ground they lie on.
#pragma once

#include "paddock/geom/mesh.h"
#include "paddock/world/world.h"

namespace paddock {

/// The mesh of a tape or mat laid over terrains and ramps, in the piece's frame; its own mesh where
/// the ground under it is level.
Mesh drape(const World& world, const WorldPiece& piece);

}  // namespace paddock
