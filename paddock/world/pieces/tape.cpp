#include "paddock/world/pieces/tape.h"

#include <cmath>
#include <span>

#include "paddock/world/drape.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

std::vector<Vec2> with_steps(std::span<const Vec2> points, bool closed) {
  std::vector<Vec2> fine;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool last = i + 1 == points.size();
    const Vec2 a = points[i], b = points[last ? 0 : i + 1];
    const int steps = last && !closed ? 1 : steps_for(distance(a, b));
    for (int k = 0; k < steps; ++k) fine.push_back(lerp(a, b, static_cast<double>(k) / steps));
  }
  return fine;
}

Mesh fine_tape(const TapeSpec& tape) {
  return make_tape(with_steps(tape.points, tape.closed), tape.closed, tape.width);
}

/// What becomes of a tape's width: along an axis it is the other's, else in between.
double across(const TapeSpec& t, Vec3 s) {
  bool along_x = true, along_y = true;
  for (const Vec2 p : t.points) {
    along_x &= p.y == t.points[0].y;
    along_y &= p.x == t.points[0].x;
  }
  if (s.x == s.y || along_x) return s.y;
  return along_y ? s.x : std::sqrt(s.x * s.y);
}

bool scale_width(Vec3 scale, TapeSpec& tape) {
  tape.width *= across(tape, scale);
  return true;
}

}  // namespace

constinit const PieceKind<TapeSpec> TapeSpec::kind{
    .name = "tape",
    .material = "white",
    .tag = SemanticTag::RoadLine,
    .solid = false,
    .placed_by_points = true,
    .role = FlatPiece<TapeSpec>{FlatLayer::Paint, fine_tape, nullptr},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const TapeSpec& s) { return make_tape(s.points, s.closed, s.width); },
    .solid_parts = surface_solid,
    .look = [](const TapeSpec& s, const WorldPiece& piece,
               const Finish& finish) { return line_look(s, piece, finish, 0.5); },
    .own = {.scale = scale_width},
};

}  // namespace paddock
