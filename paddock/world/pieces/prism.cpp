#include "paddock/world/pieces/prism.h"

#include <span>

#include "paddock/world/level_complaints.h"
#include "paddock/world/level_crossing.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

constexpr double kSkin = 0.01;  // m, of a side

double signed_area(const std::vector<Vec2>& loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i)
    twice += cross(loop[i], loop[(i + 1) % loop.size()]);
  return twice / 2;
}

bool is_convex(std::span<const Vec2> loop) {
  const std::size_t n = loop.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % n], c = loop[(i + 2) % n];
    if (cross(b - a, c - b) < -1e-12) return false;
  }
  return n >= 3;
}

/// Lid and bottom as triangles, each side as a thin box just inside it: flush, as those of a wall.
std::vector<SolidPart> prism_parts(const PrismSpec& prism, const Mesh& mesh) {
  if (prism.loops.size() == 1 && is_convex(prism.loops[0])) return {{HullPart{mesh, {}}, {}}};
  Mesh lids{.points = mesh.points, .triangles = {}};
  for (const auto& t : mesh.triangles)
    if (mesh.points[t[0]].z == mesh.points[t[1]].z && mesh.points[t[0]].z == mesh.points[t[2]].z)
      lids.triangles.push_back(t);
  std::vector<SolidPart> parts{{SurfaceSolid{std::move(lids)}, {}}};
  for (const std::vector<Vec2>& loop : prism.loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 a = loop[i], along = loop[(i + 1) % loop.size()] - a;
      const Vec2 middle = a + 0.5 * along + (kSkin / 2) * perpendicular(normalized(along));
      parts.push_back(box_along(
          {.middle = middle, .along = along, .thickness = kSkin, .height = prism.height}));
    }
  }
  return parts;
}

void check_prism(const PrismSpec& s, Examined& piece) {
  if (!piece.sound("loops")) return;
  double area = 0;
  std::vector<LineView> lines;
  for (const auto& loop : s.loops) {
    area += signed_area(loop);
    lines.push_back({loop, true});
  }
  piece.must(area > 0, "loops", "run counter-clockwise around the solid, got an area of ",
             figure(area));
  if (const auto c = find_crossing(lines)) {
    piece.must(false, "loops", "not cross or touch, got a crossing of loop ", c->first_line + 1,
               " after point ", c->first_point + 1, " and loop ", c->second_line + 1,
               " after point ", c->second_point + 1);
  }
}

}  // namespace

constinit const PieceKind<PrismSpec> PrismSpec::kind{
    .name = "prism",
    .material = "plaster",
    .tag = SemanticTag::Wall,
    .solid = true,
    .placed_by_points = true,
    .role = StandingPiece{},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const PrismSpec& s) { return make_prism(s.loops, s.height); },
    .solid_parts = prism_parts,
    .look = plain_look,
    .own = {.check = check_prism},
};

}  // namespace paddock
