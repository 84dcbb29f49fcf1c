// Two ways conflict where their strips, a little narrowed, overlap: stretch against stretch by the
// separating axis of convex quads.
#include "paddock/world/roads/road_conflicts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr double kNarrowed = 0.85;          // of a strip's width: lanes side by side do not meet
constexpr double kOncoming = radians(135);  // headings further apart come from opposite arms
constexpr double kTogether = radians(45);   // and closer together from the same side

using Quad = std::array<Vec2, 4>;

Quad stretch_of(const RoadLane& lane, std::size_t i) {
  const auto side = [&](const std::vector<Vec2>& border, std::size_t k) {
    return lerp(lane.middle[k], border[k], kNarrowed);
  };
  return {side(lane.right, i), side(lane.right, i + 1), side(lane.left, i + 1), side(lane.left, i)};
}

bool apart(const Quad& a, const Quad& b) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 axis = perpendicular(a[(i + 1) % 4] - a[i]);
    double a_low = 1e300, a_high = -1e300, b_low = 1e300, b_high = -1e300;
    for (std::size_t k = 0; k < 4; ++k) {
      const double p = dot(axis, a[k]), q = dot(axis, b[k]);
      a_low = std::min(a_low, p), a_high = std::max(a_high, p);
      b_low = std::min(b_low, q), b_high = std::max(b_high, q);
    }
    if (a_high <= b_low || b_high <= a_low) return true;
  }
  return false;
}

bool overlap(const Quad& a, const Quad& b) { return !apart(a, b) && !apart(b, a); }

Bounds2 bounds_of(std::span<const Vec2> one, std::span<const Vec2> two) {
  Bounds2 bounds;
  for (const Vec2 p : one) bounds.add(p);
  for (const Vec2 p : two) bounds.add(p);
  return bounds;
}

/// A lane as its strip is compared.
struct Strip {
  LaneId id{};
  const RoadLane* lane{};
  Bounds2 bounds;
  std::vector<Quad> quads;
  std::vector<Bounds2> bounds_of_quads;
};

Strip strip_of(const RoadNetwork& network, LaneId id) {
  const RoadLane& lane = network.lane(id);
  Strip strip{id, &lane, bounds_of(lane.left, lane.right), {}, {}};
  for (std::size_t i = 0; i + 1 < lane.middle.size(); ++i) {
    strip.quads.push_back(stretch_of(lane, i));
    strip.bounds_of_quads.push_back(bounds_of(strip.quads.back(), {}));
  }
  return strip;
}

/// Where two strips overlap, along each; nothing when they do not.
std::optional<LaneConflict> meet(const Strip& a, const Strip& b) {
  LaneConflict c;
  c.own = a.id, c.other = b.id;
  if (!a.bounds.overlaps(b.bounds)) return std::nullopt;
  bool found = false;
  const auto widen = [&](double& from, double& to, const RoadLane& lane, std::size_t i) {
    from = found ? std::min(from, lane.along[i]) : lane.along[i];
    to = found ? std::max(to, lane.along[i + 1]) : lane.along[i + 1];
  };
  for (std::size_t i = 0; i < a.quads.size(); ++i) {
    if (!a.bounds_of_quads[i].overlaps(b.bounds)) continue;
    for (std::size_t k = 0; k < b.quads.size(); ++k) {
      if (!a.bounds_of_quads[i].overlaps(b.bounds_of_quads[k])) continue;
      if (!overlap(a.quads[i], b.quads[k])) continue;
      widen(c.own_from, c.own_to, *a.lane, i);
      widen(c.other_from, c.other_to, *b.lane, k);
      found = true;
    }
  }
  if (!found) return std::nullopt;
  return c;
}

bool share_any(std::span<const LaneId> a, std::span<const LaneId> b) {
  return std::any_of(a.begin(), a.end(),
                     [&](LaneId id) { return std::find(b.begin(), b.end(), id) != b.end(); });
}

ConflictKind kind_of(const RoadLane& a, const RoadLane& b) {
  if (share_any(a.predecessors, b.predecessors)) return ConflictKind::Diverge;
  if (share_any(a.successors, b.successors)) return ConflictKind::Merge;
  return ConflictKind::Cross;
}

/// 0 where a sign tells those in the lane to wait, 1 where none does.
int rank_of(const RoadNetwork& network, const RoadLane& lane) {
  const auto waits = [&](const RoadLane& l) {
    return std::any_of(l.stops.begin(), l.stops.end(), [&](const LaneStop& stop) {
      const SignalKind kind = network.signal(stop.signal).kind;
      return kind == SignalKind::Stop || kind == SignalKind::Yield;
    });
  };
  if (waits(lane)) return 0;
  return std::any_of(lane.predecessors.begin(), lane.predecessors.end(),
                     [&](LaneId id) { return waits(network.lane(id)); })
             ? 0
             : 1;
}

/// Whether `a` gives way to `b`; of two one does.
bool gives_way(const RoadsSpec& spec, const JunctionSpec& from, const RoadNetwork& network,
               const LaneConflict& c) {
  const RoadLane &a = network.lane(c.own), &b = network.lane(c.other);
  const std::string &road_a = spec.roads[a.road].id, &road_b = spec.roads[b.road].id;
  for (const JunctionPriority& p : from.priorities) {
    if (p.high == road_b && p.low == road_a) return true;
    if (p.high == road_a && p.low == road_b) return false;
  }
  const int rank_a = rank_of(network, a), rank_b = rank_of(network, b);
  if (rank_a != rank_b) return rank_a < rank_b;
  const double turn = wrap_angle(b.heading.front() - a.heading.front());
  const bool left_hand = spec.roads[a.road].left_hand;
  if (std::fabs(turn) > kOncoming) {
    const LaneTurn over = left_hand ? LaneTurn::Right : LaneTurn::Left;
    const bool a_over = a.turn == over || a.turn == LaneTurn::Back;
    const bool b_over = b.turn == over || b.turn == LaneTurn::Back;
    if (a_over != b_over) return a_over;
    return c.own > c.other;
  }
  if (std::fabs(turn) < kTogether) return c.own > c.other;
  return (turn > 0) != left_hand;  // the other comes from the right, or from the left
}

}  // namespace

void find_conflicts(const RoadsSpec& spec, const JunctionSpec& from, const RoadNetwork& network,
                    RoadJunction& junction) {
  std::vector<Strip> strips;
  for (const LaneId id : junction.lanes)
    if (network.lane(id).kind == LaneKind::Driving) strips.push_back(strip_of(network, id));
  for (const Strip& a : strips) {
    for (const Strip& b : strips) {
      if (a.id == b.id) continue;
      auto conflict = meet(a, b);
      if (!conflict) continue;
      conflict->kind = kind_of(*a.lane, *b.lane);
      conflict->yields =
          conflict->kind != ConflictKind::Diverge && gives_way(spec, from, network, *conflict);
      junction.conflicts.push_back(*conflict);
    }
  }
}

}  // namespace paddock
