// RoadNetwork: the roads of a level compiled, as drivers, referees and maps ask for them. Lanes
// are strips between two polylines that run in the direction of travel. Metres, radians, seconds,
// world frame; offsets are positive to the left of that direction.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/pose.h"
#include "paddock/core/tick.h"
#include "paddock/core/vec.h"
#include "paddock/geom/shape.h"
#include "paddock/world/roads/road_spec.h"

namespace paddock {

enum class LaneId : std::uint32_t {};
enum class SignalId : std::uint32_t {};
enum class JunctionId : std::uint32_t {};

// --- what there is -------------------------------------------------------------------------------

/// Which way a lane leads through its junction.
enum class LaneTurn : std::uint8_t { Straight, Left, Right, Back };

/// Where those in a lane heed a signal: they stop with their front at `along`.
struct LaneStop {
  double along{};
  SignalId signal{};
};

struct RoadLane {
  std::uint32_t road{};     // index in the spec
  std::uint32_t section{};  // of that road
  int id{};                 // there
  LaneKind kind{};
  bool forward{true};  // travels along its road's s
  double height{};     // m above the road

  // equally many, one for each place at which the strip is cut, in the direction of travel
  std::vector<Vec2> middle, left, right;
  std::vector<double> along;    // m from its start, by the middle
  std::vector<double> heading;  // at each point, exact; not wrapped along the lane
  double length{};

  std::vector<SpeedSpan> speed;  // `from` as `along`; ascending, the first from 0
  std::vector<LaneId> successors, predecessors;
  std::optional<LaneId> left_lane, right_lane;  // beside it, as it travels; of any kind
  bool left_against{}, right_against{};         // that one travels the other way
  bool may_change_left{}, may_change_right{};   // by kind, direction and markings
  std::optional<JunctionId> junction;
  LaneTurn turn{};              // in a junction
  std::vector<LaneStop> stops;  // ascending
};

/// Vehicles move or stand there by right: asphalt.
constexpr bool is_road(LaneKind kind) {
  return kind == LaneKind::Driving || kind == LaneKind::Parking || kind == LaneKind::Shoulder ||
         kind == LaneKind::Biking || kind == LaneKind::Restricted;
}

struct RoadSignal {
  std::string id, name;
  SignalKind kind{};
  Pose3 pose;      // of its foot; x points to those who heed it
  double value{};  // m/s, of a speed limit
  std::vector<LightStep> cycle;
  double cycle_phase{};
  std::string controller;
  std::vector<LaneId> lanes;  // that heed it
};

/// How two lanes of a junction meet whose strips overlap.
enum class ConflictKind : std::uint8_t {
  Cross,
  Merge,    // both end in one lane
  Diverge,  // both begin in one lane
};
struct LaneConflict {
  LaneId own{}, other{};
  ConflictKind kind{};
  double own_from{}, own_to{};  // along each: where the strips overlap
  double other_from{}, other_to{};
  bool yields{};  // own gives way when no light decides: by priority, by turn, then to the right
};

struct RoadJunction {
  std::string id, name;
  std::vector<LaneId> lanes;            // inside it
  std::vector<LaneId> entries, exits;   // driving lanes that lead into it and out of it
  std::vector<LaneConflict> conflicts;  // sorted by own; each pair is listed in both views
  Bounds2 bounds;
};

struct RoadCrossing {
  std::uint32_t road{};
  Vec2 from, to;   // middle of its ends
  double width{};  // of the band
  std::optional<SignalId> signal;
  struct Crossed {
    LaneId lane{};
    double along_from{}, along_to{};  // of the band in that lane
  };
  std::vector<Crossed> crossed;  // driving lanes
};

/// Which lanes may cover a place: cells of a square grid, each with the strips' quads that touch
/// it.
class LaneGrid {
 public:
  /// A stretch of a lane between two of its points.
  struct Stretch {
    LaneId lane{};
    std::uint32_t point{};  // the first of its two
  };
  LaneGrid() = default;
  explicit LaneGrid(std::span<const RoadLane> lanes);

  /// Those that cover the place are among these, in the order of lanes.
  std::span<const Stretch> near(Vec2 at) const;
  /// Those that touch a square about `at` are among these; some may come twice.
  void near(Vec2 at, double reach, std::vector<Stretch>& into) const;
  Bounds2 bounds() const { return bounds_; }
  double cell() const { return cell_; }

 private:
  Bounds2 bounds_;
  double cell_{1};
  std::size_t columns_{}, rows_{};
  std::vector<std::uint32_t> start_;  // into stretches_, one more than cells
  std::vector<Stretch> stretches_;
};

struct RoadNetwork {
  std::vector<RoadLane> lanes;          // index = LaneId
  std::vector<RoadSignal> signals;      // index = SignalId
  std::vector<RoadJunction> junctions;  // index = JunctionId
  std::vector<RoadCrossing> crossings;
  LaneGrid grid;

  const RoadLane& lane(LaneId id) const { return lanes[index_of(id)]; }
  const RoadSignal& signal(SignalId id) const { return signals[index_of(id)]; }
  const RoadJunction& junction(JunctionId id) const { return junctions[index_of(id)]; }
};

/// What about roads cannot be compiled: links to what is not there, lanes without width, …
std::vector<Problem> check_roads(const RoadsSpec& spec);

/// Compiles roads that were checked without problems. `tolerance` is how far, in metres, a polyline
/// may leave its exact line.
RoadNetwork build_network(const RoadsSpec& spec, double tolerance = 0.002);

/// Of everything in it.
std::uint64_t hash_of(const RoadNetwork& network);

// --- places --------------------------------------------------------------------------------------

struct LanePlace {
  LaneId lane{};
  double along{};
  double offset{};   // of the asked point
  Vec2 point;        // on the lane's middle
  double heading{};  // of the lane there
};

/// The place `along` metres from a lane's start, held at its ends.
LanePlace place_on(const RoadNetwork& network, LaneId lane, double along);
double half_width_at(const RoadLane& lane, double along);
double speed_limit_at(const RoadLane& lane, double along);

/// The driving lane whose middle is nearest, however far.
std::optional<LanePlace> nearest_lane(const RoadNetwork& network, Vec2 at);
/// The same among the driving lanes that head as the pose does, within a quarter turn.
std::optional<LanePlace> nearest_lane(const RoadNetwork& network, const Pose2& pose);
/// The lane of any kind that covers the place: of several the one whose middle is nearest.
std::optional<LanePlace> lane_at(const RoadNetwork& network, Vec2 at);
/// All that cover it, in their order.
void lanes_at(const RoadNetwork& network, Vec2 at, std::vector<LanePlace>& into);
/// A place on a lane, as near to `at` as any.
LanePlace nearest_on(const RoadNetwork& network, LaneId lane, Vec2 at);

/// What a place is to a vehicle: nothing of the road, in a junction, or a lane with a direction.
enum class RoadCover : std::uint8_t { OffRoad, Junction, Lane };
struct RoadGround {
  RoadCover cover{};
  Vec2 direction;  // unit; of a lane
};
RoadGround road_ground_at(const RoadNetwork& network, Vec2 at);

/// Shares, 0 to 1, of a vehicle's box, sampled every `step` metres from its rear left corner up
/// to, not including, the other edges.
struct Trespass {
  double off_road{}, other_lane{};
};
Trespass trespass_of(const RoadNetwork& network, const Pose2& world_from_box, Vec2 half_size,
                     double step = 0.1);

/// The kind of what covers a place: of the road before what lies beside it; nothing off all lanes.
std::optional<LaneKind> lane_kind_at(const RoadNetwork& network, Vec2 at);

/// m above the road of what covers the place: a pavement's or kerb's height, 0 elsewhere.
double road_height_at(const RoadNetwork& network, Vec2 at);

// --- ways ----------------------------------------------------------------------------------------

/// Lanes in the order of travel: each is a successor of the one before it, or lies beside it.
struct LaneRoute {
  std::vector<LaneId> lanes;
  double length{};
};
/// The shortest way from one place to another by driving lanes; nothing when there is none.
std::optional<LaneRoute> shortest_route(const RoadNetwork& network, const LanePlace& from,
                                        const LanePlace& to);

/// For each lane the metres from its start to the goal, infinite where no way leads there: one
/// search serves all who go to one place.
inline constexpr double kNoWay = std::numeric_limits<double>::infinity();
std::vector<double> metres_to(const RoadNetwork& network, const LanePlace& goal);

// --- lights --------------------------------------------------------------------------------------

/// What a light shows: a function of time alone. Dark without a cycle.
LightState light_at(const RoadSignal& signal, double seconds);
LightState light_at(const RoadNetwork& network, SignalId signal, const Clock& clock, Tick tick);
/// Seconds until it changes next; infinite without a cycle.
double seconds_to_change(const RoadSignal& signal, double seconds);

}  // namespace paddock
