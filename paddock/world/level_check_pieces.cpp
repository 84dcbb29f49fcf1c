// The rules of pieces: those all share, then those of each kind's shape.
#include <set>
#include <span>

#include "paddock/geom/shape.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/level_crossing.h"
#include "paddock/world/mover.h"

namespace paddock {
namespace {

constexpr double kMaxSize = 10'000;      // metres
constexpr double kLongestPhase = 1e6;    // seconds
constexpr std::size_t kMaxCars = 1'000;  // of all trains on one line

bool may_move(const PieceShape& shape) {
  return std::holds_alternative<BoxSpec>(shape) || std::holds_alternative<CylinderSpec>(shape) ||
         std::holds_alternative<ConeSpec>(shape) || std::holds_alternative<BlockSpec>(shape) ||
         std::holds_alternative<BallSpec>(shape) || std::holds_alternative<TyresSpec>(shape);
}

int last_marker(MarkerFamily family) {
  // AprilTag 36h11 has 587 codes; the ArUco families are OpenCV's of 250
  return family == MarkerFamily::AprilTag36h11 ? 586 : 249;
}

double signed_area(const std::vector<Vec2>& loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i)
    twice += cross(loop[i], loop[(i + 1) % loop.size()]);
  return twice / 2;
}

struct ShapeRules {
  Examined& piece;

  void operator()(const BoxSpec& s) const {
    piece.positive("size", s.size, kMaxSize);
    mass(s.mass);
  }
  void operator()(const WallSpec& s) const {
    piece.positive("height", s.height, kMaxSize);
    piece.positive("thickness", s.thickness, kMaxSize);
    if (!piece.line("points", s.points, s.closed, kMaxPoints)) return;
    const LineView line{s.points, s.closed};
    if (const auto c = find_crossing(std::span(&line, 1))) {
      piece.must(false, "points",
                 "not cross or touch, got a crossing of the stretches from points ",
                 c->first_point + 1, " and ", c->second_point + 1);
    }
  }
  void operator()(const RampSpec& s) const { piece.positive("size", s.size, kMaxSize); }
  void operator()(const CylinderSpec& s) const {
    round(s.radius, s.height);
    mass(s.mass);
  }
  void operator()(const ConeSpec& s) const {
    round(s.radius, s.height);
    piece.between("top_radius", s.top_radius, 0, kMaxSize);
    piece.between("base_thickness", s.base_thickness, 0, kMaxSize);
    piece.between("base_radius", s.base_radius, 0, kMaxSize);
    piece.between("core", s.core, 0.01, 1);
    piece.must(s.base_thickness == 0 || s.base_radius >= s.radius, "base_radius",
               "be at least radius under a cone with a base, got ", figure(s.base_radius),
               " with radius ", figure(s.radius));
    mass(s.mass);
    if (s.mass_height) piece.between("mass_height", *s.mass_height, 0, s.height);
  }
  void operator()(const TapeSpec& s) const {
    piece.positive("width", s.width, kMaxSize);
    piece.line("points", s.points, s.closed, kMaxPoints);
  }
  void operator()(const MatSpec& s) const { piece.positive("size", s.size, kMaxSize); }
  void operator()(const MarkerSpec& s) const {
    piece.positive("size", s.size, 100);
    const int last = last_marker(s.family);
    piece.must(s.id >= 0 && s.id <= last, "id", "be between 0 and ", last, " in its family, got ",
               s.id);
  }
  void operator()(const TerrainSpec& s) const;
  void operator()(const BlockSpec& s) const {
    piece.positive("size", s.size, kMaxSize);
    piece.positive("mass", s.mass, 1e6);
  }
  void operator()(const BallSpec& s) const {
    piece.positive("radius", s.radius, kMaxSize);
    piece.positive("mass", s.mass, 1e6);
  }
  void operator()(const TyresSpec& s) const {
    piece.positive("radius", s.radius, 100);
    piece.positive("tyre_height", s.tyre_height, 100);
    piece.between("count", s.count, 1, 20);
    mass(s.mass);
  }
  void operator()(const ElevatorSpec& s) const {
    piece.positive("size", s.size, kMaxSize);
    piece.between("low", s.low, -kMaxSize, kMaxSize);
    piece.between("high", s.high, -kMaxSize, kMaxSize);
    piece.must(s.high > s.low, "high", "be above low, got ", figure(s.high), " with low ",
               figure(s.low));
    if (s.speed) piece.positive("speed", *s.speed, 100);
    schedule(s);
  }
  void operator()(const TrainSpec& s) const {
    const bool sound = piece.line("points", s.points, s.closed, kMaxPoints);
    piece.between("speed", s.speed, 0, 100);
    piece.between("cars", s.cars, 1, 50);
    piece.positive("car_size", s.car_size, 100);
    piece.between("phase", s.phase, 0, kLongestPhase);
    if (s.spacing) piece.positive("spacing", *s.spacing, kMaxSize);
    if (!s.gap) return;
    piece.between("gap", *s.gap, 0, kMaxSize);
    piece.must(!s.closed, "gap", "be left out on a closed line, got ", figure(*s.gap));
    const bool countable = sound && s.cars >= 1 && s.cars <= 50 && s.car_size.x > 0 &&
                           s.spacing.value_or(1) > 0 && *s.gap >= 0;
    const std::size_t cars = countable ? make_train_line(s).cars : 0;
    piece.must(cars <= kMaxCars, "gap", "leave at most ", kMaxCars, " cars on the line, got ",
               cars);
  }
  void operator()(const PrismSpec& s) const;
  void operator()(const SignSpec& s) const {
    piece.must(!s.text.empty(), "text", "not be empty, got \"\"");
    piece.name("text", s.text, 100);
    piece.positive("size", s.size, 100);
  }

  void operator()(const DoorSpec& s) const {
    piece.positive("size", s.size, kMaxSize);
    if (s.travel) piece.between("travel", *s.travel, -kMaxSize, kMaxSize);
    piece.must(std::fabs(s.angle) <= kPi, "angle", "be at most half a turn, got ", s.angle, " rad");
    schedule(s);
  }

  void operator()(const CapsuleSpec& s) const {
    round(s.radius, s.height);
    piece.must(s.height >= 2 * s.radius, "height", "be at least twice the radius, got ",
               figure(s.height), " with radius ", figure(s.radius));
  }

  /// What elevators and doors share.
  void schedule(const auto& s) const {
    piece.positive("travel_time", s.travel_time, 3600);
    piece.between("wait_time", s.wait_time, 0, 3600);
    piece.between("phase", s.phase, 0, kLongestPhase);
    piece.must(s.jitter >= 0 && s.jitter <= s.wait_time, "jitter",
               "be between 0 and wait_time, got ", figure(s.jitter), " with wait_time ",
               figure(s.wait_time));
  }
  void mass(std::optional<double> kilograms) const {
    if (kilograms) piece.positive("mass", *kilograms, 1e6);
  }
  void round(double radius, double height) const {
    piece.positive("radius", radius, kMaxSize);
    piece.positive("height", height, kMaxSize);
  }
};

void ShapeRules::operator()(const TerrainSpec& s) const {
  piece.positive("size", s.size, 2 * kFarthest);
  const auto cells = static_cast<double>(s.columns) * static_cast<double>(s.rows);
  piece.must(s.columns >= 2 && s.rows >= 2, "heights", "have at least 2 columns and 2 rows, got ",
             s.columns, " and ", s.rows);
  piece.must(cells <= static_cast<double>(kMaxCells), "heights", "have at most ", kMaxCells,
             " grid points, got ", figure(cells));
  piece.must(cells == static_cast<double>(s.heights.size()), "heights",
             "have one number for each of ", figure(cells), " grid points, got ", s.heights.size());
  for (const double height : s.heights) {
    if (std::fabs(height) <= kMaxSize) continue;
    piece.must(false, "heights", "be between -10000 and 10000, got ", figure(height));
    return;
  }
}

void ShapeRules::operator()(const PrismSpec& s) const {
  piece.positive("height", s.height, kMaxSize);
  piece.must(!s.loops.empty(), "loops", "have at least one loop, got none");
  std::size_t points = 0;
  double area = 0;
  std::vector<LineView> lines;
  for (const auto& loop : s.loops) {
    points += loop.size();
    area += signed_area(loop);
    lines.push_back({loop, true});
    if (!piece.line("loops", loop, true, kMaxPrismPoints)) return;
  }
  piece.must(points <= kMaxPrismPoints, "loops", "have at most ", kMaxPrismPoints, " points, got ",
             points);
  piece.must(area > 0 || s.loops.empty(), "loops",
             "run counter-clockwise around the solid, got an area of ", figure(area));
  if (const auto c = find_crossing(lines)) {
    piece.must(false, "loops", "not cross or touch, got a crossing of loop ", c->first_line + 1,
               " after point ", c->first_point + 1, " and loop ", c->second_line + 1,
               " after point ", c->second_point + 1);
  }
}

constexpr std::size_t kMaxVariants = 16, kMaxSteps = 64;

/// Ground and paint carry what is on them.
bool may_change(const PieceShape& shape) {
  return !std::holds_alternative<TerrainSpec>(shape) && !std::holds_alternative<RampSpec>(shape) &&
         !std::holds_alternative<TapeSpec>(shape) && !std::holds_alternative<MatSpec>(shape);
}

/// Planar physics poses outlines: convex, of at most eight corners, or round.
bool has_outline(const PieceSpec& p) {
  if (std::holds_alternative<WallSpec>(p.shape)) return false;
  const bool upright = p.pitch == 0 && p.roll == 0;
  if (is_mover(p.shape)) return upright;
  const bool round =
      std::holds_alternative<CylinderSpec>(p.shape) || std::holds_alternative<ConeSpec>(p.shape) ||
      std::holds_alternative<BallSpec>(p.shape) || std::holds_alternative<TyresSpec>(p.shape) ||
      std::holds_alternative<CapsuleSpec>(p.shape);
  if (round) return upright;
  const auto* prism = std::get_if<PrismSpec>(&p.shape);
  if (prism == nullptr) return true;
  if (!upright || prism->loops.size() != 1 || prism->loops[0].size() > Outline2::kMaxCorners)
    return false;
  const std::vector<Vec2>& loop = prism->loops[0];
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()], c = loop[(i + 2) % loop.size()];
    if (cross(b - a, c - b) < 0) return false;
  }
  return true;
}

void check_variants(const PieceSpec& p, Examined& piece) {
  const auto* marker = std::get_if<MarkerSpec>(&p.shape);
  piece.must(p.variants.size() <= kMaxVariants, "variants", "be at most ", kMaxVariants, ", got ",
             p.variants.size());
  piece.must(p.variants.empty() || p.changes || !p.cycle.empty(), "variants",
             "come with a cycle or changes = true, got neither");
  for (const VariantSpec& variant : p.variants) {
    piece.must(!variant.id || marker != nullptr, "variants", "have an id on markers only, got ",
               variant.id.value_or(0));
    if (marker != nullptr && variant.id)
      piece.must(*variant.id >= 0 && *variant.id <= last_marker(marker->family), "variants",
                 "have an id between 0 and ", last_marker(marker->family), ", got ", *variant.id);
    piece.must(!variant.text || std::holds_alternative<SignSpec>(p.shape), "variants",
               "have a text on signs only, got ", quote(variant.text.value_or("")));
    if (variant.text)
      piece.must(!variant.text->empty() && variant.text->size() <= 100, "variants",
                 "have texts of 1 to 100 letters, got ", quote(*variant.text));
  }
}

void check_life(const PieceSpec& p, PhysicsKind physics, Examined& piece) {
  check_variants(p, piece);
  piece.must(p.cycle.size() <= kMaxSteps, "cycle", "have at most ", kMaxSteps, " steps, got ",
             p.cycle.size());
  for (const CycleStep& step : p.cycle) {
    piece.must(step.variant >= 0 && static_cast<std::size_t>(step.variant) < p.variants.size(),
               "cycle", "name one of its ", p.variants.size(), " variants, from 0 on, got ",
               step.variant);
    piece.must(step.seconds > 0 && step.seconds <= 3600, "cycle",
               "have steps of more than 0 and at most 3600 s, got ", figure(step.seconds));
  }
  piece.between("cycle_phase", p.cycle_phase, 0, kLongestPhase);
  piece.must(!p.changes || may_change(p.shape), "changes", "be false for this kind, got true");
  if (physics == PhysicsKind::Rigid) return;
  if (is_mover(p.shape))
    piece.must(has_outline(p), "pitch", "be 0, and roll, for what moves in a planar level");
  else
    piece.must(!p.changes || has_outline(p), "changes",
               "be false in planar levels for what is not convex, or round and upright, got true");
}

void check_piece(const PieceSpec& p, PhysicsKind physics, Examined& piece) {
  piece.near("at", p.at);
  if (p.ground_at) piece.near("ground_at", *p.ground_at);
  piece.angle("yaw", p.yaw);
  piece.angle("pitch", p.pitch);
  piece.angle("roll", p.roll);
  piece.name("name", p.name, 100);
  piece.material("material", p.material);
  piece.must(p.moves || p.changes || !p.follows_clicks, "follows_clicks",
             "be false for what neither moves nor changes, got true");
  check_life(p, physics, piece);
  if (physics == PhysicsKind::Rigid) {
    piece.must(!p.moves || may_move(p.shape), "moves", "be false for this kind, got true");
  } else {
    piece.must(!p.moves, "moves", "be false unless physics = \"rigid\", got true");
  }
}

}  // namespace

void check_pieces(const LevelSpec& spec, const KeyLines& lines, std::vector<Problem>& problems) {
  std::set<std::string_view> names;
  const PieceSpec* last = nullptr;
  for (const PieceSpec& p : spec.pieces) {
    const std::string_view kind = kind_of(p.shape);
    Examined piece(p.where, kind, lines, problems);
    check_piece(p, spec.physics, piece);
    // copies of one piece follow each other: their shape is judged once
    if (last == nullptr || last->shape != p.shape) std::visit(ShapeRules{piece}, p.shape);
    last = &p;
    const bool unique = p.name.empty() || names.insert(p.name).second;
    piece.must(unique, "name", "be unique among pieces, got ", quote(p.name), " again");
  }
}

}  // namespace paddock
