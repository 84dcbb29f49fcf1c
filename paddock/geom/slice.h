// Horizontal slices of a closed mesh.
#pragma once

#include <vector>

#include "paddock/geom/mesh.h"
#include "paddock/geom/shape.h"

namespace paddock {

/// The loops in which the plane z = height cuts `mesh`, solid on their left, without points that
/// lie on a straight line between their neighbours. A vertex exactly on the plane counts as above
/// it, so the answer is well defined at every height. Empty when the plane misses the mesh.
std::vector<Loop2> slice(const Mesh& mesh, double height);

}  // namespace paddock
