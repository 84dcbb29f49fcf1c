// Roads as a level or an OpenDRIVE file says them, unchecked: lines, lanes, links, junctions,
// signals. Names are those of OpenDRIVE 1.6 where it has one. Metres, radians, seconds, world
// frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/roads/road_line.h"

namespace paddock {

/// A cubic in the metres from `from` on, until the next begins.
struct CubicSpan {
  double from{};
  double a{}, b{}, c{}, d{};
  bool operator==(const CubicSpan&) const = default;
};
/// The value at `s`: of the last span that has begun, of the first before that; 0 without spans.
double value_at(std::span<const CubicSpan> spans, double s);

enum class LaneKind : std::uint8_t {
  None,  // belongs to the road, nobody uses it: grass
  Driving,
  Parking,
  Shoulder,
  Biking,
  Restricted,
  Median,
  Kerb,
  Pavement,
};

enum class MarkingKind : std::uint8_t {
  None,
  Solid,
  Broken,
  SolidSolid,
  SolidBroken,  // from the inside out, as the lanes count
  BrokenSolid,
  BrokenBroken,
};
enum class MarkingColor : std::uint8_t { White, Yellow, Blue, Green, Red, Orange };
struct MarkingSpec {
  double from{};  // m from the start of its lane section
  MarkingKind kind{};
  MarkingColor color{};
  double width{0.15};
  bool operator==(const MarkingSpec&) const = default;
};

struct SpeedSpan {
  double from{};   // m from the start of its lane section or road
  double speed{};  // m/s
  bool operator==(const SpeedSpan&) const = default;
};

/// A strip beside the next one further in. Lanes left of the line count 1, 2, … outward, those
/// right of it -1, -2, …; 0 is the line itself and has markings alone.
struct LaneSpec {
  int id{};
  LaneKind kind{LaneKind::Driving};
  std::vector<CubicSpan> width{};               // from the start of its lane section
  double height{};                              // m above the road
  std::vector<MarkingSpec> markings{};          // on its outer border
  std::vector<SpeedSpan> speed{};               // none: the road's
  std::vector<int> predecessor{}, successor{};  // ids in the section, or road, before and after
  bool operator==(const LaneSpec&) const = default;
};
struct LaneSection {
  double from{};
  std::vector<LaneSpec> lanes{};  // from the leftmost to the rightmost, 0 among them
  bool operator==(const LaneSection&) const = default;
};

enum class RoadEnd : std::uint8_t { Start, End };
/// What a road goes on in.
struct RoadLink {
  bool to_junction{};
  std::string id{};
  RoadEnd end{};  // of the other road that is met
  bool operator==(const RoadLink&) const = default;
};

// --- signals -------------------------------------------------------------------------------------

enum class SignalKind : std::uint8_t { Light, Stop, Yield, SpeedLimit, Other };
/// Those who travel along s heed it, those against it, or both.
enum class SignalFaces : std::uint8_t { Forward, Backward, Both };
enum class LightState : std::uint8_t { Red, Yellow, Green, Dark };
struct LightStep {
  LightState state{};
  double seconds{};
  bool operator==(const LightStep&) const = default;
};
/// Lanes of a road by their ids, both included.
struct LaneRange {
  int from{}, to{};
  bool operator==(const LaneRange&) const = default;
};
struct SignalSpec {
  SourceLine where;
  std::string id{}, name{};
  double s{}, t{};  // where it stands: along the road, and to the left of its line
  double z{};       // m of its foot above the road
  double turn{};    // of what it shows, against those whom it faces
  SignalKind kind{};
  SignalFaces faces{};
  std::vector<LaneRange> lanes{};   // none: all that travel so
  std::optional<double> stop_at{};  // s of its stop line, in place of its own s
  double value{};                   // m/s, of a speed limit
  std::string code{};               // as a file spells its kind: "1000001", "274"
  std::vector<LightStep> cycle{};   // of a light, over and over; none: it stays dark
  double cycle_phase{};             // s of its cycle that have passed at the start
  std::string controller{};         // lights of one controller belong together
  bool operator==(const SignalSpec&) const = default;
};

/// Where people cross: a band over the road between two offsets.
struct CrossingSpec {
  SourceLine where;
  double s{};            // of its middle
  double width{4};       // along the road
  double from{}, to{};   // m to the left of the line
  std::string signal{};  // cars stop for people while it is red; empty: people go first
  bool operator==(const CrossingSpec&) const = default;
};

struct RoadSpec {
  SourceLine where;
  std::string id{}, name{};
  RoadLine line;
  std::vector<CubicSpan> elevation{};    // of the line; levels are flat so far
  std::vector<CubicSpan> lane_offset{};  // of lane 0 to the left of the line
  std::vector<LaneSection> sections{};
  std::vector<SpeedSpan> speed{};
  bool left_hand{};  // traffic keeps to the left: lanes with positive ids go along s
  std::optional<RoadLink> predecessor{}, successor{};
  std::string junction{};  // that it lies in; empty: none
  std::vector<SignalSpec> signals{};
  std::vector<CrossingSpec> crossings{};
  bool operator==(const RoadSpec&) const = default;
};

// --- junctions -----------------------------------------------------------------------------------

struct LaneLink {
  int from{}, to{};  // lanes of the incoming and of the connecting road
  bool operator==(const LaneLink&) const = default;
};
struct JunctionConnection {
  std::string id{};
  std::string incoming{}, connecting{};  // roads
  RoadEnd contact{};                     // where the connecting road is entered
  std::vector<LaneLink> lanes{};
  bool operator==(const JunctionConnection&) const = default;
};
/// Those on connecting road `low` give way to those on `high`.
struct JunctionPriority {
  std::string high{}, low{};
  bool operator==(const JunctionPriority&) const = default;
};
struct JunctionSpec {
  SourceLine where;
  std::string id{}, name{};
  std::vector<JunctionConnection> connections{};
  std::vector<JunctionPriority> priorities{};
  std::vector<std::string> controllers{};
  bool operator==(const JunctionSpec&) const = default;
};

/// All roads of a level.
struct RoadsSpec {
  std::vector<RoadSpec> roads{};
  std::vector<JunctionSpec> junctions{};
  bool empty() const { return roads.empty() && junctions.empty(); }
  bool operator==(const RoadsSpec&) const = default;
};

}  // namespace paddock
