// How files spell roads: one list of keys for each thing, from which reading and writing follow.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/world/roads/junction_arms.h"
#include "paddock/world/roads/road_spec.h"

namespace paddock::road_words {

inline constexpr std::array<std::string_view, 9> kLaneKinds{
    "none", "driving", "parking", "shoulder", "biking", "restricted", "median", "kerb", "pavement"};
inline constexpr std::array<std::string_view, 7> kMarkingKinds{
    "none", "solid", "broken", "solid_solid", "solid_broken", "broken_solid", "broken_broken"};
inline constexpr std::array<std::string_view, 6> kMarkingColors{"white", "yellow", "blue",
                                                                "green", "red",    "orange"};
inline constexpr std::array<std::string_view, 5> kSignalKinds{"light", "stop", "yield",
                                                              "speed_limit", "other"};
inline constexpr std::array<std::string_view, 3> kSignalFaces{"forward", "backward", "both"};
inline constexpr std::array<std::string_view, 4> kLightStates{"red", "yellow", "green", "dark"};
inline constexpr std::array<std::string_view, 2> kRoadEnds{"start", "end"};

/// A piece of a line as a file says it: one of the four lengths, and what its shape needs.
struct LineWords {
  std::optional<double> straight{}, arc{}, spiral{}, cubic{};  // m
  double curvature{};                                          // of an arc, 1/m
  double from{}, to{};                                         // curvatures of a spiral
  std::vector<double> u{}, v{};                                // of a cubic
  double reach{1};
  std::vector<double> at{};     // where it begins, unless at the end of the one before
  std::optional<double> yaw{};  // rad
};

void fields(auto& io, LineWords& w) {
  io("straight", w.straight), io("arc", w.arc), io("spiral", w.spiral), io("cubic", w.cubic);
  io("curvature", w.curvature, 0.0), io("from", w.from, 0.0), io("to", w.to, 0.0);
  io("u", w.u), io("v", w.v), io("reach", w.reach, 1.0), io("at", w.at), io("yaw", w.yaw);
}
void fields(auto& io, CubicSpan& c) {
  io("from", c.from, 0.0), io("a", c.a, 0.0), io("b", c.b, 0.0), io("c", c.c, 0.0);
  io("d", c.d, 0.0);
}
void fields(auto& io, MarkingSpec& m) {
  io("from", m.from, 0.0), io.word("kind", m.kind, kMarkingKinds, MarkingKind::None);
  io.word("color", m.color, kMarkingColors, MarkingColor::White), io("width", m.width, 0.15);
}
void fields(auto& io, SpeedSpan& s) { io("from", s.from, 0.0), io("speed", s.speed, 0.0); }
void fields(auto& io, LaneSpec& l) {
  io("id", l.id, 0), io.word("kind", l.kind, kLaneKinds, LaneKind::Driving);
  io("width", l.width), io("height", l.height, 0.0), io("markings", l.markings);
  io("speed", l.speed), io("predecessor", l.predecessor), io("successor", l.successor);
}
void fields(auto& io, LaneSection& s) { io("from", s.from, 0.0), io("lanes", s.lanes); }
void fields(auto& io, RoadLink& l) {
  io("to_junction", l.to_junction, false), io("id", l.id, std::string());
  io.word("end", l.end, kRoadEnds, RoadEnd::Start);
}
void fields(auto& io, LaneRange& r) { io("from", r.from, 0), io("to", r.to, 0); }
void fields(auto& io, LightStep& s) {
  io.word("state", s.state, kLightStates, LightState::Red), io("seconds", s.seconds, 0.0);
}
void fields(auto& io, SignalSpec& s) {
  io("id", s.id, std::string()), io("name", s.name, std::string());
  io("s", s.s, 0.0), io("t", s.t, 0.0), io("z", s.z, 0.0), io("turn", s.turn, 0.0);
  io.word("kind", s.kind, kSignalKinds, SignalKind::Light);
  io.word("faces", s.faces, kSignalFaces, SignalFaces::Forward);
  io("lanes", s.lanes), io("stop_at", s.stop_at), io("value", s.value, 0.0);
  io("code", s.code, std::string()), io("cycle", s.cycle);
  io("cycle_phase", s.cycle_phase, 0.0), io("controller", s.controller, std::string());
}
void fields(auto& io, CrossingSpec& c) {
  io("s", c.s, 0.0), io("width", c.width, 4.0), io("from", c.from, 0.0), io("to", c.to, 0.0);
  io("signal", c.signal, std::string());
}
void fields(auto& io, JunctionArm& a) {
  io("road", a.road, std::string()), io.word("end", a.end, kRoadEnds, RoadEnd::End);
}
void fields(auto& io, LaneLink& l) { io("from", l.from, 0), io("to", l.to, 0); }
void fields(auto& io, JunctionConnection& c) {
  io("id", c.id, std::string()), io("incoming", c.incoming, std::string());
  io("connecting", c.connecting, std::string());
  io.word("contact", c.contact, kRoadEnds, RoadEnd::Start), io("lanes", c.lanes);
}
void fields(auto& io, JunctionPriority& p) {
  io("high", p.high, std::string()), io("low", p.low, std::string());
}
void fields(auto& io, JunctionSpec& j) {
  io("id", j.id, std::string()), io("name", j.name, std::string());
  io("connections", j.connections), io("priorities", j.priorities);
  io("controllers", j.controllers);
}
/// All but the line and, where a file says it in short, the lanes.
void fields(auto& io, RoadSpec& r) {
  io("id", r.id, std::string()), io("name", r.name, std::string());
  io("elevation", r.elevation), io("lane_offset", r.lane_offset), io("sections", r.sections);
  io("speed", r.speed), io("left_hand", r.left_hand, false);
  io("predecessor", r.predecessor), io("successor", r.successor);
  io("junction", r.junction, std::string());
  io("signals", r.signals), io("crossings", r.crossings);
}

}  // namespace paddock::road_words
