// Nodes of two streets are corners, and a street runs through them from junction to junction.
// Nodes of three or more are junctions: every arm is joined to every other by a connecting road
// along the arms' middle lines, whose lanes lie to its right. The one that turns furthest to the
// right carries the kerb and the pavement of that side.
#include "paddock/world/roads/streets.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

// m back from the junction: the middle of the crossing, its width, and the stop line before it
constexpr double kCrossingAt = 2.5, kCrossingWidth = 3, kStopAt = 5;
constexpr double kPoleAside = 0.7;          // m from the kerb's edge
constexpr double kStagger = 7;              // s between the lights of one junction and the next
constexpr double kShortestStreet = 12;      // m, between two junctions
constexpr double kInnerRadius = 0.5;        // m, of the sharpest edge of a pavement
constexpr double kOpposite = radians(150);  // arms that far apart are one street

double heading_of(Vec2 d) { return det::atan2(d.y, d.x); }

/// An end of a street at a junction.
struct Arm {
  std::size_t road{};  // index in the spec
  RoadEnd end{};
  double outward{};  // heading away from the node
};

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
    for (std::size_t node = 0; node < neighbours_.size(); ++node) {
      if (neighbours_[node].size() < 3) continue;
      junction_of_[node] = std::to_string(into_.junctions.size() + 1);
      into_.junctions.push_back({.where = streets_.where, .id = junction_of_[node]});
    }
    for (std::size_t node = 0; node < neighbours_.size(); ++node) {
      if (neighbours_[node].size() < 3) continue;
      for (const std::size_t next : neighbours_[node])
        if (auto laid = lay_street(node, next); !laid) return laid;
    }
    for (std::size_t node = 0; node < neighbours_.size(); ++node) {
      if (neighbours_[node].size() < 3) continue;
      if (auto rounded = check_corners(node); !rounded) return rounded;
      build_junction(node);
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
    RoadSpec road = street_between(nodes.front(), nodes.back());
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
    const std::size_t index = into_.roads.size();
    arms_[from].push_back({index, RoadEnd::Start, heading_of(node(next) - node(from))});
    arms_[to].push_back({index, RoadEnd::End, heading_of(node(before) - node(to))});
    into_.roads.push_back(std::move(road));
    return {};
  }

  RoadSpec street_between(std::size_t from, std::size_t to) const {
    RoadSpec road;
    road.where = streets_.where;
    road.id = std::to_string(into_.roads.size() + 1);
    road.name = concat("street ", into_.roads.size() - first_road_ + 1);
    road.speed = {{0, streets_.speed}};
    road.predecessor = RoadLink{true, junction_of_[from], {}};
    road.successor = RoadLink{true, junction_of_[to], {}};
    return road;
  }

  /// Lanes outward from the line on one side: driving, kerb, pavement.
  std::vector<LaneSpec> side(int sign, int lanes, bool edged) const {
    std::vector<LaneSpec> out;
    const auto add = [&](LaneKind kind, double width, double height) {
      if (width <= 0) return;
      LaneSpec lane{.id = sign * (static_cast<int>(out.size()) + 1), .kind = kind};
      lane.width = {{0, width, 0, 0, 0}}, lane.height = height;
      out.push_back(std::move(lane));
    };
    for (int i = 0; i < lanes; ++i) add(LaneKind::Driving, streets_.lane_width, 0);
    if (!edged) return out;
    add(LaneKind::Kerb, streets_.kerb, streets_.kerb_height);
    add(LaneKind::Pavement, streets_.pavement, streets_.kerb_height);
    return out;
  }

  void dress_street(RoadSpec& road) const {
    const double length = length_of(road.line), stop = stop_back();
    const auto dashed = [&](MarkingColor color) {
      return std::vector<MarkingSpec>{{0, MarkingKind::None, color},
                                      {stop, MarkingKind::Broken, color},
                                      {length - stop, MarkingKind::None, color}};
    };
    LaneSection section;
    std::vector<LaneSpec> left = side(1, streets_.lanes, true);
    std::reverse(left.begin(), left.end());
    section.lanes = std::move(left);
    section.lanes.push_back(
        {.id = 0, .kind = LaneKind::None, .markings = dashed(MarkingColor::Yellow)});
    for (LaneSpec& lane : side(-1, streets_.lanes, true)) section.lanes.push_back(std::move(lane));
    for (LaneSpec& lane : section.lanes)
      if (lane.id != 0 && std::abs(lane.id) < streets_.lanes)
        lane.markings = dashed(MarkingColor::White);
    road.sections.push_back(std::move(section));
  }

  double stop_back() const { return streets_.crossings ? kStopAt : 1; }

  // --- junctions ---

  /// m from the middle line to the outer edge of all that belongs to a street.
  double reach_of_side() const {
    return streets_.lanes * streets_.lane_width + streets_.kerb + streets_.pavement;
  }

  /// The sharpest turn to the right must leave room for the pavement on its inside.
  Result<void> check_corners(std::size_t number) {
    std::vector<Arm>& arms = arms_[number];
    std::sort(arms.begin(), arms.end(),
              [](const Arm& a, const Arm& b) { return a.outward < b.outward; });
    for (std::size_t a = 0; a < arms.size(); ++a) {
      const double between = wrap_angle(arms[(a + 1) % arms.size()].outward - arms[a].outward);
      const double half = (between < 0 ? between + 2 * kPi : between) / 2;
      const double least = (reach_of_side() + kInnerRadius) / det::tan(half);
      if (half < kPi / 2 && streets_.reach < least)
        return refusal(concat("reach must be at least ", least, " m to round the corners of node ",
                              number, ", got ", streets_.reach));
    }
    return {};
  }

  const RoadSpec& road_of(const Arm& arm) const { return into_.roads[arm.road]; }

  Pose2 mouth(const Arm& arm) const {
    const RoadSpec& road = road_of(arm);
    const LinePlace at = place_on(road.line, arm.end == RoadEnd::Start ? 0 : length_of(road.line));
    return {at.point.x, at.point.y, arm.outward};
  }

  void build_junction(std::size_t number) {
    const std::vector<Arm>& arms = arms_[number];
    JunctionSpec& junction =
        *std::find_if(into_.junctions.begin(), into_.junctions.end(),
                      [&](const JunctionSpec& j) { return j.id == junction_of_[number]; });
    for (std::size_t a = 0; a < arms.size(); ++a)
      for (std::size_t b = 0; b < arms.size(); ++b)
        if (a != b) connect(junction, arms[a], arms[b], b == (a + 1) % arms.size());
    for (std::size_t a = 0; a < arms.size(); ++a) furnish(junction, arms, a);
    if (streets_.control == JunctionControl::Lights) junction.controllers = {junction.id};
  }

  /// From the mouth of one arm into another: an arc that touches both middle lines.
  static void lay_connection(RoadLine& line, const Pose2& in, const Pose2& out) {
    const double turn = wrap_angle(out.yaw - in.yaw);
    const Vec2 from = position(in), to = position(out), across = to - from;
    if (std::fabs(turn) < 1e-6) {
      append(line, length(across), StraightPiece{}, in);
      return;
    }
    // the mouths lie equally far from the node, so that the arc has the same tangents to both
    const double tangent = length(across) / 2 / det::cos(turn / 2);
    const double radius = tangent / det::tan(std::fabs(turn) / 2);
    append(line, radius * std::fabs(turn), ArcPiece{(turn > 0 ? 1 : -1) / radius}, in);
  }

  /// The lane of an arm's road that leads into its junction, or out of it, `out` lanes outward.
  static int lane_of(const Arm& arm, bool inward, int out) {
    return (arm.end == RoadEnd::End) == inward ? -out : out;
  }

  void connect(JunctionSpec& junction, const Arm& from, const Arm& to, bool rightmost) {
    const Pose2 in = mouth(from), out = mouth(to);
    const Pose2 entry{in.x, in.y, wrap_angle(in.yaw + kPi)};
    RoadSpec road;
    road.where = streets_.where;
    road.id = std::to_string(into_.roads.size() + 1);
    road.junction = junction.id;
    road.speed = {{0, streets_.speed}};
    road.predecessor = RoadLink{false, road_of(from).id, from.end};
    road.successor = RoadLink{false, road_of(to).id, to.end};
    lay_connection(road.line, entry, out);

    // right turns from the outer lane, left turns from the inner one
    const double turn = wrap_angle(out.yaw - entry.yaw);
    const bool straight = std::fabs(turn) < kPi - kOpposite;
    const int lanes = straight ? streets_.lanes : 1;
    const int skipped = !straight && (turn < 0 || rightmost) ? streets_.lanes - 1 : 0;
    if (skipped > 0) road.lane_offset = {{0, -skipped * streets_.lane_width, 0, 0, 0}};
    LaneSection section;
    section.lanes.push_back({.id = 0, .kind = LaneKind::None});
    for (LaneSpec& lane : side(-1, lanes, rightmost)) section.lanes.push_back(std::move(lane));
    JunctionConnection connection{.id = std::to_string(junction.connections.size()),
                                  .incoming = road_of(from).id,
                                  .connecting = road.id,
                                  .contact = RoadEnd::Start};
    for (LaneSpec& lane : section.lanes) {
      if (lane.id == 0) continue;
      lane.predecessor = {lane_of(from, true, skipped - lane.id)};
      lane.successor = {lane_of(to, false, skipped - lane.id)};
      connection.lanes.push_back({lane.predecessor[0], lane.id});
    }
    road.sections.push_back(std::move(section));
    junction.connections.push_back(std::move(connection));
    into_.roads.push_back(std::move(road));
  }

  // --- signals ---

  /// Arms that face each other go together: their number, in the order of arms.
  static std::vector<int> phases_of(const std::vector<Arm>& arms) {
    std::vector<int> phase(arms.size(), -1);
    int next = 0;
    for (std::size_t a = 0; a < arms.size(); ++a) {
      if (phase[a] >= 0) continue;
      phase[a] = next;
      for (std::size_t b = a + 1; b < arms.size(); ++b)
        if (phase[b] < 0 && std::fabs(wrap_angle(arms[b].outward - arms[a].outward)) > kOpposite) {
          phase[b] = next;
          break;
        }
      ++next;
    }
    return phase;
  }

  /// The street that goes straight on has priority: the first pair of arms that face each other.
  static bool is_major(const std::vector<int>& phase, std::size_t a) {
    for (int p = 0;; ++p) {
      if (std::count(phase.begin(), phase.end(), p) == 2) return phase[a] == p;
      if (std::count(phase.begin(), phase.end(), p) == 0) return false;
    }
  }

  void furnish(const JunctionSpec& junction, const std::vector<Arm>& arms, std::size_t a) {
    const Arm& arm = arms[a];
    RoadSpec& road = into_.roads[arm.road];
    const double length = length_of(road.line);
    const auto back = [&](double metres) {
      return arm.end == RoadEnd::Start ? metres : length - metres;
    };
    const double half = streets_.lanes * streets_.lane_width;
    SignalSpec signal{.where = streets_.where};
    signal.id = concat(junction.id, '.', a + 1);
    signal.s = back(stop_back());
    signal.faces = arm.end == RoadEnd::End ? SignalFaces::Forward : SignalFaces::Backward;
    signal.t = (arm.end == RoadEnd::End ? -1 : 1) * (half + streets_.kerb + kPoleAside);
    signal.z = streets_.kerb + streets_.pavement > 0 ? streets_.kerb_height : 0;
    const std::vector<int> phase = phases_of(arms);
    bool stands = true;
    switch (streets_.control) {
      case JunctionControl::Lights:
        time_light(junction, phase, phase[a], signal);
        break;
      case JunctionControl::Stop:
      case JunctionControl::Yield:
        signal.kind =
            streets_.control == JunctionControl::Stop ? SignalKind::Stop : SignalKind::Yield;
        stands = !is_major(phase, a);
        break;
      case JunctionControl::None:
        stands = false;
    }
    if (streets_.crossings)
      road.crossings.push_back(
          {.where = streets_.where,
           .s = back(kCrossingAt),
           .width = kCrossingWidth,
           .from = -half,
           .to = half,
           .signal = stands && signal.kind == SignalKind::Light ? signal.id : ""});
    if (stands) road.signals.push_back(std::move(signal));
  }

  void time_light(const JunctionSpec& junction, const std::vector<int>& phase, int own,
                  SignalSpec& signal) const {
    const int phases = 1 + *std::max_element(phase.begin(), phase.end());
    const double slot = streets_.green + streets_.yellow + streets_.red, whole = phases * slot;
    signal.kind = SignalKind::Light;
    signal.controller = junction.id;
    signal.cycle = {{LightState::Green, streets_.green},
                    {LightState::Yellow, streets_.yellow},
                    {LightState::Red, whole - streets_.green - streets_.yellow}};
    const auto number = static_cast<double>(&junction - into_.junctions.data());
    const double begun = kStagger * number + (phases - own) * slot;
    signal.cycle_phase = begun - whole * std::floor(begun / whole);
  }

  const StreetsSpec& streets_;
  RoadsSpec& into_;
  std::size_t first_road_;
  std::vector<std::vector<std::size_t>> neighbours_;
  std::vector<std::vector<Arm>> arms_;
  std::vector<std::string> junction_of_;  // of each node that is one
};

}  // namespace

Result<void> add_streets(const StreetsSpec& streets, RoadsSpec& into) {
  RoadsSpec grown = into;
  if (auto made = StreetMaker(streets, grown).run(); !made) return made;
  into = std::move(grown);
  return {};
}

}  // namespace paddock
