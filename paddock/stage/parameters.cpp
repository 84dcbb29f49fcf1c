#include "paddock/stage/parameters.h"

#include <cmath>

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
  const VehicleParams standard = default_params(kind_of(params));
  for (const FigureRange& figure : type_of(kind_of(params)).sliders)
    list.push_back({.group = ParameterGroup::Vehicles,
                    .vehicle = static_cast<std::uint32_t>(v),
                    .name = concat("vehicle.", v, ".", figure.field),
                    .title = std::string(figure.title),
                    .unit = std::string(figure.unit),
                    .kind = ParameterKind::Number,
                    .value = *find_figure(params, figure.field),
                    .low = figure.low,
                    .high = figure.high,
                    .standard = *find_figure(standard, figure.field)});
}

void add_driver_figures(const Session& session, std::size_t v, std::vector<Parameter>& list) {
  const Seat& seat = session.seats[v];
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
  const std::size_t first = name.find('.'), second = name.find('.', first + 1);
  const std::string_view field = name.substr(second + 1);
  std::size_t v = 0;
  for (const char digit : name.substr(first + 1, second - first - 1))
    v = 10 * v + static_cast<std::size_t>(digit - '0');
  if (name.starts_with("vehicle")) {
    VehicleParams params = session.model.vehicles[v].params;
    *find_figure(params, field) = value;
    set_params(session.model, vehicle_id(v), params);
  } else {
    visit_figures(session.seats[v].driver, [&](const char* figure_name, double& figure) {
      if (field == figure_name) figure = value;
    });
  }
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
  for (std::size_t v = 0; v < session.spec.vehicles.size(); ++v) {
    if (!is_present(session.state, vehicle_id(v))) continue;
    add_driver_figures(session, v, list);
    add_vehicle_figures(session, v, list);
  }
  return list;
}

Result<void> set_parameter(Session& session, std::string_view name, double value) {
  for (const Parameter& parameter : parameters_of(session)) {
    if (parameter.name != name) continue;
    if (!(value >= parameter.low && value <= parameter.high))
      return fail(ErrorCode::Invalid, name, " must be from ", parameter.low, " to ", parameter.high,
                  ", got ", value);
    if (parameter.kind != ParameterKind::Number && value != std::floor(value))
      return fail(ErrorCode::Invalid, name, " must be a whole number, got ", value);
    write(session, name, value);
    return {};
  }
  return fail(ErrorCode::NotFound, "there is no parameter \"", name, "\"");
}

}  // namespace paddock
