// paddock sense --list: which sensors a vehicle has, and what can be asked of every kind.
#include <fmt/format.h>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

struct ListedSensor {
  SensorSpec spec;  // resolved
  bool mounted{};
};

std::vector<ListedSensor> sensors_on(const Session& session, VehicleId vehicle) {
  std::vector<ListedSensor> listed;
  for (const SensorName& sensor : sensors_of(session.model, vehicle)) {
    const auto mounted = find_mounted(session.model, vehicle, sensor.name);
    const auto mount = mounted ? Result<SensorMount>(session.model.sensors[*mounted])
                               : resolve_sensor(session.model, {vehicle, {.kind = sensor.kind}},
                                                session.spec.ideal_sensors);
    if (mount) listed.push_back({mount->spec, sensor.mounted});
  }
  return listed;
}

double rate_of(const Session& session, const SensorSpec& spec) {
  return true_rate(session.world().clock, spec.rate);
}

// --- tables -------------------------------------------------------------------------------------

void print_vehicle(const Session& session, VehicleId vehicle) {
  fmt::print("Sensors of the {} in {}; those of the run are read as the level mounts them\n\n",
             type_of(kind_of(session.model.vehicles[index_of(vehicle)].params)).name,
             session.world().name);
  std::vector<std::vector<std::string>> rows{{"SENSOR", "KIND", "UNIT", "RATE", "OF THE RUN"}};
  for (const ListedSensor& sensor : sensors_on(session, vehicle))
    rows.push_back({sensor.spec.name, sensor.spec.kind, sensor.spec.unit,
                    concat(rate_of(session, sensor.spec), " Hz"), sensor.mounted ? "yes" : "no"});
  print_table(rows);
}

void print_kinds() {
  std::vector<std::vector<std::string>> kinds{{"KIND", "READS", "RATE", "WHAT IT IS"}};
  std::vector<std::vector<std::string>> units{{"KIND", "UNIT", "WHAT IT IS"}};
  for (const SensorKind* kind : sensor_kinds()) {
    kinds.push_back({std::string(kind->name), std::string(name_of(kind->shape)),
                     kind->rate > 0 ? concat(kind->rate, " Hz") : "every tick",
                     std::string(kind->about)});
    for (const SensorUnit& unit : kind->units)
      units.push_back({std::string(kind->name), std::string(unit.name), std::string(unit.about)});
  }
  fmt::print(
      "\nKinds: --sensor KIND, KIND@PLACE, and rate=, unit=, name=, ideal=1 or a figure\n\n");
  print_table(kinds);
  fmt::print("\nUnits: the first of a kind where neither you nor the vehicle says otherwise\n\n");
  print_table(units);
}

void print_figures() {
  std::vector<std::vector<std::string>> rows{
      {"KIND", "FIGURE", "FROM", "TO", "UNIT", "STANDARD", "WHAT IT IS"}};
  for (const SensorKind* kind : sensor_kinds())
    for (const FigureKind& figure : kind->figures)
      rows.push_back({std::string(kind->name), std::string(figure.name), concat(figure.low),
                      concat(figure.high), std::string(figure.unit), concat(figure.standard),
                      concat(figure.about, figure.noise ? " (0 where sensors are ideal)" : "")});
  fmt::print("\nFigures\n\n");
  print_table(rows);
}

// --- JSON ---------------------------------------------------------------------------------------

Json json_of(const SensorKind& kind) {
  Json units = Json::array(), figures = Json::array();
  for (const SensorUnit& unit : kind.units) {
    Json values = Json::object();
    for (const UnitFigure& figure : unit.figures) values.set(figure.name, figure.value);
    units.add(Json::object()
                  .set("name", unit.name)
                  .set("about", unit.about)
                  .set("figures", std::move(values)));
  }
  for (const FigureKind& figure : kind.figures)
    figures.add(Json::object()
                    .set("name", figure.name)
                    .set("unit", figure.unit)
                    .set("about", figure.about)
                    .set("standard", figure.standard)
                    .set("low", figure.low)
                    .set("high", figure.high)
                    .set("noise", figure.noise)
                    .set("whole", figure.whole));
  return Json::object()
      .set("name", kind.name)
      .set("about", kind.about)
      .set("shape", name_of(kind.shape))
      .set("rate_hz", kind.rate)
      .set("units", std::move(units))
      .set("figures", std::move(figures));
}

Json json_list(const Session& session, VehicleId vehicle) {
  Json sensors = Json::array(), kinds = Json::array();
  for (const ListedSensor& sensor : sensors_on(session, vehicle))
    sensors.add(Json::object()
                    .set("name", sensor.spec.name)
                    .set("kind", sensor.spec.kind)
                    .set("unit", sensor.spec.unit)
                    .set("rate_hz", rate_of(session, sensor.spec))
                    .set("mounted", sensor.mounted));
  for (const SensorKind* kind : sensor_kinds()) kinds.add(json_of(*kind));
  return Json::object()
      .set("level", session.world().name)
      .set("sensors", std::move(sensors))
      .set("kinds", std::move(kinds));
}

}  // namespace

int list_sensors(const SenseOptions& options) {
  const auto path = find_level(options.level);
  if (!path) return complain(path.error().message);
  const auto settings = read_settings(options.set);
  if (!settings) return kUsage;
  SessionSpec spec{.vehicles = {}, .seed = options.seed, .settings = *settings};
  spec.vehicles.resize(static_cast<std::size_t>(options.vehicle));
  spec.ideal_sensors = options.ideal;
  const auto session = open_session(*path, spec);
  if (!session) return complain(session.error().message);
  const auto vehicle = VehicleId{static_cast<std::uint32_t>(options.vehicle - 1)};
  if (options.json) {
    print_json(json_list(*session, vehicle));
    return kOk;
  }
  print_vehicle(*session, vehicle);
  print_kinds();
  print_figures();
  return kOk;
}

}  // namespace paddock
