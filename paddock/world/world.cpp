// Compiles a LevelSpec into a World and answers what the ground is like at a place. The ground is
// laid first (terrains, then ramps, then mats), so that every other piece knows what it stands on.
#include "paddock/world/world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "paddock/geom/slice.h"
#include "paddock/world/drape.h"
#include "paddock/world/piece_life.h"
#include "paddock/world/pieces/kinds.h"
#include "paddock/world/roads/road_network.h"
#include "paddock/world/roads/road_pieces.h"

namespace paddock {
namespace {

// what lies on the floor is drawn above it, in the order of the file, tape over mats
constexpr std::array<double, 2> kFlatLift{0.001, 0.002};  // of each FlatLayer
constexpr double kLiftStep = 1e-5;
constexpr int kLiftSteps = 90;

bool upright(const WorldPiece& piece) {
  return piece.world_from_piece.turn.x == 0 && piece.world_from_piece.turn.y == 0;
}

/// A piece that vehicles drive over rather than into.
bool is_ground(const WorldPiece& piece) {
  const auto form = traits_of(piece.shape).ground;
  return form == GroundForm::Terrain || (form == GroundForm::Ramp && piece.solid && upright(piece));
}

/// What lies flat follows the ground, unless it belongs to a part, is tilted or raised.
bool follows_ground(const PieceSpec& spec, const WorldPiece& piece) {
  return traits_of(spec.shape).flat && !spec.ground_at && spec.at.z == 0 && upright(piece);
}

// --- compiling ----------------------------------------------------------------------------------

/// All looks of a piece; it begins as the first.
void build_variants(const PieceSpec& spec, WorldPiece& piece) {
  for (const VariantSpec& own : spec.variants) {
    PieceVariant variant{.color = own.color.value_or(piece.color),
                         .lit = own.glows ? !*own.glows && spec.lit : piece.lit,
                         .shape = spec.shape};
    if (auto* marker = std::get_if<MarkerSpec>(&variant.shape))
      marker->id = own.id.value_or(marker->id);
    if (auto* sign = std::get_if<SignSpec>(&variant.shape))
      sign->text = own.text.value_or(sign->text);
    piece.variants.push_back(std::move(variant));
  }
  if (!piece.variants.empty()) piece = with_variant(piece, 0);
}

WorldPiece build_piece(const PieceSpec& spec) {
  WorldPiece piece;
  const PieceTraits traits = traits_of(spec.shape);
  piece.name = spec.name;
  piece.kind = traits.name;
  piece.shape = spec.shape;
  piece.mesh = mesh_of(spec.shape);
  piece.world_from_piece = {spec.at, Quat::from_yaw_pitch_roll(spec.yaw, spec.pitch, spec.roll)};
  piece.material = find_material(spec.material.empty() ? traits.material : spec.material);
  if (piece.material == nullptr) piece.material = find_material(traits.material);
  piece.color = spec.color.value_or(piece.material->color);
  piece.tag = spec.tag == SemanticTag::None ? traits.tag : spec.tag;
  piece.solid = spec.solid && !traits.flat;
  piece.seen_by = spec.seen_by;
  piece.moves = spec.moves;
  piece.follows_clicks = spec.follows_clicks;
  piece.changes = spec.changes;
  piece.lit = spec.lit && !spec.glows;
  piece.cycle = spec.cycle, piece.cycle_phase = spec.cycle_phase;
  piece.fails = spec.fails;
  piece.resets = spec.resets;
  piece.gauge = spec.gauge;
  piece.world_from_piece.at.z += lift_of(spec.shape);
  build_variants(spec, piece);
  return piece;
}

/// Height of the highest of `fields`, 0 outside of them.
double height_of(std::span<const HeightField> fields, Vec2 at) {
  bool found = false;
  double highest = 0;
  for (const HeightField& field : fields) {
    const auto height = height_under(field, at);
    if (!height || (found && *height <= highest)) continue;
    highest = *height;
    found = true;
  }
  return highest;
}

/// Where things stand: on the ground laid so far, or, where they say so, on the terrains that were
/// laid first, so that all of a part stands equally high.
class Footing {
 public:
  explicit Footing(const World& world) : world_(world) {}
  void end_of_terrains() { terrains_ = world_.terrains.size(); }

  double height(Vec2 at, const std::optional<Vec2>& ground_at) const {
    const std::span all(world_.terrains);
    if (ground_at) return height_of(all.first(terrains_), *ground_at);
    return height_of(all, at) + (world_.roads ? road_height_at(*world_.roads, at) : 0);
  }
  void set_down(WorldPiece& piece, const std::optional<Vec2>& ground_at) const {
    piece.ground_height = height(xy(piece.world_from_piece.at), ground_at);
    piece.world_from_piece.at.z += piece.ground_height;
  }

 private:
  const World& world_;
  std::size_t terrains_{};
};

void lay_ground(World& world, const WorldPiece& piece, double yaw) {
  if (piece.mesh.points.empty()) return;
  const Vec3 at = piece.world_from_piece.at;
  HeightField field = height_field_of(piece.shape);
  field.world_from_field = {at.x, at.y, yaw};
  field.base = at.z;
  world.patches.push_back({field.world_from_field, field.size / 2, piece.material->friction});
  world.terrains.push_back(std::move(field));
}

FloorRect rect_of(const HeightField& field) { return {field.world_from_field, field.size / 2}; }
FloorRect rect_of(const GroundPatch& patch) { return {patch.pose, patch.half_size}; }

template <class Ground>
GroundGrid grid_of(const std::vector<Ground>& grounds) {
  std::vector<FloorRect> rects;
  for (const Ground& ground : grounds) rects.push_back(rect_of(ground));
  return GroundGrid(rects);
}

/// Terrains of the level, then those of parts, then the ramps that stand on them.
enum class GroundRound { Terrains, PartTerrains, Ramps };
GroundRound round_of(const PieceSpec& piece) {
  if (traits_of(piece.shape).ground == GroundForm::Ramp) return GroundRound::Ramps;
  return piece.ground_at ? GroundRound::PartTerrains : GroundRound::Terrains;
}

Footing build_pieces(const std::vector<PieceSpec>& specs, World& world) {
  for (const PieceSpec& p : specs) world.pieces.push_back(build_piece(p));

  Footing footing(world);
  for (const auto round : {GroundRound::Terrains, GroundRound::PartTerrains, GroundRound::Ramps}) {
    for (std::size_t i = 0; i < world.pieces.size(); ++i) {
      WorldPiece& piece = world.pieces[i];
      if (!is_ground(piece) || round_of(specs[i]) != round) continue;
      footing.set_down(piece, specs[i].ground_at);
      lay_ground(world, piece, specs[i].yaw);
    }
    if (round == GroundRound::Terrains) footing.end_of_terrains();
  }
  world.terrain_grid = grid_of(world.terrains);

  std::array<int, 2> laid{};  // in each FlatLayer
  for (std::size_t i = 0; i < world.pieces.size(); ++i) {
    WorldPiece& piece = world.pieces[i];
    if (is_ground(piece)) continue;
    footing.set_down(piece, specs[i].ground_at);
    if (follows_ground(specs[i], piece)) piece.mesh = drape(world, piece);
    if (const auto flat = traits_of(piece.shape).flat) {
      const auto layer = static_cast<std::size_t>(*flat);
      piece.world_from_piece.at.z +=
          kFlatLift[layer] + kLiftStep * std::min(laid[layer]++, kLiftSteps);
    }
    if (const auto patch = patch_of(piece.shape)) {
      const Pose2 pose{specs[i].at.x, specs[i].at.y, specs[i].yaw};
      world.patches.push_back({pose, *patch / 2, piece.material->friction});
    }
  }
  world.patch_grid = grid_of(world.patches);
  return footing;
}

/// All pieces: the level's own, and those that its roads are made of.
std::vector<PieceSpec> with_roads(const LevelSpec& spec, const RoadNetwork& network) {
  std::vector<PieceSpec> pieces = spec.pieces;
  for (PieceSpec& piece : pieces_of_roads(spec.roads, network, spec.physics))
    pieces.push_back(std::move(piece));
  return pieces;
}

Footing lay_everything(const LevelSpec& spec, World& world) {
  if (spec.roads.empty()) return build_pieces(spec.pieces, world);
  world.roads = std::make_shared<const RoadNetwork>(build_network(spec.roads));
  return build_pieces(with_roads(spec, *world.roads), world);
}

WorldTrigger build_trigger(const TriggerSpec& spec, const Footing& footing) {
  WorldTrigger trigger;
  trigger.name = spec.name;
  trigger.pose = {spec.at.x, spec.at.y, spec.yaw};
  trigger.half_size = spec.size / 2;
  trigger.detects = spec.detects;
  trigger.seen_by_rays = spec.lidar;
  trigger.round = spec.round;
  if (!spec.height) return trigger;
  trigger.bottom = footing.height(spec.at, spec.ground_at) + spec.z;
  trigger.top = trigger.bottom + *spec.height;
  return trigger;
}

std::optional<PieceId> piece_named(const World& world, std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (std::size_t i = 0; i < world.pieces.size(); ++i)
    if (world.pieces[i].name == name) return PieceId{static_cast<std::uint32_t>(i)};
  return std::nullopt;
}

/// What the referee looks at: triggers with a rule, and the tasks of a trial.
void build_rules(const LevelSpec& spec, const Footing& footing, World& world) {
  for (const TriggerSpec& t : spec.triggers) {
    if (t.rule == TriggerRule::None)
      world.triggers.push_back(build_trigger(t, footing));
    else
      world.zones.push_back({.volume = build_trigger(t, footing),
                             .rule = t.rule,
                             .speed = t.speed,
                             .penalty = t.penalty,
                             .piece = piece_named(world, t.piece)});
  }
  for (const TaskSpec& t : spec.tasks) {
    WorldTask task{.kind = t.kind,
                   .volumes = {},
                   .speed = t.speed,
                   .piece = piece_named(world, t.piece),
                   .points = t.points};
    for (const TriggerSpec& v : t.volumes) task.volumes.push_back(build_trigger(v, footing));
    world.tasks.push_back(std::move(task));
  }
  if (const auto& trial = spec.papers.trial)
    world.trial = {
        .limit = trial->limit, .until_stopped = trial->until_stopped, .bonus = trial->bonus};
}

Bounds2 bounds_of(const World& world) {
  Bounds2 bounds;
  bounds.add(world.ground.center - world.ground.size / 2);
  bounds.add(world.ground.center + world.ground.size / 2);
  for (const WorldPiece& piece : world.pieces) {
    for (const Vec3 p : piece.mesh.points) bounds.add(xy(piece.world_from_piece * p));
  }
  return bounds;
}

// --- slices -------------------------------------------------------------------------------------

/// The circle of a ball about `center` at world height `z`.
double ball_radius_at(double radius, double center_z, double z) {
  const double off = z - center_z;
  return off * off < radius * radius ? std::sqrt(radius * radius - off * off) : 0;
}

void slice_mesh(const WorldPiece& piece, double z, FlatSlice& into) {
  const Pose3& pose = piece.world_from_piece;
  if (!upright(piece)) {
    Mesh moved;
    append(moved, piece.mesh, pose);
    for (Loop2& loop : slice(moved, z)) into.loops.push_back(std::move(loop));
    return;
  }
  // cut first, move after: the cut of an upright piece does not depend on where it stands
  for (Loop2& loop : slice(piece.mesh, z - pose.at.z)) {
    for (Vec2& p : loop.points) p = xy(pose * Vec3{p.x, p.y, 0});
    into.loops.push_back(std::move(loop));
  }
}

void slice_piece(const WorldPiece& piece, double height, FlatSlice& into) {
  const Pose3& pose = piece.world_from_piece;
  const double z = piece.ground_height + height;
  const SectionForm form = section_of(piece.shape);
  double radius = 0;
  Vec2 center = xy(pose.at);
  if (form == SectionForm::Ball) {
    const double ball = section_radius(piece.shape, 0);
    const Vec3 middle = pose * Vec3{0, 0, ball};
    radius = ball_radius_at(ball, middle.z, z);
    center = xy(middle);
  } else if (form == SectionForm::Round && upright(piece)) {
    radius = section_radius(piece.shape, z - pose.at.z);
  } else {
    slice_mesh(piece, z, into);
  }
  if (radius > 0) into.circles.push_back({.circle = {center, radius}});
}

void slice_trigger(const World& world, const WorldTrigger& trigger, double height,
                   FlatSlice& into) {
  const double z = ground_height(world, position(trigger.pose)) + height;
  if (!trigger.seen_by_rays || z < trigger.bottom || z >= trigger.top) return;
  const Vec2 h = trigger.half_size;
  if (trigger.round) {
    into.circles.push_back({.circle = {position(trigger.pose), h.x}});
    return;
  }
  Loop2 loop;
  for (const Vec2 corner : {Vec2{-h.x, -h.y}, Vec2{h.x, -h.y}, h, Vec2{-h.x, h.y}})
    loop.points.push_back(trigger.pose * corner);
  into.loops.push_back(std::move(loop));
}

bool in_slice(const WorldPiece& piece, SliceFor purpose) {
  const PieceTraits traits = traits_of(piece.shape);
  // a terrain is the ground that heights are measured from
  if (traits.flat || traits.ground == GroundForm::Terrain) return false;
  if (may_move(piece)) return false;
  if (purpose == SliceFor::Lidar) return piece.seen_by.lidar;
  if (purpose == SliceFor::Still && piece.moves) return false;
  return piece.solid && !is_ground(piece);
}

// --- the ground ---------------------------------------------------------------------------------

struct GroundTop {
  const HeightField* field{};  // the highest there; null outside of all
  double height{};
};

GroundTop top_of(const World& world, Vec2 at) {
  GroundTop top;
  for (const std::uint32_t i : world.terrain_grid.near(at)) {
    const auto height = height_under(world.terrains[i], at);
    if (height && (top.field == nullptr || *height > top.height))
      top = {&world.terrains[i], *height};
  }
  return top;
}

/// Of the asphalt of a road, or of what lies beside it.
double friction_of(LaneKind kind, const World& world) {
  if (is_road(kind)) return find_material("asphalt")->friction;
  const bool paved = kind == LaneKind::Pavement || kind == LaneKind::Kerb;
  return paved ? find_material("concrete")->friction : world.ground_material->friction;
}

bool covers(const GroundPatch& patch, Vec2 at) {
  const Vec2 offset = at - position(patch.pose);
  if (dot(offset, offset) > dot(patch.half_size, patch.half_size)) return false;
  const Vec2 p = inverse(Rot2::of(patch.pose.yaw)) * offset;
  return std::fabs(p.x) <= patch.half_size.x && std::fabs(p.y) <= patch.half_size.y;
}

}  // namespace

Vec2 wind_at(const World& world, Vec2 at) {
  Vec2 sum;
  for (const WindSpec& wind : world.winds) {
    const double share = 1 - dot(at - wind.at, at - wind.at) / (wind.radius * wind.radius);
    if (share > 0) sum += share * share * wind.velocity;
  }
  return sum;
}

World build_world(const LevelSpec& spec) {
  World world{.name = spec.name,
              .physics = spec.physics,
              .clock = spec.clock,
              .vehicle = spec.vehicle,
              .vehicle_figures = spec.vehicle_figures,
              .cars = spec.cars,
              .capacity = spec.capacity,
              .seed = spec.seed,
              .ground = spec.ground,
              .ground_material = find_material(spec.ground.material),
              .scene = spec.scene,
              .rigid = spec.rigid,
              .flows = spec.flows,
              .traffic = spec.traffic,
              .winds = spec.winds,
              .sensors = spec.sensors};
  if (world.ground_material == nullptr) world.ground_material = find_material("concrete");
  const Footing footing = lay_everything(spec, world);
  for (const GateSpec& g : spec.gates) world.gates.push_back({g.name, g.left, g.right});
  build_rules(spec, footing, world);
  for (const RouteSpec& r : spec.routes) {
    world.routes.push_back(make_route(r.name, r.points, r.closed, r.width));
  }
  for (const StartSpec& s : spec.starts) {
    world.starts.push_back({s.pose, s.vehicle.empty() ? spec.vehicle : s.vehicle, s.z});
  }
  world.bounds = bounds_of(world);
  return world;
}

Level build_level(LevelSpec spec) {
  auto world = std::make_shared<const World>(build_world(spec));
  return {std::move(world), std::make_shared<const LevelPapers>(std::move(spec.papers))};
}

namespace {

Result<LevelSpec> load_spec(const std::string& path, std::uint64_t seed,
                            const LevelSettings& settings) {
  LevelReading reading = read_level(path, seed, settings);
  if (reading.ok()) return std::move(reading.spec);
  std::string all;
  for (const Problem& problem : reading.problems) {
    if (!all.empty()) all += '\n';
    all += problem.text();
  }
  return tl::unexpected(Error{ErrorCode::Invalid, std::move(all), reading.problems});
}

}  // namespace

Result<Level> load_level(const std::string& path, std::uint64_t seed,
                         const LevelSettings& settings) {
  auto spec = load_spec(path, seed, settings);
  if (!spec) return tl::unexpected(spec.error());
  return build_level(std::move(*spec));
}

Result<World> load_world(const std::string& path, std::uint64_t seed,
                         const LevelSettings& settings) {
  const auto spec = load_spec(path, seed, settings);
  if (!spec) return tl::unexpected(spec.error());
  return build_world(*spec);
}

FlatSlice slice_world(const World& world, double height, SliceFor purpose) {
  FlatSlice flat;
  for (std::size_t i = 0; i < world.pieces.size(); ++i) {
    if (!in_slice(world.pieces[i], purpose)) continue;
    const std::size_t first_loop = flat.loops.size(), first_circle = flat.circles.size();
    slice_piece(world.pieces[i], height, flat);
    const PieceId id{static_cast<std::uint32_t>(i)};
    for (std::size_t k = first_loop; k < flat.loops.size(); ++k) flat.loops[k].piece = id;
    for (std::size_t k = first_circle; k < flat.circles.size(); ++k) flat.circles[k].piece = id;
  }
  if (purpose == SliceFor::Lidar) {
    for (const WorldTrigger& trigger : world.triggers) slice_trigger(world, trigger, height, flat);
    for (const WorldZone& zone : world.zones) slice_trigger(world, zone.volume, height, flat);
  }
  return flat;
}

FlatSlice slice_turned(const WorldPiece& piece, double up) {
  WorldPiece alone = piece;
  alone.world_from_piece.at = {};
  alone.ground_height = 0;
  FlatSlice flat;
  slice_piece(alone, up, flat);
  return flat;
}

bool is_wide_ground(const WorldPiece& piece) {
  constexpr double kThin = 0.01;  // m, of a prism that is a painted or paved place
  const auto* prism = std::get_if<PrismSpec>(&piece.shape);
  return traits_of(piece.shape).ground == GroundForm::Terrain || patch_of(piece.shape) ||
         (prism != nullptr && prism->height < kThin);
}

double ground_height(const World& world, Vec2 at) {
  const double ground = top_of(world, at).height;
  return world.roads ? ground + road_height_at(*world.roads, at) : ground;
}

Vec2 ground_slope(const World& world, Vec2 at) {
  const HeightField* top = top_of(world, at).field;
  return top == nullptr ? Vec2{} : slope_under(*top, at).value_or(Vec2{});
}

Pose3 pose_on_ground(const World& world, const Pose2& pose, double above) {
  if (above != 0)
    return {{pose.x, pose.y, ground_height(world, position(pose)) + above},
            Quat::from_yaw_pitch_roll(pose.yaw, 0, 0)};
  const Vec2 slope = ground_slope(world, position(pose));
  const Vec3 up = normalized(Vec3{-slope.x, -slope.y, 1});
  // the shortest turn from upright to `up`, after the heading
  const double n = std::sqrt(2 * (1 + up.z));
  const Quat tilt{n / 2, -up.y / n, up.x / n, 0};
  return {{pose.x, pose.y, ground_height(world, position(pose))},
          tilt * Quat::from_yaw_pitch_roll(pose.yaw, 0, 0)};
}

double ground_friction(const World& world, Vec2 at) {
  const std::span<const std::uint32_t> near = world.patch_grid.near(at);
  for (auto i = near.rbegin(); i != near.rend(); ++i)
    if (covers(world.patches[*i], at)) return world.patches[*i].friction;
  if (world.roads)
    if (const auto kind = lane_kind_at(*world.roads, at)) return friction_of(*kind, world);
  return world.ground_material->friction;
}

}  // namespace paddock
