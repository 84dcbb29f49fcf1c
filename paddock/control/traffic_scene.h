// TrafficScene: who is on the roads in one tick, as those who drive and walk by their rules see it:
// who stands in which lane, which crossings are walked over, who may pass which junction next. It
// is made at the tick's beginning from the run's state alone and thrown away; all orders end in the
// slot. SI, world frame. docs/physics/traffic.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "paddock/control/road_guide.h"
#include "paddock/core/random.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// Where a driver that follows lanes is and wants to go, and its turn at a junction.
struct LaneMemory {
  static constexpr std::size_t kMost = 8;
  static constexpr double kAfterAll = 1e15;
  std::uint32_t count{};              // of lanes; 0: it has not looked for one yet
  std::array<LaneId, kMost> lanes{};  // the one it is on, then those that follow
  double along{};                     // of its origin on the first
  std::uint32_t drawn{};              // choices made so far

  // its number among those who may pass their junction; 0: it may not; kAfterAll: it has come in
  // and waits for a gap
  double turn{};
  LaneId way{};       // through that junction
  double way_from{};  // m: added to `along` it is the place on that way
  double waited{};    // s at a line that it might have passed but for others
  double stood{};     // s

  bool waits_inside() const { return turn == kAfterAll; }
  std::span<const LaneId> plan() const { return {lanes.data(), count}; }
  static void fields(auto& self, auto&& visit) {
    visit("count", self.count);
    for (auto& lane : self.lanes) visit("lane", lane);
    visit("along", self.along), visit("drawn", self.drawn), visit("turn", self.turn);
    visit("way", self.way), visit("way_from", self.way_from);
    visit("waited", self.waited), visit("stood", self.stood);
  }
  bool operator==(const LaneMemory&) const = default;
};

/// What a walker does about roads.
struct WalkMemory {
  bool placed{};
  std::uint32_t from{}, to{};  // places of the WalkNetwork
  bool on_road{};              // it is on its way over a road
  double waited{};             // s at the kerb
  double stood{};              // s without getting on
  double rested{};             // s it lies there
  std::uint32_t drawn{};
  static void fields(auto& self, auto&& visit) {
    visit("placed", self.placed), visit("from", self.from), visit("to", self.to);
    visit("on_road", self.on_road), visit("waited", self.waited), visit("stood", self.stood);
    visit("rested", self.rested), visit("drawn", self.drawn);
  }
  bool operator==(const WalkMemory&) const = default;
};

/// Memories as numbers, and back; false when they cannot be such a memory's.
std::vector<double> numbers_of(const LaneMemory& memory);
std::vector<double> numbers_of(const WalkMemory& memory);
bool set_numbers(std::span<const double> numbers, LaneMemory& memory);
bool set_numbers(std::span<const double> numbers, WalkMemory& memory);

/// Somebody on or beside a road.
struct RoadUser {
  VehicleId id{};
  Pose2 pose;
  Vec2 velocity;
  double speed{};  // along its heading
  double nose{}, tail{}, half_width{};
  bool on_foot{};
  std::optional<LaneMemory> lanes{};  // of who follows them by the rules
  std::optional<WalkMemory> walk{};
};

enum class InLane : std::uint8_t { Vehicle, Walker, Band };
/// A stretch of a lane that somebody is on, or is about to be.
struct LaneEntry {
  LaneId lane{};
  double from{}, to{};
  double speed{};  // along the lane, not negative
  std::uint32_t user{};
  InLane what{};
};

/// A vehicle on its way to a crossing, or on it.
struct CrossingComer {
  std::uint32_t crossing{};
  double away{};  // m from its front to the band; negative: it is there
  double speed{};
};

struct TrafficScene {
  std::shared_ptr<const RoadGuide> guide;
  std::uint64_t seed{};
  double seconds{}, dt{};
  std::vector<RoadUser> users;         // in the order of slots
  std::vector<std::uint32_t> of_slot;  // index among users
  std::vector<LaneEntry> entries;      // sorted by lane, then from
  std::vector<CrossingComer> comers;   // sorted by crossing
  std::vector<std::uint32_t> passing;  // users whose turn it is at a junction
  std::vector<double> taken;           // m of each lane that users with a plan take
  std::vector<LanePlace> found;        // room for queries

  const RoadNetwork& roads() const { return *guide->roads; }
};

inline constexpr std::uint32_t kNobody = 0xffffffff;

/// Consecutive draws of one user: `number` is the choice.
DrawSequence draws_of(std::uint64_t seed, VehicleId id, std::uint64_t number);

/// An empty scene for a tick.
void begin_scene(TrafficScene& scene, std::uint64_t seed, double seconds, double dt,
                 std::size_t slots);
/// Slots come in ascending order. Lane memories are of those who keep the rules of the road.
void add_user(TrafficScene& scene, VehicleId id, const VehicleParams& params,
              const VehicleState& state, const LaneMemory* lanes, const WalkMemory* walk);
/// All are there: finds who is where, and decides who may pass which junction.
void settle_scene(TrafficScene& scene);

/// Those in a lane, ascending.
std::span<const LaneEntry> in_lane(const TrafficScene& scene, LaneId lane);

/// Brings a memory up to where its vehicle is: along its lane, on to the next.
void follow_plan(const RoadGuide& guide, const Pose2& pose, double tail, LaneMemory& memory);
/// The same, and choices drawn far enough ahead, each way as likely as the others.
void keep_to_lanes(const RoadGuide& guide, const Pose2& pose, std::uint64_t seed, VehicleId id,
                   double tail, LaneMemory& memory);

/// Where those who wait before a junction stop with their front, on the lane that leads into it.
double waiting_line(const RoadGuide& guide, LaneId entry);

/// Seconds to cover `away` metres from `speed`, speeding up by `accel` to at most `top`.
double time_over(double away, double speed, double accel, double top);

}  // namespace paddock
