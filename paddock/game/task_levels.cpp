#include "paddock/game/task_levels.h"

#include <string_view>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/world/piece_life.h"

namespace paddock {
namespace {

constexpr std::string_view kRaceText = R"(
format = 1
title = "Race"
[ground]
size = [20, 20]
material = "asphalt"
[[generate]]
kind = "spline_track"
length = 160
width = 2.6
min_radius = 2
twist = 0.85
gates = 10
starts = 4
)";

constexpr std::string_view kSlalomText = R"(
format = 1
title = "Slalom"
[ground]
center = [18, 0]
size = [46, 14]
material = "asphalt"
[[generate]]
kind = "slalom"
cones = 8
spacing = 4
side = 0.25
width = 4.4
jitter = 0.2
)";

// levels/eespees/training_env.toml, solvable worlds alone
constexpr std::string_view kBlocksText = R"(
format = 1
title = "Blocks"
vehicle = "rover"
[clock]
tick = 32
frame = 32
[variables]
cells = 8
scale = 0.5
blocks = 10
solvable = 1
[ground]
center = ["$cells*$scale/2", "$cells*$scale/2"]
size = ["$cells*$scale+$scale", "$cells*$scale+$scale"]
material = "tile"
[[generate]]
kind = "block_grid"
cells = "$cells"
scale = "$scale"
blocks = "$blocks"
solvable = "$solvable"
)";

constexpr std::string_view kWaypointsText = R"(
format = 1
title = "Waypoints"
vehicle = "quad2d"
[ground]
size = [40, 30]
material = "grass"
[[cylinder]]
points_at = [[-9, 7], [0, 4], [9, 7], [9, -4], [0, -1.5], [-9, -4]]
radius = 0.12
height = 3
[[box]]
points_at = [[0, 14.4], [0, -14.4]]
size = [39, 0.8, 1.2]
material = "hedge"
[[box]]
points_at = [[-19.4, 0], [19.4, 0]]
size = [0.8, 28, 1.2]
material = "hedge"
[[route]]
name = "waypoints"
closed = true
width = 2
points = [
  [-9, -6.5], [-3, -5], [0, -4], [3, -5], [9, -6.5], [12, -3], [12.5, 2], [11.5, 7.5], [8, 10],
  [3.5, 8], [0, 6.8], [-3.5, 8], [-8, 10], [-11.5, 7.5], [-12.5, 2], [-12, -3],
]
[[start]]
at = [-11, -9]
)";

constexpr double kStartEvery = 0.5;  // m of route between places where episodes begin
constexpr double kRoomAside = 0.3;   // m kept free around such a place

Result<Level> level_of(std::string_view text, const std::string& name, std::uint64_t seed,
                       const LevelSettings& settings) {
  LevelReading reading = read_level_text(text, name, seed, settings);
  if (!reading.ok()) return fail(ErrorCode::Invalid, name, ": ", reading.problems.front().message);
  return build_level(std::move(reading.spec));
}

std::vector<ArenaStart> places_on_route(const Model& model) {
  const Route& route = model.world->routes.front();
  const PlanarVehicle& vehicle = model.physics.vehicles.front();
  std::vector<ArenaStart> starts;
  for (double along = 0; along < route.length; along += kStartEvery) {
    const RoutePlace place = place_at(route, along);
    Bounds2 around;
    around.add(place.point);
    if (model.physics.maps[vehicle.map].any_near(around.grown(vehicle.outline.radius + kRoomAside)))
      continue;
    const double yaw = det::atan2(place.direction.y, place.direction.x);
    starts.push_back({{place.point.x, place.point.y, yaw}, along});
  }
  return starts;
}

Result<void> check_level(const World& world, ArenaNeeds needs) {
  const auto lacks = [&](std::string_view what) {
    return fail(ErrorCode::Invalid, "level ", world.name, " has no ", what,
                ", which this task needs");
  };
  if (world.physics == PhysicsKind::Rigid)
    return fail(ErrorCode::Invalid, "level ", world.name,
                " must have physics = \"planar\" to be trained in, got \"rigid\"");
  for (const WorldPiece& piece : world.pieces)
    if (may_move(piece))
      return fail(ErrorCode::Invalid, "level ", world.name, ": the ", piece.kind,
                  " must stand still to be trained with, got one that moves or changes");
  if (needs.route && (world.routes.empty() || world.routes.front().points.size() < 2))
    return lacks("route");
  if (needs.gates && world.gates.empty()) return lacks("gates");
  if (needs.target && world.triggers.empty()) return lacks("trigger as a target");
  if (!needs.starts_on_route && world.starts.empty()) return lacks("start");
  return {};
}

}  // namespace

Result<Level> race_level(std::uint64_t seed, const LevelSettings& settings) {
  return level_of(kRaceText, "race", seed, settings);
}
Result<Level> slalom_level(std::uint64_t seed, const LevelSettings& settings) {
  return level_of(kSlalomText, "slalom", seed, settings);
}
Result<Level> waypoints_level(std::uint64_t seed, const LevelSettings& settings) {
  return level_of(kWaypointsText, "waypoints", seed, settings);
}
Result<Level> blocks_level(std::uint64_t seed, const LevelSettings& settings) {
  return level_of(kBlocksText, "blocks", seed, settings);
}

Result<Arena> make_arena(Level level, VehicleKind vehicle, int agents, ArenaNeeds needs) {
  const std::shared_ptr<const World> shared = std::move(level.world);
  if (const auto ok = check_level(*shared, needs); !ok) return tl::unexpected(ok.error());
  const auto params = params_in(*shared, vehicle);
  if (!params) return tl::unexpected(params.error());
  std::vector<VehicleSetup> setups(static_cast<std::size_t>(agents),
                                   VehicleSetup{.params = *params, .start = {}});
  auto model = make_model(shared, std::move(setups), 0);
  if (!model) return tl::unexpected(model.error());

  Arena arena{.papers = std::move(level.papers),
              .model = std::move(*model),
              .starts = {},
              .gate_along = {},
              .target = {}};
  if (needs.starts_on_route) {
    arena.starts = places_on_route(arena.model);
    if (arena.starts.size() < 8)
      return fail(ErrorCode::Invalid, "level ", shared->name,
                  " must leave room to start along its route, found ", arena.starts.size(),
                  " places");
  }
  if (!needs.starts_on_route)
    for (const WorldStart& start : shared->starts) arena.starts.push_back({start.pose, 0});
  if (needs.route && !needs.starts_on_route)
    for (ArenaStart& start : arena.starts)
      start.along = nearest_place(arena.route(), position(start.pose)).along;
  if (needs.gates)
    for (const WorldGate& gate : shared->gates)
      arena.gate_along.push_back(
          nearest_place(arena.route(), 0.5 * (gate.left + gate.right)).along);
  if (needs.target) arena.target = position(shared->triggers.front().pose);
  return arena;
}

}  // namespace paddock
