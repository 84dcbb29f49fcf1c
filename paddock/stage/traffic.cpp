#include "paddock/stage/traffic.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/random.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

// coats as they are sold: white, black, greys, blue, red, green
constexpr std::array<Color, 8> kCoats{{{236, 236, 232},
                                       {38, 40, 44},
                                       {150, 154, 158},
                                       {96, 102, 110},
                                       {46, 84, 150},
                                       {170, 36, 44},
                                       {60, 110, 84},
                                       {206, 168, 60}}};

const RouteDriver* flow_driver(const Session& session, std::size_t v) {
  if (session.state.physics.present[v] == 0) return nullptr;
  if (!session.seats[v].name.starts_with(kFlowPrefix)) return nullptr;
  return std::get_if<RouteDriver>(&session.seats[v].driver);
}

constexpr double kLeaves = 3;  // m before the end, at least: nobody stops there for those behind

/// As near to the end of its route as its driver looks ahead.
bool arrived(const Session& session, std::size_t v, const RouteDriver& driver) {
  const Route& route = *driver.route;
  if (route.closed || driver.segment + 2 < route.points.size()) return false;
  const Vec2 at = position(pose_of(session.state.physics.vehicles[v]));
  return distance(at, route.points.back()) < std::max(driver.lookahead.most, kLeaves);
}

bool is_due(const FlowSpec& flow, const Clock& clock, Tick tick) {
  const double dt = clock.tick_seconds();
  const auto first = std::llround(flow.phase / dt);
  const auto period = std::max(1LL, std::llround(flow.every / dt));
  return count(tick) >= first && (count(tick) - first) % period == 0;
}

int count_in(const Session& session, const std::string& driver) {
  int here = 0;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    here += session.state.physics.present[v] != 0 && session.seats[v].name == driver ? 1 : 0;
  return here;
}

Spawn next_of(const Session& session, std::size_t index) {
  const FlowSpec& flow = session.world().flows[index];
  const auto& routes = session.world().routes;
  const Route& route = *std::find_if(routes.begin(), routes.end(),
                                     [&](const Route& r) { return r.name == flow.route; });
  DrawSequence draws({.seed = session.spec.seed,
                      .stream = Stream::Flow,
                      .entity = static_cast<std::uint32_t>(index),
                      .tick = static_cast<std::uint64_t>(count(session.state.tick))});
  const auto one_of = [&](std::size_t number) {
    return static_cast<std::size_t>(draws.integer(0, static_cast<std::int64_t>(number) - 1));
  };
  const RoutePlace begin = place_at(route, 0);
  Spawn spawn{
      .kind = flow.vehicles[one_of(flow.vehicles.size())],
      .pose = {begin.point.x, begin.point.y, det::atan2(begin.direction.y, begin.direction.x)}};
  spawn.driver = concat(kFlowPrefix, flow.route);
  const Color coat = kCoats[one_of(kCoats.size())];
  spawn.colors = CarColors{.front = coat, .back = coat};
  return spawn;
}

/// Who comes and goes all day is no news.
void obey_quietly(Session& session, const Command& command) {
  const auto told = static_cast<std::ptrdiff_t>(session.pending.size());
  (void)apply(session, command);  // where somebody stands nobody comes
  session.pending.erase(session.pending.begin() + told, session.pending.end());
}

}  // namespace

void run_flows(Session& session) {
  const World& world = session.world();
  if (world.flows.empty()) return;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    if (const RouteDriver* driver = flow_driver(session, v);
        driver != nullptr && arrived(session, v, *driver))
      obey_quietly(session, Despawn{id_of(session.state, v)});
  for (std::size_t i = 0; i < world.flows.size(); ++i) {
    const FlowSpec& flow = world.flows[i];
    if (!is_due(flow, world.clock, session.state.tick)) continue;
    if (count_in(session, concat(kFlowPrefix, flow.route)) >= flow.most) continue;
    obey_quietly(session, next_of(session, i));
  }
}

}  // namespace paddock
