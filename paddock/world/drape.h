// Tape, mats and other flat pieces follow the ground they lie on.
#pragma once

#include "paddock/geom/mesh.h"
#include "paddock/world/world.h"

namespace paddock {

/// The mesh of what lies flat, laid over terrains and ramps, in the piece's frame; its own mesh
/// where the ground under it is level.
Mesh drape(const World& world, const WorldPiece& piece);

/// Into how many steps a length is cut that follows the ground.
int steps_for(double metres);

}  // namespace paddock
