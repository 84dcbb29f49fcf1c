// Model: everything fixed for a run. Built once, shared by threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/physics/planar.h"
#include "paddock/physics/rigid.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/world.h"

namespace paddock {

/// A sensor on a vehicle.
struct SensorMount {
  VehicleId vehicle{};
  SensorSpec spec;
  bool operator==(const SensorMount&) const = default;
};

/// One vehicle as a run is asked for it.
struct VehicleSetup {
  VehicleParams params;
  Pose2 start;
  double z{};                         // m above the ground at the start, in rigid levels
  std::optional<CarColors> colors{};  // that somebody chose; cameras see them
  bool operator==(const VehicleSetup&) const = default;
};

struct Model {
  std::shared_ptr<const World> world;  // shared: several rooms may run in one world
  PlanarModel physics;                 // of planar levels; outlines seen from above in both
  std::optional<RigidModel> rigid;     // of rigid levels
  std::vector<VehicleSetup> vehicles;  // one a slot: who is there, or was last (actors.h)
  std::size_t capacity{};              // slots there may be
  std::vector<Lidar2dMap> lidar_maps;  // of planar levels: the world at each height of a lidar
  std::vector<double> lidar_heights;   // m above the ground, of the maps
  std::vector<SensorMount> sensors;    // of the run itself, resolved (engine/sensing.h)
  std::uint64_t seed{};
  std::optional<WeatherSpec> weather{};  // now (set_weather); none: the level's own sun and sky
};

/// At most this many actors, vehicles among them, in one run.
inline constexpr std::size_t kMaxVehicles = kMostSlots;
/// At most this many triggers in one room.
inline constexpr std::size_t kMaxTriggers = 64;
inline constexpr std::size_t kMaxSensors = 512;  // of the run itself

/// The figures that a level gives its own kind of vehicle and that this kind has not, with their
/// lines; reading a level cannot know them.
std::vector<Problem> check_vehicle_figures(const std::string& vehicle,
                                           std::span<const VehicleFigureSpec> figures);

/// Parameters of a vehicle of `kind` in this level, whose own kind has the figures it gives. Says
/// which figure there is not.
Result<VehicleParams> params_in(const World& world, VehicleKind kind);

/// Vehicles at the level's own starts: the first `count`, of `kind_name` or what each start says
/// when that is empty; those of the level's own kind have its figures. Says what is wrong when the
/// level has too few starts, or the kind or a figure is unknown.
Result<std::vector<VehicleSetup>> setups_from_starts(const World& world, std::size_t count,
                                                     std::string_view kind_name);

/// The level's own sensors are mounted, without noise where `ideal_sensors`.
Result<Model> make_model(std::shared_ptr<const World> world, std::vector<VehicleSetup> vehicles,
                         std::uint64_t seed, bool ideal_sensors = false);

/// Whoever is in this slot from now on; the slot may be the next after the last. Says where the
/// level's physics has no such kind, and changes nothing. A run that does so owns its model alone.
Result<void> set_vehicle(Model& model, std::size_t slot, const VehicleSetup& setup);
/// The slots from `count` on are none any more.
void drop_slots(Model& model, std::size_t count);

/// The world as the lidar of this slot's vehicle sees it, in a planar level.
const Lidar2dMap& lidar_map(const Model& model, std::size_t slot);

/// What cameras see and how wet the ground is from the next tick on. A run that does so owns its
/// model alone.
void set_weather(Model& model, const std::optional<WeatherSpec>& weather);

/// Other figures for one vehicle, of the same kind, from the next tick on. A run that does so
/// owns its model alone.
void set_params(Model& model, VehicleId vehicle, const VehicleParams& params);

}  // namespace paddock
