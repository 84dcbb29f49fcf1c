// Dressing meshes: normals split at hard edges and smooth elsewhere, texture coordinates of real
// scale, finishes. Metres.
#pragma once

#include <array>
#include <functional>

#include "paddock/geom/look.h"
#include "paddock/geom/mesh.h"

namespace paddock {

using Corners = std::array<Vec3, 3>;

/// Where a triangle lies on its texture: metres to the right and up, in the frame of its mesh.
using TextureMap = std::function<std::array<Vec2, 3>(const Corners& corners, Vec3 normal)>;

/// Each face for itself, upright where it stands: boxes, prisms.
std::array<Vec2, 3> map_from_sides(const Corners& corners, Vec3 normal);
/// x and y, whatever the slope: ground.
std::array<Vec2, 3> map_from_above(const Corners& corners, Vec3 normal);
/// Around the z axis, a whole number of `repeat` metres on the circle of `radius`; discs from
/// above.
TextureMap map_around(double radius, double repeat);

/// How a mesh is dressed.
struct Coat {
  Finish finish;
  double crease{0.7};  // cosine between faces below which their edge is hard
  TextureMap map{map_from_sides};
};

/// Adds `mesh`, moved and dressed, to `look`. Triangles without area are left out.
void dress(Look& look, const Mesh& mesh, const Pose3& look_from_mesh, const Coat& coat);

/// Adds a flat quad that shows all of a texture: corners counter-clockwise from its lower left.
void dress_quad(Look& look, const std::array<Vec3, 4>& corners, const Finish& finish);

/// Adds `other`, moved, to `look`.
void append(Look& look, const Look& other, const Pose3& look_from_other);

}  // namespace paddock
