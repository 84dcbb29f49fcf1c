// Which triangles bound something solid: seen from outside it, their backs are always behind one of
// its fronts.
#pragma once

#include <vector>

#include "paddock/geom/look.h"

namespace paddock {

/// Of a triangle that bounds nothing solid: no distance is far enough away from it.
inline constexpr float kOpenMesh = 1e30f;

/// For each triangle of a look: m across the closed mesh that it belongs to, at most; or kOpenMesh.
/// Closed is what is joined by shared places, has each edge as often in one direction as in the
/// other, and has its outside outside. Places less than a thousandth of a millimetre apart are one.
std::vector<float> sizes_of_closed(const Look& look);

}  // namespace paddock
