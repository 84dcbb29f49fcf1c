#include "paddock/world/pieces/cylinder.h"

#include "paddock/core/angle.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

double radius_at(const CylinderSpec& cylinder, double z) {
  return z > 0 && z <= cylinder.height ? cylinder.radius : 0;
}

Look look_of_cylinder(const CylinderSpec& s, const WorldPiece& piece, const Finish& finish) {
  // poles and trunks are many and never large in a picture
  const bool slender = s.radius < 0.25 && s.height > 8 * s.radius;
  const Mesh mesh = slender ? make_frustum(s.radius, s.radius, s.height, 12) : piece.mesh;
  return coated(mesh, {finish, 0.7, map_around(s.radius, repeat_of(finish))});
}

}  // namespace

constinit const PieceKind<CylinderSpec> CylinderSpec::kind{
    .name = "cylinder",
    .material = "concrete",
    .tag = SemanticTag::Pole,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = RoundSection<CylinderSpec>{radius_at},
    .pushed = PushedPiece<CylinderSpec>{.by_default = false,
                                        .mass =
                                            [](const CylinderSpec& s) {
                                              return s.mass.value_or(kPropDensity * kPi * s.radius *
                                                                     s.radius * s.height);
                                            }},
    .mesh =
        [](const CylinderSpec& s) {
          return make_frustum(s.radius, s.radius, s.height, kRoundSides);
        },
    .solid_parts = [](const CylinderSpec& s,
                      const Mesh&) { return cylinder_parts(s.radius, s.height); },
    .look = look_of_cylinder,
};

}  // namespace paddock
