// Race, duel and slalom: metres along the route are what a step earns; walls end the episode. A
// duel is also against each other, a slalom asks for its gates in order.
#include <algorithm>
#include <cmath>

#include "paddock/core/random.h"
#include "paddock/game/rules.h"

namespace paddock {
namespace {

constexpr double kCrash = 5;         // taken away for meeting a wall or missing a gate
constexpr double kGate = 2;          // for a slalom gate passed in order
constexpr double kFinish = 10;       // for the last one
constexpr double kRival = 0.5;       // of the other's metres, taken away in a duel
constexpr double kMissed = 0.5;      // m past a gate, when it can no longer be passed
constexpr double kWindow = 1.0;      // m of route searched behind and ahead
constexpr double kSideways = 0.3;    // m, how far beside the route an episode may begin
constexpr double kTurned = 0.2;      // rad
constexpr std::size_t kGridGap = 3;  // start places between two cars

const RacecarState<double>& car_of(const VehicleState& state) {
  return std::get<RacecarState<double>>(state);
}

Vec2 place_of(const VehicleState& state) { return {car_of(state).body.x, car_of(state).body.y}; }

Pose2 beside(const Pose2& pose, DrawSequence& draws) {
  const double side = draws.between(-kSideways, kSideways), turn = draws.between(-kTurned, kTurned);
  const Vec2 at = pose * Vec2{0, side};
  return {at.x, at.y, pose.yaw + turn};
}

/// Metres gained on the route since the last step; a jump over the start line of a ring counts as
/// the short way round.
double advance_along(const Route& route, Vec2 at, AgentMemory& memory) {
  const double along = nearest_place_near(route, at, memory.along, kWindow, kWindow).along;
  double gained = along - memory.along;
  if (route.closed && gained > route.length / 2) gained -= route.length;
  if (route.closed && gained < -route.length / 2) gained += route.length;
  memory.along = along;
  memory.progress = gained;
  return gained;
}

const std::vector<TaskExtra> kCarExtras{
    within("speed m/s", 50),     within("sideways speed m/s", 50), within("yaw rate rad/s", 50),
    within("steering rad", 1.6), within("last steer action", 1),   within("last accel action", 1)};

std::vector<TaskExtra> car_extras(std::vector<TaskExtra> more) {
  std::vector<TaskExtra> all = kCarExtras;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::vector<TaskExtra> kDuelExtras = car_extras({within("lead m", 1000)});
const std::vector<TaskExtra> kSlalomExtras =
    car_extras({within("next gate ahead m", 1000), within("next gate left m", 1000)});

/// What every car is told, and what its task has to say beside.
template <class... More>
void tell_car(std::span<const TaskExtra> told, const VehicleState& vehicle,
              const AgentMemory& memory, std::span<float> extras, More... more) {
  const RacecarState<double>& car = car_of(vehicle);
  const std::array numbers{car.body.vx, car.body.vy,      car.body.yaw_rate,
                           car.steer,   memory.action[0], memory.action[1],
                           more...};
  write_extras(told, numbers, extras);
}

class RaceRules : public TaskRules {
 public:
  void begin(const Arena& arena, std::uint64_t seed, std::span<VehicleState> vehicles,
             std::span<AgentMemory> memories) const override {
    DrawSequence draws({.seed = seed, .stream = Stream::TaskReset});
    const auto count = static_cast<std::int64_t>(arena.starts.size());
    const auto first = static_cast<std::size_t>(draws.integer(0, count - 1));
    const auto ahead = static_cast<std::size_t>(draws.integer(0, 1));  // who of two stands in front
    for (std::size_t a = 0; a < vehicles.size(); ++a) {
      const std::size_t place = (first + kGridGap * (a ^ ahead)) % arena.starts.size();
      const ArenaStart& start = arena.starts[vehicles.size() > 1 ? place : first];
      vehicles[a] = state_at(kind_of<Racecar>(), beside(start.pose, draws));
      memories[a] = {};
      memories[a].along = start.along;
    }
    if (vehicles.size() > 1) {
      const double length = arena.route().length;
      double lead = memories[0].along - memories[1].along;
      if (arena.route().closed) lead -= length * std::round(lead / length);
      memories[0].distance = lead, memories[1].distance = -lead;
    }
  }

  bool judge(const Arena& arena, std::span<const AgentStep> steps, std::span<AgentMemory> memories,
             std::span<float> rewards) const override {
    bool over = false;
    for (std::size_t a = 0; a < steps.size(); ++a) {
      advance_along(arena.route(), place_of(*steps[a].after), memories[a]);
      over |= steps[a].touched_wall;
    }
    for (std::size_t a = 0; a < steps.size(); ++a) {
      double reward = memories[a].progress - (steps[a].touched_wall ? kCrash : 0);
      if (steps.size() > 1) {
        const double other = memories[1 - a].progress;
        memories[a].distance += memories[a].progress - other;
        reward -= kRival * other;
      }
      memories[a].total += reward;
      rewards[a] = static_cast<float>(reward);
    }
    return over;
  }

  void tell(const Arena&, std::span<const VehicleState> vehicles,
            std::span<const AgentMemory> memories, std::size_t agent,
            std::span<float> extras) const override {
    if (vehicles.size() > 1)
      tell_car(kDuelExtras, vehicles[agent], memories[agent], extras, memories[agent].distance);
    else
      tell_car(kCarExtras, vehicles[agent], memories[agent], extras);
  }
};

bool crossed(const WorldGate& gate, Vec2 from, Vec2 to) {
  const Vec2 line = gate.right - gate.left, forward = perpendicular(line);
  const double before = dot(from - gate.left, forward), after = dot(to - gate.left, forward);
  if (before >= 0 || after < 0) return false;
  const double along = dot(lerp(from, to, before / (before - after)) - gate.left, line);
  return along >= 0 && along <= dot(line, line);
}

class SlalomRules : public TaskRules {
 public:
  void begin(const Arena& arena, std::uint64_t seed, std::span<VehicleState> vehicles,
             std::span<AgentMemory> memories) const override {
    DrawSequence draws({.seed = seed, .stream = Stream::TaskReset});
    vehicles[0] = state_at(kind_of<Racecar>(), beside(arena.starts[0].pose, draws));
    memories[0] = {};
    memories[0].along = arena.starts[0].along;
  }

  bool judge(const Arena& arena, std::span<const AgentStep> steps, std::span<AgentMemory> memories,
             std::span<float> rewards) const override {
    AgentMemory& memory = memories[0];
    const auto& gates = arena.world().gates;
    const Vec2 from = place_of(*steps[0].before), to = place_of(*steps[0].after);
    double reward = advance_along(arena.route(), to, memory);
    auto next = static_cast<std::size_t>(memory.next);
    while (next < gates.size() && crossed(gates[next], from, to)) ++next, reward += kGate;
    memory.next = static_cast<double>(next);

    const bool finished = next >= gates.size();
    const bool missed = !finished && memory.along > arena.gate_along[next] + kMissed;
    if (finished) reward += kFinish;
    if (missed || steps[0].touched_wall) reward -= kCrash;
    memory.total += reward;
    rewards[0] = static_cast<float>(reward);
    return finished || missed || steps[0].touched_wall;
  }

  void tell(const Arena& arena, std::span<const VehicleState> vehicles,
            std::span<const AgentMemory> memories, std::size_t agent,
            std::span<float> extras) const override {
    const auto& gates = arena.world().gates;
    const auto next = std::min(static_cast<std::size_t>(memories[agent].next), gates.size() - 1);
    const Vec2 gate =
        seen_from(pose_of(vehicles[agent]), 0.5 * (gates[next].left + gates[next].right));
    tell_car(kSlalomExtras, vehicles[agent], memories[agent], extras, gate.x, gate.y);
  }
};

}  // namespace

RulesOffer race_rules(const TaskOptions&) { return {std::make_shared<RaceRules>(), kCarExtras}; }
RulesOffer duel_rules(const TaskOptions&) { return {std::make_shared<RaceRules>(), kDuelExtras}; }
RulesOffer slalom_rules(const TaskOptions&) {
  return {std::make_shared<SlalomRules>(), kSlalomExtras};
}

}  // namespace paddock
