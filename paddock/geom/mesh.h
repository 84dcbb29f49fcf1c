// Triangle meshes and the builders for every solid a level can name. Metres, z up. Meshes of solids
// are closed, and triangles run counter-clockwise seen from outside.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/core/vec.h"

namespace paddock {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  bool operator==(const Mesh&) const = default;
};

/// A box standing on z = 0, centred on the origin; size along x, y, z.
Mesh make_box(Vec3 size);
/// A wedge standing on z = 0, centred: rises from z = 0 at -x to size.z at +x.
Mesh make_ramp(Vec3 size);
/// An upright cylinder or cone frustum standing on z = 0 (top_radius 0 for a cone).
Mesh make_frustum(double bottom_radius, double top_radius, double height, int sides);
/// The solid that a profile, from its foot on the axis to its top, sweeps about z. Points off the
/// axis at either end are closed by a flat disc.
struct ProfilePoint {
  double radius{}, z{};
};
Mesh make_revolved(std::span<const ProfilePoint> profile, int sides);
/// The same surface without the discs: walking along the profile, outside is on the right.
Mesh make_hoop(std::span<const ProfilePoint> profile, int sides);
/// The solid between rings of equally many points, each counter-clockwise seen from the last ring;
/// first and last are closed by fans, so these two must be convex.
Mesh make_loft(std::span<const std::vector<Vec3>> rings);
/// A ball resting on z = 0.
Mesh make_ball(double radius, int sides);
/// A stack of `count` tyres standing on z = 0.
Mesh make_tyres(double radius, double tyre_height, int count, int sides);
/// Radius of such a stack at `z` above its foot.
double tyres_radius(double radius, double tyre_height, double z);
/// A wall along `points` (a ring when `closed`), mitred at the corners, from z = 0 to `height`.
Mesh make_wall(std::span<const Vec2> points, bool closed, double thickness, double height);
/// An upright solid between z = 0 and `height` with any outline: loops that neither cross nor
/// touch, counter-clockwise around the solid, clockwise around holes.
Mesh make_prism(std::span<const std::vector<Vec2>> loops, double height);
/// A flat strip along `points` at z = 0, as tape lies on a floor. One-sided, seen from above.
Mesh make_tape(std::span<const Vec2> points, bool closed, double width);
/// A flat rectangle at z = 0, seen from above.
Mesh make_mat(Vec2 size);
/// Heights on a grid over a rectangle about the origin (row by row from the lowest y), closed
/// below.
Mesh make_terrain(Vec2 size, int columns, int rows, std::span<const double> heights);

/// Adds `other`, moved, to `mesh`.
void append(Mesh& mesh, const Mesh& other, const Pose3& mesh_from_other);

}  // namespace paddock
