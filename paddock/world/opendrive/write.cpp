// Roads as a file of OpenDRIVE 1.6. Numbers are written so that they read back the same.
#include <algorithm>
#include <cmath>
#include <map>

#include "paddock/io/xml.h"
#include "paddock/world/opendrive/codes.h"
#include "paddock/world/opendrive/opendrive.h"

namespace paddock {
namespace {

std::string_view type_of(LaneKind kind) {
  switch (kind) {
    case LaneKind::None:
      return "none";
    case LaneKind::Driving:
      return "driving";
    case LaneKind::Parking:
      return "parking";
    case LaneKind::Shoulder:
      return "shoulder";
    case LaneKind::Biking:
      return "biking";
    case LaneKind::Restricted:
      return "restricted";
    case LaneKind::Median:
      return "median";
    case LaneKind::Kerb:
      return "curb";
    case LaneKind::Pavement:
      return "sidewalk";
  }
  return "none";
}

std::string_view type_of(MarkingKind kind) {
  switch (kind) {
    case MarkingKind::None:
      return "none";
    case MarkingKind::Solid:
      return "solid";
    case MarkingKind::Broken:
      return "broken";
    case MarkingKind::SolidSolid:
      return "solid solid";
    case MarkingKind::SolidBroken:
      return "solid broken";
    case MarkingKind::BrokenSolid:
      return "broken solid";
    case MarkingKind::BrokenBroken:
      return "broken broken";
  }
  return "none";
}

class OpenDriveWriter {
 public:
  std::string write(const RoadsSpec& roads, std::string_view name) {
    w_.open("OpenDRIVE");
    w_.open("header").attribute("revMajor", 1).attribute("revMinor", 6);
    w_.attribute("name", name).attribute("vendor", "Paddock");
    w_.close();
    for (const RoadSpec& road : roads.roads) write_road(road);
    write_controllers(roads);
    for (const JunctionSpec& junction : roads.junctions) write_junction(junction);
    w_.close();
    return w_.take();
  }

 private:
  // --- lines

  void write_shape(const StraightPiece&, double) { w_.open("line"); }
  void write_shape(const ArcPiece& arc, double) {
    w_.open("arc").attribute("curvature", arc.curvature);
  }
  void write_shape(const SpiralPiece& spiral, double) {
    w_.open("spiral").attribute("curvStart", spiral.curvature_at_start);
    w_.attribute("curvEnd", spiral.curvature_at_end);
  }
  /// Others know two ranges of the parameter, so any other is scaled to 1.
  void write_shape(const CubicPiece& cubic, double length) {
    const bool by_length = cubic.reach == length && length != 1;
    w_.open("paramPoly3").attribute("pRange", by_length ? "arcLength" : "normalized");
    double scale = 1;
    for (std::size_t i = 0; i < 4; ++i) {
      static constexpr std::string_view kU[] = {"aU", "bU", "cU", "dU"};
      static constexpr std::string_view kV[] = {"aV", "bV", "cV", "dV"};
      w_.attribute(kU[i], cubic.u[i] * scale).attribute(kV[i], cubic.v[i] * scale);
      if (!by_length) scale *= cubic.reach;
    }
  }
  void write_line(const RoadLine& line) {
    w_.open("planView");
    for (const LinePiece& piece : line.pieces) {
      w_.open("geometry").attribute("s", piece.from);
      w_.attribute("x", piece.start.x).attribute("y", piece.start.y);
      w_.attribute("hdg", piece.start.yaw).attribute("length", piece.length);
      std::visit([&](const auto& shape) { write_shape(shape, piece.length); }, piece.shape);
      w_.close();
      w_.close();
    }
    w_.close();
  }

  void write_cubics(std::string_view name, std::string_view from,
                    const std::vector<CubicSpan>& spans) {
    for (const CubicSpan& span : spans) {
      w_.open(name).attribute(from, span.from);
      w_.attribute("a", span.a).attribute("b", span.b).attribute("c", span.c);
      w_.attribute("d", span.d);
      w_.close();
    }
  }

  // --- roads

  void write_link(std::string_view which, const std::optional<RoadLink>& link) {
    if (!link) return;
    w_.open(which).attribute("elementType", link->to_junction ? "junction" : "road");
    w_.attribute("elementId", link->id);
    if (!link->to_junction) w_.attribute("contactPoint", word_of(road_words::kRoadEnds, link->end));
    w_.close();
  }

  void write_road(const RoadSpec& road) {
    w_.open("road").attribute("name", road.name).attribute("length", length_of(road.line));
    w_.attribute("id", road.id).attribute("junction", road.junction.empty() ? "-1" : road.junction);
    w_.attribute("rule", road.left_hand ? "LHT" : "RHT");
    if (road.predecessor || road.successor) {
      w_.open("link");
      write_link("predecessor", road.predecessor);
      write_link("successor", road.successor);
      w_.close();
    }
    for (const SpeedSpan& span : road.speed) {
      w_.open("type").attribute("s", span.from).attribute("type", "town");
      write_speed("max", span.speed);
      w_.close();
    }
    write_line(road.line);
    w_.open("elevationProfile");
    write_cubics("elevation", "s", road.elevation);
    w_.close();
    w_.open("lanes");
    write_cubics("laneOffset", "s", road.lane_offset);
    for (const LaneSection& section : road.sections) write_section(section);
    w_.close();
    write_crossings(road);
    write_signals(road);
    w_.close();
  }

  void write_speed(std::string_view name, double speed) {
    w_.open("speed").attribute(name, speed).attribute("unit", "m/s");
    w_.close();
  }

  // --- lanes

  void write_section(const LaneSection& section) {
    w_.open("laneSection").attribute("s", section.from);
    write_side("left", section, [](int id) { return id > 0; });
    write_side("center", section, [](int id) { return id == 0; });
    write_side("right", section, [](int id) { return id < 0; });
    w_.close();
  }
  void write_side(std::string_view name, const LaneSection& section, bool (*here)(int)) {
    const auto is_here = [&](const LaneSpec& lane) { return here(lane.id); };
    if (std::none_of(section.lanes.begin(), section.lanes.end(), is_here)) return;
    w_.open(name);
    for (const LaneSpec& lane : section.lanes) {
      if (is_here(lane)) write_lane(lane);
    }
    w_.close();
  }
  void write_lane(const LaneSpec& lane) {
    w_.open("lane").attribute("id", lane.id);
    w_.attribute("type", type_of(lane.id == 0 ? LaneKind::None : lane.kind));
    w_.attribute("level", "false");
    if (!lane.predecessor.empty() || !lane.successor.empty()) {
      w_.open("link");
      for (const int id : lane.predecessor) write_id("predecessor", id);
      for (const int id : lane.successor) write_id("successor", id);
      w_.close();
    }
    if (lane.id != 0) write_cubics("width", "sOffset", lane.width);
    for (const MarkingSpec& mark : lane.markings) write_mark(mark);
    for (const SpeedSpan& span : lane.speed) {
      w_.open("speed").attribute("sOffset", span.from).attribute("max", span.speed);
      w_.attribute("unit", "m/s");
      w_.close();
    }
    if (lane.height != 0) {
      w_.open("height").attribute("sOffset", 0);
      w_.attribute("inner", lane.height).attribute("outer", lane.height);
      w_.close();
    }
    w_.close();
  }
  void write_id(std::string_view name, int id) {
    w_.open(name).attribute("id", id);
    w_.close();
  }
  void write_mark(const MarkingSpec& mark) {
    w_.open("roadMark").attribute("sOffset", mark.from).attribute("type", type_of(mark.kind));
    w_.attribute("weight", "standard")
        .attribute("color", word_of(road_words::kMarkingColors, mark.color));
    w_.attribute("width", mark.width);
    w_.close();
  }

  // --- what stands there

  void write_own_data(std::string_view code, std::string_view value) {
    w_.open("userData").attribute("code", concat("paddock.", code)).attribute("value", value);
    w_.close();
  }

  void write_crossings(const RoadSpec& road) {
    if (road.crossings.empty()) return;
    w_.open("objects");
    for (std::size_t i = 0; i < road.crossings.size(); ++i) {
      const CrossingSpec& crossing = road.crossings[i];
      w_.open("object").attribute("type", "crosswalk");
      w_.attribute("id", concat("crossing ", road.id, ' ', i));
      w_.attribute("s", crossing.s).attribute("t", (crossing.from + crossing.to) / 2);
      w_.attribute("zOffset", 0).attribute("hdg", 0).attribute("orientation", "none");
      w_.attribute("length", crossing.width).attribute("width", crossing.to - crossing.from);
      if (!crossing.signal.empty()) write_own_data("signal", crossing.signal);
      w_.close();
    }
    w_.close();
  }

  void write_signals(const RoadSpec& road) {
    if (road.signals.empty()) return;
    w_.open("signals");
    for (const SignalSpec& signal : road.signals) write_signal(signal);
    w_.close();
  }
  void write_signal(const SignalSpec& signal) {
    const std::string_view usual =
        std::find_if(kSignalCodes.begin(), kSignalCodes.end(), [&](const auto& each) {
          return each.second == signal.kind;
        })->first;
    const std::string_view code = signal.code.empty() ? usual : std::string_view(signal.code);
    w_.open("signal").attribute("name", signal.name).attribute("id", signal.id);
    w_.attribute("s", signal.s).attribute("t", signal.t).attribute("zOffset", signal.z);
    w_.attribute("hOffset", signal.turn);
    w_.attribute("orientation", signal.faces == SignalFaces::Forward    ? "+"
                                : signal.faces == SignalFaces::Backward ? "-"
                                                                        : "none");
    w_.attribute("dynamic", signal.kind == SignalKind::Light ? "yes" : "no");
    w_.attribute("type", code).attribute("subtype", "-1");
    if (code == usual) w_.attribute("country", code.starts_with("10000") ? "OpenDRIVE" : "DE");
    if (signal.kind == SignalKind::SpeedLimit)
      w_.attribute("value", signal.value).attribute("unit", "m/s");
    for (const LaneRange& lanes : signal.lanes) {
      w_.open("validity").attribute("fromLane", lanes.from).attribute("toLane", lanes.to);
      w_.close();
    }
    write_own_words(signal, code);
    w_.close();
  }
  void write_own_words(const SignalSpec& signal, std::string_view code) {
    if (kind_of_code(code) != signal.kind)
      write_own_data("kind", word_of(road_words::kSignalKinds, signal.kind));
    if (signal.stop_at) write_own_data("stop_at", concat(*signal.stop_at));
    if (!signal.cycle.empty()) {
      std::string cycle;
      for (const LightStep& step : signal.cycle)
        cycle += concat(cycle.empty() ? "" : " ", word_of(road_words::kLightStates, step.state),
                        ' ', step.seconds);
      write_own_data("cycle", cycle);
    }
    if (signal.cycle_phase != 0) write_own_data("cycle_phase", concat(signal.cycle_phase));
  }

  void write_controllers(const RoadsSpec& roads) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> signals_of;
    for (const RoadSpec& road : roads.roads) {
      for (const SignalSpec& signal : road.signals) {
        if (signal.controller.empty()) continue;
        std::vector<std::string>& its = signals_of[signal.controller];
        if (its.empty()) order.push_back(signal.controller);
        its.push_back(signal.id);
      }
    }
    for (const std::string& id : order) {
      w_.open("controller").attribute("id", id);
      for (const std::string& signal : signals_of[id]) {
        w_.open("control").attribute("signalId", signal);
        w_.close();
      }
      w_.close();
    }
  }

  // --- junctions

  void write_junction(const JunctionSpec& junction) {
    w_.open("junction").attribute("id", junction.id).attribute("name", junction.name);
    for (const JunctionConnection& each : junction.connections) {
      w_.open("connection").attribute("id", each.id).attribute("incomingRoad", each.incoming);
      w_.attribute("connectingRoad", each.connecting);
      w_.attribute("contactPoint", word_of(road_words::kRoadEnds, each.contact));
      for (const LaneLink& link : each.lanes) {
        w_.open("laneLink").attribute("from", link.from).attribute("to", link.to);
        w_.close();
      }
      w_.close();
    }
    for (const JunctionPriority& each : junction.priorities) {
      w_.open("priority").attribute("high", each.high).attribute("low", each.low);
      w_.close();
    }
    for (const std::string& id : junction.controllers) {
      w_.open("controller").attribute("id", id);
      w_.close();
    }
    w_.close();
  }

  XmlWriter w_;
};

}  // namespace

std::string write_opendrive(const RoadsSpec& roads, std::string_view name) {
  return OpenDriveWriter().write(roads, name);
}

}  // namespace paddock
