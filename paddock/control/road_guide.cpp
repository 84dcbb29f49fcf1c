#include "paddock/control/road_guide.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/world/roads/lane_stretch.h"

namespace paddock {
namespace {

constexpr double kFastest = 70;     // m/s, where no bend says less
constexpr double kStraight = 1e-4;  // 1/m: less is rounding

/// How fast each point may be passed by the bend of the stretches beside it.
std::vector<double> bend_squares(const RoadLane& lane) {
  std::vector<double> squared(lane.middle.size(), kFastest * kFastest);
  for (std::size_t i = 0; i + 1 < lane.middle.size(); ++i) {
    const double step = lane.along[i + 1] - lane.along[i];
    if (step <= 0) continue;
    const double bend = std::fabs(lane.heading[i + 1] - lane.heading[i]) / step;
    if (bend < kStraight) continue;
    squared[i] = std::min(squared[i], kBendAccel / bend);
    squared[i + 1] = std::min(squared[i + 1], kBendAccel / bend);
  }
  return squared;
}

LaneGuide guide_of(const RoadLane& lane) {
  LaneGuide guide{.squared = bend_squares(lane), .conflicts = {}, .crossings = {}};
  // what comes later is slowed down for in time: v^2 falls evenly along the lane
  for (std::size_t i = guide.squared.size(); i-- > 1;) {
    const double step = lane.along[i] - lane.along[i - 1];
    guide.squared[i - 1] = std::min(guide.squared[i - 1], guide.squared[i] + 2 * kEaseAccel * step);
  }
  return guide;
}

}  // namespace

std::shared_ptr<const RoadGuide> make_road_guide(std::shared_ptr<const RoadNetwork> roads) {
  auto guide = std::make_shared<RoadGuide>();
  for (const RoadLane& lane : roads->lanes) guide->lanes.push_back(guide_of(lane));
  for (const RoadJunction& junction : roads->junctions)
    for (const LaneConflict& conflict : junction.conflicts)
      guide->lanes[index_of(conflict.own)].conflicts.push_back(conflict);
  for (std::size_t i = 0; i < roads->crossings.size(); ++i)
    for (const RoadCrossing::Crossed& crossed : roads->crossings[i].crossed)
      guide->lanes[index_of(crossed.lane)].crossings.push_back(
          {static_cast<std::uint32_t>(i), crossed.along_from, crossed.along_to});
  for (LaneGuide& lane : guide->lanes)
    std::stable_sort(
        lane.crossings.begin(), lane.crossings.end(),
        [](const CrossingAhead& a, const CrossingAhead& b) { return a.from < b.from; });
  guide->walks = make_walk_network(*roads);
  guide->roads = std::move(roads);
  return guide;
}

double allowed_speed(const RoadGuide& guide, LaneId id, double along) {
  const RoadLane& lane = guide.roads->lane(id);
  const std::vector<double>& squared = guide.lanes[index_of(id)].squared;
  const std::size_t i = stretch_at(lane, along);
  const double share = share_at(lane, i, along);
  const double bend = std::sqrt(squared[i] + share * (squared[i + 1] - squared[i]));
  const double limit = speed_limit_at(lane, along);
  return std::min(bend, limit < kFastest ? limit : kUsualLimit);
}

LanePlace follow_lane(const RoadLane& lane, LaneId id, double along, Vec2 at) {
  std::size_t i = stretch_at(lane, along);
  const std::size_t last = lane.middle.size() - 2;
  const auto share = [&](std::size_t k) {
    const Vec2 step = lane.middle[k + 1] - lane.middle[k];
    const double square = dot(step, step);
    return square > 0 ? dot(at - lane.middle[k], step) / square : 0.0;
  };
  double t = share(i);
  while (t > 1 && i < last) t = share(++i);
  while (t < 0 && i > 0) {
    t = share(--i);
    if (t > 1) t = 1;  // in the wedge outside a bend
  }
  if (i < last) t = std::min(t, 1.0);
  if (i > 0) t = std::max(t, 0.0);
  LanePlace place;
  place.lane = id;
  const double step = lane.along[i + 1] - lane.along[i];
  place.along = lane.along[i] + t * step;
  place.point = lerp(lane.middle[i], lane.middle[i + 1], t);
  const double held = std::clamp(t, 0.0, 1.0);
  place.heading = lane.heading[i] + held * (lane.heading[i + 1] - lane.heading[i]);
  const Vec2 ahead = normalized(lane.middle[i + 1] - lane.middle[i]);
  place.offset = cross(ahead, at - place.point);
  return place;
}

Vec2 point_on(const RoadLane& lane, double along) {
  const std::size_t i = stretch_at(lane, along);
  return lerp(lane.middle[i], lane.middle[i + 1], share_at(lane, i, along));
}

}  // namespace paddock
