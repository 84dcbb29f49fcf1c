// Reads everything without a surface, and what makes pieces: tracks, generators, variables.
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "paddock/core/angle.h"
#include "paddock/core/random.h"
#include "paddock/geom/material.h"
#include "paddock/world/districts/district.h"
#include "paddock/world/generate/generate.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/level_roads.h"
#include "paddock/world/track.h"
#include "paddock/world/track_line.h"

namespace paddock {
namespace {

constexpr int kMaxGenerators = 16;

void read_gate(TableReader& t) {
  GateSpec gate{.where = t.where(), .name = {}, .left = {}, .right = {}};
  t.text("name", gate.name);
  if (t.require("left")) t.vec2("left", gate.left);
  if (t.require("right")) t.vec2("right", gate.right);
  t.finish();
  t.reading().spec.gates.push_back(std::move(gate));
  // a place that could not be read says nothing about the distance of the two
  const bool spoiled = t.reading().lines.spoiled(t.where(), "left");
  if (spoiled) t.reading().lines.spoil(t.where(), "right");
}

void read_route(TableReader& t) {
  RouteSpec route{.where = t.where(), .name = {}, .points = {}};
  t.text("name", route.name);
  if (t.require("points")) t.points("points", route.points);
  t.truth("closed", route.closed);
  t.number("width", route.width);
  t.finish();
  t.reading().spec.routes.push_back(std::move(route));
}

void read_flow(TableReader& t) {
  FlowSpec flow{.where = t.where(), .route = {}, .vehicles = {}};
  if (t.require("route")) t.text("route", flow.route);
  if (t.require("vehicles")) t.texts("vehicles", flow.vehicles);
  t.number("every", flow.every);
  t.number("phase", flow.phase);
  t.whole("most", flow.most);
  t.finish();
  t.reading().spec.flows.push_back(std::move(flow));
}

/// Many at once, as rows [x, y, yaw in degrees].
void read_starts(TableReader& t, StartSpec start) {
  std::vector<std::array<double, 4>> poses;
  t.rows("poses_deg", "be poses [[x, y, yaw in degrees], ...]", poses);
  t.text("vehicle", start.vehicle);
  t.finish();
  for (const auto& [x, y, yaw, rest] : poses) {
    start.pose = {x, y, radians(yaw)};
    t.reading().spec.starts.push_back(start);
  }
}

void read_start(TableReader& t) {
  StartSpec start{.where = t.where(), .pose = {}, .vehicle = {}};
  if (t.take("poses_deg") != nullptr) return read_starts(t, start);
  Vec3 at;
  if (t.require("at")) t.place("at", at);
  start.pose.x = at.x, start.pose.y = at.y, start.z = at.z;
  t.angle("yaw", start.pose.yaw);
  t.text("vehicle", start.vehicle);
  t.finish();
  t.reading().spec.starts.push_back(std::move(start));
}

void read_light(TableReader& t) {
  LightSpec light{.where = t.where(), .at = {}};
  std::optional<Color> color;
  std::vector<Vec3> places;
  if (t.take("points_at") != nullptr) {
    t.leave_out("at", "beside points_at");
    t.places("points_at", places);
  } else if (t.require("at")) {
    t.vec3("at", places.emplace_back());
  }
  t.color("color", color);
  light.color = color.value_or(light.color);
  t.number("power", light.power);
  t.truth("at_dusk", light.at_dusk);
  t.finish();
  for (const Vec3 place : places) {
    light.at = place;
    t.reading().spec.scene.lights.push_back(light);
  }
}

void read_wind(TableReader& t) {
  WindSpec wind{.where = t.where(), .at = {}, .velocity = {}};
  if (t.require("at")) t.vec2("at", wind.at);
  t.number("radius", wind.radius);
  if (t.require("velocity")) t.vec2("velocity", wind.velocity);
  t.finish();
  t.reading().spec.winds.push_back(std::move(wind));
}

// How much a spec held before something added to it, so that what is new can be told its line.
struct Sizes {
  std::size_t pieces, gates, triggers, routes, starts, lights;
  explicit Sizes(const LevelSpec& s)
      : pieces(s.pieces.size()),
        gates(s.gates.size()),
        triggers(s.triggers.size()),
        routes(s.routes.size()),
        starts(s.starts.size()),
        lights(s.scene.lights.size()) {}
};

// The same generator twice names its gates twice: the later ones get a number.
template <class Thing>
void number_names(std::vector<Thing>& things, std::size_t from) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < things.size(); ++i) {
    std::string& name = things[i].name;
    if (name.empty()) continue;
    const std::string wanted = name;
    for (int n = 2; i >= from && names.count(name) > 0; ++n) name = concat(wanted, " (", n, ')');
    names.insert(name);
  }
}

void settle(LevelSpec& spec, const Sizes& before, const SourceLine& where) {
  const auto tell = [&](auto& things, std::size_t from) {
    for (std::size_t i = from; i < things.size(); ++i) things[i].where = where;
  };
  tell(spec.pieces, before.pieces);
  tell(spec.gates, before.gates);
  tell(spec.triggers, before.triggers);
  tell(spec.routes, before.routes);
  tell(spec.starts, before.starts);
  tell(spec.scene.lights, before.lights);
  number_names(spec.pieces, before.pieces);
  number_names(spec.gates, before.gates);
  number_names(spec.triggers, before.triggers);
  number_names(spec.routes, before.routes);
}

bool may_generate(TableReader& t) {
  if (++t.reading().generators <= kMaxGenerators) return true;
  if (t.reading().generators == kMaxGenerators + 1) {
    t.reading().complain(t.where(), concat("a level must have at most ", kMaxGenerators,
                                           " tracks and generators, got more"));
  }
  return false;
}

/// Lets `add` add to the spec; its error is a complaint that begins with `what`.
template <class Add>
void make(TableReader& t, const Add& add, std::string_view what) {
  Reading& reading = t.reading();
  const Sizes before(reading.spec);
  const Result<void> added = add(reading.spec);
  if (!added) reading.complain(t.where(), concat(what, added.error().message));
  settle(reading.spec, before, t.where());
  if (reading.spec.pieces.size() <= kMaxPieces) return;
  reading.complain(t.where(), concat("a level must have at most ", kMaxPieces,
                                     " pieces, got more with this ", t.label()));
  reading.full = true;
}

// Tyre stacks and cones are pieces each: their number is known before they are made.
bool posts_fit(TableReader& t, const TrackSpec& track) {
  const bool tyres = track.border == TrackBorder::Tyres;
  if (!tyres && track.border != TrackBorder::Cones) return true;
  const double gap = tyres ? 2 * track.wall_thickness : track.width / 2;
  const double posts = 2 * line_length(track.points, track.closed) / gap;
  if (posts <= static_cast<double>(kMaxPieces)) return true;
  t.refuse("border", concat("must need at most ", kMaxPieces, " tyre stacks or cones, got about ",
                            figure(std::floor(posts))));
  return false;
}

TrackSpec read_track_spec(TableReader& t) {
  static constexpr std::array<std::string_view, 4> kBorders{"walls", "tyres", "cones", "none"};
  TrackSpec track;
  track.where = t.where();
  auto border = static_cast<std::size_t>(track.border);
  if (t.require("points")) t.points("points", track.points);
  t.truth("closed", track.closed);
  t.number("width", track.width);
  t.choice("border", kBorders, border);
  t.number("wall_height", track.wall_height);
  t.number("wall_thickness", track.wall_thickness);
  t.whole("gates", track.gates);
  t.whole("starts", track.starts);
  t.truth("kerbs", track.kerbs);
  t.text("verge", track.verge);
  if (!track.verge.empty() && find_material(track.verge) == nullptr) {
    t.refuse("verge", concat("must be a known material, got ", quote(track.verge)));
  }
  t.text("verge", track.verge);
  track.border = static_cast<TrackBorder>(border);
  return track;
}

void read_track(TableReader& t) {
  const std::size_t before = t.reading().problems.size();
  const TrackSpec track = read_track_spec(t);
  t.finish();
  if (t.reading().problems.size() != before || !posts_fit(t, track)) return;
  if (may_generate(t))
    make(
        t, [&](LevelSpec& spec) { return add_track(track, spec); }, "");
}

std::optional<double> read_param(TableReader& t, const GeneratorParam& param) {
  double value = param.fallback;
  t.number(param.name, value);
  if (t.reading().lines.spoiled(t.where(), param.name)) return std::nullopt;
  if (param.whole && value != std::floor(value)) {
    t.refuse(param.name, concat("must be a whole number, got ", figure(value)));
    return std::nullopt;
  }
  if (!(value >= param.low && value <= param.high)) {
    t.refuse(param.name, concat("must be between ", figure(param.low), " and ", figure(param.high),
                                ", got ", figure(value)));
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> read_seed(TableReader& t) {
  const TomlValue* value = t.take("seed");
  if (value == nullptr) return t.reading().spec.seed;
  if (value->kind == TomlKind::Integer && value->integer >= 0) {
    return static_cast<std::uint64_t>(value->integer);
  }
  t.refuse(*value, "seed", "generate.seed", "be a whole number from 0");
  return std::nullopt;
}

const Generator* read_kind(TableReader& t) {
  std::string kind;
  if (!t.require("kind")) return nullptr;
  t.text("kind", kind);
  const Generator* generator = find_generator(kind);
  if (generator != nullptr || t.reading().lines.spoiled(t.where(), "kind")) return generator;
  std::vector<std::string_view> known;
  std::string list;
  for (const Generator& g : generators()) {
    list += concat(known.empty() ? "" : ", ", g.kind);
    known.push_back(g.kind);
  }
  t.refuse("kind",
           concat("must be one of ", list, ", got ", quote(kind), did_you_mean(kind, known)));
  return nullptr;
}

void read_generate(TableReader& t) {
  const Generator* generator = read_kind(t);
  if (generator == nullptr) return;
  const auto seed = read_seed(t);
  std::vector<double> values;
  for (const GeneratorParam& param : generator->params) {
    if (const auto value = read_param(t, param)) values.push_back(*value);
  }
  t.finish();
  if (!seed || values.size() != generator->params.size() || !may_generate(t)) return;
  make(
      t, [&](LevelSpec& spec) { return generator->make(values, *seed, spec); },
      concat("generate \"", generator->kind, "\": "));
}

void read_district(TableReader& t) {
  DistrictSpec district;
  const std::size_t before = t.reading().problems.size();
  if (t.take("outline") != nullptr) t.points("outline", district.outline);
  for (const DistrictNumber& number : district_numbers()) {
    double& value = district.*number.into;
    t.number(number.key, value);
    if (!(value >= number.low && value <= number.high))
      t.refuse(number.key, concat("must be between ", figure(number.low), " and ",
                                  figure(number.high), ", got ", figure(value)));
  }
  const auto seed = read_seed(t);
  t.finish();
  if (!seed || t.reading().problems.size() != before || !may_generate(t)) return;
  make(
      t, [&](LevelSpec& spec) { return add_district(district, *seed, spec); }, "district ");
}

// --- variables ----------------------------------------------------------------------------------

std::optional<std::vector<double>> read_numbers(TableReader& t, std::string_view key, bool range) {
  const TomlValue* value = t.take(key);
  const std::string path = concat(t.label(), '.', key);
  const bool sized =
      value->kind == TomlKind::Array && (range ? value->items.size() == 2 : !value->items.empty());
  if (!sized) {
    t.refuse(*value, key, path, range ? "be [lowest, highest]" : "be an array of numbers");
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (const TomlValue& item : value->items) {
    if (const auto number = t.number_of(item, key, path)) numbers.push_back(*number);
  }
  if (numbers.size() != value->items.size()) return std::nullopt;
  if (range && numbers[0] > numbers[1]) {
    t.refuse(key, concat("must go from lowest to highest, got ",
                         describe(Vec2{numbers[0], numbers[1]})));
    return std::nullopt;
  }
  return numbers;
}

bool are_whole(const std::vector<double>& numbers) {
  for (const double n : numbers) {
    if (n != std::floor(n) || std::fabs(n) > 1e6) return false;
  }
  return true;
}

std::optional<double> draw_variable(TableReader& t, std::uint32_t index) {
  const DrawAddress at{
      .seed = t.reading().spec.seed, .stream = Stream::LevelVariable, .index = index};
  const TomlValue* between = t.take("between");
  const TomlValue* whole = t.take("whole");
  const TomlValue* choice = t.take("choice");
  const int ways = (between != nullptr) + (whole != nullptr) + (choice != nullptr);
  if (ways != 1) {
    t.reading().complain(
        {t.where().file, t.where().line},
        concat(t.label(), " must have one of between, whole, choice and shuffle, got ", ways));
    return std::nullopt;
  }
  const std::string_view key = between != nullptr ? "between"
                               : whole != nullptr ? "whole"
                                                  : "choice";
  const auto numbers = read_numbers(t, key, choice == nullptr);
  if (!numbers) return std::nullopt;
  if (between != nullptr) return draw_between(at, (*numbers)[0], (*numbers)[1]);
  if (choice != nullptr) {
    const auto last = static_cast<std::int64_t>(numbers->size()) - 1;
    return (*numbers)[static_cast<std::size_t>(draw_integer(at, 0, last))];
  }
  if (!are_whole(*numbers)) {
    t.refuse("whole", concat("must be whole numbers within a million, got ",
                             describe(Vec2{(*numbers)[0], (*numbers)[1]})));
    return std::nullopt;
  }
  return static_cast<double>(draw_integer(at, static_cast<std::int64_t>((*numbers)[0]),
                                          static_cast<std::int64_t>((*numbers)[1])));
}

std::optional<double> setting_of(const Reading& reading, std::string_view name) {
  for (const LevelVariable& setting : *reading.settings)
    if (setting.name == name && std::isfinite(setting.value)) return setting.value;
  return std::nullopt;
}

/// name_0, name_1, ...: the numbers from 0 in an order that the seed draws.
void shuffle_variables(TableReader& t, const std::string& name, std::uint32_t index) {
  constexpr int kMostShuffled = 100;
  int count = 0;
  t.whole("shuffle", count);
  t.finish();
  if (t.reading().lines.spoiled(t.where(), "shuffle")) return;
  if (count < 1 || count > kMostShuffled)
    return t.refuse("shuffle", concat("must be between 1 and ", kMostShuffled, ", got ", count));
  std::vector<double> order(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<double>(i);
  for (std::size_t left = order.size(); left > 1; --left) {
    const DrawAddress at{.seed = t.reading().spec.seed,
                         .stream = Stream::LevelVariable,
                         .tick = left,
                         .index = index};
    const auto other = draw_integer(at, 0, static_cast<std::int64_t>(left) - 1);
    std::swap(order[left - 1], order[static_cast<std::size_t>(other)]);
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    keep_variable(t.reading(), t.where(), concat(name, '_', i), order[i]);
}

constexpr std::array kThings{
    ThingKind{"gate", read_gate},         ThingKind{"trigger", read_trigger},
    ThingKind{"route", read_route},       ThingKind{"start", read_start},
    ThingKind{"light", read_light},       ThingKind{"track", read_track},
    ThingKind{"generate", read_generate}, ThingKind{"place", read_place},
    ThingKind{"task", read_task},         ThingKind{"view", read_view},
    ThingKind{"edit", read_edit},         ThingKind{"sensor", read_level_sensor},
    ThingKind{"flow", read_flow},         ThingKind{"wind", read_wind},
    ThingKind{"road", read_road},         ThingKind{"junction", read_junction},
    ThingKind{"streets", read_streets},   ThingKind{"district", read_district}};

}  // namespace

bool belongs_in_part(std::string_view thing) { return thing == "trigger" || thing == "place"; }

std::span<const ThingKind> thing_kinds() { return kThings; }

void keep_variable(Reading& reading, const SourceLine& where, const std::string& name,
                   double drawn) {
  const double kept = setting_of(reading, name).value_or(drawn);
  if (!reading.variables.emplace(name, kept).second)
    return reading.complain(
        where, concat("variables must have different names, got ", quote(name), " again"));
  reading.spec.papers.variables.push_back({name, kept});
}

void read_variables(TableReader& table, const TomlValue& variables) {
  Reading& reading = table.reading();
  std::uint32_t index = 0;
  for (const TomlValue& variable : variables.items) {
    const SourceLine where{table.where().file, variable.line};
    const std::string label = concat("variables.", variable.key.substr(0, 60));
    if (!is_variable_name(variable.key)) {
      reading.complain(where, concat("variables must have names of letters, digits and _, got ",
                                     quote(variable.key)));
      continue;
    }
    if (variable.kind == TomlKind::Table && variable.find("shuffle") != nullptr) {
      TableReader one(reading, variable, where, label);
      shuffle_variables(one, variable.key, index++);
      continue;
    }
    std::optional<double> value;
    if (variable.kind == TomlKind::Table) {
      TableReader one(reading, variable, where, label);
      value = draw_variable(one, index);
      one.finish();
    } else {
      value = table.number_of(variable, "variables", label);
    }
    ++index;
    // a variable that could not be read still exists: one complaint is enough
    keep_variable(reading, where, variable.key, value.value_or(0));
  }
}

std::optional<LevelVariable> parse_setting(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || !is_variable_name(text.substr(0, equals)))
    return std::nullopt;
  LevelVariable setting{std::string(text.substr(0, equals)), 0};
  const char* last = text.data() + text.size();
  const auto [end, wrong] = std::from_chars(text.data() + equals + 1, last, setting.value);
  if (wrong != std::errc{} || end != last || !std::isfinite(setting.value)) return std::nullopt;
  return setting;
}

void refuse_unknown_settings(Reading& reading, const std::string& file) {
  for (const LevelVariable& setting : *reading.settings) {
    if (!std::isfinite(setting.value))
      reading.complain({file, 0}, concat("setting ", setting.name, " must be a finite number"));
    if (reading.variables.contains(setting.name)) continue;
    std::string names;
    for (const LevelVariable& known : reading.spec.papers.variables)
      names += concat(names.empty() ? "" : ", ", known.name);
    reading.complain({file, 0},
                     concat("a setting must name a variable of the level (",
                            names.empty() ? "it has none" : names, "), got ", quote(setting.name)));
  }
}

std::optional<std::string> path_beside(const std::string& file, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path path(name);
  if (name.empty() || name.find('\0') != std::string::npos || path.is_absolute())
    return std::nullopt;
  for (const auto& part : path) {
    if (part == "..") return std::nullopt;
  }
  const fs::path folder = fs::path(file).parent_path();
  const std::string beside = (folder / path).lexically_normal().string();
  const std::string above = (folder / ".." / path).lexically_normal().string();
  std::error_code ignored;
  return !fs::exists(beside, ignored) && fs::exists(above, ignored) ? above : beside;
}

}  // namespace paddock
