// Reads pieces: first the shape each kind has, then what all kinds share, then the copies.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "paddock/geom/material.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

PieceShape read_box(TableReader& t) {
  BoxSpec s;
  t.vec3("size", s.size);
  t.number("mass", s.mass);
  return s;
}

PieceShape read_wall(TableReader& t) {
  WallSpec s;
  if (t.require("points")) t.points("points", s.points);
  t.truth("closed", s.closed);
  t.number("height", s.height);
  t.number("thickness", s.thickness);
  return s;
}

PieceShape read_ramp(TableReader& t) {
  RampSpec s;
  t.vec3("size", s.size);
  return s;
}

PieceShape read_cylinder(TableReader& t) {
  CylinderSpec s;
  t.number("radius", s.radius);
  t.number("height", s.height);
  t.number("mass", s.mass);
  return s;
}

PieceShape read_cone(TableReader& t) {
  ConeSpec s;
  t.number("radius", s.radius);
  t.number("height", s.height);
  t.number("top_radius", s.top_radius);
  t.number("base_radius", s.base_radius);
  t.number("base_thickness", s.base_thickness);
  t.number("core", s.core);
  t.number("mass", s.mass);
  t.number("mass_height", s.mass_height);
  return s;
}

PieceShape read_tape(TableReader& t) {
  TapeSpec s;
  if (t.require("points")) t.points("points", s.points);
  t.truth("closed", s.closed);
  t.number("width", s.width);
  return s;
}

PieceShape read_mat(TableReader& t) {
  MatSpec s;
  t.vec2("size", s.size);
  return s;
}

PieceShape read_marker(TableReader& t) {
  MarkerSpec s;
  std::size_t family = 0;
  t.choice("family", marker_families(), family);
  s.family = static_cast<MarkerFamily>(family);
  if (t.require("id")) t.whole("id", s.id);
  t.number("size", s.size);
  return s;
}

PieceShape read_terrain_shape(TableReader& t) { return read_terrain(t); }

PieceShape read_block(TableReader& t) {
  BlockSpec s;
  t.vec3("size", s.size);
  t.number("mass", s.mass);
  return s;
}

PieceShape read_ball(TableReader& t) {
  BallSpec s;
  t.number("radius", s.radius);
  t.number("mass", s.mass);
  return s;
}

PieceShape read_tyres(TableReader& t) {
  TyresSpec s;
  t.number("radius", s.radius);
  t.number("tyre_height", s.tyre_height);
  t.whole("count", s.count);
  t.number("mass", s.mass);
  return s;
}

PieceShape read_elevator(TableReader& t) {
  ElevatorSpec s;
  t.vec3("size", s.size);
  t.number("low", s.low);
  t.number("high", s.high);
  t.number("travel_time", s.travel_time);
  t.number("wait_time", s.wait_time);
  t.number("speed", s.speed);
  if (s.speed && t.take("travel_time") != nullptr)
    t.refuse("speed", "must be left out beside travel_time, got both");
  t.number("phase", s.phase);
  t.number("jitter", s.jitter);
  return s;
}

PieceShape read_train(TableReader& t) {
  TrainSpec s;
  if (t.require("points")) t.points("points", s.points);
  t.truth("closed", s.closed);
  t.number("speed", s.speed);
  t.whole("cars", s.cars);
  t.vec3("car_size", s.car_size);
  t.number("spacing", s.spacing);
  t.number("gap", s.gap);
  t.number("phase", s.phase);
  return s;
}

PieceShape read_door(TableReader& t) {
  DoorSpec s;
  t.vec3("size", s.size);
  auto opens = static_cast<std::size_t>(s.opens);
  t.choice("opens", door_ways(), opens);
  s.opens = static_cast<DoorOpens>(opens);
  t.number("travel", s.travel);
  t.angle("angle", s.angle);
  const bool swings = s.opens == DoorOpens::Swing;
  for (const std::string_view key : {"travel", "angle_deg", "angle"}) {
    if (swings == (key == "travel"))
      t.leave_out(key, concat("when opens = ", quote(door_ways()[opens])));
  }
  t.number("travel_time", s.travel_time);
  t.number("wait_time", s.wait_time);
  t.number("phase", s.phase);
  t.number("jitter", s.jitter);
  return s;
}

PieceShape read_sign(TableReader& t) {
  SignSpec s;
  if (t.require("text")) t.text("text", s.text);
  t.vec2("size", s.size);
  return s;
}

PieceShape read_prism(TableReader& t) {
  PrismSpec s;
  if (t.require("loops")) t.loops("loops", s.loops);
  t.number("height", s.height);
  return s;
}

PieceShape read_capsule(TableReader& t) {
  CapsuleSpec s;
  t.number("radius", s.radius);
  t.number("height", s.height);
  return s;
}

using ReadShape = PieceShape (*)(TableReader&);

constexpr std::array<std::string_view, 18> kKinds{
    "box",   "wall", "ramp",  "cylinder", "cone",  "tape",  "mat",  "marker", "terrain",
    "block", "ball", "tyres", "elevator", "train", "prism", "sign", "door",   "capsule"};
constexpr std::array<ReadShape, 18> kReadShapes{
    read_box,      read_wall,   read_ramp,          read_cylinder, read_cone, read_tape,
    read_mat,      read_marker, read_terrain_shape, read_block,    read_ball, read_tyres,
    read_elevator, read_train,  read_prism,         read_sign,     read_door, read_capsule};
static_assert(kKinds.size() == std::variant_size_v<PieceShape>);

// a line of points says itself where it is; everything else must be put somewhere
bool places_itself(const PieceShape& shape) {
  return std::holds_alternative<WallSpec>(shape) || std::holds_alternative<TapeSpec>(shape) ||
         std::holds_alternative<TrainSpec>(shape) || std::holds_alternative<PrismSpec>(shape) ||
         std::holds_alternative<TerrainSpec>(shape);
}

void read_tag(TableReader& t, SemanticTag& into) {
  std::array<std::string_view, 13> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = name_of(static_cast<SemanticTag>(i));
  auto index = static_cast<std::size_t>(into);
  t.choice("tag", words, index);
  into = static_cast<SemanticTag>(index);
}

void read_variants(TableReader& t, std::vector<VariantSpec>& into) {
  t.tables("variants", [&](TableReader& v) {
    VariantSpec& variant = into.emplace_back();
    v.color("color", variant.color);
    if (bool glows = false; v.take("glows") != nullptr)
      v.truth("glows", glows), variant.glows = glows;
    if (int id = 0; v.take("id") != nullptr) v.whole("id", id), variant.id = id;
    if (std::string text; v.take("text") != nullptr) v.text("text", text), variant.text = text;
  });
}

void read_cycle(TableReader& t, std::vector<CycleStep>& into) {
  constexpr std::string_view kMust = "be steps [[variant, seconds], ...]";
  std::vector<std::array<double, 4>> rows;
  t.rows("cycle", kMust, rows);
  for (const auto& row : rows) {
    if (row[0] != std::floor(row[0]) || std::fabs(row[0]) > 1000)
      return t.refuse("cycle", concat("must ", kMust, " with whole variants, got ", row[0]));
    into.push_back({static_cast<int>(row[0]), row[1]});
  }
}

void read_common(TableReader& t, PieceSpec& piece) {
  t.text("name", piece.name);
  t.angle("yaw", piece.yaw);
  t.angle("pitch", piece.pitch);
  t.angle("roll", piece.roll);
  t.text("material", piece.material);
  t.color("color", piece.color);
  read_tag(t, piece.tag);
  piece.solid = solid_by_default(piece.shape);
  t.truth("solid", piece.solid);
  t.truth("lidar", piece.seen_by.lidar);
  t.truth("camera", piece.seen_by.camera);
  piece.moves = moves_by_default(piece.shape, t.reading().spec.physics);
  t.truth("moves", piece.moves);
  t.truth("follows_clicks", piece.follows_clicks);
  t.truth("changes", piece.changes);
  t.truth("lit", piece.lit);
  t.truth("glows", piece.glows);
  read_variants(t, piece.variants);
  read_cycle(t, piece.cycle);
  t.number("cycle_phase", piece.cycle_phase);
  t.truth("fails", piece.fails);
  t.truth("resets", piece.resets);
  auto gauge = static_cast<std::size_t>(piece.gauge);
  t.choice("gauge", gauges(), gauge);
  piece.gauge = static_cast<Gauge>(gauge);
  read_ground_at(t, piece.ground_at);
}

// Where the copies of a piece stand: one place, a row of them, or a list.
std::vector<Vec3> read_places(TableReader& t, bool required) {
  std::vector<Vec3> places;
  t.places("points_at", places);
  const Repeat repeat = read_repeat(t);
  if (t.take("points_at") != nullptr) {
    for (const std::string_view other : {"at", "repeat"}) {
      if (t.take(other) != nullptr) t.refuse(other, "must be left out beside points_at, got both");
    }
    return places;
  }
  Vec3 at;
  if (required) t.require("at");
  t.place("at", at);
  const std::size_t count = std::min(static_cast<std::size_t>(repeat.count), kMaxPieces + 1);
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back(at + static_cast<double>(i) * repeat.step);
  }
  return places;
}

std::size_t points_in(const PieceShape& shape) {
  if (const auto* wall = std::get_if<WallSpec>(&shape)) return wall->points.size();
  if (const auto* tape = std::get_if<TapeSpec>(&shape)) return tape->points.size();
  if (const auto* train = std::get_if<TrainSpec>(&shape)) return train->points.size();
  if (const auto* terrain = std::get_if<TerrainSpec>(&shape)) return terrain->heights.size();
  std::size_t count = 1;
  if (const auto* prism = std::get_if<PrismSpec>(&shape)) {
    for (const auto& loop : prism->loops) count += loop.size();
  }
  return count;
}

}  // namespace

Repeat read_repeat(TableReader& t) {
  Repeat repeat;
  auto table = t.table("repeat");
  if (!table) return repeat;
  if (table->require("count")) table->whole("count", repeat.count);
  if (table->require("step")) table->place("step", repeat.step);
  if (repeat.count < 1) {
    table->refuse("count", concat("must be at least 1, got ", repeat.count));
    repeat.count = 1;
  }
  table->finish();
  return repeat;
}

bool fits(Reading& reading, const PieceSpec& piece, std::size_t copies) {
  if (reading.full) return false;
  const std::size_t pieces = reading.spec.pieces.size() + copies;
  const std::size_t points = points_in(piece.shape) * copies;
  if (pieces > kMaxPieces) {
    reading.complain(piece.where, concat("a level must have at most ", kMaxPieces,
                                         " pieces, got more with this ", kind_of(piece.shape)));
    reading.full = true;
  } else if (points > reading.points_left) {
    reading.complain(piece.where,
                     concat("a level must have at most 4000000 points, got more with this ",
                            kind_of(piece.shape)));
    reading.full = true;
  } else {
    reading.points_left -= points;
  }
  return !reading.full;
}

std::span<const std::string_view> piece_kinds() { return kKinds; }

std::span<const std::string_view> marker_families() {
  static constexpr std::array<std::string_view, 3> kFamilies{"apriltag36h11", "aruco5x5",
                                                             "aruco6x6"};
  return kFamilies;
}

std::span<const std::string_view> door_ways() {
  static constexpr std::array<std::string_view, 3> kWays{"slide", "swing", "lift"};
  return kWays;
}

std::span<const std::string_view> gauges() {
  static constexpr std::array<std::string_view, 3> kGauges{"none", "distance",
                                                           "distance_and_angle"};
  return kGauges;
}

std::string_view kind_of(const PieceShape& shape) { return kKinds[shape.index()]; }

bool solid_by_default(const PieceShape& shape) {
  return !std::holds_alternative<TapeSpec>(shape) && !std::holds_alternative<MatSpec>(shape) &&
         !std::holds_alternative<MarkerSpec>(shape) && !std::holds_alternative<SignSpec>(shape);
}

bool moves_by_default(const PieceShape& shape, PhysicsKind physics) {
  return physics == PhysicsKind::Rigid &&
         (std::holds_alternative<BlockSpec>(shape) || std::holds_alternative<BallSpec>(shape));
}

void read_piece(TableReader& table, std::size_t kind) {
  PieceSpec piece;
  piece.where = table.where();
  piece.shape = kReadShapes[kind](table);
  read_common(table, piece);
  const std::vector<Vec3> places = read_places(table, !places_itself(piece.shape));
  const bool present = table.present();
  table.finish();
  Reading& reading = table.reading();
  if (!present || !fits(reading, piece, places.size())) return;
  for (std::size_t i = 0; i < places.size(); ++i) {
    PieceSpec copy = piece;
    copy.at = places[i];
    if (places.size() > 1 && !piece.name.empty()) copy.name = concat(piece.name, '_', i + 1);
    reading.spec.pieces.push_back(std::move(copy));
  }
}

}  // namespace paddock
