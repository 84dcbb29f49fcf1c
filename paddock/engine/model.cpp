#include "paddock/engine/model.h"

#include <cmath>

namespace paddock {
namespace {

Result<void> check_sensors(const SensorSetup& sensors) {
  if (sensors.imu)
    if (auto fine = check_imu(*sensors.imu); !fine) return fine;
  return sensors.odometry ? check_odometry(*sensors.odometry) : Result<void>{};
}

std::vector<RigidSetup> rigid_setups(const std::vector<VehicleSetup>& vehicles) {
  std::vector<RigidSetup> setups;
  for (const VehicleSetup& vehicle : vehicles)
    setups.push_back({vehicle.params, vehicle.start, vehicle.z});
  return setups;
}

/// Sets the figures that the level gives its own kind of vehicle.
Result<void> apply_figures(const World& world, VehicleParams& params) {
  for (const LevelVariable& figure : world.vehicle_figures) {
    double* found = nullptr;
    std::string names;
    std::visit(
        [&](auto& p) {
          p.fields(p, [&](const char* field, double& value) {
            names += concat(names.empty() ? "" : ", ", field);
            if (figure.name == field) found = &value;
          });
        },
        params);
    if (found == nullptr)
      return fail(ErrorCode::Invalid, "level ", world.name, ": vehicle_figures of a ",
                  world.vehicle, " must be among ", names, ", got \"", figure.name, '"');
    if (!std::isfinite(figure.value))
      return fail(ErrorCode::Invalid, "level ", world.name, ": vehicle_figures.", figure.name,
                  " must be a finite number");
    *found = figure.value;
  }
  return {};
}

}  // namespace

Result<std::vector<VehicleSetup>> setups_from_starts(const World& world, std::size_t count,
                                                     std::string_view kind_name) {
  if (count > world.starts.size())
    return fail(ErrorCode::Invalid, "level ", world.name, " has ", world.starts.size(),
                " starts, got ", count, " vehicles");
  std::vector<VehicleSetup> setups;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view name =
        kind_name.empty() ? std::string_view(world.starts[i].vehicle) : kind_name;
    const VehicleType* type = find_vehicle_type(name);
    if (type == nullptr) return fail(ErrorCode::NotFound, "there is no vehicle \"", name, "\"");
    VehicleParams params = default_params(type->kind);
    if (name == world.vehicle) {
      const auto fine = apply_figures(world, params);
      if (!fine) return tl::unexpected(fine.error());
    }
    setups.push_back({.params = params, .start = world.starts[i].pose, .z = world.starts[i].z});
  }
  return setups;
}

Result<Model> make_model(std::shared_ptr<const World> world, std::vector<VehicleSetup> vehicles,
                         std::uint64_t seed) {
  if (vehicles.size() > kMaxVehicles)
    return fail(ErrorCode::Limit, "at most ", kMaxVehicles, " vehicles fit into one room, got ",
                vehicles.size());
  if (world->triggers.size() > kMaxTriggers)
    return fail(ErrorCode::Limit, "at most ", kMaxTriggers, " triggers fit into one level, got ",
                world->triggers.size());
  std::vector<VehicleParams> params;
  for (const VehicleSetup& vehicle : vehicles) {
    if (auto fine = check_sensors(vehicle.sensors); !fine)
      return tl::unexpected(fine.error().within(concat("vehicle ", params.size())));
    params.push_back(vehicle.params);
  }
  Model model{.world = world,
              .physics = make_planar_model(world, params, seed),
              .rigid = {},
              .vehicles = std::move(vehicles),
              .lidar_maps = {},
              .seed = seed};
  if (world->physics == PhysicsKind::Rigid) {
    auto rigid = make_rigid_model(world, rigid_setups(model.vehicles));
    if (!rigid) return tl::unexpected(rigid.error().within(concat("level ", world->name)));
    model.rigid = std::move(*rigid);
    return model;
  }
  for (const VehicleSetup& vehicle : model.vehicles)
    model.lidar_maps.emplace_back(
        slice_world(*world, type_of(kind_of(vehicle.params)).lidar_height, SliceFor::Lidar));
  return model;
}

void set_params(Model& model, VehicleId vehicle, const VehicleParams& params) {
  model.vehicles[index_of(vehicle)].params = params;
  set_params(model.physics, index_of(vehicle), params);
  if (model.rigid) set_params(*model.rigid, index_of(vehicle), params);
}

}  // namespace paddock
