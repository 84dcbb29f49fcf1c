#include "paddock/control/autopilot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "paddock/control/lane_driver.h"
#include "paddock/control/lane_goal.h"
#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr double kKmh = 3.6;        // km/h for each m/s
constexpr double kNearLimit = 10;   // km/h below it: half throttle
constexpr double kRayStart = 2.5;   // m ahead of the origin, and a quarter of the length
constexpr double kRayLeast = 0.5;   // m
constexpr double kLightVolume = 4;  // m before a stop line in which a light is heeded
constexpr double kReached = 0.8;    // m from a way-point
constexpr double kWayPoints = 2;    // m from one to the next
constexpr double kAway = 0.2;       // of the largest angle, from a side that is not its lane's
constexpr double kLookAhead = 4, kLookAside = 0.4;  // m, of the points that feel for the sides
constexpr double kBesideLane = 1;                   // m from its lane's middle
constexpr double kGoalBrake = 3;                    // m/s^2, before the place where it shall stand
constexpr double kAtGoal = 0.5;                     // m before it

double largest_steer(const VehicleParams& params) {
  const double* angle = find_figure(params, "max_steer");
  return angle != nullptr && *angle > 0 ? *angle : 1;
}

bool obstacle_ahead(const TrafficScene& scene, const RoadUser& user) {
  const double quarter = (user.nose + user.tail) / 4;
  const double kmh = std::max(0.0, user.speed) * kKmh;
  const double reach = std::max(kRayLeast, kmh * kmh / 100) + quarter;  // m: its square in cm
  for (const RoadUser& other : scene.users) {
    if (other.id == user.id) continue;
    if (distance(position(user.pose), position(other.pose)) > reach + 12) continue;
    for (const double aside : {-1.0, 0.0, 1.0})
      if (ray_meets(user.pose, kRayStart + quarter, aside, reach, other)) return true;
  }
  return false;
}

bool light_holds(const TrafficScene& scene, const RoadUser& user, const LaneMemory& memory) {
  double base = -memory.along - user.nose;
  for (std::size_t k = 0; k < std::min<std::size_t>(memory.count, 2); ++k) {
    const RoadLane& lane = scene.roads().lane(memory.lanes[k]);
    for (const LaneStop& stop : lane.stops) {
      const double away = base + stop.along;
      const RoadSignal& signal = scene.roads().signal(stop.signal);
      if (signal.kind != SignalKind::Light || away < 0 || away > kLightVolume) continue;
      const LightState light = light_at(signal, scene.seconds);
      if (light == LightState::Red || light == LightState::Yellow) return true;
    }
    base += lane.length;
  }
  return false;
}

/// A place of the road that its lane's traffic may be on.
bool is_ours(const RoadNetwork& roads, const Pose2& pose, Vec2 at) {
  const RoadGround ground = road_ground_at(roads, at);
  if (ground.cover != RoadCover::Lane) return ground.cover == RoadCover::Junction;
  const Rot2 turn = Rot2::of(pose.yaw);
  return dot(ground.direction, {turn.c, turn.s}) >= 0;
}

double steer_along_lane(const TrafficScene& scene, const RoadUser& user, double most) {
  const RoadNetwork& roads = scene.roads();
  const RoadGround ground = road_ground_at(roads, position(user.pose));
  if (ground.cover == RoadCover::OffRoad) return 1;  // CARLA's -1: its positive is to the right
  double steer = 0;
  if (ground.cover == RoadCover::Lane)
    steer = wrap_angle(det::atan2(ground.direction.y, ground.direction.x) - user.pose.yaw) / most;
  const double side = user.half_width + kLookAside;
  const double ahead = user.nose + kLookAhead;
  if (!is_ours(roads, user.pose, user.pose * Vec2{ahead, -side})) steer += kAway;
  if (!is_ours(roads, user.pose, user.pose * Vec2{ahead, side})) steer -= kAway;
  return steer;
}

/// Way-points lie on its way through a junction, and a little before and behind it.
double steer_to_way_point(const TrafficScene& scene, const RoadUser& user, const LaneMemory& memory,
                          double front_axle, double most) {
  const Vec2 front = user.pose * Vec2{front_axle, 0};
  double ahead = front_axle + kWayPoints;
  Vec2 point = point_ahead(scene, memory, ahead);
  while (distance(point, front) < kReached && ahead < front_axle + 4 * kWayPoints)
    point = point_ahead(scene, memory, ahead += kWayPoints);
  const Vec2 to = point - front;
  return wrap_angle(det::atan2(to.y, to.x) - user.pose.yaw) / most;
}

/// m/s from which it comes to stand at its goal.
double allowed_before(const LaneGoal* goal, const RoadNetwork& roads, const LaneMemory& memory) {
  const auto left = goal == nullptr ? std::optional<double>() : left_to_goal(*goal, roads, memory);
  if (!left) return std::numeric_limits<double>::infinity();
  return *left < kAtGoal ? 0 : std::sqrt(2 * kGoalBrake * (*left - kAtGoal));
}

/// Way-points are queued through junctions and bends, and back to a lane that it has left.
bool has_way_points(const TrafficScene& scene, const RoadUser& user, const LaneMemory& memory) {
  constexpr double kQueued = 6, kBends = 0.1;  // m before them; rad
  const RoadLane& here = scene.roads().lane(memory.lanes[0]);
  if (here.junction) return true;
  const Vec2 at = position(user.pose);
  if (std::fabs(follow_lane(here, memory.lanes[0], memory.along, at).offset) > kBesideLane)
    return true;
  if (memory.count > 1 && scene.roads().lane(memory.lanes[1]).junction &&
      here.length - memory.along < user.nose + kQueued)
    return true;
  const auto heading = [&](double along) {
    return place_on(scene.roads(), memory.lanes[0], along).heading;
  };
  return std::fabs(heading(memory.along + user.nose + kQueued) -
                   heading(memory.along - user.tail)) > kBends;
}

VehicleInput drive_on_lanes(AutopilotDriver& driver, const LaneGoal* goal,
                            const TrafficScene& scene, std::size_t slot,
                            const VehicleParams& params, const VehicleState& state) {
  const std::uint32_t index = scene.of_slot[slot];
  if (index == kNobody) return idle_input(kind_of(params));
  const RoadUser& user = scene.users[index];
  LaneMemory& memory = driver.memory;
  if (goal != nullptr)
    keep_to_goal(*scene.guide, user.pose, *goal, user.tail, memory);
  else
    keep_to_lanes(*scene.guide, user.pose, scene.seed, user.id, user.tail, memory);
  if (memory.count == 0) return idle_input(kind_of(params));

  const double limit = speed_limit_at(scene.roads().lane(memory.lanes[0]), memory.along);
  const double kmh = user.speed * kKmh;
  const double most = std::min({limit, 70.0, allowed_before(goal, scene.roads(), memory)}) * kKmh;
  Controls controls;
  if (obstacle_ahead(scene, user) || light_holds(scene, user, memory) || kmh >= most)
    controls.brake = 1;
  else
    controls.drive = kmh > most - kNearLimit ? 0.5 : 1;

  const double largest = largest_steer(params);
  const double rear_axle = distance(position(user.pose), position(pursuing_point(params, state)));
  const double front_axle = build_figures(params).wheelbase - rear_axle;
  const double steer = has_way_points(scene, user, memory)
                           ? steer_to_way_point(scene, user, memory, front_axle, largest)
                           : steer_along_lane(scene, user, largest);
  controls.steer = std::clamp(steer, -1.0, 1.0);
  return input_from(params, state, controls);
}

}  // namespace

bool ray_meets(const Pose2& world_from_body, double start, double aside, double reach,
               const RoadUser& user) {
  const Pose2 user_from_world = inverse(user.pose);
  const Vec2 from = user_from_world * (world_from_body * Vec2{start, aside});
  const Vec2 to = user_from_world * (world_from_body * Vec2{start + reach, aside});
  // slabs of its box
  double enter = 0, leave = 1;
  const std::array<std::array<double, 4>, 2> slabs{
      {{from.x, to.x, -user.tail, user.nose}, {from.y, to.y, -user.half_width, user.half_width}}};
  for (const auto& [a, b, low, high] : slabs) {
    const double step = b - a;
    if (step == 0) {
      if (a < low || a > high) return false;
      continue;
    }
    const double one = (low - a) / step, two = (high - a) / step;
    enter = std::max(enter, std::min(one, two)), leave = std::min(leave, std::max(one, two));
  }
  return enter <= leave;
}

VehicleInput drive_by_autopilot(AutopilotDriver& driver, const TrafficScene& scene,
                                std::size_t slot, const VehicleParams& params,
                                const VehicleState& state) {
  return drive_on_lanes(driver, nullptr, scene, slot, params, state);
}

VehicleInput drive_to_goal(AutopilotDriver& driver, const LaneGoal& goal, const TrafficScene& scene,
                           std::size_t slot, const VehicleParams& params,
                           const VehicleState& state) {
  return drive_on_lanes(driver, &goal, scene, slot, params, state);
}

}  // namespace paddock
