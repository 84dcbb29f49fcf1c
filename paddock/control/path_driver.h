// A driver that follows a path which people edit while it moves: carrot and controller may be
// chosen and tuned at any moment, a controller of one's own among them. What it remembers is plain
// numbers, as of every driver. SI, world frame. docs/physics/path_following.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "paddock/control/edited_path.h"
#include "paddock/control/path_laws.h"
#include "paddock/control/path_line.h"
#include "paddock/control/path_params.h"
#include "paddock/control/pursuit_output.h"
#include "paddock/core/error.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/route.h"

namespace paddock {

struct DriverView;

/// simplesim's window in the world: 100 of its pixels a metre, its top-left corner here, y down.
inline constexpr double kPixelsPerMetre = 100;
inline constexpr Vec2 kPixelOrigin{0, 4.8};

/// What a path driver remembers besides its figures.
struct PathMemory {
  EditedPath edited;
  bool by_route{};         // the level's route in place of a path: it was never edited
  std::uint32_t flight{};  // counts beginnings of flights; 0: none yet
  bool has_start{};        // somebody was there when the flight began
  Pose2 start;             // where the vehicle was then
  std::size_t segment{};   // of the line
  std::size_t reached{};   // segment that the carrot was on: it does not go back while in reach
  std::size_t next{};      // waypoint, as simplesim counts
  bool arrived{};
  CascadeMemory cascade;
  PointCommand held;  // of the tick before, for simplesim's two frames of delay
  VehicleInput own;   // of a controller of one's own
  double own_age{};   // s since it last said anything
  bool own_fresh{};   // it has, since the last tick
};

struct PathDriver {
  PathParams params;
  PathMemory memory;
  PathGround ground;                   // for ready-made paths
  std::shared_ptr<const Route> route;  // shared: of the level, where it has too many points to edit

  PathLine line;         // that memory and route make
  PursuitOutput output;  // of the last tick
};

/// For a vehicle of the world: its first route, where there is one, is the path at first.
PathDriver make_path_driver(std::shared_ptr<const Route> route, const PathGround& ground,
                            const VehicleParams& params);

/// The figures that such a driver of these figures begins with.
PathParams standard_path_params(const VehicleParams& params);
/// One of them, by its name; it takes effect with the next tick.
void set_figure(PathDriver& driver, std::string_view name, double value);

/// What people or programs change about it; a flight begins where that makes one.
Result<void> edit_path(PathDriver& driver, const PathEdit& edit, const Pose2& vehicle);
/// A controller of one's own says what it wants.
void set_own(PathDriver& driver, const VehicleInput& input);
/// The vehicle was put somewhere: it begins anew from there.
void begin_flight(PathDriver& driver, const Pose2& vehicle);
/// Why this kind cannot be driven so; nothing: it can.
Result<void> check_controller(PathController controller, const VehicleParams& params);

/// Whether it wants to be asked with ranges of this lidar: what regulated pursuit keeps away from.
bool looks_around(const PathDriver& driver);
inline constexpr Lidar2dParams kPathLidar{.beams = 181,
                                          .start = -3.141592653589793,
                                          .span = 6.283185307179586,
                                          .max_range = 10,
                                          .far_value = 10};

/// It is a quadrotor that takes velocities for commands.
bool flies_by_velocity(const VehicleParams& params);

VehicleInput drive_path(PathDriver& driver, const DriverView& view);

/// The numbers of its memory, and whether they can be one.
std::vector<double> memory_of(const PathDriver& driver);
bool set_memory(PathDriver& driver, std::span<const double> memory);

}  // namespace paddock
