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

// --- streets -------------------------------------------------------------------------------------

namespace {

constexpr double kOutOfSight = 50;  // m from whoever is a guest here: CARLA's figure
constexpr double kStuck = 60;       // s that a car has stood, then it is taken away
constexpr double kLies = 20;        // s that somebody knocked down lies there
constexpr double kLooksEvery = 1;   // s between two looks at who is missing
constexpr int kTries = 60;          // places for one who comes
constexpr double kFromEnds = 12;    // m of a lane before and behind junctions where nobody comes
constexpr double kSameLane = 2.2;   // m to each side
constexpr double kAtRest = 8, kMoving = 16;  // m to others along the lane: at first, and later
constexpr double kParkingGap = 6.5;          // m from one parked car to the next
constexpr double kWalkersApart = 1.2;        // m

enum class Part : std::uint8_t { Vehicle, Walker, Parked };
constexpr std::array<std::string_view, 3> kPartNames{"traffic:lane", "traffic:walk",
                                                     "traffic:parked"};

class Streets {
 public:
  explicit Streets(Session& session)
      : session_(session),
        spec_(*session.streets),
        roads_(*session.world().roads),
        first_(count(session.state.tick) == 0),
        draws_({.seed = seed_of(session),
                .stream = Stream::TrafficPlace,
                .tick = static_cast<std::uint64_t>(count(session.state.tick))}) {}

  static std::uint64_t seed_of(const Session& session) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    const auto& traffic = session.streets;
    const auto own = traffic ? static_cast<std::uint64_t>(traffic->seed) : 0;
    return session.spec.seed ^ (own * kOdd);
  }

  void run() {
    if (!first_ && !is_time()) return;
    if (first_) {
      park_cars();
      for (int i = 0; i < spec_.vehicles; ++i) bring_vehicle();
      for (int i = 0; i < spec_.walkers; ++i) bring_walker();
      return;
    }
    take_stuck_away();
    if (number_of(Part::Vehicle) < spec_.vehicles) bring_vehicle();
    if (number_of(Part::Walker) < spec_.walkers) bring_walker();
  }

 private:
  bool is_time() const {
    const Clock& clock = session_.world().clock;
    const auto period = std::max(1LL, std::llround(kLooksEvery / clock.tick_seconds()));
    return count(session_.state.tick) % period == 0;
  }
  bool present(std::size_t v) const { return session_.state.physics.present[v] != 0; }
  Pose2 pose(std::size_t v) const { return pose_of(session_.state.physics.vehicles[v]); }
  std::string_view name_of(Part part) const { return kPartNames[static_cast<std::size_t>(part)]; }
  int number_of(Part part) const { return count_in(session_, std::string(name_of(part))); }
  bool is_guest(std::size_t v) const {
    const std::string& name = session_.seats[v].name;
    return present(v) && !name.starts_with(kTrafficPrefix) && !name.starts_with(kFlowPrefix);
  }
  bool seen(Vec2 at) const {
    for (std::size_t v = 0; v < session_.seats.size(); ++v)
      if (is_guest(v) && distance(at, position(pose(v))) < kOutOfSight) return true;
    return false;
  }

  // --- who goes ---

  void take_stuck_away() {
    for (std::size_t v = 0; v < session_.seats.size(); ++v) {
      if (!present(v) || !session_.seats[v].name.starts_with(kTrafficPrefix)) continue;
      if (is_stuck(session_.seats[v].driver) && !seen(position(pose(v))))
        obey_quietly(session_, Despawn{id_of(session_.state, v)});
    }
  }
  static bool is_stuck(const Driver& driver) {
    if (const auto* lanes = std::get_if<LaneDriver>(&driver)) return lanes->memory.stood > kStuck;
    if (const auto* walker = std::get_if<WalkDriver>(&driver)) return walker->memory.rested > kLies;
    return false;
  }

  // --- who comes ---

  void bring_vehicle() {
    const double total = length_of_lanes(LaneKind::Driving);
    for (int i = 0; i < kTries; ++i) {
      const auto place = draw_place(total);
      if (!place || crowded(*place) || (!first_ && seen(position(*place)))) continue;
      if (bring(Part::Vehicle, draw_kind(), *place)) return;
    }
  }

  /// Of lanes outside junctions, but for their ends.
  double usable_length(const RoadLane& lane, LaneKind kind) const {
    return lane.kind == kind && !lane.junction ? std::max(0.0, lane.length - 2 * kFromEnds) : 0;
  }
  double length_of_lanes(LaneKind kind) const {
    double total = 0;
    for (const RoadLane& lane : roads_.lanes) total += usable_length(lane, kind);
    return total;
  }
  std::optional<Pose2> draw_place(double total) {
    double along = draws_.between(0, total);
    for (std::size_t l = 0; l < roads_.lanes.size(); ++l) {
      const double usable = usable_length(roads_.lanes[l], LaneKind::Driving);
      if (along < usable) return pose_on(LaneId{static_cast<std::uint32_t>(l)}, kFromEnds + along);
      along -= usable;
    }
    return std::nullopt;
  }
  Pose2 pose_on(LaneId lane, double along) const {
    const LanePlace place = place_on(roads_, lane, along);
    return {place.point.x, place.point.y, wrap_angle(place.heading)};
  }

  bool crowded(const Pose2& place) const {
    const double room = first_ ? kAtRest : kMoving;
    const Rot2 turn = inverse(Rot2::of(place.yaw));
    for (std::size_t v = 0; v < session_.seats.size(); ++v) {
      if (!present(v)) continue;
      const Vec2 apart = turn * (position(pose(v)) - position(place));
      if (std::fabs(apart.x) < room && std::fabs(apart.y) < kSameLane) return true;
    }
    return false;
  }

  void bring_walker() {
    const auto& places = session_.traffic.guide->walks.places;
    if (places.empty()) return;
    for (int i = 0; i < kTries; ++i) {
      const auto index =
          static_cast<std::size_t>(draws_.integer(0, static_cast<std::int64_t>(places.size()) - 1));
      const Vec2 at = places[index].at;
      const Pose2 place{at.x, at.y, draws_.between(-kPi, kPi)};
      if (somebody_at(at) || (!first_ && seen(at))) continue;
      if (bring(Part::Walker, "walker", place)) return;
    }
  }
  bool somebody_at(Vec2 at) const {
    for (std::size_t v = 0; v < session_.seats.size(); ++v)
      if (present(v) && distance(at, position(pose(v))) < kWalkersApart) return true;
    return false;
  }

  /// Along the rows for parking, one after the other, some places left free.
  void park_cars() {
    std::vector<Pose2> places;
    for (std::size_t l = 0; l < roads_.lanes.size(); ++l) {
      const RoadLane& lane = roads_.lanes[l];
      if (lane.kind != LaneKind::Parking) continue;
      for (double along = kParkingGap / 2; along < lane.length; along += kParkingGap)
        places.push_back(pose_on(LaneId{static_cast<std::uint32_t>(l)}, along));
    }
    for (int i = 0; i < spec_.parked && !places.empty(); ++i) {
      const auto last = static_cast<std::int64_t>(places.size()) - 1;
      std::swap(places[static_cast<std::size_t>(draws_.integer(0, last))], places.back());
      bring(Part::Parked, draw_kind(), places.back());
      places.pop_back();
    }
  }

  const std::string& draw_kind() {
    const auto last = static_cast<std::int64_t>(spec_.kinds.size()) - 1;
    return spec_.kinds[static_cast<std::size_t>(draws_.integer(0, last))];
  }

  bool bring(Part part, const std::string& kind, const Pose2& place) {
    Spawn spawn{.kind = kind, .pose = place};
    spawn.driver = name_of(part);
    const Color coat = kCoats[static_cast<std::size_t>(
        draws_.integer(0, static_cast<std::int64_t>(kCoats.size()) - 1))];
    spawn.colors = CarColors{.front = coat, .back = coat};
    const std::size_t before = count_present(session_.state);
    obey_quietly(session_, spawn);
    return count_present(session_.state) > before;
  }

  Session& session_;
  const TrafficSpec& spec_;
  const RoadNetwork& roads_;
  bool first_;
  DrawSequence draws_;
};

const LaneMemory* rules_of(const Driver& driver) {
  const auto* lanes = std::get_if<LaneDriver>(&driver);
  return lanes != nullptr ? &lanes->memory : nullptr;
}
const WalkMemory* walk_of(const Driver& driver) {
  const auto* walker = std::get_if<WalkDriver>(&driver);
  return walker != nullptr ? &walker->memory : nullptr;
}

}  // namespace

void run_traffic(Session& session) {
  if (!session.streets || !session.traffic.guide) return;
  Streets(session).run();
}

bool look_around(Session& session) {
  if (!session.traffic.guide) return false;
  const auto& present = session.state.physics.present;
  bool needed = false;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    needed = needed || (present[v] != 0 && heeds_traffic(session.seats[v].driver));
  if (!needed) return false;
  const Clock& clock = session.world().clock;
  begin_scene(session.traffic, Streets::seed_of(session), clock.seconds(session.state.tick),
              clock.tick_seconds(), session.seats.size());
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    if (present[v] != 0)
      add_user(session.traffic, id_of(session.state, v), session.model.vehicles[v].params,
               session.state.physics.vehicles[v], rules_of(session.seats[v].driver),
               walk_of(session.seats[v].driver));
  settle_scene(session.traffic);
  return true;
}

}  // namespace paddock
