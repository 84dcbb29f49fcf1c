// Waypoints: a planar quadrotor in wind flies the points of the route one after the other, for
// ever. Metres towards the next one are earned, and a little for each reached; meeting anything
// ends it.
#include "paddock/core/random.h"
#include "paddock/game/rules.h"

namespace paddock {
namespace {

constexpr double kReached = 0.5;  // m
constexpr double kBonus = 1;      // for a waypoint
constexpr double kCrash = 5;
constexpr double kLost = 30;    // m from the next waypoint: blown away
constexpr double kAside = 0.5;  // m, how far beside a waypoint an episode may begin

const Quad2dState<double>& quad_of(const VehicleState& state) {
  return std::get<Quad2dState<double>>(state);
}

Vec2 place_of(const VehicleState& state) { return {quad_of(state).x, quad_of(state).y}; }

Vec2 waypoint(const Arena& arena, double index, std::size_t ahead = 0) {
  const auto& points = arena.route().points;
  return points[(static_cast<std::size_t>(index) + ahead) % points.size()];
}

const std::vector<TaskExtra> kExtras{
    within("next waypoint east m", 1000), within("next waypoint north m", 1000),
    within("one after east m", 1000),     within("one after north m", 1000),
    within("speed east m/s", 100),        within("speed north m/s", 100),
    within("last east action", 1),        within("last north action", 1)};

class WaypointRules : public TaskRules {
 public:
  void begin(const Arena& arena, std::uint64_t seed, std::span<VehicleState> vehicles,
             std::span<AgentMemory> memories) const override {
    DrawSequence draws({.seed = seed, .stream = Stream::TaskReset});
    const auto count = static_cast<std::int64_t>(arena.route().points.size());
    const auto from = static_cast<double>(draws.integer(0, count - 1));
    const Vec2 at = waypoint(arena, from);
    const double dx = draws.between(-kAside, kAside), dy = draws.between(-kAside, kAside);
    vehicles[0] = state_at(kind_of<Quad2d>(), {at.x + dx, at.y + dy, 0});
    memories[0] = {};
    memories[0].next = from + 1 < static_cast<double>(count) ? from + 1 : 0;
    memories[0].distance = distance(place_of(vehicles[0]), waypoint(arena, memories[0].next));
  }

  bool judge(const Arena& arena, std::span<const AgentStep> steps, std::span<AgentMemory> memories,
             std::span<float> rewards) const override {
    AgentMemory& memory = memories[0];
    const Vec2 at = place_of(*steps[0].after);
    const double left = distance(at, waypoint(arena, memory.next));
    double reward = memory.distance - left;
    memory.distance = left;
    if (left < kReached) {
      reward += kBonus;
      const auto count = static_cast<double>(arena.route().points.size());
      memory.next = memory.next + 1 < count ? memory.next + 1 : 0;
      memory.distance = distance(at, waypoint(arena, memory.next));
    }
    const bool over = steps[0].touched_wall || left > kLost;
    if (over) reward -= kCrash;
    memory.total += reward;
    rewards[0] = static_cast<float>(reward);
    return over;
  }

  void tell(const Arena& arena, std::span<const VehicleState> vehicles,
            std::span<const AgentMemory> memories, std::size_t agent,
            std::span<float> extras) const override {
    const Quad2dState<double>& quad = quad_of(vehicles[agent]);
    const AgentMemory& memory = memories[agent];
    const Vec2 at{quad.x, quad.y};
    const Vec2 next = waypoint(arena, memory.next) - at,
               after = waypoint(arena, memory.next, 1) - at;
    const std::array numbers{next.x,  next.y,  after.x,          after.y,
                             quad.vx, quad.vy, memory.action[0], memory.action[1]};
    write_extras(kExtras, numbers, extras);
  }
};

}  // namespace

RulesOffer waypoint_rules(const TaskOptions&) {
  return {std::make_shared<WaypointRules>(), kExtras};
}

}  // namespace paddock
