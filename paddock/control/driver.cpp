#include "paddock/control/driver.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/control/line_driver.h"
#include "paddock/control/pd_cascade.h"
#include "paddock/control/racing_line.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr std::array kDriverTypes{
    DriverType{"route", "follows the level's route by pure pursuit"},
    DriverType{"gap", "steers into the widest gap its lidar sees"},
    DriverType{"waypoints", "goes where you click, point by point"},
    DriverType{"path", "follows the path you draw, by a controller you choose and tune"},
    DriverType{"lane", "follows lanes, lights and the right of way, wherever they lead", true},
    DriverType{"autopilot", "follows lanes and lights as the autopilot of CARLA 0.8 does", true},
    DriverType{"walk", "walks along pavements and over crossings", true},
    DriverType{"random", "holds random inputs for half a second each"},
    DriverType{"idle", "asks for nothing"},
    DriverType{"person", "you, by keyboard or pad"},
    DriverType{"program", "a program, through one of the doors"},
};

/// Pure pursuit, except for a carrot behind: straight behind it would ask for no turn at all, so
/// there the tightest circle the lookahead allows is driven instead, slowly.
Motion pursue(const Pose2& pose, Vec2 carrot, double reach, double speed) {
  const Vec2 seen = inverse(Rot2::of(pose.yaw)) * (carrot - position(pose));
  if (seen.x >= 0) return {.curvature = pursuit_curvature(pose, carrot), .speed = speed};
  return {.curvature = std::copysign(2 / reach, seen.y), .speed = std::min(speed, reach)};
}

bool is_ahead(const Pose2& pose, Vec2 point) {
  return (inverse(Rot2::of(pose.yaw)) * (point - position(pose))).x >= 0;
}

VehicleInput drive_route(RouteDriver& driver, const DriverView& view) {
  const Route& route = *driver.route;
  const PursuitPath path{route.points, route.closed};
  const Pose2 pose = pursuing_point(*view.params, *view.state);
  const double speed = speed_of(*view.state);
  const double reach = lookahead_at(driver.lookahead, speed);
  driver.segment =
      advance_segment(path, driver.segment, position(pose), 0.1 * driver.lookahead.least);
  const Carrot carrot = find_carrot(path, driver.segment, position(pose), reach);
  if (flies(*view.state)) return fly_towards(view, carrot.point);

  // near the segment it is on, however long that is
  const double ahead = distance(path.from(driver.segment), path.to(driver.segment)) + 2 * reach;
  const RoutePlace here =
      nearest_place_near(route, position(pose), route.along[driver.segment], 2 * reach, ahead);
  const double wanted = planned_speed(route, *driver.plan, here.along);
  if (driver.racing) {
    const LineAim aim =
        aim_along(*driver.route, *driver.plan, driver.lookahead, here, speed, wanted);
    if (is_ahead(pose, aim.carrot))
      return follow_line(std::get<RacecarParams<double>>(view.params->figures),
                         std::get<RacecarState<double>>(*view.state), aim);
  }
  Motion motion = pursue(pose, carrot.point, reach, wanted);
  motion.push = driver.push;
  return input_for(*view.params, *view.state, motion);
}

VehicleInput drive_gap(const GapDriver& driver, const DriverView& view) {
  const auto ranges = view.ranges;
  if (ranges.size() < 2) return idle_input(kind_of(*view.params));

  // an obstacle closes the directions around it, the more the nearer it is: a bubble must fit
  // through
  const int n = static_cast<int>(ranges.size());
  const double per_beam = std::fabs(driver.lidar.angle(1) - driver.lidar.angle(0));
  std::vector<double> room(ranges.size(), driver.lidar.max_range);
  for (int k = 0; k < n; ++k) {
    const double range = std::max(static_cast<double>(ranges[static_cast<std::size_t>(k)]), 0.05);
    const int closed = static_cast<int>(det::atan2(driver.bubble, range) / per_beam);
    for (int i = std::max(0, k - closed); i <= std::min(n - 1, k + closed); ++i) {
      double& kept = room[static_cast<std::size_t>(i)];
      kept = std::min(kept, range);
    }
  }

  // of what is ahead the direction with most room wins, of equal ones the straighter
  double best_score = -1, best_angle = 0;
  for (int i = 0; i < n; ++i) {
    const double angle = driver.lidar.angle(i);
    if (std::fabs(angle) > kPi / 2) continue;
    const double score = room[static_cast<std::size_t>(i)] * (1 - 0.2 * std::fabs(angle));
    if (score > best_score) best_score = score, best_angle = angle;
  }
  if (best_score < 0) return input_for(*view.params, *view.state, {.curvature = 0, .speed = 0});

  // towards the gap's direction, as a carrot one metre away; slower the less room there is
  const double speed = std::clamp(0.6 * best_score, 0.3, driver.top_speed);
  return input_for(*view.params, *view.state,
                   {.curvature = 2 * det::sin(best_angle), .speed = speed});
}

VehicleInput drive_to_waypoints(WaypointDriver& driver, const DriverView& view) {
  if (driver.points.empty())
    return input_for(*view.params, *view.state, {.curvature = 0, .speed = 0});
  const Pose2 pose = pursuing_point(*view.params, *view.state);
  const double reach = driver.lookahead.least;
  while (driver.points.size() > 1 && distance(position(pose), driver.points.front()) < reach)
    driver.points.erase(driver.points.begin());
  const Vec2 target = driver.points.front();
  if (flies(*view.state)) return fly_towards(view, target);

  // slower the nearer the last point is, and at rest on it
  const double away = distance(position(pose), target);
  if (away < 0.3 * reach) return input_for(*view.params, *view.state, {.curvature = 0, .speed = 0});
  const double speed =
      driver.points.size() > 1 ? driver.top_speed : std::min(driver.top_speed, away);
  return input_for(*view.params, *view.state, pursue(pose, target, reach, speed));
}

VehicleInput drive_by_policy(PolicyDriver& driver, const DriverView& view) {
  const PolicyParams& policy = *driver.policy;
  const auto hold = std::max<std::int64_t>(1, std::llround(policy.step_seconds / view.dt));
  PolicyMemory& memory = driver.memory;
  if (count(view.tick) % hold == 0 && !memory.arrived) {
    std::vector<double> observations(view.ranges.begin(), view.ranges.end());
    for (const double number : extra_inputs(policy, *view.state, memory.action, driver.target))
      observations.push_back(number);
    memory.action = act(policy, observations);
    const Vec2 here = position(pose_of(*view.state));
    memory.arrived = policy.stop_within > 0 && distance(here, driver.target) < policy.stop_within;
    if (memory.arrived) memory.action = {};
  }
  return input_of(policy, memory.action);
}

VehicleInput drive_randomly(const RandomDriver& driver, const DriverView& view) {
  const double seconds = static_cast<double>(count(view.tick)) * view.dt;
  DrawSequence draws({.seed = driver.seed,
                      .stream = Stream::RandomInput,
                      .entity = driver.vehicle,
                      .tick = static_cast<std::uint64_t>(seconds * 2),
                      .index = 0});
  const double a = draws.between(-1, 1), b = draws.between(-1, 1), c = draws.between(0, 1);
  return random_input(*view.params, a, b, c);
}

/// Planar race cars race where the level says how wide a closed route is.
bool has_racing_line(const World& world, const VehicleParams& params) {
  const Route& route = world.routes.front();
  return std::holds_alternative<RacecarParams<double>>(params.figures) && route.closed &&
         route.width > 0 && world.physics == PhysicsKind::Planar;
}

/// What tyres can hold at a point: friction, less what a slope already pulls.
double hold_at(const World& world, Vec2 at) {
  return std::max(0.1, ground_friction(world, at) - length(ground_slope(world, at)));
}

const Route* find_route(const World& world, std::string_view name) {
  const auto found = std::find_if(world.routes.begin(), world.routes.end(),
                                  [&](const Route& route) { return route.name == name; });
  return found == world.routes.end() || found->points.empty() ? nullptr : &*found;
}

/// The level's first route, if it has one.
std::shared_ptr<const Route> first_route(const World& world) {
  if (world.routes.empty() || world.routes.front().points.empty()) return nullptr;
  return std::make_shared<const Route>(world.routes.front());
}

/// Drivers that need roads; nothing where the name is not one of theirs.
std::optional<Driver> road_driver(std::string_view name, const World& world) {
  if (name == "lane") return Driver{LaneDriver{}};
  if (name == "autopilot") return Driver{AutopilotDriver{}};
  if (name == "walk")
    return Driver{WalkDriver{.lively = world.traffic && world.traffic->mode == TrafficMode::Lively,
                             .memory = {}}};
  return std::nullopt;
}

bool holds_quad(const VehicleParams& params) {
  return std::holds_alternative<Quad2dParams<double>>(params.figures);
}

/// In the middle of the ground, and as large as leaves room around them.
PathGround ground_for_paths(const World& world, bool flies_there) {
  const Vec2 size = world.ground.size;
  const Vec2 at = world.starts.empty() ? world.ground.center : position(world.starts.front().pose);
  // about the start where the ground is wide, else where they fit
  const double most = flies_there ? 4.5 : 12;  // m across
  const double across = std::min({most, 0.8 * size.x, 0.8 * size.y});
  const Vec2 room = 0.5 * (size - Vec2{across, across}), middle = world.ground.center;
  return {.center = {std::clamp(at.x, middle.x - room.x, middle.x + room.x),
                     std::clamp(at.y, middle.y - room.y, middle.y + room.y)},
          .size = across};
}

RouteDriver make_route_driver(const World& world, const Route& route, const VehicleParams& params,
                              std::uint32_t vehicle) {
  const VehicleKind kind = kind_of(params);
  RouteDriver driver;
  driver.racing = &route == &world.routes.front() && has_racing_line(world, params);
  driver.route = std::make_shared<Route>(driver.racing ? racing_line_of(world, kind) : route);
  driver.lookahead = type_of(kind).driving.lookahead;
  if (driver.racing) driver.lookahead = {.least = 0.6, .most = 5, .gain = 0.25};
  std::vector<double> friction;
  for (const Vec2 point : driver.route->points)
    friction.push_back(driver.racing ? hold_at(world, point) : ground_friction(world, point));
  const SpeedLimits limits = driver.racing
                                 ? racing_limits(std::get<RacecarParams<double>>(params.figures))
                                 : type_of(kind).driving.limits;
  driver.push = limits.brake * std::min(1.0, *std::min_element(friction.begin(), friction.end()));
  driver.plan = std::make_shared<SpeedPlan>(plan_speed(*driver.route, limits, friction));
  if (vehicle < world.starts.size())
    driver.segment = nearest_place(*driver.route, position(world.starts[vehicle].pose)).segment;
  return driver;
}

}  // namespace

std::optional<std::string_view> named_route(std::string_view driver) {
  for (const std::string_view prefix : {kRoutePrefix, kFlowPrefix})
    if (driver.starts_with(prefix)) return driver.substr(prefix.size());
  return std::nullopt;
}

Result<Driver> make_driver(std::string_view name, const World& world, const VehicleParams& params,
                           std::uint32_t vehicle, std::uint64_t seed) {
  const DriverTraits& driving = type_of(kind_of(params)).driving;
  if (name == "idle") return Driver{IdleDriver{}};
  if (name == "gap") {
    GapDriver driver;
    driver.top_speed = std::min(driver.top_speed, driving.limits.top);
    return Driver{driver};
  }
  if (name == "random") return Driver{RandomDriver{.seed = seed, .vehicle = vehicle}};
  if (name == "person") return Driver{PersonDriver{}};
  if (name == "program") return Driver{ProgramDriver{idle_input(kind_of(params))}};
  if (name == "path")
    return Driver{
        make_path_driver(first_route(world), ground_for_paths(world, holds_quad(params)), params)};
  const bool of_traffic = name.starts_with(kTrafficPrefix);
  if (of_traffic && name.substr(kTrafficPrefix.size()) == "parked") return Driver{IdleDriver{}};
  if (auto driver = road_driver(of_traffic ? name.substr(kTrafficPrefix.size()) : name, world)) {
    if (!world.roads)
      return fail(ErrorCode::Invalid, "level ", world.name, " has no roads for the driver ", name);
    return std::move(*driver);
  }
  if (name == "waypoints")
    return Driver{WaypointDriver{
        .points = {}, .lookahead = driving.lookahead, .top_speed = 0.5 * driving.limits.top}};
  if (const auto route = named_route(name)) {
    const Route* found = find_route(world, *route);
    if (found == nullptr)
      return fail(ErrorCode::NotFound, "level ", world.name, " has no route \"", *route, "\"");
    return Driver{make_route_driver(world, *found, params, vehicle)};
  }
  if (name != "route") {
    std::string names;
    for (const DriverType& type : kDriverTypes)
      names += concat(names.empty() ? "" : ", ", type.name);
    return fail(ErrorCode::NotFound, "driver must be one of ", names, ", got \"", name, "\"");
  }
  if (world.routes.empty() || world.routes.front().points.empty())
    return fail(ErrorCode::Invalid, "level ", world.name,
                " has no route to follow; use --driver gap");
  return Driver{make_route_driver(world, world.routes.front(), params, vehicle)};
}

Result<Driver> make_policy_driver(const std::string& path, const World& world,
                                  const VehicleParams& params) {
  auto policy = load_policy(path);
  if (!policy) return tl::unexpected(policy.error());
  return make_policy_driver(std::make_shared<const PolicyParams>(std::move(*policy)), path, world,
                            params);
}

Result<Driver> make_policy_driver(std::shared_ptr<const PolicyParams> policy,
                                  const std::string& name, const World& world,
                                  const VehicleParams& params) {
  if (policy->vehicle != kind_of(params))
    return fail(ErrorCode::Invalid, name, ": the policy drives a ", type_of(policy->vehicle).name,
                ", not a ", type_of(kind_of(params)).name);
  PolicyDriver driver;
  if (seeks_target(*policy)) {
    const auto target =
        std::find_if(world.triggers.begin(), world.triggers.end(),
                     [](const WorldTrigger& trigger) { return trigger.name == "target"; });
    if (target == world.triggers.end())
      return fail(ErrorCode::Invalid, name, ": the policy seeks a target, and level ", world.name,
                  " has no trigger of that name");
    driver.target = position(target->pose);
  }
  driver.policy = std::move(policy);
  return Driver{std::move(driver)};
}

std::optional<Lidar2dParams> lidar_of(const Driver& driver) {
  if (const auto* gap = std::get_if<GapDriver>(&driver)) return gap->lidar;
  if (const auto* path = std::get_if<PathDriver>(&driver); path != nullptr && looks_around(*path))
    return kPathLidar;
  if (const auto* policy = std::get_if<PolicyDriver>(&driver))
    if (policy->policy->lidar.beams > 0) return policy->policy->lidar;
  return std::nullopt;
}

bool heeds_traffic(const Driver& driver) {
  return std::holds_alternative<LaneDriver>(driver) ||
         std::holds_alternative<AutopilotDriver>(driver) ||
         std::holds_alternative<WalkDriver>(driver);
}

namespace {

VehicleInput drive_among_others(Driver& driver, const DriverView& view) {
  if (view.traffic == nullptr) return idle_input(kind_of(*view.params));
  if (auto* lanes = std::get_if<LaneDriver>(&driver))
    return drive_lanes(*lanes, *view.traffic, view.slot, *view.params, *view.state);
  if (auto* autopilot = std::get_if<AutopilotDriver>(&driver))
    return drive_by_autopilot(*autopilot, *view.traffic, view.slot, *view.params, *view.state);
  return walk(std::get<WalkDriver>(driver), *view.traffic, view.slot, *view.params, *view.state);
}

}  // namespace

VehicleInput drive(Driver& driver, const DriverView& view) {
  if (heeds_traffic(driver)) return drive_among_others(driver, view);
  if (auto* route = std::get_if<RouteDriver>(&driver)) return drive_route(*route, view);
  if (auto* gap = std::get_if<GapDriver>(&driver)) return drive_gap(*gap, view);
  if (auto* random = std::get_if<RandomDriver>(&driver)) return drive_randomly(*random, view);
  if (auto* points = std::get_if<WaypointDriver>(&driver)) return drive_to_waypoints(*points, view);
  if (auto* person = std::get_if<PersonDriver>(&driver))
    return input_from(*view.params, *view.state, person->controls);
  if (auto* program = std::get_if<ProgramDriver>(&driver)) return program->input;
  if (auto* policy = std::get_if<PolicyDriver>(&driver)) return drive_by_policy(*policy, view);
  if (auto* path = std::get_if<PathDriver>(&driver)) return drive_path(*path, view);
  return idle_input(kind_of(*view.params));
}

std::span<const DriverType> driver_types() { return kDriverTypes; }

namespace {

/// What one who follows lanes remembers of them; null for any other.
template <class AnyDriver>  // Driver or const Driver
auto* lane_memory(AnyDriver& driver) {
  auto* lanes = std::get_if<LaneDriver>(&driver);
  if (lanes != nullptr) return &lanes->memory;
  auto* autopilot = std::get_if<AutopilotDriver>(&driver);
  return autopilot != nullptr ? &autopilot->memory : nullptr;
}

}  // namespace

std::vector<double> memory_of(const Driver& driver) {
  if (const auto* path = std::get_if<PathDriver>(&driver)) return memory_of(*path);
  if (const auto* lanes = lane_memory(driver)) return numbers_of(*lanes);
  if (const auto* walker = std::get_if<WalkDriver>(&driver)) return numbers_of(walker->memory);
  std::vector<double> memory;
  const auto add = [&](const char*, double number) { memory.push_back(number); };
  visit_figures(driver, add);
  if (const auto* route = std::get_if<RouteDriver>(&driver))
    memory.push_back(static_cast<double>(route->segment));
  if (const auto* person = std::get_if<PersonDriver>(&driver))
    Controls::fields(person->controls, add);
  if (const auto* program = std::get_if<ProgramDriver>(&driver))
    std::visit([&](const auto& input) { input.fields(input, add); }, program->input);
  if (const auto* policy = std::get_if<PolicyDriver>(&driver)) {
    memory.insert(memory.end(), policy->memory.action.begin(), policy->memory.action.end());
    if (policy->policy->stop_within > 0) memory.push_back(policy->memory.arrived ? 1 : 0);
  }
  if (const auto* points = std::get_if<WaypointDriver>(&driver))
    for (const Vec2 point : points->points) memory.push_back(point.x), memory.push_back(point.y);
  return memory;
}

bool set_memory(Driver& driver, std::span<const double> memory) {
  if (auto* path = std::get_if<PathDriver>(&driver)) return set_memory(*path, memory);
  if (auto* lanes = lane_memory(driver)) return set_numbers(memory, *lanes);
  if (auto* walker = std::get_if<WalkDriver>(&driver)) return set_numbers(memory, walker->memory);
  std::size_t fixed = memory_of(driver).size();
  auto* points = std::get_if<WaypointDriver>(&driver);
  if (points != nullptr) {
    fixed -= 2 * points->points.size();
    if (memory.size() < fixed || (memory.size() - fixed) % 2 != 0 ||
        memory.size() > fixed + 2 * kMaxWaypoints)
      return false;
  } else if (memory.size() != fixed) {
    return false;
  }
  auto* route = std::get_if<RouteDriver>(&driver);
  if (route != nullptr) {
    const double segments = static_cast<double>(route->route->points.size());
    if (!(memory.back() >= 0 && memory.back() < segments)) return false;
    route->segment = static_cast<std::size_t>(memory.back());
  }

  std::size_t next_number = 0;
  const auto take = [&](const char*, double& number) { number = memory[next_number++]; };
  visit_figures(driver, take);
  if (auto* person = std::get_if<PersonDriver>(&driver)) Controls::fields(person->controls, take);
  if (auto* program = std::get_if<ProgramDriver>(&driver))
    std::visit([&](auto& input) { input.fields(input, take); }, program->input);
  if (auto* policy = std::get_if<PolicyDriver>(&driver)) {
    for (double& number : policy->memory.action) take("", number);
    if (policy->policy->stop_within > 0) policy->memory.arrived = memory[next_number++] != 0;
  }
  if (points != nullptr) {
    points->points.clear();
    for (std::size_t i = fixed; i < memory.size(); i += 2)
      points->points.push_back({memory[i], memory[i + 1]});
  }
  return true;
}

}  // namespace paddock
