#include "paddock/world/districts/frontage.h"

#include <algorithm>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kAside = 1.2;  // m, where it is seen which side is free
constexpr double kShortest = 1;

Frontage along_border(const RoadLane& lane, LaneId id, bool right) {
  Frontage edge{.points = {}, .along = {}, .right = right, .pavement = id};
  edge.in_junction = lane.junction.has_value();
  for (const Vec2 p : right ? lane.right : lane.left) {
    const double run = edge.points.empty() ? 0 : distance(edge.points.back(), p);
    if (!edge.points.empty() && run < 1e-6) continue;
    edge.along.push_back(edge.points.empty() ? 0 : edge.along.back() + run);
    edge.points.push_back(p);
  }
  return edge;
}

}  // namespace

Pose2 Frontage::at(double metres) const {
  const double s = std::clamp(metres, 0.0, length());
  const auto after = std::upper_bound(along.begin() + 1, along.end() - 1, s);
  const auto i = static_cast<std::size_t>(after - along.begin()) - 1;
  const Vec2 way = normalized(points[i + 1] - points[i]);
  const Vec2 place = points[i] + (s - along[i]) * way;
  const Vec2 out = right ? -perpendicular(way) : perpendicular(way);
  return {place.x, place.y, det::atan2(out.y, out.x)};
}

std::vector<Frontage> find_frontages(const RoadNetwork& network, const FreeGround& ground) {
  std::vector<Frontage> found;
  for (std::size_t i = 0; i < network.lanes.size(); ++i) {
    const RoadLane& lane = network.lanes[i];
    if (lane.kind != LaneKind::Pavement) continue;
    for (const bool right : {true, false}) {
      const Frontage edge = along_border(lane, LaneId{static_cast<std::uint32_t>(i)}, right);
      if (edge.points.size() < 2 || edge.length() < kShortest) continue;
      const Vec2 beside = edge.at(edge.length() / 2) * Vec2{kAside, 0};
      if (!ground.block_at(beside)) continue;
      found.push_back(edge);
      break;
    }
  }
  return found;
}

}  // namespace paddock
