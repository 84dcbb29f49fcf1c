#include "paddock/engine/model.h"

namespace paddock {
namespace {

Result<void> check_sensors(const SensorSetup& sensors) {
  if (sensors.imu)
    if (auto fine = check_imu(*sensors.imu); !fine) return fine;
  return sensors.odometry ? check_odometry(*sensors.odometry) : Result<void>{};
}

std::vector<RigidSetup> rigid_setups(const std::vector<VehicleSetup>& vehicles) {
  std::vector<RigidSetup> setups;
  for (const VehicleSetup& vehicle : vehicles) setups.push_back({vehicle.params, vehicle.start});
  return setups;
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
    setups.push_back({default_params(type->kind), world.starts[i].pose});
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
