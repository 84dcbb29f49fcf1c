#include "paddock/world/pieces/ball.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

constexpr double kBallBounce = 0.5;

/// A crown of leaves: bulges and hollows, other ones for every place.
Look crown(const BallSpec& ball, Vec3 at, const Finish& finish) {
  constexpr int kRings = 6, kSides = 10;
  const auto place = static_cast<std::uint32_t>(
      static_cast<std::int64_t>(std::floor(4 * at.x) + 977 * std::floor(4 * at.y)));
  std::vector<std::vector<Vec3>> rings;
  for (int i = 0; i <= kRings; ++i) {
    // the poles are small discs, so that every ring has its corners
    const Rot2 up = Rot2::of(kPi * std::clamp(static_cast<double>(i) / kRings, 0.06, 0.94));
    std::vector<Vec3>& ring = rings.emplace_back();
    for (int j = 0; j < kSides; ++j) {
      const std::uint32_t mixed = (place + static_cast<std::uint32_t>(31 * i + j)) * 0x9e3779b1u;
      const double bulge = i == 0 || i == kRings ? 0.95 : 0.86 + 0.26 * (mixed >> 20) / 4096.0;
      const Rot2 around = Rot2::of(2 * kPi * (j + 0.5 * (i % 2)) / kSides);
      const double out = bulge * ball.radius * up.s;
      ring.push_back({out * around.c, out * around.s, ball.radius * (1 - bulge * up.c)});
    }
  }
  return coated(make_loft(rings), {finish, 0.4, map_around(ball.radius, repeat_of(finish))});
}

Look look_of_ball(const BallSpec& s, const WorldPiece& piece, const Finish& finish) {
  if (piece.material->pattern == Pattern::Leaves)
    return crown(s, piece.world_from_piece.at, finish);
  // a town has hundreds of lamps in its lights
  const int sides = piece.tag == SemanticTag::TrafficSign ? 12 : kRoundSides;
  return coated(make_ball(s.radius, sides), {finish, 0.5, map_around(s.radius, repeat_of(finish))});
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
