#include "paddock/stage/traffic_tally.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kMoves = 2;       // m/s
constexpr double kHits = 0.5;      // m/s: a car that stands hits nobody
constexpr double kSameBump = 0.5;  // s
constexpr double kOffRoad = 0.02;  // share of its box
constexpr double kSampled = 0.25;  // m

const LaneMemory* car_of(const Session& session, std::size_t v) {
  if (session.state.physics.present[v] == 0) return nullptr;
  if (!session.seats[v].name.starts_with(kTrafficPrefix)) return nullptr;
  const auto* driver = std::get_if<LaneDriver>(&session.seats[v].driver);
  return driver != nullptr && driver->memory.count > 0 ? &driver->memory : nullptr;
}

bool on_foot(const Session& session, std::size_t v) {
  return type_of(kind_of(session.model.vehicles[v].params)).look.tag == SemanticTag::Pedestrian;
}

double nose_of(const Session& session, std::size_t v) {
  double nose = 0;
  const Outline2& outline = outline_of(kind_of(session.model.vehicles[v].params));
  for (const Vec2 corner : outline.polygon()) nose = std::max(nose, corner.x);
  return nose;
}

/// The box about its outline.
bool is_off_road(const Session& session, std::size_t v) {
  const Outline2& outline = outline_of(kind_of(session.model.vehicles[v].params));
  Bounds2 box;
  for (const Vec2 corner : outline.polygon()) box.add(corner);
  const Pose2 pose = pose_of(session.state.physics.vehicles[v]);
  const Vec2 middle = (box.low + box.high) / 2;
  const Trespass trespass = trespass_of(*session.world().roads, pose * Pose2{middle.x, middle.y, 0},
                                        (box.high - box.low) / 2, kSampled);
  return trespass.off_road > kOffRoad;
}

/// It passed stop lines of its lane in this tick, or came into another lane.
void follow_car(const Session& session, std::size_t v, const LaneMemory& memory,
                TrafficTally& tally) {
  const RoadNetwork& roads = *session.world().roads;
  const VehicleId id = id_of(session.state, v);
  TrafficTally::Car& before = tally.before[v];
  const TrafficTally::Car now{id, memory.lanes[0], memory.along + nose_of(session, v)};
  if (before.id == id && before.lane == now.lane) {
    for (const LaneStop& stop : roads.lane(now.lane).stops) {
      const RoadSignal& signal = roads.signal(stop.signal);
      if (signal.kind != SignalKind::Light) continue;
      if (before.front <= stop.along && now.front > stop.along &&
          light_at(signal, session.traffic.seconds) == LightState::Red)
        ++tally.red_lights;
    }
  } else if (before.id == id && roads.lane(now.lane).junction &&
             !roads.lane(before.lane).junction) {
    ++tally.entered[index_of(before.lane)];
  }
  before = now;
}

void count_contacts(const Session& session, TrafficTally& tally) {
  const std::int64_t now = count(session.state.tick);
  const auto same = std::llround(kSameBump / session.world().clock.tick_seconds());
  for (const ContactEvent& contact : session.output.physics.contacts) {
    if (!contact.other) continue;
    std::size_t a = index_of(contact.vehicle), b = index_of(*contact.other);
    if (car_of(session, a) == nullptr) std::swap(a, b);
    if (car_of(session, a) == nullptr) continue;
    const bool walker = on_foot(session, b);
    if (walker && std::fabs(speed_of(session.state.physics.vehicles[a])) < kHits) continue;
    if (now - std::max(tally.touched[a], tally.touched[b]) > same)
      ++(walker ? tally.walker_hits : tally.bumps);
    tally.touched[a] = tally.touched[b] = now;
  }
}

}  // namespace

std::size_t TrafficTally::arms_unused() const {
  return static_cast<std::size_t>(std::count(entered.begin(), entered.end(), 0u));
}

void tally_traffic(const Session& session, TrafficTally& tally) {
  if (!session.world().roads) return;
  const RoadNetwork& roads = *session.world().roads;
  if (tally.entered.empty()) {
    tally.entered.assign(roads.lanes.size(), 1);  // what is no entry counts as passed
    for (const RoadJunction& junction : roads.junctions)
      for (const LaneId entry : junction.entries) tally.entered[index_of(entry)] = 0;
  }
  tally.before.resize(session.seats.size());
  tally.touched.resize(session.seats.size(), -1'000'000);
  const double dt = session.world().clock.tick_seconds();
  const auto second = std::max(1LL, std::llround(1 / dt));
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    const LaneMemory* memory = car_of(session, v);
    if (memory == nullptr) continue;
    tally.car_seconds += dt;
    if (speed_of(session.state.physics.vehicles[v]) > kMoves) tally.moving_seconds += dt;
    tally.longest_stand = std::max(tally.longest_stand, memory->stood);
    follow_car(session, v, *memory, tally);
    if (count(session.state.tick) % second == 0 && is_off_road(session, v)) ++tally.off_road;
  }
  count_contacts(session, tally);
}

}  // namespace paddock
