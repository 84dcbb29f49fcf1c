#include "paddock/world/pieces/sign.h"

#include "paddock/core/text.h"
#include "paddock/world/marker.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

Look look_of_sign(const SignSpec& s, const WorldPiece& piece, const Finish& finish) {
  return board_look(
      piece, finish,
      {.size = s.size,
       .name = concat("sign-", s.text, '-', s.size.x, 'x', s.size.y, '-', finish.name),
       .picture = draw_sign(s, piece.color)});
}

}  // namespace

constinit const PieceKind<SignSpec> SignSpec::kind{
    .name = "sign",
    .material = "white",
    .tag = SemanticTag::TrafficSign,
    .solid = false,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh =
        [](const SignSpec& s) {
          return make_box({kMarkerThickness, s.size.x, s.size.y});
        },
    .solid_parts = surface_solid,
    .look = look_of_sign,
};

}  // namespace paddock
