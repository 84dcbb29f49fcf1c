#include "paddock/engine/gates.h"

#include <cmath>
#include <compare>
#include <optional>

#include "paddock/engine/places.h"

namespace paddock {
namespace {

/// A gate, and the part of a tick's way at which it is crossed forward.
struct Crossing {
  double part{};
  std::size_t gate{};
  auto operator<=>(const Crossing&) const = default;
};

std::optional<double> crossing_part(const WorldGate& gate, Vec2 from, Vec2 to) {
  const Vec2 line = gate.right - gate.left;
  const Vec2 forward = perpendicular(line);
  const double before = dot(from - gate.left, forward), after = dot(to - gate.left, forward);
  if (before >= 0 || after < 0) return std::nullopt;
  const double part = before / (before - after);
  const double along = dot(lerp(from, to, part) - gate.left, line);
  if (along < 0 || along > dot(line, line)) return std::nullopt;
  return part;
}

/// The first crossing past `last`.
std::optional<Crossing> next_crossing(std::span<const WorldGate> gates, Vec2 from, Vec2 to,
                                      const Crossing& last) {
  std::optional<Crossing> first;
  for (std::size_t g = 0; g < gates.size(); ++g) {
    const auto part = crossing_part(gates[g], from, to);
    if (!part) continue;
    const Crossing crossing{*part, g};
    if (crossing > last && (!first || crossing < *first)) first = crossing;
  }
  return first;
}

void count_lap(VehicleId vehicle, Nanos time, LapState& lap, Output& out) {
  if (lap.running) {
    ++lap.laps;
    const Nanos duration = time - lap.lap_began;
    if (lap.best_lap == 0 || duration < lap.best_lap) lap.best_lap = duration;
    out.laps.push_back({.vehicle = vehicle, .lap = lap.laps, .time = time, .duration = duration});
  }
  lap.running = true;
  lap.lap_began = time;
}

}  // namespace

void cross_gates(const Model& model, std::span<const VehicleState> before, State& state,
                 Output& out) {
  const auto& gates = model.world->gates;
  const Clock& clock = model.world->clock;
  const Nanos start = clock.nanos(state.tick), end = clock.nanos(next(state.tick));
  for (std::size_t v = 0; v < before.size(); ++v) {
    if (state.physics.present[v] == 0) continue;
    const Vec2 from = position(pose_of(before[v]));
    const Vec2 to = position(pose_of(state.physics.vehicles[v]));
    const VehicleId vehicle = id_of(state, v);
    LapState& lap = state.laps[v];
    // in the order they were crossed, however many lie within one tick
    for (auto c = next_crossing(gates, from, to, {-1, 0}); c;
         c = next_crossing(gates, from, to, *c)) {
      const Nanos time = start + static_cast<Nanos>(c->part * static_cast<double>(end - start));
      const bool in_order = c->gate == lap.next_gate;
      out.gates.push_back({vehicle, GateId{static_cast<std::uint32_t>(c->gate)}, time, in_order});
      if (!in_order) continue;
      if (c->gate == 0) count_lap(vehicle, time, lap, out);
      lap.next_gate = static_cast<std::uint32_t>((c->gate + 1) % gates.size());
    }
  }
}

namespace {

bool holds(const WorldTrigger& trigger, Vec3 at) {
  const Vec2 p = inverse(trigger.pose) * xy(at);
  if (trigger.round && dot(p, p) > trigger.half_size.x * trigger.half_size.x) return false;
  return std::fabs(p.x) <= trigger.half_size.x && std::fabs(p.y) <= trigger.half_size.y &&
         at.z >= trigger.bottom && at.z <= trigger.top;
}

/// Reports what something at `at` entered and left; `inside` has one bit a trigger.
void enter(const Model& model, TriggerDetects who, Vec3 at, TriggerEvent event,
           std::uint64_t& inside, Output& out) {
  const auto& triggers = model.world->triggers;
  for (std::size_t i = 0; i < triggers.size(); ++i) {
    if (triggers[i].detects != TriggerDetects::Both && triggers[i].detects != who) continue;
    const std::uint64_t bit = std::uint64_t{1} << i;
    event.trigger = TriggerId{static_cast<std::uint32_t>(i)};
    event.entered = holds(triggers[i], at);
    if (event.entered == ((inside & bit) != 0)) continue;
    inside ^= bit;
    out.triggers.push_back(event);
  }
}

}  // namespace

void enter_triggers(const Model& model, State& state, Output& out) {
  if (model.world->triggers.empty()) return;
  for (std::size_t v = 0; v < state.physics.vehicles.size(); ++v)
    if (state.physics.present[v] != 0)
      enter(model, TriggerDetects::Vehicles, vehicle_pose(model, state, v).at,
            {.vehicle = id_of(state, v)}, state.laps[v].inside, out);
  for (std::size_t i = 0; i < state.props_inside.size(); ++i)
    enter(model, TriggerDetects::Props, state.rigid.props[i].pose.at,
          {.prop = model.rigid->props[i].piece}, state.props_inside[i], out);
}

}  // namespace paddock
