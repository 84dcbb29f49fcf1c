// Ways through the network, lights, and the hash of it all. A way is found backwards from its goal
// (Dijkstra), so that one search serves every start; changing lanes costs no metres.
#include <algorithm>
#include <cmath>
#include <queue>

#include "paddock/core/hash.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {
namespace {

/// Lanes one may change to from `id`, itself first, then outward on either side.
std::vector<LaneId> beside(const RoadNetwork& network, LaneId id) {
  std::vector<LaneId> lanes{id};
  const auto walk = [&](auto step) {
    LaneId at = id;
    while (const auto next = step(network.lane(at))) {
      at = *next;
      if (std::find(lanes.begin(), lanes.end(), at) != lanes.end()) break;
      lanes.push_back(at);
    }
  };
  walk([](const RoadLane& l) { return l.may_change_left ? l.left_lane : std::nullopt; });
  walk([](const RoadLane& l) { return l.may_change_right ? l.right_lane : std::nullopt; });
  return lanes;
}

/// Lanes from which one may change to `id` at once.
std::vector<LaneId> changing_to(const RoadNetwork& network, LaneId id) {
  const RoadLane& lane = network.lane(id);
  std::vector<LaneId> from;
  const auto add = [&](const std::optional<LaneId>& side) {
    if (!side) return;
    const RoadLane& other = network.lane(*side);
    if ((other.may_change_left && other.left_lane == id) ||
        (other.may_change_right && other.right_lane == id))
      from.push_back(*side);
  };
  add(lane.left_lane), add(lane.right_lane);
  return from;
}

struct WayOn {
  double metres{kNoWay};
  LaneId by{};                 // the lane to end up in beside the current one
  std::optional<LaneId> next;  // its successor; nothing: the goal lies on it
};

/// The best way on from `along` in a lane.
WayOn best_step(const RoadNetwork& network, std::span<const double> metres, const LanePlace& goal,
                LaneId id, double along) {
  WayOn best;
  const double share = network.lane(id).length > 0 ? along / network.lane(id).length : 0;
  for (const LaneId by : beside(network, id)) {
    const RoadLane& lane = network.lane(by);
    const double at = by == id ? along : share * lane.length;
    if (by == goal.lane && at <= goal.along && goal.along - at < best.metres)
      best = {goal.along - at, by, std::nullopt};
    for (const LaneId next : lane.successors)
      if (const double m = lane.length - at + metres[index_of(next)]; m < best.metres)
        best = {m, by, next};
  }
  return best;
}

void go_beside(const RoadNetwork& network, LaneId to, std::vector<LaneId>& lanes) {
  while (lanes.back() != to) {
    const RoadLane& at = network.lane(lanes.back());
    // which side: the ids of one section tell
    const bool outward = std::abs(network.lane(to).id) > std::abs(at.id);
    const bool right = outward == ((at.id < 0) == at.forward);
    lanes.push_back(right ? *at.right_lane : *at.left_lane);
  }
}

}  // namespace

std::vector<double> metres_to(const RoadNetwork& network, const LanePlace& goal) {
  using Entry = std::pair<double, LaneId>;
  std::vector<double> metres(network.lanes.size(), kNoWay);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto offer = [&](LaneId lane, double m) {
    if (m >= metres[index_of(lane)] || network.lane(lane).kind != LaneKind::Driving) return;
    metres[index_of(lane)] = m;
    open.push({m, lane});
  };
  offer(goal.lane, goal.along);
  while (!open.empty()) {
    const auto [m, id] = open.top();
    open.pop();
    if (m > metres[index_of(id)]) continue;
    for (const LaneId before : network.lane(id).predecessors)
      offer(before, network.lane(before).length + m);
    for (const LaneId side : changing_to(network, id)) offer(side, m);
  }
  return metres;
}

std::optional<LaneRoute> shortest_route(const RoadNetwork& network, const LanePlace& from,
                                        const LanePlace& to) {
  if (network.lane(from.lane).kind != LaneKind::Driving) return std::nullopt;
  const std::vector<double> metres = metres_to(network, to);
  LaneRoute route{{from.lane}, 0};
  double along = from.along;
  for (std::size_t turns = 0; turns <= network.lanes.size(); ++turns) {
    const WayOn step = best_step(network, metres, to, route.lanes.back(), along);
    if (step.metres == kNoWay) return std::nullopt;
    if (turns == 0) route.length = step.metres;
    go_beside(network, step.by, route.lanes);
    if (!step.next) return route;
    route.lanes.push_back(*step.next);
    along = 0;
  }
  return std::nullopt;
}

// --- lights --------------------------------------------------------------------------------------

namespace {

struct LightMoment {
  std::size_t step{};
  double left{};  // s until it ends
};

/// As pieces go through their variants (piece_life.cpp), so that lamps show what drivers are told.
LightMoment moment_of(const RoadSignal& signal, double seconds) {
  double whole = 0;
  for (const LightStep& step : signal.cycle) whole += step.seconds;
  double at = std::fmod(seconds + signal.cycle_phase, whole);
  std::size_t step = 0;
  for (; step + 1 < signal.cycle.size() && at >= signal.cycle[step].seconds; ++step)
    at -= signal.cycle[step].seconds;
  return {step, signal.cycle[step].seconds - at};
}

}  // namespace

LightState light_at(const RoadSignal& signal, double seconds) {
  if (signal.cycle.empty()) return LightState::Dark;
  return signal.cycle[moment_of(signal, seconds).step].state;
}

LightState light_at(const RoadNetwork& network, SignalId signal, const Clock& clock, Tick tick) {
  return light_at(network.signal(signal), clock.seconds(tick));
}

double seconds_to_change(const RoadSignal& signal, double seconds) {
  if (signal.cycle.empty()) return kNoWay;
  const LightMoment now = moment_of(signal, seconds);
  double left = now.left;
  for (std::size_t i = 1; i < signal.cycle.size(); ++i) {
    const LightStep& next = signal.cycle[(now.step + i) % signal.cycle.size()];
    if (next.state != signal.cycle[now.step].state) return left;
    left += next.seconds;
  }
  return kNoWay;
}

// --- the hash ------------------------------------------------------------------------------------

namespace {

void add(Hasher& h, Vec2 p) { h.add(p.x), h.add(p.y); }
void add(Hasher& h, LaneId id) { h.add(static_cast<std::uint32_t>(id)); }
void add(Hasher& h, const std::vector<LaneId>& ids) {
  h.add(static_cast<std::uint64_t>(ids.size()));
  for (const LaneId id : ids) add(h, id);
}
void add(Hasher& h, const std::optional<LaneId>& id) {
  h.add(id.has_value());
  if (id) add(h, *id);
}

void add(Hasher& h, const RoadLane& lane) {
  h.add(lane.road), h.add(lane.section), h.add(lane.id), h.add(static_cast<int>(lane.kind));
  h.add(lane.forward), h.add(lane.height), h.add(lane.length);
  for (std::size_t i = 0; i < lane.middle.size(); ++i) {
    add(h, lane.middle[i]), add(h, lane.left[i]), add(h, lane.right[i]);
    h.add(lane.along[i]), h.add(lane.heading[i]);
  }
  for (const SpeedSpan& s : lane.speed) h.add(s.from), h.add(s.speed);
  add(h, lane.successors), add(h, lane.predecessors);
  add(h, lane.left_lane), add(h, lane.right_lane);
  h.add(lane.left_against), h.add(lane.right_against);
  h.add(lane.may_change_left), h.add(lane.may_change_right);
  h.add(static_cast<int>(lane.turn));
  for (const LaneStop& s : lane.stops) h.add(s.along), h.add(static_cast<std::uint32_t>(s.signal));
}

void add(Hasher& h, const RoadSignal& signal) {
  h.add(signal.id), h.add(static_cast<int>(signal.kind)), h.add(signal.value);
  add(h, xy(signal.pose.at)), h.add(signal.pose.at.z), h.add(signal.pose.turn.w);
  h.add(signal.pose.turn.z), h.add(signal.cycle_phase);
  for (const LightStep& s : signal.cycle) h.add(static_cast<int>(s.state)), h.add(s.seconds);
  add(h, signal.lanes);
}

void add(Hasher& h, const RoadJunction& junction) {
  h.add(junction.id), add(h, junction.lanes), add(h, junction.entries), add(h, junction.exits);
  for (const LaneConflict& c : junction.conflicts) {
    add(h, c.own), add(h, c.other), h.add(static_cast<int>(c.kind)), h.add(c.yields);
    h.add(c.own_from), h.add(c.own_to), h.add(c.other_from), h.add(c.other_to);
  }
}

}  // namespace

std::uint64_t hash_of(const RoadNetwork& network) {
  Hasher h;
  for (const RoadLane& lane : network.lanes) add(h, lane);
  for (const RoadSignal& signal : network.signals) add(h, signal);
  for (const RoadJunction& junction : network.junctions) add(h, junction);
  for (const RoadCrossing& c : network.crossings) {
    add(h, c.from), add(h, c.to), h.add(c.width);
    for (const auto& crossed : c.crossed)
      add(h, crossed.lane), h.add(crossed.along_from), h.add(crossed.along_to);
  }
  return h.value();
}

}  // namespace paddock
