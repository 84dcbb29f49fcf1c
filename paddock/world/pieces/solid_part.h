// What a solid piece is made of where physics meets it. Metres, in the piece's frame.
#pragma once

#include <variant>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/geom/mesh.h"

namespace paddock {

inline constexpr double kPropDensity =
    120;  // kg/m^3 of pieces that do not state their mass: hollow things

// about their origins, upright
struct BoxPart {
  Vec3 size;
};
struct CylinderPart {
  double radius{}, height{};
};
struct BallPart {
  double radius{};
};
/// The convex solid that a mesh, moved by -`middle`, encloses.
struct HullPart {
  Mesh mesh;
  Vec3 middle;
};
/// Any surface; nothing is inside of it.
struct SurfaceSolid {
  Mesh mesh;
};

struct SolidPart {
  std::variant<BoxPart, CylinderPart, BallPart, HullPart, SurfaceSolid> shape;
  Pose3 piece_from_part;
};

/// One box that stands on the piece's origin.
std::vector<SolidPart> box_parts(Vec3 size);
/// One cylinder that stands there.
std::vector<SolidPart> cylinder_parts(double radius, double height);
/// A box on the floor that is as long as `along` and runs that way: the side of a wall or prism.
struct BoxAlong {
  Vec2 middle, along;
  double thickness{}, height{};
};
SolidPart box_along(const BoxAlong& box);

// for a kind's `solid_parts`
template <class Spec>
std::vector<SolidPart> box_solid(const Spec& spec, const Mesh&) {
  return box_parts(spec.size);
}
template <class Spec>
std::vector<SolidPart> surface_solid(const Spec&, const Mesh& mesh) {
  return {{SurfaceSolid{mesh}, {}}};
}

}  // namespace paddock
