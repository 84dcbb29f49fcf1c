#include "paddock/world/pieces/capsule.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

Mesh capsule_mesh(const CapsuleSpec& s) {
  constexpr int kSteps = 8;  // of each half ball
  std::vector<ProfilePoint> profile;
  for (int i = 0; i <= 2 * kSteps; ++i) {
    const Rot2 turn = Rot2::of(kPi / 2 * i / kSteps);
    const double up = i > kSteps ? s.height - 2 * s.radius : 0;
    const bool pole = i == 0 || i == 2 * kSteps;
    profile.push_back({pole ? 0 : s.radius * turn.s, up + s.radius * (1 - turn.c)});
    // between the halves: two rings, unless it is a ball
    if (i == kSteps && s.height > 2 * s.radius) profile.push_back({s.radius, s.height - s.radius});
  }
  return make_revolved(profile, kRoundSides);
}

double radius_at(const CapsuleSpec& s, double z) {
  if (!(z > 0 && z <= s.height)) return 0;
  const double off = std::max({s.radius - z, z - (s.height - s.radius), 0.0});
  return std::sqrt(std::max(s.radius * s.radius - off * off, 0.0));
}

std::vector<SolidPart> capsule_parts(const CapsuleSpec& s, const Mesh&) {
  const double straight = s.height - 2 * s.radius;
  std::vector<SolidPart> parts{{BallPart{s.radius}, {{0, 0, s.radius}, {}}}};
  if (straight <= 0) return parts;
  parts.push_back({BallPart{s.radius}, {{0, 0, s.height - s.radius}, {}}});
  parts.push_back({CylinderPart{s.radius, straight}, {{0, 0, s.height / 2}, {}}});
  return parts;
}

void check_capsule(const CapsuleSpec& s, Examined& piece) {
  piece.must(s.height >= 2 * s.radius, "height", "be at least twice the radius, got ",
             figure(s.height), " with radius ", figure(s.radius));
}

Look look_of_capsule(const CapsuleSpec& s, const WorldPiece& piece, const Finish& finish) {
  return coated(piece.mesh, {finish, 0.5, map_around(s.radius, repeat_of(finish))});
}

}  // namespace

constinit const PieceKind<CapsuleSpec> CapsuleSpec::kind{
    .name = "capsule",
    .material = "concrete",
    .tag = SemanticTag::Pole,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = RoundSection<CapsuleSpec>{radius_at},
    .pushed = std::nullopt,
    .mesh = capsule_mesh,
    .solid_parts = capsule_parts,
    .look = look_of_capsule,
    .own = {.check = check_capsule},
};

}  // namespace paddock
