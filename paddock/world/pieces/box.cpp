#include "paddock/world/pieces/box.h"

#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {

constinit const PieceKind<BoxSpec> BoxSpec::kind{
    .name = "box",
    .material = "wood",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = MeshSection{},
    .pushed = PushedPiece<BoxSpec>{.by_default = false,
                                   .mass =
                                       [](const BoxSpec& s) {
                                         return s.mass.value_or(kPropDensity * s.size.x * s.size.y *
                                                                s.size.z);
                                       }},
    .mesh = [](const BoxSpec& s) { return make_box(s.size); },
    .solid_parts = box_solid,
    .look = box_shaped_look,
};

}  // namespace paddock
