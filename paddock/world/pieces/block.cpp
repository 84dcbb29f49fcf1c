#include "paddock/world/pieces/block.h"

#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {

constinit const PieceKind<BlockSpec> BlockSpec::kind{
    .name = "block",
    .material = "foam",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = MeshSection{},
    .pushed = PushedPiece<BlockSpec>{.by_default = true,
                                     .mass = [](const BlockSpec& s) { return s.mass; }},
    .mesh = [](const BlockSpec& s) { return make_box(s.size); },
    .solid_parts = box_solid,
    .look = plain_look,
};

}  // namespace paddock
