#include "paddock/world/pieces/tyres.h"

#include <array>

#include "paddock/core/angle.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

double radius_at(const TyresSpec& s, double z) {
  const bool cut = z > 0 && z <= s.count * s.tyre_height;
  return cut ? tyres_radius(s.radius, s.tyre_height, z) : 0;
}

/// Tyres with rounded shoulders, tread on the outside and a hole down the middle.
Look look_of_tyres(const TyresSpec& tyres, const WorldPiece&, const Finish& finish) {
  const double r = tyres.radius, h = tyres.tyre_height, hole = 0.55 * r;
  constexpr int kTyreSides = 28;
  Look look;
  const Coat tread{finish, 0.3, map_around(r, repeat_of(finish))};
  Finish wall = finish;
  wall.texture = nullptr;
  wall.color = finish.texture ? kRubber : finish.color;
  wall.name = finish.name + "-side";
  for (int i = 0; i < tyres.count; ++i) {
    const double z = i * h;
    // one turn about the section: down the hole, out along the floor, up the tread, back on top
    const std::array<ProfilePoint, 4> outside{
        {{0.97 * r, z + 0.16 * h}, {r, z + 0.25 * h}, {r, z + 0.75 * h}, {0.97 * r, z + 0.84 * h}}};
    const std::array<ProfilePoint, 4> below{
        {{hole, z + 0.22 * h}, {0.64 * r, z + 0.06 * h}, {0.86 * r, z}, {0.97 * r, z + 0.16 * h}}};
    const std::array<ProfilePoint, 4> above{{{0.97 * r, z + 0.84 * h},
                                             {0.86 * r, z + h},
                                             {0.64 * r, z + 0.94 * h},
                                             {hole, z + 0.78 * h}}};
    const std::array<ProfilePoint, 2> inside{{{hole, z + 0.78 * h}, {hole, z + 0.22 * h}}};
    dress(look, make_hoop(outside, kTyreSides), {}, tread);
    dress(look, make_hoop(below, kTyreSides), {}, {wall, 0.3, map_from_above});
    dress(look, make_hoop(above, kTyreSides), {}, {wall, 0.3, map_from_above});
    dress(look, make_hoop(inside, kTyreSides), {}, {wall, 0.3, map_from_above});
  }
  return look;
}

}  // namespace

constinit const PieceKind<TyresSpec> TyresSpec::kind{
    .name = "tyres",
    .material = "rubber",
    .tag = SemanticTag::Fence,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = RoundSection<TyresSpec>{radius_at},
    .pushed = PushedPiece<TyresSpec>{.by_default = false,
                                     .mass =
                                         [](const TyresSpec& s) {
                                           return s.mass.value_or(kPropDensity * kPi * s.radius *
                                                                  s.radius * s.tyre_height *
                                                                  s.count);
                                         }},
    .mesh =
        [](const TyresSpec& s) {
          return make_tyres(s.radius, s.tyre_height, s.count, kRoundSides);
        },
    .solid_parts = [](const TyresSpec& s,
                      const Mesh&) { return cylinder_parts(s.radius, s.count * s.tyre_height); },
    .look = look_of_tyres,
};

}  // namespace paddock
