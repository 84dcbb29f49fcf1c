#include "paddock/world/pieces/cone.h"

#include <array>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

constexpr double kConeFriction = 1.2;  // a rubber foot: it tips rather than slides
constexpr int kSolidSides = 12;

Mesh cone_mesh(const ConeSpec& s) {
  if (s.base_thickness == 0) return make_frustum(s.radius, s.top_radius, s.height, kRoundSides);
  const double foot = s.base_thickness;
  std::vector<ProfilePoint> profile{{s.base_radius, 0}, {s.base_radius, foot}};
  if (s.base_radius > s.radius) profile.push_back({s.radius, foot});
  profile.push_back({s.top_radius, foot + s.height});
  return make_revolved(profile, kRoundSides);
}

double radius_at(const ConeSpec& s, double z) {
  const double up = z - s.base_thickness;
  if (!(z > 0 && z <= s.base_thickness + s.height)) return 0;
  if (up <= 0) return s.base_radius;
  return s.radius * (1 - up / s.height) + s.top_radius * (up / s.height);
}

double mass_of(const ConeSpec& s) {
  const double q = s.top_radius / s.radius;
  const double cone = kPropDensity * kPi * s.radius * s.radius * s.height / 3 * (1 + q + q * q);
  const double disc = kPropDensity * kPi * s.base_radius * s.base_radius * s.base_thickness;
  return s.mass.value_or(cone + disc);
}

std::vector<SolidPart> cone_parts(const ConeSpec& s, const Mesh&) {
  const double middle = mass_height_of(s), foot = s.base_thickness;
  Mesh cone = make_frustum(s.core * s.radius, s.core * s.top_radius, s.height, kSolidSides);
  std::vector<SolidPart> parts{
      {HullPart{std::move(cone), {0, 0, middle - foot}}, {{0, 0, middle}, {}}}};
  if (foot > 0) {
    Mesh disc = make_frustum(s.base_radius, s.base_radius, foot, kSolidSides);
    parts.push_back({HullPart{std::move(disc), {0, 0, middle}}, {{0, 0, middle}, {}}});
  }
  return parts;
}

void check_cone(const ConeSpec& s, Examined& piece) {
  piece.must(s.base_thickness == 0 || s.base_radius >= s.radius, "base_radius",
             "be at least radius under a cone with a base, got ", figure(s.base_radius),
             " with radius ", figure(s.radius));
  if (s.mass_height) piece.between("mass_height", *s.mass_height, 0, s.height);
}

/// A fir: skirts of branches inside the cone.
Look fir(const ConeSpec& cone, const Finish& finish) {
  constexpr int kSkirts = 4;
  std::vector<ProfilePoint> profile{{0, 0}};
  for (int i = 0; i < kSkirts; ++i) {
    const double low = static_cast<double>(i) / kSkirts, high = (i + 1.0) / kSkirts;
    profile.push_back({cone.radius * (1 - low), cone.height * low});
    profile.push_back({0.72 * cone.radius * (1 - high), cone.height * (high + 0.02)});
  }
  profile.back() = {0, cone.height};
  return coated(make_revolved(profile, 20),
                {finish, 0.6, map_around(cone.radius / 2, repeat_of(finish))});
}

/// Ring `low` to `high`, as parts of the height, of the cone's surface.
Mesh cone_ring(const ConeSpec& cone, double low, double high) {
  const auto at = [&](double part) -> ProfilePoint {
    return {cone.radius * (1 - part) + cone.top_radius * part,
            cone.base_thickness + cone.height * part};
  };
  const std::array<ProfilePoint, 2> profile{{at(low), at(high)}};
  return make_hoop(profile, kRoundSides);
}

Look traffic_cone(const ConeSpec& cone, const Finish& body, const Finish& band) {
  Look look;
  const Coat skin{body, 0.5, map_around(cone.radius / 2, repeat_of(body))};
  const Coat belt{band, 0.5, map_from_sides};
  dress(look, cone_ring(cone, 0, 0.36), {}, skin);
  dress(look, cone_ring(cone, 0.36, 0.62), {}, belt);
  dress(look, cone_ring(cone, 0.62, 1), {}, skin);
  const double top = cone.base_thickness + cone.height;
  if (cone.top_radius > 0) {
    const std::array<ProfilePoint, 2> lid{{{cone.top_radius, top}, {0, top}}};
    dress(look, make_hoop(lid, kRoundSides), {}, {body, 0.5, map_from_above});
  }
  if (cone.base_thickness > 0) {
    dress(look, make_frustum(cone.base_radius, cone.base_radius, cone.base_thickness, kRoundSides),
          {}, {body, 0.7, map_from_sides});
    return look;
  }
  // the foot: a plate with its corners cut
  const double r = cone.radius * 1.08, cut = 0.35 * r;
  const std::vector<std::vector<Vec2>> plate{{{r - cut, -r},
                                              {r, cut - r},
                                              {r, r - cut},
                                              {r - cut, r},
                                              {cut - r, r},
                                              {-r, r - cut},
                                              {-r, cut - r},
                                              {cut - r, -r}}};
  dress(look, make_prism(plate, 0.045 * cone.height), {}, {body, 0.7, map_from_sides});
  return look;
}

Look look_of_cone(const ConeSpec& s, const WorldPiece& piece, const Finish& finish) {
  if (piece.material->pattern == Pattern::Leaves) return fir(s, finish);
  const bool orange = piece.material->name == "orange";
  return traffic_cone(s, finish, orange ? paint(kChalk) : finish);
}

}  // namespace

double mass_height_of(const ConeSpec& s) {
  if (s.mass_height) return *s.mass_height;
  // frustum and disc, each with its volume over pi
  const double q = s.top_radius / s.radius, sum = 1 + q + q * q;
  const double own = s.height / 4 * ((1 + 2 * q + 3 * q * q) / sum);
  if (s.base_thickness == 0) return own;
  const double cone = s.radius * s.radius * s.height / 3 * sum;
  const double disc = s.base_radius * s.base_radius * s.base_thickness;
  return (cone * (s.base_thickness + own) + disc * s.base_thickness / 2) / (cone + disc);
}

constinit const PieceKind<ConeSpec> ConeSpec::kind{
    .name = "cone",
    .material = "orange",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = RoundSection<ConeSpec>{radius_at},
    .pushed =
        PushedPiece<ConeSpec>{.by_default = false, .mass = mass_of, .friction = kConeFriction},
    .mesh = cone_mesh,
    .solid_parts = cone_parts,
    .look = look_of_cone,
    .own = {.check = check_cone},
};

}  // namespace paddock
