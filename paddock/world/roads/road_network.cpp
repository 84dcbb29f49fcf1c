// Compiles roads into a network: lanes are cut into strips, linked end to end by what the spec
// says, told their neighbours, signals and crossings, and put into the grid.
#include "paddock/world/roads/road_network.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "paddock/core/det_math.h"
#include "paddock/world/roads/road_conflicts.h"

namespace paddock {
namespace {

constexpr double kSameTurn = radians(35);  // a way through a junction that turns less is straight
constexpr double kTurnBack = radians(145);

/// Which lane of the network a lane of the spec became.
class LaneTable {
 public:
  using Key = std::tuple<std::uint32_t, std::uint32_t, int>;  // road, section, id
  void add(const RoadLane& lane, LaneId id) { ids_[{lane.road, lane.section, lane.id}] = id; }
  std::optional<LaneId> find(std::size_t road, std::size_t section, int id) const {
    const auto found =
        ids_.find({static_cast<std::uint32_t>(road), static_cast<std::uint32_t>(section), id});
    return found == ids_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<Key, LaneId> ids_;
};

struct Build {
  const RoadsSpec& spec;
  double tolerance;
  RoadNetwork network;
  LaneTable lanes;
  std::map<std::string, std::size_t, std::less<>> roads{}, junctions{};
  std::vector<std::vector<double>> stations{};  // of each lane: s of its points, as it travels

  const RoadSpec& road_of(const RoadLane& lane) const { return spec.roads[lane.road]; }
  RoadLane& lane(LaneId id) { return network.lanes[index_of(id)]; }
};

LaneId lane_id(std::size_t index) { return LaneId{static_cast<std::uint32_t>(index)}; }

double end_of_section(const RoadSpec& road, std::size_t section) {
  return section + 1 < road.sections.size() ? road.sections[section + 1].from
                                            : length_of(road.line);
}

double slope_at(std::span<const CubicSpan> spans, double s) {
  if (spans.empty()) return 0;
  std::size_t i = 0;
  while (i + 1 < spans.size() && spans[i + 1].from <= s) ++i;
  const double x = s - spans[i].from;
  return spans[i].b + x * (2 * spans[i].c + 3 * x * spans[i].d);
}

// --- strips --------------------------------------------------------------------------------------

/// Where the borders of a section's lanes run: offset and slope from the line at one place.
struct LaneEdge {
  double left{}, slope{};
};
struct Station {
  double s{};
  RoadPoint line;
  Vec2 aside;                   // unit, to the left of the line
  std::vector<LaneEdge> outer;  // of each lane of the section, in its order
  std::vector<LaneEdge> inner;
};

Station make_station(const RoadSpec& road, std::size_t number, double s) {
  const LaneSection& section = road.sections[number];
  Station st{.s = s, .line = place_on(road.line, s), .aside = {}, .outer = {}, .inner = {}};
  const Rot2 turn = Rot2::of(st.line.heading);
  st.aside = {-turn.s, turn.c};
  st.outer.resize(section.lanes.size()), st.inner.resize(section.lanes.size());
  const auto zero = std::find_if(section.lanes.begin(), section.lanes.end(),
                                 [](const LaneSpec& lane) { return lane.id <= 0; });
  const LaneEdge middle{value_at(road.lane_offset, s), slope_at(road.lane_offset, s)};
  const auto walk = [&](std::size_t i, LaneEdge& at, double sign) {
    st.inner[i] = at;
    at.left += sign * std::max(0.0, value_at(section.lanes[i].width, s - section.from));
    at.slope += sign * slope_at(section.lanes[i].width, s - section.from);
    st.outer[i] = at;
  };
  const auto first_right = static_cast<std::size_t>(zero - section.lanes.begin());
  LaneEdge at = middle;
  for (std::size_t i = first_right; i-- > 0;) walk(i, at, 1);
  at = middle;
  for (std::size_t i = first_right; i < section.lanes.size(); ++i)
    if (section.lanes[i].id != 0) walk(i, at, -1);
  return st;
}

/// Places where a section is cut: where its line bends, and where widths begin or bend.
std::vector<double> cuts_of(const RoadSpec& road, std::size_t number, double tolerance) {
  const LaneSection& section = road.sections[number];
  const double from = section.from, to = end_of_section(road, number);
  double reach = 0;
  for (const double s : {from, (from + to) / 2, to}) {
    const Station st = make_station(road, number, s);
    for (const LaneEdge& b : st.outer) reach = std::max(reach, std::fabs(b.left));
  }
  std::vector<double> cuts = cut_line(road.line, from, to, reach, tolerance);
  const auto bends = [&](std::span<const CubicSpan> spans, double base) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const double begin = std::max(from, base + spans[i].from);
      const double end = i + 1 < spans.size() ? std::min(to, base + spans[i + 1].from) : to;
      if (end <= begin) continue;
      if (begin > from) cuts.push_back(begin);
      const double bend = std::max(std::fabs(2 * spans[i].c + 6 * spans[i].d * (begin - base)),
                                   std::fabs(2 * spans[i].c + 6 * spans[i].d * (end - base)));
      const double step = bend > 0 ? std::sqrt(8 * tolerance / bend) : end - begin;
      const int steps = static_cast<int>(std::min(200.0, std::ceil((end - begin) / step)));
      for (int k = 1; k < steps; ++k) cuts.push_back(begin + (end - begin) * k / steps);
    }
  };
  bends(road.lane_offset, 0);
  for (const LaneSpec& lane : section.lanes) bends(lane.width, section.from);
  std::sort(cuts.begin(), cuts.end());
  // cuts that all but coincide would make strips without a direction
  const auto close = [](double a, double b) { return b - a < 1e-6; };
  cuts.erase(std::unique(cuts.begin(), cuts.end(), close), cuts.end());
  cuts.back() = to;
  return cuts;
}

void lay_points(const std::vector<Station>& stations, std::size_t index, RoadLane& lane) {
  for (std::size_t k = 0; k < stations.size(); ++k) {
    const Station& st = stations[lane.forward ? k : stations.size() - 1 - k];
    const LaneEdge a = st.inner[index], b = st.outer[index];
    const bool inner_left = (lane.id < 0) == lane.forward;
    const Vec2 inner = st.line.point + a.left * st.aside;
    const Vec2 outer = st.line.point + b.left * st.aside;
    lane.left.push_back(inner_left ? inner : outer);
    lane.right.push_back(inner_left ? outer : inner);
    const double offset = (a.left + b.left) / 2, slope = (a.slope + b.slope) / 2;
    lane.middle.push_back(st.line.point + offset * st.aside);
    const double stretch = 1 - st.line.curvature * offset;
    double heading = st.line.heading + det::atan2(slope, std::max(stretch, 1e-9));
    if (!lane.forward) heading += kPi;
    if (k > 0) heading = lane.heading.back() + wrap_angle(heading - lane.heading.back());
    lane.heading.push_back(heading);
    lane.along.push_back(k == 0 ? 0
                                : lane.along.back() + distance(lane.middle[k - 1], lane.middle[k]));
  }
  lane.length = lane.along.back();
}

/// Metres from the lane's start at a place of its road.
double along_at(const RoadLane& lane, std::span<const double> stations, double s) {
  std::size_t k = 0;
  const auto before = [&](std::size_t i) {
    return lane.forward ? stations[i] <= s : stations[i] >= s;
  };
  while (k + 2 < stations.size() && before(k + 1)) ++k;
  const double step = stations[k + 1] - stations[k];
  const double share = step != 0 ? std::clamp((s - stations[k]) / step, 0.0, 1.0) : 0;
  return lane.along[k] + share * (lane.along[k + 1] - lane.along[k]);
}

/// Limits in the order of travel, the first from its start.
std::vector<SpeedSpan> speeds_of(const RoadSpec& road, const LaneSpec& own, double section_from,
                                 const RoadLane& lane, std::span<const double> stations) {
  const std::vector<SpeedSpan>& spans = own.speed.empty() ? road.speed : own.speed;
  const double base = own.speed.empty() ? 0 : section_from;
  const double low = std::min(stations.front(), stations.back());
  const double high = std::max(stations.front(), stations.back());
  std::vector<SpeedSpan> speeds;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const double from = i == 0 ? low : std::max(low, base + spans[i].from);
    const double to = i + 1 < spans.size() ? std::min(high, base + spans[i + 1].from) : high;
    if (to - from <= 1e-9) continue;
    speeds.push_back({along_at(lane, stations, lane.forward ? from : to), spans[i].speed});
  }
  if (!lane.forward) std::reverse(speeds.begin(), speeds.end());
  if (!speeds.empty()) speeds.front().from = 0;
  return speeds;
}

void lay_section(Build& build, std::size_t road_index, std::size_t number) {
  const RoadSpec& road = build.spec.roads[road_index];
  const LaneSection& section = road.sections[number];
  std::vector<Station> stations;
  for (const double s : cuts_of(road, number, build.tolerance))
    stations.push_back(make_station(road, number, s));
  for (std::size_t i = 0; i < section.lanes.size(); ++i) {
    const LaneSpec& own = section.lanes[i];
    if (own.id == 0) continue;
    RoadLane lane;
    lane.road = static_cast<std::uint32_t>(road_index);
    lane.section = static_cast<std::uint32_t>(number);
    lane.id = own.id, lane.kind = own.kind, lane.height = own.height;
    lane.forward = (own.id < 0) != road.left_hand;
    lay_points(stations, i, lane);
    std::vector<double> places;
    for (const Station& st : stations) places.push_back(st.s);
    if (!lane.forward) std::reverse(places.begin(), places.end());
    lane.speed = speeds_of(road, own, section.from, lane, places);
    if (const auto junction = build.junctions.find(road.junction);
        junction != build.junctions.end())
      lane.junction = JunctionId{static_cast<std::uint32_t>(junction->second)};
    build.lanes.add(lane, lane_id(build.network.lanes.size()));
    build.stations.push_back(std::move(places));
    build.network.lanes.push_back(std::move(lane));
  }
}

// --- links ---------------------------------------------------------------------------------------

void add_once(std::vector<LaneId>& list, LaneId id) {
  if (std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
}

/// Joins two lanes where an end of each, as their roads count, meets the other's.
void join(Build& build, LaneId a, RoadEnd a_end, LaneId b, RoadEnd b_end) {
  RoadLane &one = build.lane(a), &two = build.lane(b);
  const bool out = one.forward == (a_end == RoadEnd::End);
  const bool in = two.forward == (b_end == RoadEnd::Start);
  if (out != in) return;  // they meet head to head
  add_once(out ? one.successors : one.predecessors, b);
  add_once(out ? two.predecessors : two.successors, a);
}

std::size_t section_at(const RoadSpec& road, RoadEnd end) {
  return end == RoadEnd::Start ? 0 : road.sections.size() - 1;
}

/// What a lane's own list says of one end of its section.
void follow_links(Build& build, LaneId id, const LaneSpec& own, RoadEnd end) {
  const RoadLane& lane = build.lane(id);
  const std::size_t road_index = lane.road, section = lane.section;
  const RoadSpec& road = build.spec.roads[road_index];
  const std::vector<int>& ids = end == RoadEnd::End ? own.successor : own.predecessor;
  const bool last = end == RoadEnd::End ? section + 1 == road.sections.size() : section == 0;
  std::size_t other_road = road_index,
              other_section = end == RoadEnd::End ? section + 1 : section - 1;
  RoadEnd other_end = end == RoadEnd::End ? RoadEnd::Start : RoadEnd::End;
  if (last) {
    const auto& link = end == RoadEnd::End ? road.successor : road.predecessor;
    if (!link || link->to_junction) return;
    const auto found = build.roads.find(link->id);
    if (found == build.roads.end()) return;
    other_road = found->second, other_end = link->end;
    other_section = section_at(build.spec.roads[other_road], other_end);
  }
  for (const int wanted : ids)
    if (const auto other = build.lanes.find(other_road, other_section, wanted))
      join(build, id, end, *other, other_end);
}

void link_lanes(Build& build) {
  for (std::size_t i = 0; i < build.network.lanes.size(); ++i) {
    const RoadLane& lane = build.network.lanes[i];
    const LaneSection& section = build.road_of(lane).sections[lane.section];
    const auto own = std::find_if(section.lanes.begin(), section.lanes.end(),
                                  [&](const LaneSpec& l) { return l.id == lane.id; });
    follow_links(build, lane_id(i), *own, RoadEnd::Start);
    follow_links(build, lane_id(i), *own, RoadEnd::End);
  }
}

/// Which end of a road leads to a junction.
std::optional<RoadEnd> end_at_junction(const RoadSpec& road, const std::string& junction) {
  const auto leads = [&](const std::optional<RoadLink>& link) {
    return link && link->to_junction && link->id == junction;
  };
  if (leads(road.successor)) return RoadEnd::End;
  if (leads(road.predecessor)) return RoadEnd::Start;
  return std::nullopt;
}

void link_junction(Build& build, const JunctionSpec& junction) {
  for (const JunctionConnection& c : junction.connections) {
    const std::size_t from = build.roads.find(c.incoming)->second;
    const std::size_t by = build.roads.find(c.connecting)->second;
    const RoadSpec& incoming = build.spec.roads[from];
    // both of its ends may lead here: then the connecting road says which
    std::optional<RoadEnd> end = end_at_junction(incoming, junction.id);
    const RoadSpec& connecting = build.spec.roads[by];
    const auto& back = c.contact == RoadEnd::Start ? connecting.predecessor : connecting.successor;
    if (back && !back->to_junction && back->id == c.incoming) end = back->end;
    if (!end) continue;
    for (const LaneLink& link : c.lanes) {
      const auto a = build.lanes.find(from, section_at(incoming, *end), link.from);
      const auto b = build.lanes.find(by, section_at(connecting, c.contact), link.to);
      if (a && b) join(build, *a, *end, *b, c.contact);
    }
  }
}

// --- neighbours ----------------------------------------------------------------------------------

/// Whether those beyond a border may cross it: `outward` from the lane further in.
bool may_cross(std::span<const MarkingSpec> markings, bool outward) {
  if (markings.empty()) return true;
  switch (markings.front().kind) {
    case MarkingKind::None:
    case MarkingKind::Broken:
    case MarkingKind::BrokenBroken:
      return true;
    case MarkingKind::SolidBroken:
      return !outward;
    case MarkingKind::BrokenSolid:
      return outward;
    default:
      return false;
  }
}

/// Lanes of one section side by side, from the left of the line to its right.
void introduce(Build& build, LaneId left, LaneId right, std::span<const MarkingSpec> left_border,
               std::span<const MarkingSpec> right_border) {
  RoadLane &l = build.lane(left), &r = build.lane(right);
  const bool against = l.forward != r.forward;
  const bool drive = l.kind == LaneKind::Driving && r.kind == LaneKind::Driving && !against;
  // the border belongs to the inner of the two
  const bool both_right = l.id < 0;
  const bool rightward = drive && may_cross(both_right ? left_border : right_border, both_right);
  const bool leftward = drive && may_cross(both_right ? left_border : right_border, !both_right);
  if (l.forward)
    l.right_lane = right, l.right_against = against, l.may_change_right = rightward;
  else
    l.left_lane = right, l.left_against = against, l.may_change_left = rightward;
  if (r.forward)
    r.left_lane = left, r.left_against = against, r.may_change_left = leftward;
  else
    r.right_lane = left, r.right_against = against, r.may_change_right = leftward;
}

void introduce_neighbours(Build& build) {
  for (std::size_t r = 0; r < build.spec.roads.size(); ++r) {
    const RoadSpec& road = build.spec.roads[r];
    for (std::size_t s = 0; s < road.sections.size(); ++s) {
      const LaneSpec* before = nullptr;
      for (const LaneSpec& lane : road.sections[s].lanes) {
        if (lane.id == 0) continue;
        if (before != nullptr)
          introduce(build, *build.lanes.find(r, s, before->id), *build.lanes.find(r, s, lane.id),
                    before->markings, lane.markings);
        before = &lane;
      }
    }
  }
}

// --- signals and crossings -----------------------------------------------------------------------

bool heeds(const SignalSpec& signal, const RoadLane& lane) {
  if (signal.faces == SignalFaces::Forward && !lane.forward) return false;
  if (signal.faces == SignalFaces::Backward && lane.forward) return false;
  if (signal.lanes.empty()) return lane.kind == LaneKind::Driving;
  return std::any_of(signal.lanes.begin(), signal.lanes.end(), [&](const LaneRange& range) {
    return lane.id >= std::min(range.from, range.to) && lane.id <= std::max(range.from, range.to);
  });
}

void put_up_signal(Build& build, std::size_t road_index, const SignalSpec& spec) {
  const RoadSpec& road = build.spec.roads[road_index];
  const RoadPoint at = place_on(road.line, spec.s);
  const Vec2 foot = point_beside(road.line, spec.s, spec.t);
  const double back = spec.faces == SignalFaces::Backward ? 0 : kPi;
  RoadSignal signal;
  signal.id = spec.id, signal.name = spec.name, signal.kind = spec.kind;
  signal.pose = {{foot.x, foot.y, value_at(road.elevation, spec.s) + spec.z},
                 Quat::from_yaw_pitch_roll(at.heading + back + spec.turn, 0, 0)};
  signal.value = spec.value;
  signal.cycle = spec.cycle, signal.cycle_phase = spec.cycle_phase;
  signal.controller = spec.controller;
  const SignalId id{static_cast<std::uint32_t>(build.network.signals.size())};
  const double stop = spec.stop_at.value_or(spec.s);
  std::size_t section = 0;
  while (section + 1 < road.sections.size() && road.sections[section + 1].from <= stop) ++section;
  for (const LaneSpec& own : road.sections[section].lanes) {
    const auto lane = build.lanes.find(road_index, section, own.id);
    if (!lane || !heeds(spec, build.lane(*lane))) continue;
    RoadLane& heeding = build.lane(*lane);
    heeding.stops.push_back({along_at(heeding, build.stations[index_of(*lane)], stop), id});
    signal.lanes.push_back(*lane);
  }
  build.network.signals.push_back(std::move(signal));
}

void put_up_signals(Build& build) {
  for (std::size_t r = 0; r < build.spec.roads.size(); ++r)
    for (const SignalSpec& signal : build.spec.roads[r].signals) put_up_signal(build, r, signal);
  for (RoadLane& lane : build.network.lanes)
    std::stable_sort(lane.stops.begin(), lane.stops.end(),
                     [](const LaneStop& a, const LaneStop& b) { return a.along < b.along; });
}

void lay_crossing(Build& build, std::size_t road_index, const CrossingSpec& spec) {
  const RoadSpec& road = build.spec.roads[road_index];
  RoadCrossing crossing;
  crossing.road = static_cast<std::uint32_t>(road_index);
  crossing.from = point_beside(road.line, spec.s, spec.from);
  crossing.to = point_beside(road.line, spec.s, spec.to);
  crossing.width = spec.width;
  for (std::size_t i = 0; i < build.network.signals.size(); ++i)
    if (!spec.signal.empty() && build.network.signals[i].id == spec.signal)
      crossing.signal = SignalId{static_cast<std::uint32_t>(i)};
  const double low = std::min(spec.from, spec.to), high = std::max(spec.from, spec.to);
  for (std::size_t i = 0; i < build.network.lanes.size(); ++i) {
    const RoadLane& lane = build.network.lanes[i];
    const LaneSection& section = road.sections[lane.section];
    const double end = end_of_section(road, lane.section);
    if (lane.road != road_index || lane.kind != LaneKind::Driving) continue;
    if (spec.s < section.from || spec.s > end) continue;
    const Station st = make_station(road, lane.section, spec.s);
    for (std::size_t k = 0; k < section.lanes.size(); ++k) {
      if (section.lanes[k].id != lane.id) continue;
      const double middle = (st.inner[k].left + st.outer[k].left) / 2;
      if (middle < low || middle > high) continue;
      const double a = along_at(lane, build.stations[i], spec.s - spec.width / 2);
      const double b = along_at(lane, build.stations[i], spec.s + spec.width / 2);
      crossing.crossed.push_back({lane_id(i), std::min(a, b), std::max(a, b)});
    }
  }
  build.network.crossings.push_back(std::move(crossing));
}

// --- junctions -----------------------------------------------------------------------------------

LaneTurn turn_of(const RoadLane& lane) {
  const double turn = lane.heading.back() - lane.heading.front();
  if (std::fabs(turn) < kSameTurn) return LaneTurn::Straight;
  if (std::fabs(turn) > kTurnBack) return LaneTurn::Back;
  return turn > 0 ? LaneTurn::Left : LaneTurn::Right;
}

void gather_junction(Build& build, std::size_t index) {
  const JunctionSpec& spec = build.spec.junctions[index];
  RoadJunction junction;
  junction.id = spec.id, junction.name = spec.name;
  for (std::size_t i = 0; i < build.network.lanes.size(); ++i) {
    RoadLane& lane = build.network.lanes[i];
    if (!lane.junction || index_of(*lane.junction) != index) continue;
    junction.lanes.push_back(lane_id(i));
    for (const Vec2 p : lane.left) junction.bounds.add(p);
    for (const Vec2 p : lane.right) junction.bounds.add(p);
    if (lane.kind != LaneKind::Driving) continue;
    lane.turn = turn_of(lane);
    const auto outside = [&](std::span<const LaneId> others, std::vector<LaneId>& into) {
      for (const LaneId other : others)
        if (build.lane(other).junction != lane.junction) add_once(into, other);
    };
    outside(lane.predecessors, junction.entries);
    outside(lane.successors, junction.exits);
  }
  build.network.junctions.push_back(std::move(junction));
}

}  // namespace

RoadNetwork build_network(const RoadsSpec& spec, double tolerance) {
  Build build{.spec = spec, .tolerance = tolerance, .network = {}, .lanes = {}};
  for (std::size_t i = 0; i < spec.roads.size(); ++i) build.roads[spec.roads[i].id] = i;
  for (std::size_t i = 0; i < spec.junctions.size(); ++i) build.junctions[spec.junctions[i].id] = i;

  for (std::size_t r = 0; r < spec.roads.size(); ++r)
    for (std::size_t s = 0; s < spec.roads[r].sections.size(); ++s) lay_section(build, r, s);
  link_lanes(build);
  for (const JunctionSpec& junction : spec.junctions) link_junction(build, junction);
  introduce_neighbours(build);
  put_up_signals(build);
  for (std::size_t r = 0; r < spec.roads.size(); ++r)
    for (const CrossingSpec& crossing : spec.roads[r].crossings) lay_crossing(build, r, crossing);
  for (std::size_t j = 0; j < spec.junctions.size(); ++j) gather_junction(build, j);
  for (std::size_t j = 0; j < spec.junctions.size(); ++j)
    find_conflicts(spec, spec.junctions[j], build.network, build.network.junctions[j]);
  build.network.grid = LaneGrid(build.network.lanes);
  return std::move(build.network);
}

}  // namespace paddock
