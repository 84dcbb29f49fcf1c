#include "paddock/world/pieces/mat.h"

#include "paddock/world/drape.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

Mesh fine_mat(const MatSpec& mat) {
  const Vec2 size = mat.size;
  const int columns = steps_for(size.x), rows = steps_for(size.y);
  const Vec2 tile{size.x / columns, size.y / rows};
  Mesh mesh;
  for (int i = 0; i < columns * rows; ++i) {
    const Vec3 at{(i % columns + 0.5) * tile.x - size.x / 2,
                  (i / columns + 0.5) * tile.y - size.y / 2, 0};
    append(mesh, make_mat(tile), {at, {}});
  }
  return mesh;
}

}  // namespace

constinit const PieceKind<MatSpec> MatSpec::kind{
    .name = "mat",
    .material = "carpet",
    .tag = SemanticTag::Road,
    .solid = false,
    .placed_by_points = false,
    .role = FlatPiece<MatSpec>{FlatLayer::Mats, fine_mat, [](const MatSpec& s) { return s.size; }},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const MatSpec& s) { return make_mat(s.size); },
    .solid_parts = surface_solid,
    .look = floor_look,
};

}  // namespace paddock
