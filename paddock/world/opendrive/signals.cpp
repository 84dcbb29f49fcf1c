// Signals, controllers and what of objects we know: crossings. OpenDRIVE 1.6, chapters 11 and 12.
// Codes of Germany are OpenDRIVE's own; those of the USA are told by their R.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "paddock/world/opendrive/codes.h"
#include "paddock/world/opendrive/parts.h"

namespace paddock {
namespace {

constexpr double kFarAside = 1e4;  // m beside or above a road
constexpr double kLongest = 1e6;
constexpr std::size_t kMaxSteps = 100;  // of a cycle

// what a light does of which nobody says more: times of the phases of common small towns
constexpr double kGreen = 10, kYellow = 3, kAllRed = 2;  // s

SignalFaces read_faces(OpenDriveReader& r, const XmlElement& element) {
  const std::string text = r.text_or(element, "orientation", "none");
  if (text == "+") return SignalFaces::Forward;
  if (text == "-") return SignalFaces::Backward;
  if (text != "none") r.complain(element, "orientation must be +, - or none, got ", quote(text));
  return SignalFaces::Both;
}

std::vector<LaneRange> read_validity(OpenDriveReader& r, const XmlElement& element) {
  std::vector<LaneRange> lanes;
  for (const XmlElement& child : element.children) {
    if (child.name != "validity") continue;
    r.unread(child, {"fromLane", "toLane"});
    lanes.push_back({r.whole(child, "fromLane"), r.whole(child, "toLane")});
  }
  return lanes;
}

// --- our own words ------------------------------------------------------------------------------

/// "green 10 yellow 3 red 15"; nothing when it is anything else.
std::optional<std::vector<LightStep>> cycle_in(const std::string& text) {
  std::vector<LightStep> cycle;
  std::istringstream words(text);
  for (std::string state, seconds; words >> state;) {
    const auto known = value_of<LightState>(road_words::kLightStates, state);
    if (!known || !(words >> seconds) || cycle.size() == kMaxSteps) return {};
    const auto length = number_in(seconds);
    if (!length || *length <= 0 || *length > 1e6) return {};
    cycle.push_back({*known, *length});
  }
  return cycle;
}

void read_own_data(OpenDriveReader& r, const XmlElement& element, SignalSpec& signal) {
  const auto own_number = [&](std::string_view code) -> std::optional<double> {
    const auto text = r.own_data(element, code);
    const auto value = text ? number_in(*text) : std::nullopt;
    if (text && !(value && std::fabs(*value) <= kLongest))
      r.complain(element, "paddock.", code, " must be a number, got ", quote(*text));
    return value;
  };
  signal.stop_at = own_number("stop_at");
  signal.cycle_phase = own_number("cycle_phase").value_or(0);
  if (const auto text = r.own_data(element, "kind")) {
    const auto kind = value_of<SignalKind>(road_words::kSignalKinds, *text);
    if (!kind) r.complain(element, "paddock.kind must be a kind of signal, got ", quote(*text));
    signal.kind = kind.value_or(SignalKind::Other);
  }
  if (const auto text = r.own_data(element, "cycle")) {
    const auto cycle = cycle_in(*text);
    if (!cycle) r.complain(element, "paddock.cycle must be states and seconds, got ", quote(*text));
    signal.cycle = cycle.value_or(std::vector<LightStep>{});
  }
}

// --- signals ------------------------------------------------------------------------------------

SignalSpec read_place(OpenDriveReader& r, const XmlElement& element) {
  SignalSpec signal;
  signal.where = r.where(element);
  signal.id = r.text(element, "id");
  signal.s = r.number(element, "s", 0, kLongest);
  signal.t = r.number(element, "t", -kFarAside, kFarAside);
  signal.faces = read_faces(r, element);
  signal.lanes = read_validity(r, element);
  return signal;
}

void read_speed_limit(OpenDriveReader& r, const XmlElement& element, SignalSpec& signal) {
  const bool miles = signal.code.starts_with('R');
  if (const auto value = r.speed(element, "value", miles ? "mph" : "km/h")) signal.value = *value;
  if (signal.value > 0) return;
  signal.kind = SignalKind::Other;
  r.leave_out(element, "<signal> of a speed limit without its value");
}

SignalSpec read_signal(OpenDriveReader& r, const XmlElement& element) {
  r.unread(element,
           {"id", "name", "s", "t", "zOffset", "hOffset", "orientation", "type", "dynamic",
            "country", "countryRevision", "value", "unit"},
           {"validity"});
  SignalSpec signal = read_place(r, element);
  signal.name = r.text_or(element, "name");
  signal.z = r.number_or(element, "zOffset", 0, -kFarAside, kFarAside);
  signal.turn = r.number_or(element, "hOffset", 0, -1e3, 1e3);
  signal.code = r.text_or(element, "type");
  signal.kind = kind_of_code(signal.code);
  read_own_data(r, element, signal);
  if (signal.kind == SignalKind::SpeedLimit && signal.value == 0)
    read_speed_limit(r, element, signal);
  return signal;
}

// --- crossings ----------------------------------------------------------------------------------

/// How far something reaches along a road and beside it.
struct Extent {
  double s_low{1e300}, s_high{-1e300}, t_low{1e300}, t_high{-1e300};

  void add(double s, double t) {
    s_low = std::fmin(s_low, s), s_high = std::fmax(s_high, s);
    t_low = std::fmin(t_low, t), t_high = std::fmax(t_high, t);
  }
};

struct ObjectPlace {
  double s{}, t{};
  Rot2 road_from_object;
};

void add_outline(OpenDriveReader& r, const XmlElement& outline, const ObjectPlace& place,
                 Extent& extent) {
  for (const XmlElement& corner : outline.children) {
    if (corner.name == "cornerLocal") {
      const Vec2 at = place.road_from_object * Vec2{r.number(corner, "u", -kFarAside, kFarAside),
                                                    r.number(corner, "v", -kFarAside, kFarAside)};
      extent.add(place.s + at.x, place.t + at.y);
    } else if (corner.name == "cornerRoad") {
      extent.add(r.number(corner, "s", 0, kLongest), r.number(corner, "t", -kFarAside, kFarAside));
    }
  }
}

CrossingSpec read_crossing(OpenDriveReader& r, const XmlElement& object) {
  r.unread(object,
           {"id", "name", "type", "subtype", "s", "t", "zOffset", "hdg", "length", "width",
            "height", "orientation", "dynamic", "validLength"},
           {"outline", "outlines"});
  const ObjectPlace place{r.number(object, "s", 0, kLongest),
                          r.number(object, "t", -kFarAside, kFarAside),
                          Rot2::of(r.number_or(object, "hdg", 0, -1e3, 1e3))};
  Extent extent;
  for (const XmlElement& child : object.children) {
    if (child.name == "outline") add_outline(r, child, place, extent);
    if (child.name != "outlines") continue;
    for (const XmlElement& outline : child.children) add_outline(r, outline, place, extent);
  }
  if (extent.s_low > extent.s_high) {
    // no outline: a box about its place
    const Vec2 half = 0.5 * Vec2{r.number(object, "length", 0, kFarAside),
                                 r.number(object, "width", 0, kFarAside)};
    for (const Vec2 corner : {half, Vec2{half.x, -half.y}, -half, Vec2{-half.x, half.y}}) {
      const Vec2 at = place.road_from_object * corner;
      extent.add(place.s + at.x, place.t + at.y);
    }
  }
  return {.where = r.where(object),
          .s = (extent.s_low + extent.s_high) / 2,
          .width = extent.s_high - extent.s_low,
          .from = extent.t_low,
          .to = extent.t_high,
          .signal = r.own_data(object, "signal").value_or("")};
}

template <class Visit>
void each_signal(RoadsSpec& roads, Visit&& visit) {
  for (RoadSpec& road : roads.roads)
    for (SignalSpec& signal : road.signals) visit(road, signal);
}

// --- cycles -------------------------------------------------------------------------------------

/// The junction that those who heed a signal come to, or are in; empty when there is none.
std::string junction_of(const RoadSpec& road, const SignalSpec& signal) {
  if (!road.junction.empty()) return road.junction;
  const auto of = [](const std::optional<RoadLink>& link) {
    return link && link->to_junction ? link->id : std::string();
  };
  if (signal.faces == SignalFaces::Forward) return of(road.successor);
  if (signal.faces == SignalFaces::Backward) return of(road.predecessor);
  return of(road.successor).empty() ? of(road.predecessor) : of(road.successor);
}

/// Lights that show the same: those of a controller; without one those of a road, by direction.
std::string group_of(const RoadSpec& road, const SignalSpec& signal) {
  if (!signal.controller.empty()) return "c" + signal.controller;
  return concat('r', road.id, ' ', static_cast<int>(signal.faces));
}

}  // namespace

void read_signals(OpenDriveReader& reader, const XmlElement& signals, std::size_t road_index,
                  RoadSpec& road, std::vector<SignalReference>& references) {
  reader.unread(signals, {}, {"signal", "signalReference"});
  for (const XmlElement& child : signals.children) {
    if (child.name == "signal") road.signals.push_back(read_signal(reader, child));
    if (child.name != "signalReference") continue;
    reader.unread(child, {"s", "t", "id", "orientation"}, {"validity"});
    SignalSpec signal = read_place(reader, child);
    references.push_back({road_index, signal.id, std::move(signal)});
  }
}

void read_objects(OpenDriveReader& reader, const XmlElement& objects, RoadSpec& road) {
  reader.unread(objects, {}, {"object"});
  for (const XmlElement& child : objects.children) {
    if (child.name != "object") continue;
    const std::string type = reader.text_or(child, "type", "none");
    if (type == "crosswalk")
      road.crossings.push_back(read_crossing(reader, child));
    else
      reader.leave_out(child, concat("<object> type ", quote(type)));
  }
}

void read_controllers(OpenDriveReader& reader, const XmlElement& top, RoadsSpec& roads) {
  std::map<std::string, std::string> controller_of;  // by signal
  for (const XmlElement& child : top.children) {
    if (child.name != "controller") continue;
    reader.unread(child, {"id", "name", "sequence"}, {"control"});
    const std::string id = reader.text(child, "id");
    for (const XmlElement& control : child.children) {
      if (control.name != "control") continue;
      reader.unread(control, {"signalId", "type"});
      const std::string signal = reader.text(control, "signalId");
      const auto [at, added] = controller_of.emplace(signal, id);
      if (!added && at->second != id)
        reader.leave_out(control, "<control> of a signal that has a controller");
    }
  }
  each_signal(roads, [&](RoadSpec&, SignalSpec& signal) {
    const auto found = controller_of.find(signal.id);
    if (found != controller_of.end()) signal.controller = found->second;
  });
}

void place_references(OpenDriveReader& reader, std::span<const SignalReference> references,
                      RoadsSpec& roads) {
  struct Place {
    std::size_t road{}, signal{};
  };
  std::map<std::string, Place> known;
  std::set<std::string> ids;
  std::map<std::string, int> numbers;  // of references that would have the same id
  for (std::size_t i = 0; i < roads.roads.size(); ++i) {
    for (std::size_t k = 0; k < roads.roads[i].signals.size(); ++k) {
      const std::string& id = roads.roads[i].signals[k].id;
      known.emplace(id, Place{i, k});
      ids.insert(id);
    }
  }
  for (const SignalReference& each : references) {
    const auto found = known.find(each.id);
    if (found == known.end()) {
      reader.complain_at(each.signal.where,
                         concat("<signalReference> id must be a signal's, got ", quote(each.id)));
      continue;
    }
    SignalSpec signal = roads.roads[found->second.road].signals[found->second.signal];
    if (!reader.may_copy(each.signal.where, 1 + signal.cycle.size())) return;
    RoadSpec& road = roads.roads[each.road];
    signal.where = each.signal.where;
    signal.s = each.signal.s, signal.t = each.signal.t;
    signal.faces = each.signal.faces;
    signal.lanes = each.signal.lanes;
    signal.stop_at.reset();
    const std::string id = concat(each.id, '@', road.id);
    signal.id = id;
    while (!ids.insert(signal.id).second) signal.id = concat(id, ' ', ++numbers[id] + 1);
    reader.leave_out(each.signal.where,
                     "<signalReference>, which became a signal of its own where it stands");
    road.signals.push_back(std::move(signal));
  }
}

void give_cycles(RoadsSpec& roads) {
  // the groups of every junction, in the order in which they were met
  std::map<std::string, std::vector<std::string>> groups;
  const auto needs_cycle = [](const SignalSpec& signal) {
    return signal.kind == SignalKind::Light && signal.cycle.empty();
  };
  std::set<std::string> met;
  each_signal(roads, [&](const RoadSpec& road, const SignalSpec& signal) {
    if (!needs_cycle(signal)) return;
    const std::string group = group_of(road, signal);
    const std::string junction = junction_of(road, signal);
    // those that stand alone wait for nobody
    const std::string with = junction.empty() ? group : concat("j", junction);
    if (met.insert(group).second) groups[with].push_back(group);
  });
  struct Turn {
    std::size_t index{}, of{};
  };
  std::map<std::string, Turn> turns;  // by group
  for (const auto& [junction, members] : groups) {
    for (std::size_t i = 0; i < members.size(); ++i) turns[members[i]] = {i, members.size()};
  }
  each_signal(roads, [&](const RoadSpec& road, SignalSpec& signal) {
    if (!needs_cycle(signal)) return;
    const Turn turn = turns[group_of(road, signal)];
    const double others = static_cast<double>(turn.of - 1) * (kGreen + kYellow + kAllRed);
    signal.cycle = {{LightState::Green, kGreen},
                    {LightState::Yellow, kYellow},
                    {LightState::Red, kAllRed + others}};
    // the i-th is green from i turns on: at the start the rest of the turns have passed
    signal.cycle_phase =
        static_cast<double>((turn.of - turn.index) % turn.of) * (kGreen + kYellow + kAllRed);
  });
}

}  // namespace paddock
