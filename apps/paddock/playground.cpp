#include "apps/paddock/playground.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include "apps/paddock/level_files.h"
#include "paddock/io/file.h"
#include "paddock/io/yaml.h"
#include "paddock/stage/parameters.h"

namespace paddock {
namespace {

constexpr double kMostRealTime = 10'000;  // as --speed has it

std::optional<double> number_in(std::string_view text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  double number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Words for what they stand for: "controller=pid" is the place of pid among the choices.
std::optional<double> value_of(std::string_view name, std::string_view text) {
  if (const auto number = number_in(text)) return number;
  constexpr std::string_view kModes[] = {"acceleration", "velocity"};
  const auto among = [&](auto& words) -> std::optional<double> {
    const auto found = std::find(std::begin(words), std::end(words), text);
    if (found == std::end(words)) return std::nullopt;
    return static_cast<double>(found - std::begin(words));
  };
  if (name == "controller" || name.ends_with(".controller")) return among(kPathControllers);
  if (name == "control_mode" || name.ends_with(".control_mode")) return among(kModes);
  return std::nullopt;
}

/// "1,2": a place.
std::optional<Vec2> place_in(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto x = number_in(text.substr(0, comma)), y = number_in(text.substr(comma + 1));
  if (!x || !y) return std::nullopt;
  return Vec2{*x, *y};
}

/// What is no figure but how a run begins; false: the name is none of these.
Result<bool> add_beginning(std::string_view name, std::string_view text, const std::string& where,
                           PlaygroundSettings& settings) {
  if (name == "initial_position") {
    settings.initial_position = place_in(text);
    if (settings.initial_position) return true;
    return fail(ErrorCode::Invalid, where, name, " must be two numbers, x,y, got \"", text, "\"");
  }
  if (name != "real_time_factor" && name != "paused") return false;
  const auto value = number_in(text);
  const double most = name == "paused" ? 1 : kMostRealTime;
  if (!value || !(*value >= 0 && *value <= most) ||
      (name == "paused" && *value != 0 && *value != 1))
    return fail(ErrorCode::Invalid, where, name, " must be ",
                name == "paused" ? concat("true or false") : concat("from 0 to ", most), ", got \"",
                text, "\"");
  if (name == "paused")
    settings.paused = *value == 1;
  else
    settings.real_time_factor = *value;
  return true;
}

Result<void> add(std::string_view name, std::string_view text, const std::string& where,
                 PlaygroundSettings& settings) {
  const auto begins = add_beginning(name, text, where, settings);
  if (!begins) return tl::unexpected(begins.error());
  if (*begins) return {};
  const auto value = value_of(name, text);
  if (!value)
    return fail(ErrorCode::Invalid, where, name, " must be a number, true, false or a choice of it",
                ", got \"", text, "\"");
  settings.parameters.push_back({std::string(name), *value});
  return {};
}

/// A list as --set has it: with commas.
std::string joined(const YamlValue& list) {
  std::string text;
  for (const YamlValue& item : list.items) text += concat(text.empty() ? "" : ",", item.text);
  return text;
}

/// Values of a map, those under nodes' names too.
Result<void> add_yaml(const YamlValue& map, const std::string& file, PlaygroundSettings& settings) {
  for (const YamlValue& item : map.items) {
    const std::string where = concat(file, ":", item.line, ": ");
    const bool list = item.kind == YamlKind::List;
    if (list && item.key != "initial_position")
      return fail(ErrorCode::Invalid, where, item.key, " must be a value, got a list");
    auto added = item.kind == YamlKind::Map
                     ? add_yaml(item, file, settings)
                     : add(item.key, list ? joined(item) : item.text, where, settings);
    if (!added) return added;
  }
  return {};
}

std::string figure(const std::optional<double>& value, std::string_view unit) {
  return value ? fmt::format("{:.2f} {}", *value, unit) : "-";
}

}  // namespace

Result<PlaygroundSettings> sort_settings(const std::string& level_path,
                                         const std::vector<std::string>& set,
                                         const std::string& file) {
  PlaygroundSettings sorted;
  if (!file.empty()) {
    const auto text = read_file(file, kYamlLimit);
    if (!text) return tl::unexpected(text.error());
    const auto yaml = parse_yaml(*text);
    if (!yaml) return tl::unexpected(yaml.error().within(file));
    if (yaml->kind != YamlKind::Map)
      return fail(ErrorCode::Invalid, file, ": must be names with values");
    if (auto added = add_yaml(*yaml, file, sorted); !added) return tl::unexpected(added.error());
  }
  for (const std::string& text : set) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return fail(ErrorCode::Invalid, "--set takes name=value, got \"", text, "\"");
    const std::string_view whole = text;
    if (auto added = add(whole.substr(0, equals), whole.substr(equals + 1), "--set ", sorted);
        !added)
      return tl::unexpected(added.error());
  }
  if (sorted.parameters.empty()) return sorted;
  const auto level = load_level(level_path, 1);
  if (!level) return tl::unexpected(level.error());
  const LevelSettings& variables = level->papers->variables;
  for (LevelVariable& setting : std::exchange(sorted.parameters, {})) {
    const bool of_level =
        std::any_of(variables.begin(), variables.end(),
                    [&](const LevelVariable& v) { return v.name == setting.name; });
    (of_level ? sorted.variables : sorted.parameters).push_back(std::move(setting));
  }
  return sorted;
}

Result<void> set_parameters(Session& session, const LevelSettings& parameters) {
  for (const LevelVariable& parameter : parameters) {
    auto done = apply(session, SetParameter{parameter.name, parameter.value});
    if (done) continue;
    if (done.error().code != ErrorCode::NotFound) return done;
    std::string names;
    for (const LevelVariable& variable : session.papers->variables)
      names += concat(names.empty() ? "" : ", ", variable.name);
    return fail(ErrorCode::NotFound, "level ", session.world().name,
                " has no variable, and its run no parameter, \"", parameter.name, "\"",
                names.empty() ? std::string() : concat("; variables are ", names));
  }
  return {};
}

Result<void> set_up(Session& session, const PlaygroundSettings& settings) {
  if (auto set = set_parameters(session, settings.parameters); !set) return set;
  if (!settings.initial_position || session.model.vehicles.empty()) return {};
  const Pose2 start = session.model.vehicles[0].start;
  const Vec2 at = *settings.initial_position;
  return apply(session, PlaceVehicle{id_of(session.state, 0), {at.x, at.y, start.yaw}});
}

Result<void> set_path(Session& session, const std::string& path) {
  if (path.empty()) return {};
  PathEdit edit{.act = PathAct::Set};
  const std::string_view name = std::string_view(path).substr(0, path.find(':'));
  const auto shape = std::find(std::begin(kPathShapes), std::end(kPathShapes), name);
  if (shape != std::end(kPathShapes)) {
    edit.act = PathAct::Shape;
    edit.shape = static_cast<PathShape>(shape - std::begin(kPathShapes));
    if (name.size() < path.size()) {
      const auto seed = number_in(std::string_view(path).substr(name.size() + 1));
      if (!seed || *seed < 0)
        return fail(ErrorCode::Invalid, "--path ", name, ":SEED takes a whole number, got \"", path,
                    "\"");
      edit.seed = static_cast<std::uint64_t>(*seed);
    }
  } else {
    std::istringstream words(path);
    for (std::string word; words >> word;) {
      const auto at = place_in(word);
      if (!at) {
        std::string shapes;
        for (const std::string_view known : kPathShapes)
          shapes += concat(shapes.empty() ? "" : ", ", known);
        return fail(ErrorCode::Invalid, "--path takes ", shapes,
                    ", random:SEED, or waypoints as \"1,2 3.5,2\", got \"", word, "\"");
      }
      edit.points.push_back(*at);
    }
  }
  bool any = false;
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    if (!std::holds_alternative<PathDriver>(session.seats[v].driver)) continue;
    any = true;
    if (auto edited = apply(session, EditPath{id_of(session.state, v), edit}); !edited)
      return edited;
  }
  if (any) return {};
  return fail(ErrorCode::Invalid, "--path is for vehicles that follow one: say --driver path");
}

std::vector<std::vector<std::string>> flight_rows(const Session& session) {
  if (session.flights.flights.empty()) return {};
  std::vector<std::vector<std::string>> rows{
      {"FLIGHT", "CONTROLLER", "RISE", "OVERSHOOT", "SETTLING", "MEAN ERROR", "LARGEST", "EFFORT"}};
  for (const Flight& flight : session.flights.flights) {
    const FlightScore& score = flight.score;
    rows.push_back({fmt::format("{}", flight.number), flight.controller, figure(score.rise, "s"),
                    figure(score.overshoot, "m"), figure(score.settling, "s"),
                    fmt::format("{:.3f} m", score.mean_error),
                    fmt::format("{:.3f} m", score.largest_error),
                    fmt::format("{:.1f} m²/s³", score.effort)});
  }
  return rows;
}

Json flights_json(const Session& session) {
  Json list = Json::array();
  for (const Flight& flight : session.flights.flights) {
    const FlightScore& score = flight.score;
    const auto maybe = [](const std::optional<double>& value) {
      return value ? Json(*value) : Json();
    };
    list.add(Json::object()
                 .set("number", flight.number)
                 .set("controller", flight.controller)
                 .set("lasted_s", static_cast<double>(flight.lasted) * 1e-9)
                 .set("done", flight.done)
                 .set("arrived", flight.arrived)
                 .set("rise_s", maybe(score.rise))
                 .set("overshoot_m", maybe(score.overshoot))
                 .set("settling_s", maybe(score.settling))
                 .set("mean_error_m", score.mean_error)
                 .set("largest_error_m", score.largest_error)
                 .set("effort", score.effort)
                 .set("length_m", score.length));
  }
  return list;
}

}  // namespace paddock
