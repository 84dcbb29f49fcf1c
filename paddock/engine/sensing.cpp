#include "paddock/engine/sensing.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/engine/vehicle_sensors.h"

namespace paddock {
namespace {

constexpr double kMaxRate = 1000;  // Hz: no tick is shorter

SensorReading blank_reading(ReadingShape shape) {
  switch (shape) {
    case ReadingShape::Ranges:
      return RangesReading{};
    case ReadingShape::Points:
      return Lidar3dReading{};
    case ReadingShape::Picture:
      return CameraReading{};
    case ReadingShape::Vector:
      break;
  }
  return VectorReading{};
}

// --- what was left out ----------------------------------------------------------------------

Result<Figures> resolved_figures(const SensorKind& kind, const SensorSpec& asked,
                                 const SensorSpec& carried, const SensorUnit& unit, bool ideal) {
  std::vector<SensorFigure> chosen = carried.figures;
  for (const SensorFigure& figure : asked.figures) {
    std::erase_if(chosen, [&](const SensorFigure& f) { return f.name == figure.name; });
    chosen.push_back(figure);
  }
  return figures_of(kind, unit, chosen, ideal);
}

Result<Pose3> resolved_place(VehicleKind vehicle, const SensorSpec& asked,
                             const SensorSpec& carried) {
  if (asked.body_from_sensor) return *asked.body_from_sensor;
  if (!asked.place.empty()) return sensor_place(vehicle, asked.place);
  return *carried.body_from_sensor;
}

}  // namespace

Result<SensorMount> resolve_sensor(const Model& model, const SensorMount& asked, bool ideal) {
  if (index_of(asked.vehicle) >= model.vehicles.size())
    return fail(ErrorCode::NotFound, "there is no vehicle ", index_of(asked.vehicle) + 1,
                "; there are ", model.vehicles.size());
  const VehicleKind vehicle = kind_of(model.vehicles[index_of(asked.vehicle)].params);
  const SensorSpec& spec = asked.spec;
  const auto kind = find_sensor_kind(spec.kind);
  if (!kind) return tl::unexpected(kind.error());
  const SensorSpec carried = carried_sensor(vehicle, spec.kind);
  const auto unit = find_sensor_unit(**kind, spec.unit.empty() ? carried.unit : spec.unit);
  if (!unit) return tl::unexpected(unit.error());
  const bool exact = spec.ideal.value_or(ideal);
  const auto figures = resolved_figures(**kind, spec, carried, **unit, exact);
  if (!figures) return tl::unexpected(figures.error());
  const auto place = resolved_place(vehicle, spec, carried);
  if (!place) return tl::unexpected(place.error());
  if (!(spec.rate >= 0 && spec.rate <= kMaxRate))
    return fail(ErrorCode::Invalid, "rate must be 0 to ", kMaxRate, " Hz, got ", spec.rate);

  SensorMount mount{.vehicle = asked.vehicle, .spec = {}};
  mount.spec = {.kind = spec.kind,
                .name = name_of(spec),
                .place = "",
                .body_from_sensor = *place,
                .unit = std::string((*unit)->name),
                .ideal = exact,
                .rate = spec.rate > 0 ? spec.rate : (*kind)->rate};
  for (std::size_t i = 0; i < (*kind)->figures.size(); ++i)
    mount.spec.figures.push_back({std::string((*kind)->figures[i].name), figures->values()[i]});
  return mount;
}

std::vector<SensorName> sensors_of(const Model& model, VehicleId vehicle) {
  std::vector<SensorName> names;
  for (const SensorMount& mount : model.sensors)
    if (mount.vehicle == vehicle)
      names.push_back({.name = mount.spec.name,
                       .kind = mount.spec.kind,
                       .shape = find_sensor_kind(mount.spec.kind).value()->shape,
                       .mounted = true});
  for (const SensorKind* kind : sensor_kinds())
    if (!kind->special && !find_mounted(model, vehicle, kind->name))
      names.push_back(
          {.name = std::string(kind->name), .kind = std::string(kind->name), .shape = kind->shape});
  return names;
}

std::vector<Problem> check_level_sensors(const World& world) {
  std::vector<Problem> problems;
  for (const LevelSensor& sensor : world.sensors) {
    const auto tell = [&](const Error& error) {
      problems.push_back({sensor.where, concat("sensor ", error.message), "sensor"});
    };
    const auto kind = find_sensor_kind(sensor.sensor.kind);
    if (!kind) {
      tell(kind.error());
      continue;
    }
    const auto unit = find_sensor_unit(**kind, sensor.sensor.unit);
    if (!unit) tell(unit.error());
    if (unit)
      if (const auto figures = figures_of(**kind, **unit, sensor.sensor.figures, false); !figures)
        tell(figures.error());
    if (!sensor.sensor.place.empty())
      if (const auto place = sensor_place(VehicleKind{}, sensor.sensor.place); !place)
        tell(place.error());
  }
  return problems;
}

Result<MountedSensor> make_sensor(const Model& model, const SensorMount& resolved) {
  const auto kind = find_sensor_kind(resolved.spec.kind);
  if (!kind) return tl::unexpected(kind.error());
  const auto unit = find_sensor_unit(**kind, resolved.spec.unit);
  if (!unit) return tl::unexpected(unit.error());
  auto figures = figures_of(**kind, **unit, resolved.spec.figures, false);
  if (!figures) return tl::unexpected(figures.error());
  auto sensor = (*kind)->make({.figures = std::move(*figures),
                               .body_from_sensor = resolved.spec.body_from_sensor.value_or(Pose3{}),
                               .world = *model.world});
  if (!sensor) return tl::unexpected(sensor.error());
  return MountedSensor{.mount = resolved, .sensor = std::move(*sensor)};
}

// --- rates --------------------------------------------------------------------------------------

std::int64_t readings_until(const Clock& clock, double rate, Tick tick) {
  if (!(rate > 0) || rate * clock.tick_seconds() >= 1) return count(tick);
  return static_cast<std::int64_t>(std::floor(clock.seconds(tick) * rate + 1e-9));
}

bool reads_at(const Clock& clock, double rate, Tick tick) {
  if (count(tick) <= 0) return false;
  return readings_until(clock, rate, tick) > readings_until(clock, rate, Tick{count(tick) - 1});
}

double true_rate(const Clock& clock, double rate) {
  const double ticks = 1 / clock.tick_seconds();
  return rate > 0 ? std::min(rate, ticks) : ticks;
}

// --- one sensor ---------------------------------------------------------------------------------

std::vector<double> start_sensor(const Model& model, const State& state, MountedSensor& sensor) {
  const DefaultFloatState exact;
  RunEyes eyes(model, state, nullptr, sensor.mount.vehicle);
  return sensor.sensor->start(sight_now(model, state, sensor.mount, eyes));
}

void advance_sensor(const Model& model, const Before& before, const State& state, const Output& out,
                    Scratch& scratch, MountedSensor& sensor, std::span<double> memory) {
  const DefaultFloatState exact;
  RunEyes eyes(model, state, &scratch, sensor.mount.vehicle);
  const SensorSight sight = sight_over_tick(model, before, state, out, sensor.mount, scratch, eyes);
  sensor.sensor->advance(sight, memory);
}

void read_sensor(const Model& model, const State& state, Scratch& scratch, MountedSensor& sensor,
                 std::span<const double> memory, SensorReading& reading) {
  const DefaultFloatState exact;
  const ReadingShape shape = shape_of(sensor.sensor->form());
  if (reading.index() != static_cast<std::size_t>(shape)) reading = blank_reading(shape);
  RunEyes eyes(model, state, &scratch, sensor.mount.vehicle);
  sensor.sensor->read(sight_now(model, state, sensor.mount, eyes), memory, reading);
}

// --- sensors of the run -------------------------------------------------------------------------

std::optional<std::size_t> find_mounted(const Model& model, VehicleId vehicle,
                                        std::string_view name) {
  for (std::size_t i = 0; i < model.sensors.size(); ++i)
    if (model.sensors[i].vehicle == vehicle && model.sensors[i].spec.name == name) return i;
  return std::nullopt;
}

Result<void> mount_sensor(const SensorMount& asked, bool ideal, Model& model, State& state,
                          Scratch& scratch) {
  auto mount = resolve_sensor(model, asked, ideal);
  if (!mount) return tl::unexpected(mount.error());
  auto made = make_sensor(model, *mount);
  if (!made) return tl::unexpected(made.error());
  SensorMemory memory{start_sensor(model, state, *made)};
  scratch.sensors.resize(model.sensors.size());
  if (const auto at = find_mounted(model, mount->vehicle, mount->spec.name)) {
    model.sensors[*at] = *mount;
    state.sensors[*at] = std::move(memory);
    scratch.sensors[*at] = std::move(*made);
    return {};
  }
  if (model.sensors.size() >= kMaxSensors)
    return fail(ErrorCode::Limit, "at most ", kMaxSensors, " sensors fit into one run");
  model.sensors.push_back(*mount);
  state.sensors.push_back(std::move(memory));
  scratch.sensors.push_back(std::move(*made));
  return {};
}

bool unmount_sensor(VehicleId vehicle, std::string_view name, Model& model, State& state,
                    Scratch& scratch) {
  const auto at = find_mounted(model, vehicle, name);
  if (!at) return false;
  scratch.sensors.resize(model.sensors.size());
  const auto offset = static_cast<std::ptrdiff_t>(*at);
  model.sensors.erase(model.sensors.begin() + offset);
  state.sensors.erase(state.sensors.begin() + offset);
  scratch.sensors.erase(scratch.sensors.begin() + offset);
  return true;
}

Result<void> set_mounted(std::vector<SensorMount> sensors, Model& model, Scratch& scratch) {
  if (sensors == model.sensors) return {};
  if (sensors.size() > kMaxSensors)
    return fail(ErrorCode::Limit, "at most ", kMaxSensors, " sensors fit into one run");
  std::vector<MountedSensor> made;
  for (const SensorMount& sensor : sensors) {
    if (index_of(sensor.vehicle) >= model.vehicles.size())
      return fail(ErrorCode::NotFound, "there is no vehicle ", index_of(sensor.vehicle) + 1);
    auto one = make_sensor(model, sensor);
    if (!one) return tl::unexpected(one.error());
    made.push_back(std::move(*one));
  }
  model.sensors = std::move(sensors);
  scratch.sensors = std::move(made);
  return {};
}

MountedSensor& mounted_sensor(const Model& model, std::size_t index, Scratch& scratch) {
  scratch.sensors.resize(model.sensors.size());
  MountedSensor& sensor = scratch.sensors[index];
  if (!sensor.sensor) sensor = std::move(make_sensor(model, model.sensors[index]).value());
  return sensor;
}

std::vector<SensorMemory> start_sensors(const Model& model, const State& state) {
  std::vector<SensorMemory> memories;
  for (const SensorMount& mount : model.sensors) {
    MountedSensor sensor = std::move(make_sensor(model, mount).value());
    memories.push_back({start_sensor(model, state, sensor)});
  }
  return memories;
}

void advance_sensors(const Model& model, const Before& before, const Output& out, State& state,
                     Scratch& scratch) {
  for (std::size_t i = 0; i < state.sensors.size(); ++i)
    if (!state.sensors[i].numbers.empty())
      advance_sensor(model, before, state, out, scratch, mounted_sensor(model, i, scratch),
                     state.sensors[i].numbers);
}

}  // namespace paddock
