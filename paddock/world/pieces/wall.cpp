#include "paddock/world/pieces/wall.h"

#include <span>

#include "paddock/world/level_complaints.h"
#include "paddock/world/level_crossing.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

constexpr double kStraight = 0.9999;  // cosine of a bend too slight for a post

/// A box for each stretch and a post in each bend: flush with each other, so that a car scrapes
/// along without a catch. Mitred hulls, as they are drawn, stopped it at every joint.
std::vector<SolidPart> wall_parts(const WallSpec& wall, const Mesh&) {
  std::vector<SolidPart> parts;
  const auto& p = wall.points;
  const std::size_t n = p.size();
  const double up = wall.height / 2;
  for (std::size_t i = 0; i < (wall.closed ? n : n - 1); ++i) {
    const Vec2 along = p[(i + 1) % n] - p[i], middle = lerp(p[i], p[(i + 1) % n], 0.5);
    parts.push_back(box_along(
        {.middle = middle, .along = along, .thickness = wall.thickness, .height = wall.height}));
    if (i == 0 && !wall.closed) continue;
    const Vec2 before = p[i] - p[(i + n - 1) % n];
    if (dot(normalized(before), normalized(along)) > kStraight) continue;
    parts.push_back({CylinderPart{wall.thickness / 2, wall.height}, {{p[i].x, p[i].y, up}, {}}});
  }
  return parts;
}

void check_wall(const WallSpec& wall, Examined& piece) {
  if (!piece.sound("points")) return;
  const LineView line{wall.points, wall.closed};
  if (const auto c = find_crossing(std::span(&line, 1))) {
    piece.must(false, "points", "not cross or touch, got a crossing of the stretches from points ",
               c->first_point + 1, " and ", c->second_point + 1);
  }
}

}  // namespace

constinit const PieceKind<WallSpec> WallSpec::kind{
    .name = "wall",
    .material = "plaster",
    .tag = SemanticTag::Wall,
    .solid = true,
    .placed_by_points = true,
    .role = StandingPiece{},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const WallSpec& s) { return make_wall(s.points, s.closed, s.thickness, s.height); },
    .solid_parts = wall_parts,
    .look = [](const WallSpec& s, const WorldPiece& piece,
               const Finish& finish) { return line_look(s, piece, finish, 0.8); },
    .own = {.check = check_wall},
};

}  // namespace paddock
