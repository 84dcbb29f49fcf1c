// The rules of the level as a whole and of everything without a surface; pieces have their own
// file.
#include "paddock/world/level_check.h"

#include <algorithm>
#include <array>
#include <set>

#include "paddock/world/level_complaints.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

constexpr std::array<std::string_view, 6> kVehicles{"racecar", "rover", "neato",
                                                    "quad2d",  "sedan", "robotcar"};

constexpr double kHighestStart = 10'000;  // m
constexpr std::size_t kMaxVehicleFigures = 100;

void check_vehicle(Examined& thing, std::string_view vehicle) {
  const bool known = std::find(kVehicles.begin(), kVehicles.end(), vehicle) != kVehicles.end();
  thing.must(known, "vehicle", "be one of racecar, rover, neato, quad2d, sedan, robotcar, got ",
             quote(vehicle), did_you_mean(vehicle, kVehicles));
}

void check_clock(const Clock& clock, Examined& level) {
  const auto hz = static_cast<double>(clock.grid_hz);
  level.between("clock.grid_hz", hz, 1, 1e6);
  const double tick = static_cast<double>(clock.grid_per_tick) / hz;
  level.must(clock.grid_per_tick > 0, "clock.tick", "be a positive number of grid steps, got ",
             clock.grid_per_tick);
  const bool short_enough = tick >= 0.001 && tick <= 0.1;
  level.must(short_enough || clock.grid_per_tick <= 0 || clock.grid_hz <= 0, "clock.tick",
             "last 1 to 100 ms, got ", figure(tick * 1000), " ms");
  const double frame = static_cast<double>(clock.grid_per_frame) / hz;
  level.must(clock.grid_per_frame > 0, "clock.frame", "be a positive number of grid steps, got ",
             clock.grid_per_frame);
  level.must(!(frame > 1), "clock.frame", "last at most 1 s, got ", figure(frame), " s");
}

void check_rigid(const LevelSpec& spec, Examined& level) {
  const RigidSpec& rigid = spec.rigid;
  level.must(spec.physics == PhysicsKind::Rigid || rigid == RigidSpec{}, "rigid",
             "stand in a level with physics = \"rigid\", got physics = \"planar\"");
  level.between("rigid.gravity", rigid.gravity, 0.1, 100);
  level.between("rigid.fall_depth", rigid.fall_depth, 0, 10'000);
  constexpr std::array<double, 7> kScales{1, 2, 4, 8, 16, 32, 64};
  const bool known = std::find(kScales.begin(), kScales.end(), rigid.scale) != kScales.end();
  level.must(known, "rigid.scale", "be one of 1, 2, 4, 8, 16, 32, 64, got ", figure(rigid.scale));
}

void check_head(const LevelSpec& spec, Examined& level) {
  level.must(!spec.title.empty(), "title", "not be empty, got \"\"");
  level.name("title", spec.title, 200);
  level.must(spec.description.size() <= 10'000, "description", "have at most 10000 bytes, got ",
             spec.description.size());
  check_vehicle(level, spec.vehicle);
  level.must(spec.vehicle_figures.size() <= kMaxVehicleFigures, "vehicle_figures", "have at most ",
             kMaxVehicleFigures, " entries, got ", spec.vehicle_figures.size());
  check_clock(spec.clock, level);
  level.near("ground.center", spec.ground.center);
  level.positive("ground.size", spec.ground.size, kFarthest);
  level.material("ground.material", spec.ground.material);
  level.angle("sun.azimuth", spec.sun.azimuth);
  const double elevation = std::nearbyint(degrees(spec.sun.elevation) * 1e6) / 1e6;
  level.must(elevation >= 0 && elevation <= 90, "sun.elevation",
             "be between 0 and 90 degrees, got ", figure(elevation));
  level.between("sun.ambient", spec.sun.ambient, 0, 1);
  level.between("sun.intensity", spec.sun.intensity, 0, 4);
  level.between("sky.fog", spec.sky.fog, 0, kFarthest);
  check_rigid(spec, level);
}

class ThingChecker {
 public:
  ThingChecker(const LevelSpec& spec, const KeyLines& lines, std::vector<Problem>& problems)
      : spec_(spec), lines_(lines), problems_(problems) {}

  void check(const GateSpec& g) {
    Examined gate = examine(g.where, "gate");
    gate.near("left", g.left);
    gate.near("right", g.right);
    gate.must(distance(g.left, g.right) >= 1e-3, "right", "lie apart from left, got ",
              describe(g.right), " for both");
    named(gate, g.name, gate_names_);
  }
  void check(const TriggerSpec& t) {
    Examined trigger = examine(t.where, "trigger");
    trigger.near("at", t.at);
    if (t.ground_at) trigger.near("ground_at", *t.ground_at);
    trigger.must(std::fabs(t.z) <= kFarthest, "at", "lie within 100000 m of the origin, got ",
                 describe(Vec3{t.at.x, t.at.y, t.z}));
    trigger.must(t.z == 0 || t.height.has_value(), "size", "have a height when at has one, got ",
                 describe(t.size));
    if (t.height)
      trigger.positive("size", Vec3{t.size.x, t.size.y, *t.height}, kFarthest);
    else
      trigger.positive("size", t.size, kFarthest);
    trigger.must(t.detects == TriggerDetects::Vehicles || spec_.physics == PhysicsKind::Rigid,
                 "detects", "be \"vehicles\" unless physics = \"rigid\", got ",
                 quote(trigger_targets()[static_cast<std::size_t>(t.detects)]));
    trigger.must(!t.lidar || t.height.has_value(), "lidar",
                 "be false unless size has a height, got true");
    trigger.angle("yaw", t.yaw);
    named(trigger, t.name, trigger_names_);
  }
  void check(const RouteSpec& r) {
    Examined route = examine(r.where, "route");
    route.line("points", r.points, r.closed, kMaxPoints);
    route.between("width", r.width, 0, 1000);
    named(route, r.name, route_names_);
  }
  void check(const StartSpec& s) {
    Examined start = examine(s.where, "start");
    const Vec2 at = position(s.pose), offset = at - spec_.ground.center;
    const bool sized = spec_.ground.size.x > 0 && spec_.ground.size.y > 0;
    const bool inside = std::fabs(offset.x) <= spec_.ground.size.x / 2 &&
                        std::fabs(offset.y) <= spec_.ground.size.y / 2;
    start.must(inside || !sized, "at", "lie on the ground, got ", describe(at), " outside ",
               describe(spec_.ground.size), " around ", describe(spec_.ground.center));
    const bool rigid = spec_.physics == PhysicsKind::Rigid;
    start.must(s.z == 0 || rigid, "at", "have no height unless physics = \"rigid\", got ",
               describe(Vec3{at.x, at.y, s.z}));
    start.must(!rigid || (s.z >= 0 && s.z <= kHighestStart), "at",
               "lie 0 to 10000 m above the ground, got ", describe(Vec3{at.x, at.y, s.z}));
    start.angle("yaw", s.pose.yaw);
    if (!s.vehicle.empty()) check_vehicle(start, s.vehicle);
  }
  void check(const LightSpec& l) {
    Examined light = examine(l.where, "light");
    light.near("at", l.at);
    light.positive("power", l.power, 1e6);
  }

 private:
  using Names = std::set<std::string_view>;
  Examined examine(const SourceLine& where, std::string_view kind) const {
    return {where, kind, lines_, problems_};
  }
  static void named(Examined& thing, std::string_view name, Names& names) {
    thing.name("name", name, 100);
    const bool unique = name.empty() || names.insert(name).second;
    thing.must(unique, "name", "be unique among its kind, got ", quote(name), " again");
  }

  const LevelSpec& spec_;
  const KeyLines& lines_;
  std::vector<Problem>& problems_;
  Names gate_names_, trigger_names_, route_names_;
};

void check_count(const SourceLine& top, std::size_t count, std::size_t most, std::string_view what,
                 std::vector<Problem>& problems) {
  if (count <= most) return;
  problems.push_back({top, concat("a level must have at most ", most, ' ', what, ", got ", count)});
}

}  // namespace

void KeyLines::add(const SourceLine& thing, std::string_view key, int line) {
  entries_[{thing.file, thing.line, std::string(key)}].line = line;
}

void KeyLines::spoil(const SourceLine& thing, std::string_view key) {
  entries_[{thing.file, thing.line, std::string(key)}].spoiled = true;
}

void KeyLines::inherit(const SourceLine& thing, const SourceLine& other) {
  heir_ = thing, inherited_ = other;
}

std::optional<KeyLines::Found> KeyLines::look_up(const SourceLine& thing,
                                                 std::string_view key) const {
  const auto found = entries_.find({thing.file, thing.line, std::string(key)});
  if (found != entries_.end()) return Found{thing, found->second};
  if (heir_.line == 0 || thing.line != heir_.line || thing.file != heir_.file) return std::nullopt;
  const auto other = entries_.find({inherited_.file, inherited_.line, std::string(key)});
  if (other == entries_.end()) return std::nullopt;
  return Found{inherited_, other->second};
}

bool KeyLines::spoiled(const SourceLine& thing, std::string_view key) const {
  const auto found = look_up(thing, key);
  return found && found->entry.spoiled;
}

SourceLine KeyLines::find(const SourceLine& thing, std::string_view key) const {
  const auto found = look_up(thing, key);
  if (!found || found->entry.line == 0) return thing;
  return {found->where.file, found->entry.line};
}

std::vector<Problem> check_level(const LevelSpec& spec, const SourceLine& top,
                                 const KeyLines& lines) {
  std::vector<Problem> problems;
  Examined level(top, "", lines, problems);
  check_head(spec, level);
  check_count(top, spec.pieces.size(), kMaxPieces, "pieces", problems);
  check_count(top, spec.gates.size(), kMaxThings, "gates", problems);
  check_count(top, spec.triggers.size(), kMaxThings, "triggers", problems);
  check_count(top, spec.routes.size(), kMaxThings, "routes", problems);
  check_count(top, spec.starts.size(), kMaxThings, "starts", problems);
  check_count(top, spec.lights.size(), kMaxThings, "lights", problems);
  check_pieces(spec, lines, problems);
  ThingChecker things(spec, lines, problems);
  for (const auto& gate : spec.gates) things.check(gate);
  for (const auto& trigger : spec.triggers) things.check(trigger);
  for (const auto& route : spec.routes) things.check(route);
  for (const auto& start : spec.starts) things.check(start);
  for (const auto& light : spec.lights) things.check(light);
  return problems;
}

}  // namespace paddock
