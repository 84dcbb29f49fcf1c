#include "paddock/engine/model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/engine/sensing.h"
#include "paddock/world/level_words.h"

namespace paddock {
namespace {

/// The sensors of the level, on each vehicle that has them.
Result<void> mount_level_sensors(bool ideal, Model& model) {
  for (const LevelSensor& sensor : model.world->sensors) {
    for (std::size_t v = 0; v < model.vehicles.size(); ++v) {
      if (sensor.vehicle != 0 && static_cast<std::size_t>(sensor.vehicle) != v + 1) continue;
      const SensorMount asked{vehicle_id(v), sensor.sensor};
      auto mount = resolve_sensor(model, asked, ideal);
      const auto made =
          mount ? make_sensor(model, *mount) : Result<MountedSensor>(tl::unexpected(mount.error()));
      if (!made)
        return fail(made.error().code,
                    Problem{sensor.where,
                            concat("sensor ", name_of(sensor.sensor), ": ", made.error().message)}
                        .text());
      if (model.sensors.size() >= kMaxSensors)
        return fail(ErrorCode::Limit, "at most ", kMaxSensors, " sensors fit into one run");
      model.sensors.push_back(std::move(*mount));
    }
  }
  return {};
}

double lidar_height(const VehicleSetup& vehicle) {
  return type_of(kind_of(vehicle.params)).sensors.lidar_height;
}

std::size_t index_of_map(const Model& model, double height) {
  const auto known = std::find(model.lidar_heights.begin(), model.lidar_heights.end(), height);
  return static_cast<std::size_t>(known - model.lidar_heights.begin());
}

/// A map of the height that this vehicle's lidar is at, where the level is planar and has none yet.
void add_lidar_map(const VehicleSetup& vehicle, Model& model) {
  const double height = lidar_height(vehicle);
  if (model.rigid || index_of_map(model, height) < model.lidar_heights.size()) return;
  model.lidar_heights.push_back(height);
  model.lidar_maps.emplace_back(slice_world(*model.world, height, SliceFor::Lidar));
}

std::vector<RigidSetup> rigid_setups(const std::vector<VehicleSetup>& vehicles) {
  std::vector<RigidSetup> setups;
  for (const VehicleSetup& vehicle : vehicles)
    setups.push_back({vehicle.params, vehicle.start, vehicle.z});
  return setups;
}

/// Where each of up to four cars of a race stands about the level's one start: along the world's
/// axes, however the start is turned.
Vec2 place_on_grid(std::size_t cars, std::size_t car) {
  static constexpr std::array<Vec2, 2> kTwo{{{0, 0.4}, {0, -0.4}}};
  static constexpr std::array<Vec2, 3> kThree{{{0, 0.5}, {0, 0}, {0, -0.5}}};
  static constexpr std::array<Vec2, 4> kFour{{{0, 0.4}, {0, -0.4}, {-0.8, 0.4}, {-0.8, -0.4}}};
  if (cars == 2) return kTwo[car];
  if (cars == 3) return kThree[car];
  return cars == 4 ? kFour[car] : Vec2{};
}

/// The first `count` starts, or the grid of a race about the only one.
Result<std::vector<WorldStart>> choose_starts(const World& world, std::size_t count) {
  const auto& starts = world.starts;
  if (count <= starts.size())
    return std::vector(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(count));
  if (starts.size() != 1 || count > static_cast<std::size_t>(world.cars))
    return fail(ErrorCode::Invalid, "level ", world.name, " has ", starts.size(), " starts, got ",
                count, " vehicles");
  std::vector<WorldStart> grid(count, starts[0]);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 offset = place_on_grid(count, i);
    grid[i].pose.x += offset.x, grid[i].pose.y += offset.y;
  }
  return grid;
}

}  // namespace

std::vector<Problem> check_vehicle_figures(const std::string& vehicle,
                                           std::span<const VehicleFigureSpec> figures) {
  std::vector<Problem> problems;
  const VehicleType* type = find_vehicle_type(vehicle);
  if (type == nullptr) return problems;
  const std::vector<std::string_view> known = figure_names(type->kind);
  std::string list;
  for (const std::string_view name : known) list += concat(list.empty() ? "" : ", ", name);
  for (const VehicleFigureSpec& figure : figures) {
    if (std::find(known.begin(), known.end(), figure.name) == known.end())
      problems.push_back(
          {figure.where, concat("vehicle_figures of a ", vehicle, " must be among ", list, ", got ",
                                quote(figure.name), did_you_mean(figure.name, known))});
    else if (!std::isfinite(figure.value))
      problems.push_back(
          {figure.where, concat("vehicle_figures.", figure.name, " must be a finite number")});
  }
  return problems;
}

Result<VehicleParams> params_in(const World& world, VehicleKind kind) {
  VehicleParams params = default_params(kind);
  if (type_of(kind).name != world.vehicle) return params;
  const auto problems = check_vehicle_figures(world.vehicle, world.vehicle_figures);
  if (!problems.empty()) {
    const Problem& first = problems.front();
    if (first.where.line > 0) return fail(ErrorCode::Invalid, first.text());
    return fail(ErrorCode::Invalid, "level ", world.name, ": ", first.message);
  }
  for (const VehicleFigureSpec& figure : world.vehicle_figures)
    *find_figure(params, figure.name) = figure.value;
  return params;
}

Result<std::vector<VehicleSetup>> setups_from_starts(const World& world, std::size_t count,
                                                     std::string_view kind_name) {
  const auto starts = choose_starts(world, count);
  if (!starts) return tl::unexpected(starts.error());
  std::vector<VehicleSetup> setups;
  for (const WorldStart& start : *starts) {
    const std::string_view name = kind_name.empty() ? std::string_view(start.vehicle) : kind_name;
    const VehicleType* type = find_vehicle_type(name);
    if (type == nullptr) return fail(ErrorCode::NotFound, "there is no vehicle \"", name, "\"");
    const auto params = params_in(world, type->kind);
    if (!params) return tl::unexpected(params.error());
    setups.push_back({.params = *params, .start = start.pose, .z = start.z});
  }
  return setups;
}

Result<Model> make_model(std::shared_ptr<const World> world, std::vector<VehicleSetup> vehicles,
                         std::uint64_t seed, bool ideal_sensors) {
  if (vehicles.size() > static_cast<std::size_t>(world->capacity))
    return fail(ErrorCode::Limit, "at most ", world->capacity, " vehicles fit into one room, got ",
                vehicles.size());
  if (world->triggers.size() > kMaxTriggers)
    return fail(ErrorCode::Limit, "at most ", kMaxTriggers, " triggers fit into one level, got ",
                world->triggers.size());
  std::vector<VehicleParams> params;
  for (const VehicleSetup& vehicle : vehicles) params.push_back(vehicle.params);
  Model model{.world = world,
              .physics = make_planar_model(world, params, seed),
              .rigid = {},
              .vehicles = std::move(vehicles),
              .capacity = static_cast<std::size_t>(world->capacity),
              .lidar_maps = {},
              .lidar_heights = {},
              .sensors = {},
              .seed = seed,
              .weather = {}};
  if (auto mounted = mount_level_sensors(ideal_sensors, model); !mounted)
    return tl::unexpected(mounted.error());
  if (world->physics == PhysicsKind::Rigid) {
    auto rigid = make_rigid_model(world, rigid_setups(model.vehicles));
    if (!rigid) return tl::unexpected(rigid.error().within(concat("level ", world->name)));
    model.rigid = std::move(*rigid);
  } else {
    for (const VehicleSetup& vehicle : model.vehicles) add_lidar_map(vehicle, model);
  }
  set_weather(model, world->scene.weather);
  return model;
}

void set_weather(Model& model, const std::optional<WeatherSpec>& weather) {
  model.weather = weather;
  model.physics.wetness = weather ? weather->wetness : 0;
  if (model.rigid) model.rigid->wetness = model.physics.wetness;
}

Result<void> set_vehicle(Model& model, std::size_t slot, const VehicleSetup& setup) {
  if (slot < model.vehicles.size() && model.vehicles[slot] == setup) return {};
  if (model.rigid)
    if (auto set = set_vehicle(*model.rigid, slot, {setup.params, setup.start, setup.z}); !set)
      return set;
  set_vehicle(model.physics, slot, setup.params);
  if (slot == model.vehicles.size()) model.vehicles.emplace_back();
  model.vehicles[slot] = setup;
  add_lidar_map(setup, model);
  return {};
}

void drop_slots(Model& model, std::size_t count) {
  if (count >= model.vehicles.size()) return;
  model.vehicles.resize(count);
  drop_slots(model.physics, count);
  if (model.rigid) drop_slots(*model.rigid, count);
}

const Lidar2dMap& lidar_map(const Model& model, std::size_t slot) {
  return model.lidar_maps[index_of_map(model, lidar_height(model.vehicles[slot]))];
}

void set_params(Model& model, VehicleId vehicle, const VehicleParams& params) {
  model.vehicles[index_of(vehicle)].params = params;
  set_params(model.physics, index_of(vehicle), params);
  if (model.rigid) set_params(*model.rigid, index_of(vehicle), params);
}

}  // namespace paddock
