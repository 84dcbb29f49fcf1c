#include "paddock/stage/road_watch.h"

#include <cmath>

namespace paddock {
namespace {

constexpr double kLightNear = 60;  // m, that a light is told before its line
constexpr double kBesideLane = 4;  // m beyond its own lane: who overtakes still goes by that

Bounds2 box_of(const VehicleParams& params) {
  Bounds2 box;
  for (const Vec2 corner : outline_of(kind_of(params)).polygon()) box.add(corner);
  return box;
}

/// The light whose stop line comes next, on the lanes that follow one another ahead.
void look_for_light(const RoadNetwork& roads, const LanePlace& place, double nose, double seconds,
                    RoadWatch& watch) {
  LaneId lane = place.lane;
  double passed = -place.along;  // m from the place to the lane's start
  while (passed < kLightNear) {
    for (const LaneStop& stop : roads.lane(lane).stops) {
      const double distance = passed + stop.along - nose;
      const RoadSignal& signal = roads.signal(stop.signal);
      if (distance < 0 || distance > kLightNear || signal.kind != SignalKind::Light) continue;
      watch.light = light_at(signal, seconds);
      watch.light_distance = distance;
      return;
    }
    passed += roads.lane(lane).length;
    // lines stand before junctions: where ways part there is none to come before the next one
    if (roads.lane(lane).successors.size() != 1) return;
    lane = roads.lane(lane).successors.front();
  }
}

RoadWatch watch_of(const Session& session, const RoadNetwork& roads, std::size_t v) {
  const VehicleParams& params = session.model.vehicles[v].params;
  const Pose2 pose = pose_of(session.state.physics.vehicles[v]);
  const Bounds2 box = box_of(params);
  const Vec2 middle = (box.low + box.high) / 2;
  RoadWatch watch{.vehicle = id_of(session.state, v)};
  watch.trespass =
      trespass_of(roads, pose * Pose2{middle.x, middle.y, 0}, (box.high - box.low) / 2);
  if (session.collisions[v].vehicle == watch.vehicle) watch.collisions = session.collisions[v].sums;
  const auto place = nearest_lane(roads, pose);
  if (!place) return watch;
  const RoadLane& lane = roads.lane(place->lane);
  if (std::fabs(place->offset) > half_width_at(lane, place->along) + kBesideLane) return watch;
  if (const double limit = speed_limit_at(lane, place->along); limit < kNoWay)
    watch.speed_limit = limit;
  look_for_light(roads, *place, box.high.x, session.world().clock.seconds(session.state.tick),
                 watch);
  return watch;
}

bool on_foot(const VehicleParams& params) {
  return type_of(kind_of(params)).look.tag == SemanticTag::Pedestrian;
}

}  // namespace

std::vector<RoadWatch> watch_roads(const Session& session) {
  std::vector<RoadWatch> watches;
  if (!session.world().roads) return watches;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    if (session.state.physics.present[v] != 0 && !on_foot(session.model.vehicles[v].params))
      watches.push_back(watch_of(session, *session.world().roads, v));
  return watches;
}

}  // namespace paddock
