// World: a level compiled, immutable, one geometry for physics, sensors and screen. World frame,
// metres.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/geom/height.h"
#include "paddock/geom/material.h"
#include "paddock/geom/mesh.h"
#include "paddock/geom/shape.h"
#include "paddock/world/ground_grid.h"
#include "paddock/world/level.h"
#include "paddock/world/route.h"

namespace paddock {

struct RoadNetwork;

/// One look of a piece that has several.
struct PieceVariant {
  Color color;
  bool lit{true};
  PieceShape shape;  // with its own picture
};

struct WorldPiece {
  std::string name;
  std::string kind;  // "box", "wall", …
  PieceShape shape;  // exact, for what a mesh only approximates
  Mesh mesh;         // in the piece's frame
  Pose3 world_from_piece;
  double ground_height{};  // of the ground under its origin
  const Material* material{};
  Color color;
  SemanticTag tag{};
  bool solid{};
  SeenBy seen_by;
  bool moves{};                          // pushed about in rigid levels
  bool follows_clicks{};                 // a click on the ground puts it there
  bool changes{};                        // commands may change it
  bool lit{true};                        // otherwise cameras see its exact colour
  std::vector<PieceVariant> variants{};  // the first is as the piece itself; none: it has one look
  std::vector<CycleStep> cycle{};
  double cycle_phase{};
  bool fails{};   // a vehicle that touches it has failed
  bool resets{};  // a vehicle that touches it goes back to its last key point
  Gauge gauge{};  // what the page shows beside it
};

struct WorldGate {
  std::string name;
  Vec2 left, right;
};
struct WorldTrigger {
  std::string name;
  Pose2 pose;
  Vec2 half_size;                                           // of a round one its radius, twice
  double bottom{-std::numeric_limits<double>::infinity()};  // m, world height
  double top{std::numeric_limits<double>::infinity()};
  TriggerDetects detects{TriggerDetects::Vehicles};
  bool seen_by_rays{};  // lidars and depth cameras meet it as a solid; then its height is finite
  bool round{};
};
/// A trigger with a rule: the referee's, and nobody else is told of it.
struct WorldZone {
  WorldTrigger volume;
  TriggerRule rule{};
  double speed{};
  Penalty penalty{};
  std::optional<PieceId> piece;
};
struct WorldTask {
  TaskKind kind{};
  std::vector<WorldTrigger> volumes;
  double speed{};
  std::optional<PieceId> piece;
  double points{};
};
struct WorldStart {
  Pose2 pose;
  std::string vehicle;
  double z{};  // m above the ground there
};

struct GroundPatch {  // a mat: its material's friction inside a turned rectangle
  Pose2 pose;
  Vec2 half_size;
  double friction{1};
};

/// What the referee keeps of the trial that was chosen.
struct WorldTrial {
  double limit{};        // s
  bool until_stopped{};  // it ends when all is done and the vehicle stands
  std::vector<TrialBonus> bonus;
};

struct World {
  std::string name;
  PhysicsKind physics{};
  Clock clock;
  std::string vehicle;  // the kind that drives here unless a start says otherwise
  std::vector<VehicleFigureSpec> vehicle_figures{};  // of vehicles of that kind
  int cars{1};                                       // that may race here at once
  int capacity{512};                                 // slots for actors in a run
  std::uint64_t seed{};
  GroundSpec ground;
  const Material* ground_material{};
  LevelScene scene;
  RigidSpec rigid;
  std::vector<WorldPiece> pieces{};            // index = PieceId
  std::vector<HeightField> terrains{};         // and ramps: the ground is the highest of them, or 0
  std::vector<GroundPatch> patches{};          // later ones lie on top
  GroundGrid terrain_grid{}, patch_grid{};     // which of them are near a place
  std::shared_ptr<const RoadNetwork> roads{};  // roads/road_network.h; null: there are none
  std::vector<WorldGate> gates{};
  std::vector<WorldTrigger> triggers{};
  std::vector<WorldZone> zones{};  // triggers with a rule; checkpoints in their order
  std::vector<Route> routes{};
  std::vector<FlowSpec> flows{};
  std::optional<TrafficSpec> traffic{};
  std::vector<WindSpec> winds{};
  std::vector<WorldStart> starts{};
  std::vector<LevelSensor> sensors{};
  std::optional<WorldTrial> trial{};
  std::vector<WorldTask> tasks{};  // of that trial
  Bounds2 bounds{};                // of ground and pieces
};

/// The speed of the air at a place, by the level's map of wind, m/s.
Vec2 wind_at(const World& world, Vec2 at);

/// A level as it is used: the world that runs, sensors and referees share, and beside it what
/// people and courses want.
struct Level {
  std::shared_ptr<const World> world;
  std::shared_ptr<const LevelPapers> papers;
};

/// Compiles a spec that was read without problems.
World build_world(const LevelSpec& spec);

Level build_level(LevelSpec spec);

/// Reads, checks and compiles a level file; the error lists every mistake, a line each.
Result<Level> load_level(const std::string& path, std::uint64_t seed,
                         const LevelSettings& settings = {});
/// Its world alone.
Result<World> load_world(const std::string& path, std::uint64_t seed,
                         const LevelSettings& settings = {});

enum class SliceFor { Contact, Still, Lidar };

/// All solids, those that are not pushed about either, or all that a lidar sees, cut `height` above
/// the ground they stand on. Pieces with a life (piece_life.h) are in no such slice.
FlatSlice slice_world(const World& world, double height, SliceFor purpose);

/// One piece cut `up` above its origin, as if that stood at the world's, turned as it is.
FlatSlice slice_turned(const WorldPiece& piece, double up);

/// Terrains, mats and prisms as thin as paint: no thing to look at.
bool is_wide_ground(const WorldPiece& piece);
/// Height of the ground, 0 outside every terrain.
double ground_height(const World& world, Vec2 at);
/// Gradient of the ground: metres up for each metre along x and y.
Vec2 ground_slope(const World& world, Vec2 at);
/// A body that stands on the ground at `pose`, tilted with its slope there; or level, `above` it.
Pose3 pose_on_ground(const World& world, const Pose2& pose, double above = 0);
/// Friction of the ground relative to a vehicle's own tyre figure.
double ground_friction(const World& world, Vec2 at);

}  // namespace paddock
