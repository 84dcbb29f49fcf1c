#include "paddock/world/pieces/ramp.h"

#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

HeightField ramp_field(const RampSpec& ramp) {
  return {.world_from_field = {},
          .size = xy(ramp.size),
          .columns = 2,
          .rows = 2,
          .heights = {0, ramp.size.z, 0, ramp.size.z},
          .base = 0};
}

}  // namespace

constinit const PieceKind<RampSpec> RampSpec::kind{
    .name = "ramp",
    .material = "wood",
    .tag = SemanticTag::Road,
    .solid = true,
    .placed_by_points = false,
    .role = GroundPiece<RampSpec>{GroundForm::Ramp, ramp_field},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const RampSpec& s) { return make_ramp(s.size); },
    .solid_parts = [](const RampSpec&, const Mesh& mesh) -> std::vector<SolidPart> {
      return {{HullPart{mesh, {}}, {}}};
    },
    .look = plain_look,
};

}  // namespace paddock
