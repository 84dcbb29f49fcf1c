// A run as a value: model, state, who drives, how the race stands. No thread and no clock: the
// command, a replay and a stage all advance it the same way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "paddock/control/driver.h"
#include "paddock/control/edited_path.h"
#include "paddock/control/traffic_scene.h"
#include "paddock/core/error.h"
#include "paddock/engine/actors.h"
#include "paddock/engine/pieces.h"
#include "paddock/engine/sense.h"
#include "paddock/engine/sensing.h"
#include "paddock/game/collision_sums.h"
#include "paddock/game/referee.h"
#include "paddock/stage/event.h"
#include "paddock/stage/flight.h"

namespace paddock {

/// One vehicle as a run is asked for it.
struct VehicleRequest {
  std::string kind{};           // empty: what the level's start says
  std::string driver{"route"};  // a name of driver_types(), or the path of a policy file (.json)
  std::optional<CarColors> colors{};  // that somebody chose
  bool operator==(const VehicleRequest&) const = default;
};

/// A policy under the name that drivers have it by.
struct NamedPolicy {
  std::string name;
  std::shared_ptr<const PolicyParams> policy;  // shared: one network drives many vehicles
  bool operator==(const NamedPolicy&) const = default;
};

struct SessionSpec {
  std::vector<VehicleRequest> vehicles{VehicleRequest{}};
  std::uint64_t seed{1};
  LevelSettings settings{};             // variables of the level that somebody set
  std::uint32_t laps{};                 // to the finish; 0: there is none
  bool ideal_sensors{};                 // no noise
  PlayMode mode{};                      // whether the level's rules count
  std::vector<NamedPolicy> policies{};  // that are at hand: no file is read for these
  bool operator==(const SessionSpec&) const = default;
};

/// A vehicle in the race.
struct RaceEntry {
  Nanos last_lap{};              // 0: none yet
  Nanos finished{};              // when; 0: not yet
  std::uint32_t place{};         // 1 for the winner
  Tick touched{-1'000'000'000};  // when it last touched something

  static void fields(auto& self, auto&& visit) {
    visit("last_lap", self.last_lap), visit("finished", self.finished);
    visit("place", self.place), visit("touched", self.touched);
  }
  bool operator==(const RaceEntry&) const = default;
};

struct RaceState {
  std::uint32_t laps{};            // to the finish
  std::vector<RaceEntry> entries;  // one a slot
  bool operator==(const RaceState&) const = default;
};

/// Who drives a vehicle.
struct Seat {
  std::string name;  // of the driver
  Driver driver;
};

struct Session {
  SessionSpec spec;
  std::shared_ptr<const LevelPapers> papers;  // shared with everybody who runs or shows the level
  Model model;
  State state;
  Scratch scratch;
  Output output;
  std::vector<Seat> seats;  // one a slot; nobody drives in an empty one
  RaceState race;
  RefereeState referee;
  std::vector<VehicleInput> inputs;  // of the last tick, one a slot
  std::vector<LidarReading> readings;
  std::vector<StageEvent> events;        // of the last tick and of commands before it
  std::vector<StageEvent> pending;       // of commands since
  std::uint64_t contacts{};              // bumps counted so far
  FlightLog flights{};                   // of drivers that follow a path
  TrafficScene traffic{};                // of the tick in hand; guided where there are roads
  std::optional<TrafficSpec> streets{};  // who fills them: as the level says, or otherwise
  /// One a slot, since the run began, or was restored, or somebody else came into the slot.
  std::vector<SlotCollisions> collisions{};
  /// Puts the vehicles where a run elsewhere has them one tick later, and says what they are asked
  /// for there; empty: drivers decide and the engine steps.
  std::function<void(std::span<VehicleState>, std::span<VehicleInput>)> follow{};

  const World& world() const { return *model.world; }
};

Result<Session> open_session(Level level, const SessionSpec& spec);

/// What many runs of one level begin from: made once, and each takes a copy, in milliseconds where
/// the level takes a hundred times as long.
struct SessionMould {
  SessionSpec spec;
  std::shared_ptr<const LevelPapers> papers;  // shared by the runs, as the next is
  std::shared_ptr<const RoadGuide> guide;     // null: there are no roads
  Model model;
};
Result<SessionMould> make_mould(Level level, const SessionSpec& spec);
/// The run that open_session() makes of the mould's level and spec with this seed.
Result<Session> open_session(const SessionMould& mould, std::uint64_t seed);
/// The same from a level file, drawn with the spec's seed.
Result<Session> open_session(const std::string& level_path, const SessionSpec& spec);

/// The first vehicles in these colours from now on, for cameras too.
void paint_vehicles(Session& session, std::span<const CarColors> colors);

/// One tick: drivers look and decide, then the engine steps.
void advance(Session& session);

// --- what reaches a run from outside, between two ticks; a recording keeps all of it -------------

struct SetDriver {
  VehicleId vehicle{};
  std::string driver;
  bool operator==(const SetDriver&) const = default;
};
struct SetControls {  // of a person
  VehicleId vehicle{};
  Controls controls;
  bool operator==(const SetControls&) const = default;
};
struct SetInput {  // of a program
  VehicleId vehicle{};
  VehicleInput input;
  bool operator==(const SetInput&) const = default;
};
struct SetParameter {
  std::string name;
  double value{};
  bool operator==(const SetParameter&) const = default;
};
struct Click {
  Vec3 point;
  std::uint32_t button{};              // 0 adds a waypoint, any other clears them first
  std::optional<VehicleId> vehicle{};  // none: whoever follows clicks
  bool operator==(const Click&) const = default;
};
struct PlaceVehicle {  // at rest there, as if it had started there
  VehicleId vehicle{};
  Pose2 pose;
  bool operator==(const PlaceVehicle&) const = default;
};
struct StartClock {  // of a race or a trial
  bool operator==(const StartClock&) const = default;
};
struct EndTrial {  // before its tasks are done
  TrialEnd how{TrialEnd::Skipped};
  bool operator==(const EndTrial&) const = default;
};
struct ResetVehicle {  // to a key point, at rest
  VehicleId vehicle{};
  bool next{};  // the one after its last, which counts as passed; else its last
  bool operator==(const ResetVehicle&) const = default;
};
struct MountSensor {  // part of the run from now on, in place of one of the same name
  SensorMount sensor;
  bool operator==(const MountSensor&) const = default;
};
struct UnmountSensor {
  VehicleId vehicle{};
  std::string name;
  bool operator==(const UnmountSensor&) const = default;
};
struct Spawn {  // at rest there, under next_id()
  std::string kind;
  Pose2 pose;
  double z{};  // m above the ground, in rigid levels
  std::string driver{"idle"};
  std::optional<CarColors> colors{};
  bool operator==(const Spawn&) const = default;
};
struct Despawn {  // with its sensors; whoever drives it has nothing to drive any more
  VehicleId vehicle{};
  bool operator==(const Despawn&) const = default;
};
struct EditPath {  // of a vehicle whose driver follows one
  VehicleId vehicle{};
  PathEdit edit;
  bool operator==(const EditPath&) const = default;
};
using Command = std::variant<SetDriver, SetControls, SetInput, SetParameter, Click, PlaceVehicle,
                             StartClock, EndTrial, ResetVehicle, MountSensor, UnmountSensor, Spawn,
                             Despawn, ChangePiece, EditPath>;

/// Why nobody can be meant by this id.
Error no_such_vehicle(const Session& session, VehicleId vehicle);

/// Takes effect with the next tick. A command that cannot be obeyed changes nothing and says why.
Result<void> apply(Session& session, const Command& command);

/// Puts the run `from` into `to`, the same level with other settings: vehicles, drivers, clock, and
/// props that both have. An Error, and `to` of no use, when the vehicles differ.
Result<void> carry_over(const Session& from, Session& to);

// --- snapshots ----------------------------------------------------------------------------------

struct SeatSnapshot {
  std::string driver;
  std::vector<double> memory;
  std::vector<double> params;  // the vehicle's figures, in the order of their fields()
  bool operator==(const SeatSnapshot&) const = default;
};

/// Everything that evolves; with the world and the spec it makes the run again.
struct Snapshot {
  std::vector<ActorSlot> slots;  // empty in recordings from before actors came and went
  State state;
  std::vector<SensorMount> sensors;  // of the run, resolved
  std::vector<SeatSnapshot> seats;
  RaceState race;
  RefereeState referee;
  std::optional<WeatherSpec> weather{};
  bool operator==(const Snapshot&) const = default;
};

/// Exact where checkpoint() was called, and at every tick of planar levels.
Snapshot snapshot_of(const Session& session);

/// From here the run goes on as one restored from snapshot_of(session) will.
void checkpoint(Session& session);

/// The session as it was; an Error, and nothing changed, when the snapshot is not one of this
/// run's.
Result<void> restore(Session& session, const Snapshot& snapshot);

/// 64 bits over everything a snapshot holds.
std::uint64_t hash_of(const Session& session);

}  // namespace paddock
