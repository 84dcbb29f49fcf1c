// Draping: the strip is cut into short steps, and every corner takes the height of the ground
// there.
#include "paddock/world/drape.h"

#include <algorithm>
#include <cmath>

#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

constexpr double kStep = 0.1;         // metres between corners
constexpr int kMostSteps = 200;       // along an edge of a mat, or of one stretch of tape
constexpr double kClearance = 0.007;  // over ground that bulges between the corners

bool on_relief(const World& world, const WorldPiece& piece) {
  Bounds2 bounds;
  for (const Vec3 p : piece.mesh.points) bounds.add(xy(piece.world_from_piece * p));
  return std::any_of(world.terrains.begin(), world.terrains.end(), [&](const HeightField& field) {
    Bounds2 around;
    around.add(position(field.world_from_field));
    return bounds.overlaps(around.grown(length(field.size) / 2));
  });
}

}  // namespace

int steps_for(double metres) {
  return static_cast<int>(std::clamp(std::ceil(metres / kStep), 1.0, double(kMostSteps)));
}

Mesh drape(const World& world, const WorldPiece& piece) {
  if (!on_relief(world, piece)) return piece.mesh;
  Mesh mesh = fine_mesh_of(piece.shape);
  for (Vec3& p : mesh.points) {
    const double ground = ground_height(world, xy(piece.world_from_piece * p));
    p.z = ground - piece.ground_height + kClearance;
  }
  return mesh;
}

}  // namespace paddock
