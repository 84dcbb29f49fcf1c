// Gathers ground, pieces and vehicles as one list of triangles.
#include "paddock/world/draw/scene.h"

#include <variant>

#include "paddock/world/pieces/kinds.h"

namespace paddock::draw {
namespace {

constexpr double kVehicleHeight =
    0.45;  // of its radius: enough for a shadow that tells it from paint

/// Adds a mesh with the surface that was added last.
void add_mesh(Scene& scene, const Mesh& mesh, const Pose3& world_from_mesh) {
  const auto surface = static_cast<std::uint32_t>(scene.surfaces.size() - 1);
  std::vector<Vec3> points;
  for (const Vec3 p : mesh.points) points.push_back(world_from_mesh * p);
  for (const auto& t : mesh.triangles) {
    scene.facets.push_back({points[t[0]], points[t[1]], points[t[2]], surface});
  }
}

Pose3 standing(const Pose2& pose, double z) {
  return {{pose.x, pose.y, z}, Quat::from_yaw_pitch_roll(pose.yaw, 0, 0)};
}

/// The floor comes last: it fills what is still empty, so that a terrain may dip below it.
void add_ground(Scene& scene, const World& world) {
  const Vec2 low = world.ground.center - world.ground.size / 2;
  const Vec2 high = world.ground.center + world.ground.size / 2;
  const Vec3 a{low.x, low.y, 0}, b{high.x, low.y, 0}, c{high.x, high.y, 0}, d{low.x, high.y, 0};
  scene.facets.push_back({a, b, c, kGround});
  scene.facets.push_back({a, c, d, kGround});
}

/// Of what stands along a line.
std::optional<Route> line_of(const PieceShape& shape) {
  if (traits_of(shape).mover) return std::nullopt;
  return std::visit(
      [](const auto& spec) -> std::optional<Route> {
        if constexpr (requires { make_route("", spec.points, spec.closed, 0); })
          return make_route("", spec.points, spec.closed, 0);
        else
          return std::nullopt;
      },
      shape);
}

void add_piece(Scene& scene, const WorldPiece& piece) {
  const Pose3& pose = piece.world_from_piece;
  const Vec3 ahead = pose.turn * Vec3{1, 0, 0};
  const bool floor = !piece.solid || traits_of(piece.shape).ground;
  const Pose2 pattern{pose.at.x, pose.at.y, det::atan2(ahead.y, ahead.x)};
  scene.surfaces.push_back({piece.material, piece.color, floor, pattern, {}});
  if (piece.material->pattern == Pattern::Stripes)
    scene.surfaces.back().line = line_of(piece.shape);
  add_mesh(scene, piece.mesh, pose);
}

void add_vehicle(Scene& scene, const World& world, const TopViewVehicle& vehicle) {
  const Outline2& outline = vehicle.outline;
  const double height = kVehicleHeight * outline.radius;
  scene.surfaces.push_back({find_material("white"), vehicle.color, false, vehicle.pose, {}});
  const auto polygon = outline.polygon();
  const std::vector<std::vector<Vec2>> loops{{polygon.begin(), polygon.end()}};
  const Mesh mesh = outline.is_circle() ? make_frustum(outline.radius, outline.radius, height, 48)
                                        : make_prism(loops, height);
  add_mesh(scene, mesh,
           standing(vehicle.pose, ground_height(world, position(vehicle.pose)) + 0.01));
}

}  // namespace

Scene make_scene(const World& world, std::span<const TopViewVehicle> vehicles) {
  Scene scene;
  scene.surfaces.push_back({world.ground_material, world.ground_material->color, true, {}, {}});
  for (const WorldPiece& piece : world.pieces) {
    if (piece.seen_by.camera) add_piece(scene, piece);
  }
  scene.first_vehicle = scene.surfaces.size();
  for (const TopViewVehicle& vehicle : vehicles) add_vehicle(scene, world, vehicle);
  add_ground(scene, world);
  return scene;
}

}  // namespace paddock::draw
