// The rules of the level as a whole and of everything without a surface; pieces have their own
// file.
#include "paddock/world/level_check.h"

#include <algorithm>
#include <array>
#include <set>

#include "paddock/core/ids.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/mover.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {
namespace {

constexpr double kHighestStart = 10'000;  // m
constexpr double kStrongestWind = 50;     // m/s
constexpr double kFastest = 1'000;        // m/s
constexpr double kMostPoints = 1'000;     // of a task or a bonus
constexpr std::size_t kMaxVolumes = 100;  // of a task
constexpr std::size_t kMaxBrackets = 20;  // of a bonus
constexpr int kMostValues = 1'000;        // that clicks go through
constexpr double kWidestWheel = 1e9;
constexpr std::size_t kMaxVehicleFigures = 100;
constexpr std::size_t kMaxDoors = 16;
constexpr int kMostCars = 4;            // that race at once
constexpr std::size_t kMostKinds = 16;  // of a flow

void check_vehicle(Examined& thing, std::string_view vehicle, std::string_view key = "vehicle") {
  std::vector<std::string_view> names;
  for (const VehicleType& type : vehicle_types()) names.push_back(type.name);
  thing.must(find_vehicle_type(vehicle) != nullptr, key, "be one of ", list_kinds(), ", got ",
             quote(vehicle), did_you_mean(vehicle, names));
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

void check_weather(const WeatherSpec& weather, Examined& level) {
  for (const WeatherFigure& figure : weather_figures()) {
    const auto shown = [&](double number) {
      return figure.angle ? std::nearbyint(degrees(number) * 1e6) / 1e6 : number;
    };
    level.between(figure.name, shown(weather.*figure.figure), shown(figure.low),
                  shown(figure.high));
  }
  if (weather.azimuth) level.angle("weather.azimuth", *weather.azimuth);
}

void check_head(const LevelSpec& spec, Examined& level) {
  level.must(!spec.papers.title.empty(), "title", "not be empty, got \"\"");
  level.name("title", spec.papers.title, 200);
  level.must(spec.papers.description.size() <= 10'000, "description",
             "have at most 10000 bytes, got ", spec.papers.description.size());
  level.must(spec.papers.help.size() <= 10'000, "help", "have at most 10000 bytes, got ",
             spec.papers.help.size());
  level.name("code", spec.papers.code, 100);
  level.must(spec.papers.doors.size() <= kMaxDoors, "doors", "have at most ", kMaxDoors,
             " entries, got ", spec.papers.doors.size());
  for (const std::string& door : spec.papers.doors) level.name("doors", door, 64);
  level.between("cars", spec.cars, 1, kMostCars);
  level.between("capacity", spec.capacity, 1, static_cast<int>(kMostSlots));
  check_vehicle(level, spec.vehicle);
  level.must(spec.vehicle_figures.size() <= kMaxVehicleFigures, "vehicle_figures", "have at most ",
             kMaxVehicleFigures, " entries, got ", spec.vehicle_figures.size());
  check_clock(spec.clock, level);
  level.near("ground.center", spec.ground.center);
  level.positive("ground.size", spec.ground.size, kFarthest);
  level.material("ground.material", spec.ground.material);
  level.angle("sun.azimuth", spec.scene.sun.azimuth);
  const double elevation = std::nearbyint(degrees(spec.scene.sun.elevation) * 1e6) / 1e6;
  level.must(elevation >= 0 && elevation <= 90, "sun.elevation",
             "be between 0 and 90 degrees, got ", figure(elevation));
  level.between("sun.ambient", spec.scene.sun.ambient, 0, 1);
  level.between("sun.intensity", spec.scene.sun.intensity, 0, 4);
  level.between("sky.fog", spec.scene.sky.fog, 0, kFarthest);
  if (spec.scene.weather) check_weather(*spec.scene.weather, level);
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
    check_volume(trigger, t);
    if (t.ground_at) trigger.near("ground_at", *t.ground_at);
    trigger.must(t.detects == TriggerDetects::Vehicles || spec_.physics == PhysicsKind::Rigid,
                 "detects", "be \"vehicles\" unless physics = \"rigid\", got ",
                 quote(trigger_targets()[static_cast<std::size_t>(t.detects)]));
    trigger.must(!t.lidar || t.height.has_value(), "lidar", "be false unless ",
                 t.round ? "it" : "size", " has a height, got true");
    named(trigger, t.name, trigger_names_);
    check_rule(t, trigger);
  }
  void check(const RouteSpec& r) {
    Examined route = examine(r.where, "route");
    route.line("points", r.points, r.closed, kMaxPoints);
    route.between("width", r.width, 0, 1000);
    named(route, r.name, route_names_);
  }
  void check(const FlowSpec& f) {
    Examined flow = examine(f.where, "flow");
    const auto route = std::find_if(spec_.routes.begin(), spec_.routes.end(),
                                    [&](const RouteSpec& r) { return r.name == f.route; });
    flow.must(route != spec_.routes.end(), "route", "be the name of a route, got ", quote(f.route));
    flow.must(route == spec_.routes.end() || !route->closed, "route",
              "be that of an open one, got ", quote(f.route));
    flow.must(!f.vehicles.empty() && f.vehicles.size() <= kMostKinds, "vehicles", "name 1 to ",
              kMostKinds, " kinds, got ", f.vehicles.size());
    for (const std::string& vehicle : f.vehicles) check_vehicle(flow, vehicle, "vehicles");
    flow.between("every", f.every, 0.1, 3600);
    flow.between("phase", f.phase, 0, 3600);
    flow.between("most", f.most, 1, kMostSlots);
  }
  void check(const TrafficSpec& t) {
    Examined traffic = examine(t.where, "traffic");
    traffic.must(!spec_.roads.empty(), "vehicles", "stand in a level with roads, got none");
    traffic.must(spec_.physics == PhysicsKind::Planar, "vehicles",
                 "stand in a level with physics = \"planar\", got \"rigid\"");
    const int room = spec_.capacity;
    traffic.between("vehicles", t.vehicles, 0, room),
        traffic.between("walkers", t.walkers, 0, room);
    traffic.between("parked", t.parked, 0, room), traffic.between("seed", t.seed, 0, 1'000'000);
    traffic.must(!t.kinds.empty() && t.kinds.size() <= kMostKinds, "kinds", "name 1 to ",
                 kMostKinds, " kinds, got ", t.kinds.size());
    for (const std::string& kind : t.kinds) check_vehicle(traffic, kind, "kinds");
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
  void check(const WindSpec& w) {
    Examined wind = examine(w.where, "wind");
    wind.near("at", w.at);
    wind.positive("radius", w.radius, 1e5);
    wind.must(length(w.velocity) <= kStrongestWind, "velocity", "be at most ", kStrongestWind,
              " m/s, got ", describe(w.velocity));
  }
  void check(const TaskSpec& t) {
    Examined task = examine(t.where, "task");
    for (const TriggerSpec& volume : t.volumes) check_volume(task, volume);
    task.must(t.volumes.size() <= kMaxVolumes, "points_at", "have at most ", kMaxVolumes,
              " places, got ", t.volumes.size());
    task.positive("speed", t.speed, kFastest);
    task.between("points", t.points, 0, kMostPoints);
    const bool parking = t.kind == TaskKind::ParkAtCone || t.kind == TaskKind::ParkAtWall;
    if (parking) named_piece(task, t.piece);
  }
  void check(const ViewSpec& v) {
    Examined view = examine(v.where, "view");
    view.near("at", v.at);
    view.angle("yaw", v.yaw);
    view.angle("pitch", v.pitch);
    named(view, v.name, view_names_);
  }
  void check(const EditSpec& e) {
    Examined edit = examine(e.where, "edit");
    named_piece(edit, e.piece);
    variable(edit, "click", e.click);
    variable(edit, "right_click", e.right_click);
    variable(edit, "wheel", e.wheel);
    const std::array of{e.click_changes, e.right_click_changes, e.wheel_changes};
    const bool changes =
        std::any_of(of.begin(), of.end(), [](EditOf each) { return each != EditOf::Nothing; });
    edit.must(changes || !e.click.empty() || !e.right_click.empty() || !e.wheel.empty(), "piece",
              "have a click, right_click or wheel, got none");
    if (changes) edited_piece(edit, e);
    edit.between("clicks", e.clicks, 0, kMostValues);
    edit.between("right_clicks", e.right_clicks, 0, kMostValues);
    edit.between("wheel_low", e.wheel_low, -kWidestWheel, kWidestWheel);
    edit.between("wheel_high", e.wheel_high, -kWidestWheel, kWidestWheel);
    edit.must(e.wheel_low < e.wheel_high, "wheel_high", "be above wheel_low, got ",
              figure(e.wheel_high), " with wheel_low ", figure(e.wheel_low));
    edit.must(std::fabs(e.wheel_step) <= kFarthest && e.wheel_step != 0, "wheel_step",
              "be a number other than 0 and within 100000, got ", figure(e.wheel_step));
    edit.must(!e.wheel_multiplies || e.wheel_step > 0, "wheel_step",
              "be positive when it multiplies, got ", figure(e.wheel_step));
  }
  void check(const TrialSpec& t) {
    Examined trial = examine(t.where, "trial");
    trial.must(!t.title.empty(), "title", "not be empty, got \"\"");
    trial.name("title", t.title, 200);
    trial.positive("limit", t.limit, 3600);
    const auto views = trial_views();
    const bool known = std::find(views.begin(), views.end(), t.view) != views.end();
    trial.must(t.view.empty() || known, "view", "be one of overhead, front, got ", quote(t.view),
               did_you_mean(t.view, views));
    check_bonus(t.bonus, trial);
    check_pad(t.pad, trial);
  }

 private:
  using Names = std::set<std::string_view>;

  static void check_volume(Examined& thing, const TriggerSpec& v) {
    thing.near("at", v.at);
    thing.must(std::fabs(v.z) <= kFarthest, "at", "lie within 100000 m of the origin, got ",
               describe(Vec3{v.at.x, v.at.y, v.z}));
    thing.angle("yaw", v.yaw);
    if (v.round) {
      thing.must(v.z == 0 || v.height.has_value(), "radius",
                 "have a height beside it when at has one, got none");
      thing.positive("radius", v.size.x / 2, kFarthest);
      if (v.height) thing.positive("height", *v.height, kFarthest);
      return;
    }
    thing.must(v.z == 0 || v.height.has_value(), "size", "have a height when at has one, got ",
               describe(v.size));
    if (v.height)
      thing.positive("size", Vec3{v.size.x, v.size.y, *v.height}, kFarthest);
    else
      thing.positive("size", v.size, kFarthest);
  }

  void check_rule(const TriggerSpec& t, Examined& trigger) {
    if (t.rule == TriggerRule::None) return;
    trigger.must(t.detects == TriggerDetects::Vehicles, "detects",
                 "be \"vehicles\" for a trigger with a rule, got ",
                 quote(trigger_targets()[static_cast<std::size_t>(t.detects)]));
    if (t.rule == TriggerRule::SpeedLimit) trigger.positive("speed", t.speed, kFastest);
    if (!t.piece.empty()) named_piece(trigger, t.piece);
    if (t.rule != TriggerRule::Finish) return;
    trigger.must(!finish_, "rule", "be \"finish\" for one trigger only, got another");
    finish_ = true;
  }

  static void check_bonus(const std::vector<TrialBonus>& bonus, Examined& trial) {
    trial.must(bonus.size() <= kMaxBrackets, "bonus", "have at most ", kMaxBrackets,
               " brackets, got ", bonus.size());
    double last = 0;
    for (const TrialBonus& bracket : bonus) {
      trial.must(bracket.seconds > last, "bonus", "go on to longer times, got ",
                 figure(bracket.seconds), " s after ", figure(last), " s");
      trial.must(std::fabs(bracket.points) <= kMostPoints, "bonus",
                 "bring points between -1000 and 1000, got ", figure(bracket.points));
      last = bracket.seconds;
    }
  }

  static void check_pad(const TrialPad& pad, Examined& trial) {
    trial.between("pad.left_trigger", pad.left_trigger, 0, 1);
    trial.between("pad.right_trigger", pad.right_trigger, 0, 1);
    for (const auto& [key, stick] : {std::pair{"pad.left_stick", pad.left_stick},
                                     std::pair{"pad.right_stick", pad.right_stick}})
      trial.must(std::fabs(stick.x) <= 1 && std::fabs(stick.y) <= 1, key,
                 "be between -1 and 1 in x and y, got ", describe(stick));
    const auto buttons = pad_buttons();
    for (const std::string& button : pad.press) {
      const bool known = std::find(buttons.begin(), buttons.end(), button) != buttons.end();
      trial.must(known, "pad.press", "hold A, B, X, Y, LB, RB, LJOY or RJOY, got ", quote(button));
    }
  }

  /// What names a piece must name one that there is.
  void named_piece(Examined& thing, std::string_view name) {
    if (pieces_.empty())
      for (const PieceSpec& piece : spec_.pieces) pieces_.insert(piece.name);
    if (!name.empty() && pieces_.count(name) > 0) return;
    const std::vector<std::string_view> known(pieces_.begin(), pieces_.end());
    thing.must(false, "piece", "name a piece of the level, got ", quote(name),
               did_you_mean(name, known));
  }

  /// A piece that an edit changes itself.
  void edited_piece(Examined& edit, const EditSpec& e) {
    for (const PieceSpec& piece : spec_.pieces) {
      if (piece.name != e.piece) continue;
      edit.must(piece.changes, "piece", "name a piece with changes = true, got ", quote(e.piece));
      const bool varies =
          e.click_changes == EditOf::Variant || e.right_click_changes == EditOf::Variant;
      edit.must(!varies || piece.variants.size() > 1, "piece",
                "name a piece with variants to click through, got ", quote(e.piece));
      edit.must(e.wheel_changes == EditOf::Nothing || !is_mover(piece.shape), "wheel_changes",
                "be left out for what goes its own way, got ",
                quote(edit_words()[static_cast<std::size_t>(e.wheel_changes)]));
    }
  }

  void variable(Examined& edit, std::string_view key, std::string_view name) {
    if (name.empty()) return;
    std::vector<std::string_view> known;
    for (const LevelVariable& v : spec_.papers.variables) known.push_back(v.name);
    const bool there = std::find(known.begin(), known.end(), name) != known.end();
    edit.must(there, key, "name a variable of the level, got ", quote(name),
              did_you_mean(name, known));
  }

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
  Names gate_names_, trigger_names_, route_names_, view_names_;
  Names pieces_;   // once somebody asked
  bool finish_{};  // there is one
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
  check_count(top, spec.sensors.size(), kMaxLevelSensors, "sensors", problems);
  check_count(top, spec.flows.size(), kMaxThings, "flows", problems);
  check_count(top, spec.scene.lights.size(), kMaxThings, "lights", problems);
  check_count(top, spec.winds.size(), kMaxThings, "winds", problems);
  check_count(top, spec.tasks.size(), kMaxThings, "tasks", problems);
  check_count(top, spec.papers.views.size(), kMaxThings, "views", problems);
  check_count(top, spec.papers.edits.size(), kMaxThings, "edits", problems);
  check_pieces(spec, lines, problems);
  for (Problem& problem : check_roads(spec.roads)) problems.push_back(std::move(problem));
  if (spec.sensors.size() <= kMaxLevelSensors) check_sensors(spec, lines, problems);
  ThingChecker things(spec, lines, problems);
  for (const auto& gate : spec.gates) things.check(gate);
  for (const auto& trigger : spec.triggers) things.check(trigger);
  for (const auto& route : spec.routes) things.check(route);
  for (const auto& start : spec.starts) things.check(start);
  for (const auto& flow : spec.flows) things.check(flow);
  if (spec.traffic) things.check(*spec.traffic);
  for (const auto& light : spec.scene.lights) things.check(light);
  for (const auto& wind : spec.winds) things.check(wind);
  for (const auto& trial : spec.papers.trials) things.check(trial);
  for (const auto& task : spec.tasks) things.check(task);
  for (const auto& view : spec.papers.views) things.check(view);
  for (const auto& edit : spec.papers.edits) things.check(edit);
  if (!spec.tasks.empty() && !spec.papers.trial)
    problems.push_back({spec.tasks[0].where, "task must stand in a level with a trial, got none"});
  if (spec.tasks.empty() && spec.papers.trial)
    problems.push_back({spec.papers.trial->where, "trial must have at least one task, got none"});
  return problems;
}

}  // namespace paddock
