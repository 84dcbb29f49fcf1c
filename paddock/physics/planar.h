// Planar physics: vehicles move freely by their own kernels, then stop at walls, posts and each
// other. Plain values, no allocation after set-up. SI, world frame. docs/physics/planar.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/tick.h"
#include "paddock/geom/contact.h"
#include "paddock/physics/broad_phase.h"
#include "paddock/physics/live_parts.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/world.h"

namespace paddock {

/// One vehicle as physics knows it, fixed for a run.
struct PlanarVehicle {
  VehicleParams params;
  Outline2 outline;
  double restitution{}, scrape{};
  std::size_t map{};      // which contact map its bumper meets
  double longest_move{};  // m, it may go this far between two looks for contacts
};

/// Vehicles of one kind and equal parameters, stepped together.
struct PlanarGroup {
  std::vector<std::size_t> members;
};

struct PlanarModel {
  std::shared_ptr<const World> world;   // shared: models of several rooms may stand in one world
  std::vector<PlanarVehicle> vehicles;  // one a slot: who is there, or was last
  std::vector<PlanarGroup> groups;
  std::vector<ContactMap> maps;   // one for each bumper height in use
  std::vector<double> heights;    // m, of the maps
  std::vector<PieceId> changing;  // pieces that commands change, one a PieceState
  std::vector<LivePart> parts;    // what goes its own way, is changed, or changes its looks
  std::uint64_t seed{};
  double wetness{};  // of the ground, 0 to 1
};

/// One entry a slot. An empty slot is at its beginnings: VehicleState{}, not frozen.
struct PlanarState {
  std::vector<VehicleState> vehicles;
  std::vector<std::uint8_t>
      frozen;  // 1 once a vehicle's numbers left their range; nothing moves it any more
  std::vector<std::uint8_t> present;  // 0: nobody stands in this slot
  std::vector<PieceState> pieces;     // in the order of PlanarModel::changing, in both physics
  bool operator==(const PlanarState&) const = default;
};

/// A bump: one for each impulse, so now and then several at one place in a tick; of several in one,
/// point and normal are those of the hardest.
struct ContactEvent {
  VehicleId vehicle{};
  std::optional<VehicleId> other;  // a vehicle, else
  PieceId piece{};                 // a piece of the world
  Vec2 point, normal;              // the normal points into `vehicle`
  double impulse{};                // N s
};

/// A live part during a tick. It goes its way whatever is in it.
struct PartMotion {
  bool there{};
  Pose2 start, end;
  double radius{};  // of the largest of its outlines
  Bounds2 reach;
  double way() const {  // m that its farthest corner goes
    return distance(position(start), position(end)) +
           std::fabs(wrap_angle(end.yaw - start.yaw)) * radius;
  }
};

/// What contacts know of a vehicle while a tick is resolved.
struct PlanarProbe {
  PosedOutline outline;            // at the pose it had after so many moves:
  std::uint32_t moves{}, posed{};  // moves: since the tick began
  std::uint32_t free_of_walls{};   // after so many moves no wall was touched
};

/// Two vehicles that may touch, and after how many moves of each they were found apart.
struct PlanarNear {
  IndexPair two;
  std::uint32_t first_moves{}, second_moves{};
};

/// Buffers and caches, rebuilt at will.
struct PlanarScratch {
  std::vector<VehicleState> group_states;
  std::vector<VehicleInput> group_inputs;
  std::vector<Surroundings<double>> group_around;
  std::vector<VehicleState> before;
  std::vector<PlanarBody> bodies;
  std::vector<Pose2> start, end;
  std::vector<Bounds2> reach;
  std::vector<std::uint8_t> touched;
  LiveCuts cuts;
  std::vector<PartMotion> parts;
  std::vector<Outline2> part_outlines;  // by part, then contact map
  std::vector<std::uint8_t> near_part;  // by vehicle: one may touch it in this tick
  std::vector<double> pushed;           // m that such a one goes, at most
  std::vector<SweptBounds> swept;
  std::vector<std::uint32_t> island;       // of each vehicle, named by its first member
  std::vector<std::uint32_t> next_member;  // of the same island, in their order
  std::vector<std::uint32_t> last_member;  // of the island of that name
  std::vector<std::size_t> members;        // of the island or group in hand
  std::vector<PlanarNear> near;            // those of them that may touch, in order
  std::vector<PlanarProbe> probes;
  std::vector<Vec2> listed_at;              // where each stood when `near` was listed
  std::vector<std::uint32_t> last_event;    // of each vehicle, among the tick's contacts
  std::vector<std::uint32_t> event_before;  // of the same vehicle, for each of them
};

/// What a tick reports. Room is kept from tick to tick. Past kListedSingly bumps a further one is
/// added to what the same two did to each other before.
struct PlanarEvents {
  static constexpr std::size_t kListedSingly = 64;
  std::vector<ContactEvent> contacts;
  std::vector<VehicleId> froze;
};

/// Room to make at set-up for pairs that are near each other: all there are, or a count that grows
/// with the vehicles alone. Bodies that do not overlap leave few places beside each.
inline std::size_t most_pairs(std::size_t vehicles) {
  constexpr std::size_t kNeighbours = 64;
  return vehicles * std::min(vehicles, kNeighbours) / 2;
}

/// Room to make at set-up for all that vehicles do to each other and to pieces in a tick.
inline std::size_t most_contacts(std::size_t vehicles, std::size_t pieces) {
  constexpr std::size_t kPiecesEach = 64;  // more than a vehicle reaches in a tick
  return PlanarEvents::kListedSingly + most_pairs(vehicles) +
         vehicles * std::min(pieces + 1, kPiecesEach);  // and the floor
}

PlanarModel make_planar_model(std::shared_ptr<const World> world,
                              std::span<const VehicleParams> vehicles, std::uint64_t seed);
/// Whoever is in this slot from now on; the slot may be the next after the last.
void set_vehicle(PlanarModel& model, std::size_t slot, const VehicleParams& params);
/// Other figures for one vehicle, of the same kind, from the next tick on.
void set_params(PlanarModel& model, std::size_t vehicle, const VehicleParams& params);
/// The slots from `count` on are none any more.
void drop_slots(PlanarModel& model, std::size_t count);
/// What a bumper at this height meets of the world; made when it is first asked for.
const ContactMap& contact_map(PlanarModel& model, double height);
PlanarScratch make_planar_scratch(const PlanarModel& model);

/// What the world does to vehicle `vehicle` at `state` in the tick after `tick`; gusts are drawn
/// from `seed`.
Surroundings<double> surroundings_of(const PlanarModel& model, std::uint64_t seed,
                                     std::size_t vehicle, Tick tick, const VehicleState& state);

/// Every number is finite, and the vehicle went no further in a tick than contacts are looked for.
bool in_range(const PlanarVehicle& vehicle, const VehicleState& before, const VehicleState& now);

/// Holds all that a vehicle that went from `start` to `end` in a tick can meet; a little larger
/// than what resolve_contacts looks at, and quicker to find.
Bounds2 quick_reach(const PlanarVehicle& vehicle, Vec2 start, Vec2 end);

/// Every vehicle moves one tick by its own kernel, as if alone. Unusable inputs count as idle.
void move_freely(const PlanarModel& model, std::span<const VehicleInput> inputs, Tick tick,
                 PlanarState& state, PlanarScratch& scratch, PlanarEvents& events);

/// Takes back what went into walls or other vehicles on the way, with impulses that never add
/// energy.
void resolve_contacts(const PlanarModel& model, PlanarState& state, PlanarScratch& scratch,
                      PlanarEvents& events);

}  // namespace paddock
