// Built-in drivers. What a driver remembers is a plain value: copying it with the engine's state is
// a snapshot of the run. SI, world frame.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "paddock/control/autopilot.h"
#include "paddock/control/lane_driver.h"
#include "paddock/control/path_driver.h"
#include "paddock/control/policy.h"
#include "paddock/control/pure_pursuit.h"
#include "paddock/control/speed_plan.h"
#include "paddock/control/walk_driver.h"
#include "paddock/core/error.h"
#include "paddock/core/tick.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/world.h"

namespace paddock {

/// What a driver may look at in one tick.
struct DriverView {
  Tick tick{};
  double dt{};  // s
  const VehicleParams* params{};
  const VehicleState* state{};
  std::span<const float> ranges{};  // of the lidar it asked for
  std::size_t slot{};               // its own
  const TrafficScene* traffic{};    // null where there are no roads
};

/// Follows a route by pure pursuit at a planned speed; a race car its racing line instead.
struct RouteDriver {
  std::shared_ptr<const Route> route;  // shared: one route serves many drivers
  std::shared_ptr<const SpeedPlan> plan;
  LookaheadParams lookahead;
  double push{3};         // m/s^2, what the slipperiest stretch of the route allows
  bool racing{};          // on the racing line, near the limit of the tyres
  std::size_t segment{};  // memory: where on the route it is
};

/// Steers into the widest gap its lidar sees.
struct GapDriver {
  Lidar2dParams lidar{.beams = 271,
                      .start = -2.356194490192345,
                      .span = 4.71238898038469,
                      .max_range = 10,
                      .far_value = 10};
  double top_speed{3};  // m/s
  double bubble{0.35};  // m, kept clear to each side
};

/// Holds random inputs for half a second each: for tests and golden runs.
struct RandomDriver {
  std::uint64_t seed{};
  std::uint32_t vehicle{};
};

/// Goes to the points people click, one after the other, and stays at the last.
struct WaypointDriver {
  std::vector<Vec2> points;  // memory: the next one first, at most kMaxWaypoints
  LookaheadParams lookahead;
  double top_speed{1};  // m/s
};
inline constexpr std::size_t kMaxWaypoints = 256;

/// A person: what the hands hold, until they ask for something else.
struct PersonDriver {
  Controls controls;  // memory
};

/// A program outside: its last input, until the next.
struct ProgramDriver {
  VehicleInput input;  // memory
};

/// Drives by a trained policy.
struct PolicyDriver {
  std::shared_ptr<const PolicyParams> policy;  // shared: one network drives many vehicles
  Vec2 target;                                 // of a policy that seeks one
  PolicyMemory memory;
};

/// Asks for nothing.
struct IdleDriver {};

using Driver =
    std::variant<IdleDriver, RouteDriver, GapDriver, RandomDriver, WaypointDriver, PersonDriver,
                 ProgramDriver, PolicyDriver, PathDriver, LaneDriver, AutopilotDriver, WalkDriver>;

struct DriverType {
  std::string_view name;
  std::string_view about;
  bool roads{};  // it needs them
};

/// All names that make_driver knows.
std::span<const DriverType> driver_types();

/// Drivers "route:NAME" follow another route than the level's first; "flow:NAME" likewise, and
/// leave at its end (stage/traffic.h).
inline constexpr std::string_view kRoutePrefix = "route:", kFlowPrefix = "flow:";
/// Those whom a level's traffic brought (stage/traffic.h): they drive as the name behind it says.
inline constexpr std::string_view kTrafficPrefix = "traffic:";
/// The route that a driver of such a name follows.
std::optional<std::string_view> named_route(std::string_view driver);

/// A driver by its name, set up for one vehicle of a level.
Result<Driver> make_driver(std::string_view name, const World& world, const VehicleParams& params,
                           std::uint32_t vehicle, std::uint64_t seed);

/// A driver from a policy file, for a vehicle of the policy's kind; one that seeks a target finds
/// it in the level's trigger of that name. Apart from make_driver, so that a name from outside
/// never opens a file.
Result<Driver> make_policy_driver(const std::string& path, const World& world,
                                  const VehicleParams& params);
/// The same by a policy that was read; `name` is for messages.
Result<Driver> make_policy_driver(std::shared_ptr<const PolicyParams> policy,
                                  const std::string& name, const World& world,
                                  const VehicleParams& params);

/// The lidar a driver wants measured before it is asked, if any.
std::optional<Lidar2dParams> lidar_of(const Driver& driver);

/// It looks at everybody on the roads before it decides.
bool heeds_traffic(const Driver& driver);

/// The driver's input for this tick; it may change what it remembers.
VehicleInput drive(Driver& driver, const DriverView& view);

/// Calls visit(name, number) for every figure of a driver that may be changed while it drives.
template <class AnyDriver>  // Driver or const Driver
void visit_figures(AnyDriver& driver, auto&& visit) {
  if (auto* route = std::get_if<RouteDriver>(&driver)) {
    visit("lookahead_least", route->lookahead.least),
        visit("lookahead_most", route->lookahead.most);
    visit("lookahead_gain", route->lookahead.gain);
  }
  if (auto* gap = std::get_if<GapDriver>(&driver))
    visit("top_speed", gap->top_speed), visit("bubble", gap->bubble);
  if (auto* points = std::get_if<WaypointDriver>(&driver)) visit("top_speed", points->top_speed);
}

/// What a driver remembers and its figures, as numbers: with its name they make it again.
std::vector<double> memory_of(const Driver& driver);
/// Puts it back; false when the numbers cannot be this driver's.
bool set_memory(Driver& driver, std::span<const double> memory);

}  // namespace paddock
