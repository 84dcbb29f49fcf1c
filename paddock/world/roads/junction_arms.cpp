// Every arm is joined to every other by a connecting road along their middle lines, whose lanes lie
// to its right, as wide as the arms' at either end. The one that turns furthest to the right
// carries the kerb and the pavement of that side.
#include "paddock/world/roads/junction_arms.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

// m back from the junction: the middle of the crossing, its width, and the stop line before it
constexpr double kCrossingAt = 2.5, kCrossingWidth = 3, kStopAt = 5, kStopWithout = 1;
constexpr double kPoleAside = 0.7;          // m from the kerb's edge
constexpr double kStagger = 3;              // s between the lights of one junction and the next
constexpr double kOpposite = radians(150);  // arms that far apart are one street

/// A lane at the mouth of an arm, counted outward from its road's line.
struct MouthLane {
  LaneKind kind{};
  double width{}, height{};
};

struct Mouth {
  std::size_t road{};  // index in the spec
  RoadEnd end{};
  Vec2 at;
  double outward{};                // heading away from the junction
  std::vector<MouthLane> in, out;  // of those who come and of those who go

  /// The lane that leads into the junction, or out of it, `count` lanes outward.
  int lane(bool inward, int count) const {
    return (end == RoadEnd::End) == inward ? -count : count;
  }
};

double width_of(const std::vector<MouthLane>& lanes, std::size_t count) {
  double width = 0;
  for (std::size_t i = 0; i < std::min(count, lanes.size()); ++i) width += lanes[i].width;
  return width;
}
/// Driving lanes, from the line outward.
int driving(const std::vector<MouthLane>& lanes) {
  int count = 0;
  for (const MouthLane& lane : lanes) {
    if (lane.kind != LaneKind::Driving) break;
    ++count;
  }
  return count;
}

std::vector<MouthLane> lanes_of(const RoadSpec& road, RoadEnd end, bool right) {
  const LaneSection& section = end == RoadEnd::Start ? road.sections.front() : road.sections.back();
  const double s = end == RoadEnd::Start ? 0 : length_of(road.line) - section.from;
  std::vector<MouthLane> lanes;
  for (const LaneSpec& lane : section.lanes)
    if (lane.id != 0 && (lane.id < 0) == right)
      lanes.push_back({lane.kind, value_at(lane.width, s), lane.height});
  if (!right) std::reverse(lanes.begin(), lanes.end());
  return lanes;
}

class JunctionMaker {
 public:
  JunctionMaker(const ArmsSpec& spec, RoadsSpec& into) : spec_(spec), into_(into) {
    junction_.where = spec.where, junction_.id = spec.id, junction_.name = spec.name;
  }

  Result<void> run() {
    if (auto found = find_mouths(); !found) return found;
    const std::size_t n = mouths_.size();
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b)
        if (a != b)
          if (auto joined = connect(mouths_[a], mouths_[b], b == (a + 1) % n); !joined)
            return joined;
    for (std::size_t a = 0; a < n; ++a) furnish(a);
    if (spec_.style.control == JunctionControl::Lights) junction_.controllers = {spec_.id};
    into_.junctions.push_back(std::move(junction_));
    return {};
  }

 private:
  static tl::unexpected<Error> refusal(std::string message) {
    return tl::unexpected(Error{ErrorCode::Invalid, std::move(message)});
  }

  // --- arms ---

  Result<void> find_mouths() {
    for (const JunctionArm& arm : spec_.arms) {
      const auto road = std::find_if(into_.roads.begin(), into_.roads.end(),
                                     [&](const RoadSpec& r) { return r.id == arm.road; });
      if (road == into_.roads.end() || road->line.pieces.empty() || road->sections.empty())
        return refusal(concat("arms must be roads written before it, got \"", arm.road, '"'));
      const bool start = arm.end == RoadEnd::Start;
      const RoadPoint at = place_on(road->line, start ? 0 : length_of(road->line));
      Mouth mouth{.road = static_cast<std::size_t>(road - into_.roads.begin()),
                  .end = arm.end,
                  .at = at.point,
                  .outward = wrap_angle(start ? at.heading : at.heading + kPi),
                  .in = lanes_of(*road, arm.end, !start),
                  .out = lanes_of(*road, arm.end, start)};
      if (road->left_hand)
        return refusal(concat("arms must keep to the right, got road \"", arm.road, '"'));
      (start ? road->predecessor : road->successor) = RoadLink{true, spec_.id, {}};
      mouths_.push_back(std::move(mouth));
    }
    if (mouths_.size() < 2)
      return refusal(concat("a junction must have two arms or more, got ", mouths_.size()));
    std::sort(mouths_.begin(), mouths_.end(),
              [](const Mouth& a, const Mouth& b) { return a.outward < b.outward; });
    return {};
  }

  const RoadSpec& road_of(const Mouth& mouth) const { return into_.roads[mouth.road]; }

  // --- ways ---

  /// From one pose to another: straight, an arc between straights where their lines meet ahead,
  /// else a cubic.
  static void lay(RoadLine& line, const Pose2& from, const Pose2& to) {
    const double turn = wrap_angle(to.yaw - from.yaw);
    const Rot2 a = Rot2::of(from.yaw), b = Rot2::of(to.yaw);
    const Vec2 ahead{a.c, a.s}, beyond{b.c, b.s}, across = position(to) - position(from);
    if (std::fabs(turn) < 1e-6 && std::fabs(cross(ahead, across)) < 1e-6) {
      append(line, length(across), StraightPiece{}, from);
      return;
    }
    const double sine = cross(ahead, beyond);
    // where the two lines meet: so far ahead of the first place, so far before the second
    const double first = sine != 0 ? cross(across, beyond) / sine : -1;
    const double second = sine != 0 ? cross(ahead, across) / sine : -1;
    if (first > 1e-6 && second > 1e-6) {
      const double tangent = std::min(first, second);
      const double radius = tangent / det::tan(std::fabs(turn) / 2);
      if (first - tangent > 1e-6) append(line, first - tangent, StraightPiece{}, from);
      append(line, radius * std::fabs(turn), ArcPiece{(turn > 0 ? 1 : -1) / radius}, from);
      if (second - tangent > 1e-6) append(line, second - tangent, StraightPiece{}, from);
      return;
    }
    const Vec2 end = inverse(a) * across;
    const Rot2 r = Rot2::of(turn);
    const double reach = length(across);
    const Vec2 leave{reach, 0}, arrive{reach * r.c, reach * r.s};
    const Vec2 square = 3 * end - 2 * leave - arrive, cube = -2 * end + leave + arrive;
    const CubicPiece cubic{{0, leave.x, square.x, cube.x}, {0, leave.y, square.y, cube.y}, 1};
    append(line, arc_length(cubic), cubic, from);
  }

  Result<void> connect(const Mouth& from, const Mouth& to, bool rightmost) {
    const Pose2 entry{from.at.x, from.at.y, wrap_angle(from.outward + kPi)};
    const int come = driving(from.in), go = driving(to.out);
    if (come == 0 || go == 0) return {};
    RoadSpec road;
    road.where = spec_.where;
    road.id = std::to_string(into_.roads.size() + 1);
    road.junction = spec_.id;
    const auto& speeds = road_of(from).speed;
    if (!speeds.empty())
      road.speed = {{0, (from.end == RoadEnd::End ? speeds.back() : speeds.front()).speed}};
    road.predecessor = RoadLink{false, road_of(from).id, from.end};
    road.successor = RoadLink{false, road_of(to).id, to.end};
    lay(road.line, entry, {to.at.x, to.at.y, to.outward});

    // right turns from the outer lane, left turns from the inner one; who goes straight on keeps to
    // the lanes that do not turn
    const double turn = wrap_angle(to.outward - entry.yaw);
    const bool straight = std::fabs(turn) < kPi - kOpposite;
    const bool outer = rightmost || (!straight && turn < 0);
    const int lanes = straight ? std::min(come, go) : 1;
    add_lanes(road, from, to, {lanes, outer ? come - lanes : 0, outer ? go - lanes : 0}, rightmost);
    if (rightmost)
      if (auto room = check_room(road, from); !room) return room;
    into_.roads.push_back(std::move(road));
    return {};
  }

  struct Ways {
    int lanes{};
    int skipped_in{}, skipped_out{};  // further in, at either end
  };

  /// From one width to another over the length of a road.
  static CubicSpan blend(double from, double to, double length) {
    return {0, from, (to - from) / length, 0, 0};
  }

  void add_lanes(RoadSpec& road, const Mouth& from, const Mouth& to, Ways ways, bool rightmost) {
    const double length = length_of(road.line);
    const double inside_in = width_of(from.in, static_cast<std::size_t>(ways.skipped_in));
    const double inside_out = width_of(to.out, static_cast<std::size_t>(ways.skipped_out));
    LaneSection section;
    section.lanes.push_back({.id = 0, .kind = LaneKind::None});
    if (inside_in > 0 || inside_out > 0) {  // asphalt all the same
      LaneSpec inside{.id = -1, .kind = LaneKind::Restricted};
      inside.width = {blend(inside_in, inside_out, length)};
      section.lanes.push_back(std::move(inside));
    }
    JunctionConnection connection{.id = std::to_string(junction_.connections.size()),
                                  .incoming = road_of(from).id,
                                  .connecting = road.id,
                                  .contact = RoadEnd::Start};
    const auto add = [&](std::size_t in, std::size_t out) {
      const MouthLane &a = from.in[in], &b = to.out[out];
      LaneSpec lane{.id = -static_cast<int>(section.lanes.size()), .kind = a.kind};
      lane.width = {blend(a.width, b.width, length)}, lane.height = a.height;
      lane.predecessor = {from.lane(true, static_cast<int>(in) + 1)};
      lane.successor = {to.lane(false, static_cast<int>(out) + 1)};
      connection.lanes.push_back({lane.predecessor[0], lane.id});
      section.lanes.push_back(std::move(lane));
    };
    for (int i = 0; i < ways.lanes; ++i)
      add(static_cast<std::size_t>(ways.skipped_in + i),
          static_cast<std::size_t>(ways.skipped_out + i));
    // what lies beside the outer lanes goes on beside them, as long as both arms have it
    auto in = static_cast<std::size_t>(driving(from.in));
    auto out = static_cast<std::size_t>(driving(to.out));
    const bool reached = ways.skipped_in + ways.lanes == driving(from.in) &&
                         ways.skipped_out + ways.lanes == driving(to.out);
    for (; rightmost && reached && in < from.in.size() && out < to.out.size() &&
           from.in[in].kind == to.out[out].kind;
         ++in, ++out)
      add(in, out);
    road.sections.push_back(std::move(section));
    junction_.connections.push_back(std::move(connection));
  }

  /// The sharpest turn to the right must leave room for the pavement on its inside.
  Result<void> check_room(const RoadSpec& road, const Mouth& from) const {
    const double side = width_of(from.in, from.in.size());
    for (const LinePiece& piece : road.line.pieces) {
      const auto* arc = std::get_if<ArcPiece>(&piece.shape);
      if (arc != nullptr && arc->curvature < 0 && -1 / arc->curvature < side + kInnerRadius)
        return refusal(concat("arms must reach further back from junction \"", spec_.id,
                              "\": a corner of radius ", -1 / arc->curvature,
                              " m must have at least ", side + kInnerRadius, " m"));
    }
    return {};
  }

  // --- signals ---

  /// Arms that face each other go together: their number, in the order of arms.
  std::vector<int> phases() const {
    std::vector<int> phase(mouths_.size(), -1);
    int next = 0;
    for (std::size_t a = 0; a < mouths_.size(); ++a) {
      if (phase[a] >= 0) continue;
      phase[a] = next;
      for (std::size_t b = a + 1; b < mouths_.size(); ++b)
        if (phase[b] < 0 &&
            std::fabs(wrap_angle(mouths_[b].outward - mouths_[a].outward)) > kOpposite) {
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
      const auto arms = std::count(phase.begin(), phase.end(), p);
      if (arms == 2) return phase[a] == p;
      if (arms == 0) return false;
    }
  }

  void furnish(std::size_t a) {
    const Mouth& mouth = mouths_[a];
    RoadSpec& road = into_.roads[mouth.road];
    const double length = length_of(road.line);
    const auto back = [&](double metres) {
      return mouth.end == RoadEnd::Start ? std::min(metres, length)
                                         : std::max(0.0, length - metres);
    };
    const auto come = static_cast<std::size_t>(driving(mouth.in));
    const auto go = static_cast<std::size_t>(driving(mouth.out));
    const double in = width_of(mouth.in, come), out = width_of(mouth.out, go);
    const bool kerbed = come < mouth.in.size() && mouth.in[come].kind == LaneKind::Kerb;
    const int right = mouth.end == RoadEnd::End ? -1 : 1;  // of those who come

    SignalSpec signal{.where = spec_.where};
    signal.id = concat(spec_.id, '.', a + 1);
    signal.s = back(stop_back(spec_.style));
    signal.faces = mouth.end == RoadEnd::End ? SignalFaces::Forward : SignalFaces::Backward;
    signal.t = right * (in + (kerbed ? mouth.in[come].width : 0) + kPoleAside);
    signal.z = come < mouth.in.size() ? mouth.in.back().height : 0;
    const bool stands = set_kind(a, signal);
    const bool light = stands && signal.kind == SignalKind::Light;
    if (spec_.style.crossings)
      road.crossings.push_back({.where = spec_.where,
                                .s = back(kCrossingAt),
                                .width = kCrossingWidth,
                                .from = right < 0 ? -in : -out,
                                .to = right < 0 ? out : in,
                                .signal = light ? signal.id : ""});
    if (stands) road.signals.push_back(std::move(signal));
  }

  /// False: none stands there.
  bool set_kind(std::size_t a, SignalSpec& signal) const {
    const std::vector<int> phase = phases();
    switch (spec_.style.control) {
      case JunctionControl::Lights:
        time_light(phase, phase[a], signal);
        return true;
      case JunctionControl::Stop:
      case JunctionControl::Yield:
        signal.kind =
            spec_.style.control == JunctionControl::Stop ? SignalKind::Stop : SignalKind::Yield;
        return !is_major(phase, a);
      case JunctionControl::None:
        return false;
    }
    return false;
  }

  void time_light(const std::vector<int>& phase, int own, SignalSpec& signal) const {
    const JunctionStyle& style = spec_.style;
    const int phases = 1 + *std::max_element(phase.begin(), phase.end());
    const double slot = style.green + style.yellow + style.red, whole = phases * slot;
    signal.kind = SignalKind::Light;
    signal.controller = spec_.id;
    signal.cycle = {{LightState::Green, style.green},
                    {LightState::Yellow, style.yellow},
                    {LightState::Red, whole - style.green - style.yellow}};
    const auto number = static_cast<double>(into_.junctions.size());
    const double begun = kStagger * number + (phases - own) * slot;
    signal.cycle_phase = begun - whole * std::floor(begun / whole);
  }

  const ArmsSpec& spec_;
  RoadsSpec& into_;
  JunctionSpec junction_;
  std::vector<Mouth> mouths_;
};

}  // namespace

double stop_back(const JunctionStyle& style) { return style.crossings ? kStopAt : kStopWithout; }

Result<void> add_junction(const ArmsSpec& spec, RoadsSpec& into) {
  return JunctionMaker(spec, into).run();
}

}  // namespace paddock
