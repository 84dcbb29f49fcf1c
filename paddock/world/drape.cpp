// Draping: the strip is cut into short steps, and every corner takes the height of the ground
// there.
#include "paddock/world/drape.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

namespace paddock {
namespace {

constexpr double kStep = 0.1;         // metres between corners
constexpr int kMostSteps = 200;       // along an edge of a mat, or of one stretch of tape
constexpr double kClearance = 0.007;  // over ground that bulges between the corners

int steps_for(double metres) {
  return static_cast<int>(std::clamp(std::ceil(metres / kStep), 1.0, double(kMostSteps)));
}

bool on_relief(const World& world, const WorldPiece& piece) {
  Bounds2 bounds;
  for (const Vec3 p : piece.mesh.points) bounds.add(xy(piece.world_from_piece * p));
  return std::any_of(world.terrains.begin(), world.terrains.end(), [&](const HeightField& field) {
    Bounds2 around;
    around.add(position(field.world_from_field));
    return bounds.overlaps(around.grown(length(field.size) / 2));
  });
}

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

Mesh fine_mat(Vec2 size) {
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

Mesh drape(const World& world, const WorldPiece& piece) {
  if (!on_relief(world, piece)) return piece.mesh;
  Mesh mesh = piece.mesh;
  if (const auto* tape = std::get_if<TapeSpec>(&piece.shape)) {
    mesh = make_tape(with_steps(tape->points, tape->closed), tape->closed, tape->width);
  } else if (const auto* mat = std::get_if<MatSpec>(&piece.shape)) {
    mesh = fine_mat(mat->size);
  }
  for (Vec3& p : mesh.points) {
    const double ground = ground_height(world, xy(piece.world_from_piece * p));
    p.z = ground - piece.ground_height + kClearance;
  }
  return mesh;
}

}  // namespace paddock
