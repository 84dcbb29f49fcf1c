// Nodes of two streets are corners, and a street runs through them from junction to junction.
// Nodes of three or more are junctions, made from their arms.
#include "paddock/world/roads/streets.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr double kShortestStreet = 12;  // m, between two junctions

double heading_of(Vec2 d) { return det::atan2(d.y, d.x); }

class StreetMaker {
 public:
  StreetMaker(const StreetsSpec& streets, RoadsSpec& into)
      : streets_(streets),
        into_(into),
        first_road_(into.roads.size()),
        neighbours_(streets.nodes.size()),
        arms_(streets.nodes.size()),
        junction_of_(streets.nodes.size()) {}

  Result<void> run() {
    if (auto read = read_edges(); !read) return read;
    if (streets_.corner < reach_of_side() + kInnerRadius)
      return refusal(concat("corner must be at least ", reach_of_side() + kInnerRadius,
                            " m for these lanes and pavements, got ", streets_.corner));
    std::size_t number = into_.junctions.size();
    for (std::size_t node = 0; node < neighbours_.size(); ++node) {
      if (neighbours_[node].size() < 3) continue;
      junction_of_[node] = std::to_string(++number);
    }
    for (std::size_t node = 0; node < neighbours_.size(); ++node) {
      if (neighbours_[node].size() < 3) continue;
      for (const std::size_t next : neighbours_[node])
        if (auto laid = lay_street(node, next); !laid) return laid;
    }
    for (std::size_t node = 0; node < neighbours_.size(); ++node) {
      if (neighbours_[node].size() < 3) continue;
      const ArmsSpec arms{.where = streets_.where,
                          .id = junction_of_[node],
                          .arms = arms_[node],
                          .style = streets_.junctions};
      if (auto made = add_junction(arms, into_); !made) return made;
    }
    return {};
  }

 private:
  // --- reading the graph ---

  static tl::unexpected<Error> refusal(std::string message) {
    return tl::unexpected(Error{ErrorCode::Invalid, std::move(message)});
  }

  Result<void> read_edges() {
    const int count = static_cast<int>(streets_.nodes.size());
    for (const auto& [a, b] : streets_.edges) {
      if (a < 0 || b < 0 || a >= count || b >= count || a == b)
        return refusal(concat("edges must join two of the nodes 0 to ", count - 1, ", got [", a,
                              ", ", b, ']'));
      const auto& known = neighbours_[static_cast<std::size_t>(a)];
      if (std::find(known.begin(), known.end(), static_cast<std::size_t>(b)) != known.end())
        return refusal(concat("edges must be told once, got [", a, ", ", b, "] again"));
      neighbours_[static_cast<std::size_t>(a)].push_back(static_cast<std::size_t>(b));
      neighbours_[static_cast<std::size_t>(b)].push_back(static_cast<std::size_t>(a));
    }
    bool any = false;
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      if (neighbours_[i].size() < 2)
        return refusal(concat("nodes must have two edges or more, got ", neighbours_[i].size(),
                              " of node ", i));
      any = any || neighbours_[i].size() >= 3;
    }
    if (!any) return refusal("streets must have a node of three edges or more");
    return {};
  }

  Vec2 node(std::size_t i) const { return streets_.nodes[i]; }

  /// The nodes that a street passes from a junction to the next.
  std::vector<std::size_t> chain(std::size_t from, std::size_t next) const {
    std::vector<std::size_t> nodes{from, next};
    while (neighbours_[nodes.back()].size() == 2) {
      const auto& both = neighbours_[nodes.back()];
      const std::size_t before = nodes[nodes.size() - 2];
      nodes.push_back(both[0] == before ? both[1] : both[0]);
    }
    return nodes;
  }

  // --- streets ---

  /// Laid from the junction with the lower number; a ring from the neighbour with the lower.
  Result<void> lay_street(std::size_t from, std::size_t next) {
    const std::vector<std::size_t> nodes = chain(from, next);
    const std::size_t to = nodes.back(), before = nodes[nodes.size() - 2];
    if (to < from || (to == from && before < next)) return {};
    RoadSpec road = new_street();
    double cut = streets_.reach;
    Vec2 at = node(from) + cut * normalized(node(next) - node(from));
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const Vec2 here = node(nodes[i]), along = normalized(here - node(nodes[i - 1]));
      const bool last = i + 1 == nodes.size();
      const double turn =
          last ? 0 : wrap_angle(heading_of(node(nodes[i + 1]) - here) - heading_of(along));
      const double back = last ? streets_.reach : streets_.corner * det::tan(std::fabs(turn) / 2);
      const double straight = dot(here - at, along) - back;
      if (straight < (last && nodes.size() == 2 ? kShortestStreet : 0))
        return refusal(concat("streets must have room for their corners and junctions, got ",
                              distance(node(nodes[i - 1]), here), " m between node ", nodes[i - 1],
                              " and node ", nodes[i]));
      const Pose2 start{at.x, at.y, heading_of(along)};
      if (straight > 1e-6) append(road.line, straight, StraightPiece{}, start);
      if (last) break;
      if (std::fabs(turn) > 1e-9)
        append(road.line, streets_.corner * std::fabs(turn),
               ArcPiece{(turn > 0 ? 1 : -1) / streets_.corner}, start);
      at = here + back * normalized(node(nodes[i + 1]) - here);
    }
    dress_street(road);
    arms_[from].push_back({road.id, RoadEnd::Start});
    arms_[to].push_back({road.id, RoadEnd::End});
    into_.roads.push_back(std::move(road));
    return {};
  }

  RoadSpec new_street() const {
    RoadSpec road;
    road.where = streets_.where;
    road.id = std::to_string(into_.roads.size() + 1);
    road.name = concat("street ", into_.roads.size() - first_road_ + 1);
    road.speed = {{0, streets_.speed}};
    return road;
  }

  void dress_street(RoadSpec& road) const {
    const double length = length_of(road.line), stop = stop_back(streets_.junctions);
    const auto dashed = [&](MarkingColor color) {
      return std::vector<MarkingSpec>{{0, MarkingKind::None, color},
                                      {stop, MarkingKind::Broken, color},
                                      {length - stop, MarkingKind::None, color}};
    };
    LaneSection section = lanes_beside({streets_.lanes, streets_.lanes}, streets_);
    for (LaneSpec& lane : section.lanes) {
      if (lane.id == 0) lane.markings = dashed(MarkingColor::Yellow);
      if (lane.id != 0 && std::abs(lane.id) < streets_.lanes)
        lane.markings = dashed(MarkingColor::White);
    }
    road.sections.push_back(std::move(section));
  }

  /// m from the middle line to the outer edge of all that belongs to a street.
  double reach_of_side() const {
    return streets_.lanes * streets_.lane_width + streets_.kerb + streets_.pavement;
  }

  const StreetsSpec& streets_;
  RoadsSpec& into_;
  std::size_t first_road_;
  std::vector<std::vector<std::size_t>> neighbours_;
  std::vector<std::vector<JunctionArm>> arms_;
  std::vector<std::string> junction_of_;  // of each node that is one
};

}  // namespace

LaneSection lanes_beside(LaneCounts lanes, const StreetSide& side) {
  const auto one_side = [&](int sign, int count) {
    std::vector<LaneSpec> out;
    const auto add = [&](LaneKind kind, double width, double height) {
      if (width <= 0) return;
      LaneSpec lane{.id = sign * (static_cast<int>(out.size()) + 1), .kind = kind};
      lane.width = {{0, width, 0, 0, 0}}, lane.height = height;
      out.push_back(std::move(lane));
    };
    for (int i = 0; i < count; ++i) add(LaneKind::Driving, side.lane_width, 0);
    add(LaneKind::Kerb, side.kerb, side.kerb_height);
    add(LaneKind::Pavement, side.pavement, side.kerb_height);
    return out;
  };
  LaneSection section;
  section.lanes = one_side(1, lanes.left);
  std::reverse(section.lanes.begin(), section.lanes.end());
  section.lanes.push_back({.id = 0, .kind = LaneKind::None});
  for (LaneSpec& lane : one_side(-1, lanes.right)) section.lanes.push_back(std::move(lane));
  return section;
}

Result<void> add_streets(const StreetsSpec& streets, RoadsSpec& into) {
  RoadsSpec grown = into;
  if (auto made = StreetMaker(streets, grown).run(); !made) return made;
  into = std::move(grown);
  return {};
}

}  // namespace paddock
