#include "paddock/stage/parameters.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "paddock/stage/session.h"

namespace paddock {
namespace {

struct DriverFigure {
  std::string_view driver, field, title, unit;
  double low{}, high{};
};

constexpr DriverFigure kDriverFigures[] = {
    {"route", "lookahead_least", "Shortest lookahead", "m", 0.1, 10},
    {"route", "lookahead_most", "Longest lookahead", "m", 0.1, 30},
    {"route", "lookahead_gain", "Lookahead for each m/s", "s", 0, 2},
    {"gap", "top_speed", "Top speed", "m/s", 0.05, 15},
    {"gap", "bubble", "Room kept to each side", "m", 0.05, 3},
    {"waypoints", "top_speed", "Top speed", "m/s", 0.05, 15},
};

constexpr double kMostLaps = 1000;

double figure_of(const Driver& driver, std::string_view name) {
  double found = 0;
  visit_figures(driver, [&](const char* field, const double& figure) {
    if (name == field) found = figure;
  });
  return found;
}

void add_vehicle_figures(const Session& session, std::size_t v, std::vector<Parameter>& list) {
  const VehicleParams& params = session.model.vehicles[v].params;
  const auto in_level = params_in(session.world(), kind_of(params));
  const VehicleParams standard = in_level ? *in_level : default_params(kind_of(params));
  for (const FigureRange& figure : type_of(kind_of(params)).sliders)
    list.push_back({.group = ParameterGroup::Vehicles,
                    .vehicle = static_cast<std::uint32_t>(v),
                    .name = concat("vehicle.", v, ".", figure.field),
                    .title = std::string(figure.title),
                    .unit = std::string(figure.unit),
                    .section = std::string(figure.section),
                    .help = std::string(figure.help),
                    .choices = {figure.choices.begin(), figure.choices.end()},
                    .kind = figure.whole ? ParameterKind::Whole : ParameterKind::Number,
                    .value = *find_figure(params, figure.field),
                    .low = figure.low,
                    .high = figure.high,
                    .standard = *find_figure(standard, figure.field)});
}

/// None, then the presets, then what is none of them.
std::vector<std::string> weather_names() {
  std::vector<std::string> names{"None"};
  for (const WeatherPreset& preset : weather_presets()) names.emplace_back(preset.name);
  return names;
}

std::size_t number_of(const std::optional<WeatherSpec>& weather) {
  if (!weather) return 0;
  const auto presets = weather_presets();
  const auto found = std::find_if(presets.begin(), presets.end(), [&](const WeatherPreset& preset) {
    return preset.weather == *weather;
  });
  return static_cast<std::size_t>(found - presets.begin()) + 1;
}

double shown(const WeatherFigure& figure, double value) {
  return figure.angle ? std::nearbyint(degrees(value) * 1e6) / 1e6 : value;
}

/// Which preset there is, and once there is any weather its figures.
void add_weather(const Session& session, std::vector<Parameter>& list) {
  const LevelScene& scene = session.world().scene;
  if (!scene.has_weather) return;
  const std::optional<WeatherSpec>& weather = session.model.weather;
  std::vector<std::string> names = weather_names();
  const std::size_t now = number_of(weather), standard = number_of(scene.weather);
  if (std::max(now, standard) == names.size()) names.emplace_back("As set");
  const auto last = static_cast<double>(names.size() - 1);
  list.push_back({.name = "weather",
                  .title = "Weather",
                  .unit = "",
                  .section = "Weather",
                  .help = "What cameras see: sun, clouds, fog, rain, wet roads.",
                  .choices = std::move(names),
                  .kind = ParameterKind::Whole,
                  .value = static_cast<double>(now),
                  .low = 0,
                  .high = last,
                  .standard = static_cast<double>(standard)});
  if (!weather) return;
  for (const WeatherFigure& figure : weather_figures())
    list.push_back(
        {.name = std::string(figure.name),
         .title = std::string(figure.title),
         .unit = std::string(figure.unit),
         .section = "Weather",
         .help = std::string(figure.help),
         .kind = ParameterKind::Number,
         .value = shown(figure, *weather.*figure.figure),
         .low = shown(figure, figure.low),
         .high = shown(figure, figure.high),
         .standard = shown(figure, scene.weather.value_or(WeatherSpec{}).*figure.figure)});
}

void write_weather(Session& session, std::string_view name, double value) {
  std::optional<WeatherSpec> weather = session.model.weather;
  if (name == "weather") {
    const auto number = static_cast<std::size_t>(value);
    if (number == 0)
      weather.reset();
    else if (number <= weather_presets().size())
      weather = weather_presets()[number - 1].weather;
    else if (number_of(session.world().scene.weather) == number)
      weather = session.world().scene.weather;
  }
  for (const WeatherFigure& figure : weather_figures())
    if (figure.name == name) *weather.*figure.figure = figure.angle ? radians(value) : value;
  set_weather(session.model, weather);
}

ParameterKind kind_of_figure(PathFigureKind kind) {
  switch (kind) {
    case PathFigureKind::Switch:
      return ParameterKind::Switch;
    case PathFigureKind::Whole:
    case PathFigureKind::Choice:
      return ParameterKind::Whole;
    case PathFigureKind::Number:
      break;
  }
  return ParameterKind::Number;
}

/// Of what flies alone, or of everybody.
bool is_meant_for(const PathFigure& figure, const VehicleState& state) {
  return !figure.flying || flies(state);
}

/// Those of a section one after another, sections as they first appear: figures are remembered in
/// another order than people look for them.
std::vector<PathFigure> by_section(std::span<const PathFigure> figures) {
  std::vector<PathFigure> sorted;
  for (const PathFigure& figure : figures) {
    const auto last = std::find_if(sorted.rbegin(), sorted.rend(), [&](const PathFigure& other) {
      return other.section == figure.section;
    });
    sorted.insert(last == sorted.rend() ? sorted.end() : last.base(), figure);
  }
  return sorted;
}

void add_path_figures(const Session& session, std::size_t v, const PathDriver& driver,
                      std::vector<Parameter>& list) {
  const VehicleParams& params = session.model.vehicles[v].params;
  const auto in_level = params_in(session.world(), kind_of(params));
  const PathParams standard = standard_path_params(in_level ? *in_level : params);
  for (const PathFigure& figure : by_section(path_figures())) {
    if (!is_meant_for(figure, session.state.physics.vehicles[v])) continue;
    std::vector<std::string> choices;
    if (figure.kind == PathFigureKind::Choice)
      choices.assign(std::begin(kPathControllers), std::end(kPathControllers));
    list.push_back({.group = ParameterGroup::Drivers,
                    .vehicle = static_cast<std::uint32_t>(v),
                    .name = concat("driver.", v, ".", figure.name),
                    .title = std::string(figure.title),
                    .unit = std::string(figure.unit),
                    .section = std::string(figure.section),
                    .help = std::string(figure.help),
                    .choices = std::move(choices),
                    .kind = kind_of_figure(figure.kind),
                    .value = driver.params.*figure.figure,
                    .low = figure.low,
                    .high = figure.high,
                    .standard = standard.*figure.figure});
  }
}

void add_driver_figures(const Session& session, std::size_t v, std::vector<Parameter>& list) {
  const Seat& seat = session.seats[v];
  if (const auto* path = std::get_if<PathDriver>(&seat.driver))
    return add_path_figures(session, v, *path, list);
  for (const DriverFigure& figure : kDriverFigures) {
    if (figure.driver != seat.name) continue;
    const double value = figure_of(seat.driver, figure.field);
    list.push_back({.group = ParameterGroup::Drivers,
                    .vehicle = static_cast<std::uint32_t>(v),
                    .name = concat("driver.", v, ".", figure.field),
                    .title = std::string(figure.title),
                    .unit = std::string(figure.unit),
                    .kind = ParameterKind::Number,
                    .value = value,
                    .low = figure.low,
                    .high = figure.high,
                    .standard = value});
  }
}

void write(Session& session, std::string_view name, double value) {
  if (name == "race.laps") {
    session.race.laps = static_cast<std::uint32_t>(value);
    return;
  }
  if (name.starts_with("weather")) return write_weather(session, name, value);
  const std::size_t first = name.find('.'), second = name.find('.', first + 1);
  const std::string_view field = name.substr(second + 1);
  std::size_t v = 0;
  for (const char digit : name.substr(first + 1, second - first - 1))
    v = 10 * v + static_cast<std::size_t>(digit - '0');
  if (name.starts_with("vehicle")) {
    VehicleParams params = session.model.vehicles[v].params;
    *find_figure(params, field) = value;
    set_params(session.model, vehicle_id(v), params);
  } else if (auto* path = std::get_if<PathDriver>(&session.seats[v].driver)) {
    set_figure(*path, field, value);
  } else {
    visit_figures(session.seats[v].driver, [&](const char* figure_name, double& figure) {
      if (field == figure_name) figure = value;
    });
  }
}

/// Names of simplesim and of Nav2, and ours for them.
struct OldName {
  std::string_view old, field;
};
constexpr OldName kOldNames[] = {{"wind_intensity", "wind"},
                                 {"linear_drag_constant", "linear_drag"},
                                 {"quadratic_drag_constant", "quadratic_drag"},
                                 {"quadratic_drag_threshold", "drag_threshold"},
                                 {"lookahead_dist", "lookahead_distance"},
                                 {"min_lookahead_dist", "min_lookahead_distance"},
                                 {"max_lookahead_dist", "max_lookahead_distance"},
                                 {"max_linear_vel", "desired_linear_vel"}};

/// By its whole name, or of the first vehicle and its driver by the figure's alone: those of the
/// driver come first.
bool is_named(const Parameter& parameter, std::string_view name) {
  if (parameter.name == name) return true;
  if (parameter.group == ParameterGroup::Race || parameter.vehicle != 0) return false;
  for (const OldName& known : kOldNames)
    if (known.old == name) name = known.field;
  const std::size_t first = parameter.name.find('.');
  return std::string_view(parameter.name).substr(parameter.name.find('.', first + 1) + 1) == name;
}

/// A controller that this vehicle cannot have is refused.
Result<void> check_choice(const Session& session, const Parameter& parameter, double value) {
  if (!parameter.name.ends_with(".controller") || parameter.choices.empty()) return {};
  return check_controller(static_cast<PathController>(static_cast<int>(value)),
                          session.model.vehicles[parameter.vehicle].params);
}

}  // namespace

std::vector<Parameter> parameters_of(const Session& session) {
  std::vector<Parameter> list;
  if (!session.world().gates.empty())
    list.push_back({.name = "race.laps",
                    .title = "Laps to the finish",
                    .unit = "",
                    .kind = ParameterKind::Whole,
                    .value = static_cast<double>(session.race.laps),
                    .low = 0,
                    .high = kMostLaps,
                    .standard = static_cast<double>(session.spec.laps)});
  add_weather(session, list);
  for (std::size_t v = 0; v < session.spec.vehicles.size(); ++v) {
    if (!is_present(session.state, vehicle_id(v))) continue;
    add_driver_figures(session, v, list);
    add_vehicle_figures(session, v, list);
  }
  return list;
}

Result<void> set_parameter(Session& session, std::string_view name, double value) {
  for (const Parameter& parameter : parameters_of(session)) {
    if (!is_named(parameter, name)) continue;
    if (!(value >= parameter.low && value <= parameter.high))
      return fail(ErrorCode::Invalid, name, " must be from ", parameter.low, " to ", parameter.high,
                  ", got ", value);
    if (parameter.kind != ParameterKind::Number && value != std::floor(value))
      return fail(ErrorCode::Invalid, name, " must be a whole number, got ", value);
    if (auto fine = check_choice(session, parameter, value); !fine) return fine;
    write(session, parameter.name, value);
    return {};
  }
  return fail(ErrorCode::NotFound, "there is no parameter \"", name, "\"");
}

}  // namespace paddock
