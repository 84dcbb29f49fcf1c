// Rigid physics: bodies that fall, tip, roll and carry each other. Bullet moves them, and stays
// inside rigid.cpp; struts, tyres and motors are our own laws (rigid_car.h). Model and state are
// plain values in metres; the Bullet world is scratch. docs/physics/rigid.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/ids.h"
#include "paddock/core/pose.h"
#include "paddock/core/tick.h"
#include "paddock/physics/planar.h"
#include "paddock/physics/rigid_shapes.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/mover.h"
#include "paddock/world/world.h"

namespace paddock {

// --- the model: fixed for a run -----------------------------------------------------------------

/// How a surface rubs and bounces; two of them meet with the product.
struct RigidSurface {
  double friction{1};
  double restitution{};
};

/// Something that never moves: a piece of the world, a part of one, or of the floor.
struct RigidStatic {
  std::optional<PieceId> piece;  // none: the floor
  bool ground{};                 // its friction is that of the ground there, with mats
  RigidShape shape;
  Pose3 world_from_shape;  // as the level has it
  RigidSurface surface;
  Pose3 piece_from_shape{};             // and of what commands change
  std::optional<std::size_t> change{};  // which PieceState, then
};

/// Something that is pushed about. Its frame is at its centre of mass.
struct RigidProp {
  PieceId piece{};
  RigidShape shape;
  std::optional<RigidShape> disc{};  // what a cone stands on; wheels roll over it
  double foot{};                     // m from the centre of mass down to the piece's origin
  double mass{};
  Pose3 start;  // of the centre of mass
  RigidSurface surface;
  bool grows_heavier{};                 // where it is scaled: the level gave no mass
  std::optional<std::size_t> change{};  // which PieceState, where commands change it
};

/// An elevator, a door or a car of a train: goes its way whatever is in it.
struct RigidMover {
  PieceId piece{};
  std::size_t part{};  // which car of a train
  bool solid{true};    // otherwise it is only seen
  RigidShape shape;    // a box, its frame at its middle
  RigidSurface surface;
  std::shared_ptr<const TrainLine> line;  // of a train, shared by its cars: it may be long
  std::optional<std::size_t> change{};    // which PieceState, where commands change it
};

struct RigidWheel {
  Vec3 mount;          // top of the strut, from the centre of mass
  double free{};       // m from mount to ground with the strut at full length
  double spring{};     // N/m
  double damper{};     // N s/m
  double anti_roll{};  // N/m of difference to the wheel across
  double load{};       // N, at rest on level ground
  bool steers{};
  TireParams<double> tire;
};

struct RigidBox {
  Vec3 half, middle;  // from the centre of mass
};

/// A four-wheeled vehicle, or somebody on feet. Wheels: front left, front right, rear left, rear
/// right.
struct RigidVehicle {
  VehicleParams params;
  bool on_feet{};  // then it has no wheels, and its body is an upright capsule in its one box
  double mass{};
  Vec3 inertia;                 // about forward, left and up
  double height{};              // of the centre of mass above the ground
  std::vector<RigidBox> boxes;  // body, the smaller belly below it, what stands on top
  RigidSurface surface;
  std::array<RigidWheel, 4> wheels;
  double wheelbase{};
  double wheel_radius{};
  double travel{};      // m from rest to the bump stop
  double most_load{};   // of a strut, over its load at rest; past it the belly lands
  bool dead_stop{};     // its bump stops give nothing back
  double relaxation{};  // m a tyre rolls until its side force has built up
  double substep{};     // s, past which its struts and tyres would ring
  bool whole_ticks{};   // its pose moves with a tick's last velocity, as planar physics has it
  Pose2 start;
  double start_z{};  // m above the ground there
};

struct RigidModel {
  std::shared_ptr<const World> world;  // with gravity, scale and what follows an upset
  std::vector<RigidStatic> statics;
  std::vector<RigidMover> movers;
  std::vector<RigidProp> props;
  std::vector<RigidVehicle> vehicles;  // one a slot: who is there, or was last
  double lowest{};                     // m, whatever gets this deep has fallen off
  std::uint64_t revision{};            // counts changes of vehicles
  double wetness{};                    // of the ground and of what stands on it, 0 to 1
};

/// One vehicle as a run is asked for it; its kind must be one that rigid physics moves.
struct RigidSetup {
  VehicleParams params;
  Pose2 start;
  double z{};  // m above the ground at the start
};

Result<RigidModel> make_rigid_model(std::shared_ptr<const World> world,
                                    std::span<const RigidSetup> vehicles);

/// Other figures for one vehicle, of the same kind, from the next tick on.
void set_params(RigidModel& model, std::size_t vehicle, const VehicleParams& params);
/// Whoever is in this slot from now on; the slot may be the next after the last. Says which kinds
/// there are none of.
Result<void> set_vehicle(RigidModel& model, std::size_t slot, const RigidSetup& setup);
/// The slots from `count` on are none any more.
void drop_slots(RigidModel& model, std::size_t count);

// --- the state: all that evolves ----------------------------------------------------------------

/// One body, its frame at its centre of mass. World axes.
struct RigidBodyState {
  Pose3 pose;
  Vec3 velocity, spin;       // m/s, rad/s
  double still_for{};        // s, as Bullet counts them before it lets a body sleep
  std::int64_t activity{1};  // Bullet's: 1 awake, 2 asleep, 3 about to sleep
  bool frozen{};  // its numbers left their range or it fell off: nothing moves it any more

  bool asleep() const { return activity == 2; }
  bool activity_known() const { return activity >= 1 && activity <= 3; }
  static void fields(auto& self, auto&& visit) {
    visit("x", self.pose.at.x), visit("y", self.pose.at.y), visit("z", self.pose.at.z);
    visit("qw", self.pose.turn.w), visit("qx", self.pose.turn.x);
    visit("qy", self.pose.turn.y), visit("qz", self.pose.turn.z);
    visit("vx", self.velocity.x), visit("vy", self.velocity.y), visit("vz", self.velocity.z);
    visit("wx", self.spin.x), visit("wy", self.spin.y), visit("wz", self.spin.z);
    visit("still_for", self.still_for), visit("activity", self.activity);
    visit("frozen", self.frozen);
  }
  bool operator==(const RigidBodyState&) const = default;
};

struct RigidWheelState {
  double length{};         // m from mount to ground, or the free length
  double load{};           // N, 0 in the air
  double side{}, along{};  // m the tyre's tread lags behind its rim
  double rate{}, angle{};  // rad/s, rad, rolling forward

  static void fields(auto& self, auto&& visit) {
    visit("length", self.length), visit("load", self.load);
    visit("side", self.side), visit("along", self.along);
    visit("rate", self.rate), visit("angle", self.angle);
  }
  bool operator==(const RigidWheelState&) const = default;
};

struct RigidCarState {
  RigidBodyState body;
  std::array<RigidWheelState, 4> wheels;
  double upset_for{};  // s it has been lying on its side or roof

  static void fields(auto& self, auto&& visit) {
    RigidBodyState::fields(self.body, visit);
    for (auto& wheel : self.wheels) RigidWheelState::fields(wheel, visit);
    visit("upset_for", self.upset_for);
  }
  bool operator==(const RigidCarState&) const = default;
};

/// Beside it stands a PlanarState: the vehicles as seen from above, with their controls, so that
/// drivers, gates and games need not know which physics moves them. It says which slots are empty.
struct RigidState {
  std::vector<RigidCarState> cars;  // one a slot
  std::vector<RigidBodyState> props;

  static void fields(auto& self, auto&& visit) {
    for (auto& car : self.cars) RigidCarState::fields(car, visit);
    for (auto& prop : self.props) RigidBodyState::fields(prop, visit);
  }
  bool operator==(const RigidState&) const = default;
};

/// Everything at rest where it starts; `flat` becomes the vehicles seen from above.
RigidState start_rigid(const RigidModel& model, PlanarState& flat);
/// One vehicle at rest on the ground at `pose`, or level `z` above it.
void place_car(const RigidModel& model, std::size_t vehicle, const Pose2& pose, PlanarState& flat,
               RigidState& state, double z = 0);
/// One vehicle at rest where it starts.
void place_at_start(const RigidModel& model, std::size_t vehicle, PlanarState& flat,
                    RigidState& state);

/// One prop at rest on the ground at `at`, as upright as it began, turned by `yaw` from there and
/// `scale` times as large.
void place_prop(const RigidModel& model, std::size_t prop, Vec2 at, RigidState& state,
                double scale = 1, double yaw = 0);

/// Takes a prop out of the world: it lies below all of it, for good.
void remove_prop(const RigidModel& model, std::size_t prop, RigidState& state);
/// False of one that was taken away or fell off.
bool in_world(const RigidModel& model, std::size_t prop, const RigidState& state);

// --- one tick -----------------------------------------------------------------------------------

/// All that a vehicle's body and one other thing did to each other in a tick; wheels do not count.
struct RigidContact {
  VehicleId vehicle{};
  std::optional<VehicleId> other;  // a vehicle, else
  std::optional<PieceId> piece;    // a piece of the world, else the floor
  Vec3 point, normal;              // where it hit hardest; the normal points into `vehicle`
  double impulse{};                // N s
};

struct RigidEvents {
  std::vector<RigidContact> contacts;  // one for each two that touch
  std::vector<VehicleId> froze, flipped, fell;
  std::vector<PieceId> lost;  // props that fell off or whose numbers left their range

  void clear() { contacts.clear(), froze.clear(), flipped.clear(), fell.clear(), lost.clear(); }
};

struct BulletWorld;

/// The Bullet world. A step rebuilds it whenever it is not what `state` says, so it may be thrown
/// away, and a state may be changed or replaced between two steps.
struct RigidScratch {
  RigidScratch();
  ~RigidScratch();
  RigidScratch(RigidScratch&&) noexcept;
  RigidScratch& operator=(RigidScratch&&) noexcept;

  std::unique_ptr<BulletWorld> world;
  RigidState last;                    // what the world stands at
  std::vector<std::uint8_t> present;  // and who is in it
  std::vector<PieceState> pieces;     // and how those are that commands change
  std::uint64_t revision{};           // of the vehicles that its shapes are of; 0: it has none yet
};

RigidScratch make_rigid_scratch(const RigidModel& model);

/// Moves everything by one tick from `tick`: inputs[i] drives vehicle i, unusable ones count as
/// idle. Adds to `events`.
void step_rigid(const RigidModel& model, std::span<const VehicleInput> inputs, Tick tick,
                PlanarState& flat, RigidState& state, RigidScratch& scratch, RigidEvents& events);

/// Forgets the Bullet world, so that the next step rebuilds it from its state, as a restore does:
/// from here the run that took the checkpoint and every run restored from it go on with the same
/// bits.
void forget(RigidScratch& scratch);

// --- where things are ---------------------------------------------------------------------------

/// The vehicle's own frame, on the ground under its centre of mass when it stands level.
Pose3 car_pose(const RigidModel& model, const RigidState& state, std::size_t vehicle);
/// The frame of a prop's piece, as World::pieces has it; `scale` is its own.
Pose3 prop_pose(const RigidModel& model, const RigidState& state, std::size_t prop,
                double scale = 1);
/// How large a prop is, by what commands changed.
double prop_scale(const RigidModel& model, std::span<const PieceState> pieces, std::size_t prop);
/// The middle of a mover's box `seconds` after the start; nothing while it is off its line, where
/// nothing touches or sees it.
std::optional<Pose3> mover_pose(const RigidModel& model, std::size_t mover, double seconds);

}  // namespace paddock
