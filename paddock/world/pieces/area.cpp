#include "paddock/world/pieces/area.h"

#include <array>
#include <span>

#include "paddock/world/level_complaints.h"
#include "paddock/world/level_crossing.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

/// The lid of the prism over a loop.
void add_filled(Mesh& mesh, const std::vector<Vec2>& loop) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  for (const Vec2 p : loop) mesh.points.push_back({p.x, p.y, 0});
  if (loop.size() == 4) {  // most are quads, and all of these are convex but for a few
    const auto corner = [&](std::size_t i) {
      return cross(loop[(i + 1) % 4] - loop[i], loop[(i + 2) % 4] - loop[(i + 1) % 4]);
    };
    if (corner(0) >= 0 && corner(1) >= 0 && corner(2) >= 0 && corner(3) >= 0) {
      mesh.triangles.push_back({first, first + 1, first + 2});
      mesh.triangles.push_back({first, first + 2, first + 3});
      return;
    }
  }
  const auto count = static_cast<std::uint32_t>(loop.size());
  const Mesh prism = make_prism(std::span(&loop, 1), 1);
  for (const auto& t : prism.triangles)
    if (t[0] >= count && t[1] >= count && t[2] >= count)
      mesh.triangles.push_back({first + t[0] - count, first + t[1] - count, first + t[2] - count});
}

Mesh mesh_of_area(const AreaSpec& area) {
  Mesh mesh;
  for (const std::vector<Vec2>& loop : area.loops) add_filled(mesh, loop);
  return mesh;
}

double signed_area(const std::vector<Vec2>& loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i)
    twice += cross(loop[i], loop[(i + 1) % loop.size()]);
  return twice / 2;
}

void check_area(const AreaSpec& s, Examined& piece) {
  if (!piece.sound("loops")) return;
  for (std::size_t i = 0; i < s.loops.size(); ++i) {
    const std::array<LineView, 1> line{{{s.loops[i], true}}};
    piece.must(signed_area(s.loops[i]) > 0, "loops", "run counter-clockwise, got loop ", i + 1,
               " clockwise");
    if (const auto c = find_crossing(line))
      piece.must(false, "loops", "not cross themselves, got a crossing of loop ", i + 1,
                 " after its points ", c->first_point + 1, " and ", c->second_point + 1);
  }
}

}  // namespace

constinit const PieceKind<AreaSpec> AreaSpec::kind{
    .name = "area",
    .material = "asphalt",
    .tag = SemanticTag::Road,
    .solid = false,
    .placed_by_points = true,
    .role = FlatPiece<AreaSpec>{FlatLayer::Mats, mesh_of_area, nullptr},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = mesh_of_area,
    .solid_parts = surface_solid,
    .look = floor_look,
    .own = {.check = check_area},
};

}  // namespace paddock
