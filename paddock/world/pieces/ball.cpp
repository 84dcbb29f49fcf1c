#include "paddock/world/pieces/ball.h"

#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

constexpr double kBallBounce = 0.5;

Look look_of_ball(const BallSpec& s, const WorldPiece&, const Finish& finish) {
  return coated(make_ball(s.radius, kRoundSides),
                {finish, 0.5, map_around(s.radius, repeat_of(finish))});
}

}  // namespace

constinit const PieceKind<BallSpec> BallSpec::kind{
    .name = "ball",
    .material = "red",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = BallSection<BallSpec>{[](const BallSpec& s) { return s.radius; }},
    .pushed = PushedPiece<BallSpec>{.by_default = true,
                                    .mass = [](const BallSpec& s) { return s.mass; },
                                    .bounce = kBallBounce},
    .mesh = [](const BallSpec& s) { return make_ball(s.radius, kRoundSides); },
    .solid_parts = [](const BallSpec& s, const Mesh&) -> std::vector<SolidPart> {
      return {{BallPart{s.radius}, {{0, 0, s.radius}, {}}}};
    },
    .look = look_of_ball,
};

}  // namespace paddock
