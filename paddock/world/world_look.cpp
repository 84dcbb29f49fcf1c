// Gathers the looks of a world. The ground has holes where terrains lie, and goes on far beyond the
// level, so that a camera that looks over the edge sees land and not a table top.
#include "paddock/world/world_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

#include "paddock/core/angle.h"
#include "paddock/core/text.h"
#include "paddock/geom/look_build.h"
#include "paddock/geom/palette.h"
#include "paddock/world/drape.h"
#include "paddock/world/mover.h"
#include "paddock/world/piece_life.h"
#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

constexpr double kBeyond = 600;  // metres of land around a level
// what lies on top of something else is lifted by this much, or more where distances are larger
constexpr double kLift = 0.001, kLiftAMetre = 2e-5;
constexpr int kMostLayers = 12;

using Polygon = std::vector<Vec2>;  // convex, counter-clockwise

// --- the ground ---------------------------------------------------------------------------------

/// The part of a polygon to the left of the line from `a` to `b`, or to its right.
Polygon cut(const Polygon& polygon, Vec2 a, Vec2 b, bool left) {
  Polygon kept;
  const auto side = [&](Vec2 p) { return (left ? 1 : -1) * cross(b - a, p - a); };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const double sp = side(p), sq = side(q);
    if (sp >= 0) kept.push_back(p);
    if ((sp > 0 && sq < 0) || (sp < 0 && sq > 0)) kept.push_back(lerp(p, q, sp / (sp - sq)));
  }
  return kept;
}

double area_of(const Polygon& polygon) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    twice += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  }
  return twice / 2;
}

/// Takes a convex hole out of convex polygons: what lies outside its first edge, then of the rest
/// what lies outside its second, and so on.
std::vector<Polygon> without(const std::vector<Polygon>& polygons, std::span<const Vec2> hole) {
  std::vector<Polygon> left;
  for (Polygon rest : polygons) {
    for (std::size_t i = 0; i < hole.size() && !rest.empty(); ++i) {
      const Vec2 a = hole[i], b = hole[(i + 1) % hole.size()];
      Polygon outside = cut(rest, a, b, false);
      if (area_of(outside) > 1e-9) left.push_back(std::move(outside));
      rest = cut(rest, a, b, true);
    }
  }
  return left;
}

/// Where a terrain lies, seen from above.
std::array<Vec2, 4> corners_of(Vec2 size, const Pose3& world_from_piece) {
  const Vec2 h = size / 2;
  const auto at = [&](double x, double y) { return xy(world_from_piece * Vec3{x, y, 0}); };
  return {at(-h.x, -h.y), at(h.x, -h.y), at(h.x, h.y), at(-h.x, h.y)};
}

Polygon rectangle(Vec2 low, Vec2 high) { return {low, {high.x, low.y}, high, {low.x, high.y}}; }

Mesh flat_mesh(const std::vector<Polygon>& polygons) {
  Mesh mesh;
  for (const Polygon& polygon : polygons) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (const Vec2 p : polygon) mesh.points.push_back({p.x, p.y, 0});
    for (std::uint32_t i = 1; i + 1 < polygon.size(); ++i) {
      mesh.triangles.push_back({first, first + i, first + i + 1});
    }
  }
  return mesh;
}

/// Polygons at height 0 without what terrains cover. Ramps stand on the ground and leave it whole.
Mesh ground_mesh(const World& world, std::vector<Polygon> polygons) {
  for (const WorldPiece& piece : world.pieces) {
    if (traits_of(piece.shape).ground != GroundForm::Terrain || piece.mesh.points.empty()) continue;
    const Vec2 size = height_field_of(piece.shape).size;
    polygons = without(polygons, corners_of(size, piece.world_from_piece));
  }
  return flat_mesh(polygons);
}

/// Roads lie in meadows, floors on concrete; open land goes on.
const Material& land_beyond(const Material& ground) {
  switch (ground.pattern) {
    case Pattern::Grass:
    case Pattern::Earth:
    case Pattern::Sand:
    case Pattern::Gravel:
      return ground;
    case Pattern::Asphalt:
      return *find_material("grass");
    default:
      return *find_material("concrete");
  }
}

LookPart ground_part(std::string name, const Mesh& mesh, const Finish& finish, SemanticTag tag) {
  LookPart part{.name = std::move(name), .look = {}, .scene_from_part = {}, .seen_by = {}};
  dress(part.look, mesh, {}, {finish, 0.5, map_from_above});
  part.instance = kGroundInstance;
  part.tag = tag;
  return part;
}

void add_ground(const World& world, Finishes& finishes, std::vector<LookPart>& parts) {
  const Vec2 low = world.ground.center - world.ground.size / 2;
  const Vec2 high = world.ground.center + world.ground.size / 2;
  const Vec2 out{kBeyond, kBeyond};
  const std::vector<Polygon> around{rectangle(low - out, {high.x + kBeyond, low.y}),
                                    rectangle({low.x - kBeyond, high.y}, high + out),
                                    rectangle({low.x - kBeyond, low.y}, {low.x, high.y}),
                                    rectangle({high.x, low.y}, {high.x + kBeyond, high.y})};
  const Mesh inner = ground_mesh(world, {rectangle(low, high)});
  const SemanticTag tag = land_beyond(*world.ground_material).name == world.ground_material->name
                              ? SemanticTag::Other
                              : SemanticTag::Road;
  if (!inner.triangles.empty()) {
    parts.push_back(ground_part("ground", inner, finishes.of(*world.ground_material), tag));
  }
  const Mesh outer = ground_mesh(world, around);
  parts.push_back(ground_part("land", outer, finishes.of(land_beyond(*world.ground_material)),
                              SemanticTag::Other));
}

// --- paint on the ground ------------------------------------------------------------------------

/// Height of the step from one flat layer to the next.
double lift_step(const World& world) {
  return std::max(kLift, kLiftAMetre * length(world.ground.size));
}

/// A flat piece of paint that follows the ground.
Mesh paint_mesh(const World& world, const Pose2& pose, Vec2 size) {
  WorldPiece piece;
  piece.shape = MatSpec{size};
  piece.mesh = make_mat(size);
  piece.ground_height = ground_height(world, position(pose));
  piece.world_from_piece = {{pose.x, pose.y, piece.ground_height},
                            Quat::from_yaw_pitch_roll(pose.yaw, 0, 0)};
  Mesh in_world;
  append(in_world, drape(world, piece), piece.world_from_piece);
  return in_world;
}

/// Three rows of chequers between the posts of the first gate.
void add_start_line(const World& world, std::vector<LookPart>& parts) {
  if (world.gates.empty()) return;
  const double lift = 0.003 + (kMostLayers / 3) * lift_step(world);
  const WorldGate& gate = world.gates[0];
  const Vec2 across = gate.right - gate.left;
  const double wide = length(across);
  const int columns = std::clamp(static_cast<int>(wide / 0.2 + 0.5), 6, 80);
  const double edge = std::min(wide / columns, 0.4);
  const double yaw = det::atan2(across.y, across.x);
  LookPart part{
      .name = "start-line", .look = {}, .scene_from_part = {{0, 0, lift}, {}}, .seen_by = {}};
  for (int i = 0; i < 3 * columns; ++i) {
    const int row = i / columns, column = i % columns;
    const Vec2 at = lerp(gate.left, gate.right, (column + 0.5) / columns) +
                    (row - 1) * edge * normalized(perpendicular(across));
    const Finish finish = paint((row + column) % 2 == 0 ? kChalk : kAsphalt, 0);
    dress(part.look, paint_mesh(world, {at.x, at.y, yaw}, {wide / columns, edge}), {},
          {finish, 0.5, map_from_above});
  }
  part.instance = kGroundInstance;
  part.tag = SemanticTag::RoadLine;
  parts.push_back(std::move(part));
}

// --- pieces -------------------------------------------------------------------------------------

Bounds2 bounds_of(const WorldPiece& piece) {
  Bounds2 bounds;
  for (const Vec3 p : piece.mesh.points) bounds.add(xy(piece.world_from_piece * p));
  return bounds;
}

/// How many flat pieces lie under each flat piece, counting those that may overlap; mats lie under
/// tape whatever the order of the file.
std::vector<int> layers_of(const World& world) {
  std::vector<int> layers(world.pieces.size());
  std::vector<std::pair<std::size_t, Bounds2>> below;
  for (const FlatLayer flat : {FlatLayer::Mats, FlatLayer::Paint}) {
    for (std::size_t i = 0; i < world.pieces.size(); ++i) {
      const WorldPiece& piece = world.pieces[i];
      if (traits_of(piece.shape).flat != flat) continue;
      const Bounds2 bounds = bounds_of(piece);
      int layer = 0;
      for (const auto& [other, place] : below) {
        if (layers[other] >= layer && place.overlaps(bounds)) layer = layers[other] + 1;
      }
      layers[i] = std::min(layer, kMostLayers);
      below.emplace_back(i, bounds);
    }
  }
  return layers;
}

LookPart piece_part(const WorldPiece& piece, std::size_t index, std::size_t variant,
                    Finishes& finishes) {
  LookPart part{.name = {},
                .look = look_of(with_variant(piece, variant), finishes),
                .scene_from_part = piece.world_from_piece,
                .instance = static_cast<std::uint32_t>(index) + 1,
                .tag = piece.tag,
                .seen_by = piece.seen_by};
  part.moves = piece.moves || has_life(piece);
  part.variant = static_cast<std::uint32_t>(variant);
  return part;
}

void add_piece(LookPart part, const WorldPiece& piece, const PartNames& names,
               std::vector<LookPart>& parts) {
  const PieceId id{part.instance - 1};
  part.name = names.of(id, 0, part.variant);
  const auto* train = std::get_if<TrainSpec>(&piece.shape);
  if (train == nullptr) {
    parts.push_back(std::move(part));
    return;
  }
  const auto places = car_places_of(*train);
  for (std::size_t i = 0; i < places.size(); ++i) {
    LookPart car = part;
    car.name = names.of(id, i, part.variant);
    car.scene_from_part = piece.world_from_piece * places[i].value_or(kOutOfSight);
    parts.push_back(std::move(car));
  }
}

void add_pieces(const World& world, Finishes& finishes, std::vector<LookPart>& parts) {
  const std::vector<int> layers = layers_of(world);
  const double step = lift_step(world);
  const PartNames names(world);
  for (std::size_t i = 0; i < world.pieces.size(); ++i) {
    const WorldPiece& piece = world.pieces[i];
    LookPart part = piece_part(piece, i, 0, finishes);
    if (traits_of(piece.shape).flat) part.scene_from_part.at.z += step * layers[i];
    add_piece(std::move(part), piece, names, parts);
  }
}

}  // namespace

PartNames::PartNames(const World& world) {
  std::set<std::string> taken{"ground", "land", "start-line"};
  for (const WorldPiece& piece : world.pieces) taken.insert(piece.name);
  for (std::size_t i = 0; i < world.pieces.size(); ++i) {
    const WorldPiece& piece = world.pieces[i];
    std::string name = piece.name;
    if (name.empty()) {
      name = concat(piece.kind, '-', i);
      while (!taken.insert(name).second) name += '_';
    }
    pieces_.push_back(std::move(name));
    trains_.push_back(std::holds_alternative<TrainSpec>(piece.shape));
  }
}

std::string PartNames::of(PieceId piece, std::size_t part, std::size_t variant) const {
  std::string name = pieces_[index_of(piece)];
  if (trains_[index_of(piece)]) name = concat(name, "-car-", part + 1);
  return variant > 0 ? concat(name, '~', variant) : name;
}

std::vector<LookPart> looks_of(const World& world, DrawTexture draw) {
  Finishes finishes(std::move(draw));
  std::vector<LookPart> parts;
  add_ground(world, finishes, parts);
  add_pieces(world, finishes, parts);
  if (world.ground.markings) add_start_line(world, parts);
  return parts;
}

std::vector<LookPart> variant_looks_of(const World& world, DrawTexture draw) {
  Finishes finishes(std::move(draw));
  std::vector<LookPart> parts;
  const PartNames names(world);
  for (std::size_t i = 0; i < world.pieces.size(); ++i)
    for (std::size_t variant = 1; variant < world.pieces[i].variants.size(); ++variant)
      add_piece(piece_part(world.pieces[i], i, variant, finishes), world.pieces[i], names, parts);
  return parts;
}

std::vector<LookPart> ray_triggers_of(const World& world) {
  Finishes finishes;
  std::vector<LookPart> parts;
  const auto add = [&](const WorldTrigger& trigger) {
    if (!trigger.seen_by_rays) return;
    constexpr int kSides = 24;
    const Vec2 half = trigger.half_size;
    const double height = trigger.top - trigger.bottom;
    WorldPiece solid;
    if (trigger.round) {
      solid.shape = CylinderSpec{half.x, height, {}};
      solid.mesh = make_frustum(half.x, half.x, height, kSides);
    } else {
      solid.shape = BoxSpec{{2 * half.x, 2 * half.y, height}, {}};
      solid.mesh = make_box(std::get<BoxSpec>(solid.shape).size);
    }
    solid.material = world.ground_material;
    parts.push_back({.name = concat("trigger-", parts.size() + 1),
                     .look = look_of(solid, finishes),
                     .scene_from_part = {{trigger.pose.x, trigger.pose.y, trigger.bottom},
                                         Quat::from_yaw_pitch_roll(trigger.pose.yaw, 0, 0)},
                     .instance = 0,
                     .tag = SemanticTag::Other,
                     .seen_by = {.lidar = true, .camera = false}});
  };
  for (const WorldTrigger& trigger : world.triggers) add(trigger);
  for (const WorldZone& zone : world.zones) add(zone.volume);
  return parts;
}

}  // namespace paddock
