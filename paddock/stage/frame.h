// Frame: what a stage shows of itself, immutable once published. World frame, SI, radians.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "paddock/control/pursuit_output.h"
#include "paddock/engine/places.h"
#include "paddock/stage/flight.h"
#include "paddock/stage/parameters.h"
#include "paddock/stage/road_watch.h"
#include "paddock/stage/session.h"

namespace paddock {

/// A vehicle that follows a path, as people see it.
struct PursuerFrame {
  PursuitOutput pursuit;
  std::uint8_t controller{};  // its place among the choices of the driver's parameter
  bool by_velocity{};         // it commands velocities, not accelerations
  bool compatible{}, by_pursuit{}, adaptive{};  // as the driver's parameters say
  std::size_t points{};                         // of its path
  Vec2 velocity, wind, air, drag;               // m/s and m/s^2
  std::array<double, 4> gains{};  // kp and kd of the position loop, then of the velocity loop
  Flight flight;                  // the one under way, or the last
};

/// A vehicle on the ground, as a picture needs it.
struct VehicleFrame {
  bool present{true};  // else its slot is empty, and the rest says nothing
  Pose2 pose;
  double z{}, pitch{}, roll{};
  double speed{}, yaw_rate{};
  double steer{};  // reached so far; of a rover its rear block's, counter-clockwise
  Controls asked;
  std::uint32_t laps{}, next_gate{}, place{};
  Nanos lap_time{};  // in this lap; 0 before the start line
  bool frozen{}, touched{}, held{};
  std::optional<PursuerFrame> pursuer{};
};

struct Pace {
  bool paused{};
  double factor{1};  // times real time; 0: as fast as possible
  bool operator==(const Pace&) const = default;
};

using ClientId = std::uint64_t;  // who holds a vehicle; 0: nobody

/// A connection of a room with a program elsewhere, for people to see.
struct LinkStatus {
  std::string name, address;
  std::string program{};               // its file, where it is known
  std::vector<std::uint16_t> ports{};  // where it is waited for, or reached
  bool connected{};
  std::string note{};            // what happened last
  double in_rate{}, out_rate{};  // packets a second
  bool operator==(const LinkStatus&) const = default;
};

/// One trial of a grading.
struct TrialResult {
  std::string title;
  double points{}, of{};
  Nanos time{};
  TrialEnd end{};
  std::string why;       // a failure's reason
  std::uint64_t hash{};  // of the run at its end
  bool operator==(const TrialResult&) const = default;
};

/// What the referee knows, for people. It changes when something happens, not with the clock.
struct GameStatus {
  PlayMode mode{};
  bool running{};
  Nanos began{};  // of the clock, in simulated time
  std::vector<RefereeCar> cars;
  std::uint32_t task{};
  double points{};  // of the trial, with its bonus once it is over
  TrialEnd end{};
  Nanos ended{};
  bool operator==(const GameStatus&) const = default;
};

/// What one exam of a training brought, in the order of TrainingStatus::channels.
struct TrainingPoint {
  std::int64_t steps{};
  std::vector<double> values;
};

/// How a training stands whose newest policy drives here.
struct TrainingStatus {
  struct Channel {
    std::string name, unit;
  };
  std::string task;
  std::int64_t steps{};         // taken so far
  std::int64_t of{};            // to be taken; 0: nobody knows
  double rate{};                // steps a second
  std::int64_t policy_steps{};  // after which the policy that drives was learned
  std::vector<Channel> channels{};
  std::vector<TrainingPoint> points{};  // in the order of their steps
};

/// What a notice repeats, so that it need not be shown twice.
enum class NoticeAbout : std::uint8_t { Other, Help, Trial };

/// The last thing that a peer had to say to people.
struct Notice {
  std::string text;
  std::uint8_t grade{};  // 0 news, 1 warning, 2 error
  NoticeAbout about{};
  std::uint32_t count{};  // of notices so far
  bool operator==(const Notice&) const = default;
};

/// What a peer in lock-step shows of itself.
struct PeerStatus {
  std::string door{};  // through which its programs come, by its name; empty: through none
  std::vector<LinkStatus> links{};
  std::vector<std::string> waiting{};  // for whom or what, for people
  Notice notice{};
  std::vector<std::string> console{};  // what programs that Paddock started printed last
  std::vector<TrialResult> results{};  // of a grading, one a trial that is over
  std::string score_code{};            // of a grading that is over
  std::string own{};                   // what no other door has: a JSON object, or empty
  /// Null: none drives here. Shared: a new one for every change.
  std::shared_ptr<const TrainingStatus> training{};
  bool operator==(const PeerStatus&) const = default;
};

struct SeatStatus {
  VehicleId id{};
  bool present{true};  // else its slot is empty, and the rest says nothing
  std::string kind, driver;
  ClientId client{};
  bool program{};  // one drives it when no person does
  std::uint32_t laps{}, place{};
  Nanos last_lap{}, best_lap{}, finished{};
  std::optional<CarColors> colors{};  // that somebody chose
  std::vector<SensorName> sensors;    // that can be asked for by name: the run's, then the kind's
};

/// The path of a vehicle that follows one.
struct PathStatus {
  VehicleId vehicle{};
  std::vector<Vec2> points;
  bool closed{};
  std::size_t undo{};  // edits that can be undone
  bool operator==(const PathStatus&) const = default;
};

/// What changes seldom: a new one is made when something in it did.
struct StageStatus {
  std::shared_ptr<const World> world;  // shared with the model; it stays while anybody draws it
  std::shared_ptr<const LevelPapers> papers;  // the same
  std::vector<std::string> bodies;  // what moves and is no vehicle, by the names of its parts
  SessionSpec spec;
  std::uint32_t run{1};
  std::uint32_t edition{};  // grows with each edit of the level
  std::uint32_t laps{};
  bool replay{};
  bool follows{};    // it shows a run elsewhere
  Nanos duration{};  // of a recording
  Pace pace;
  std::string recording;  // empty: none is written
  std::vector<std::string> waiting;
  std::vector<PeerStatus> peers;   // in lock-step, in the order in which they joined
  std::optional<GameStatus> game;  // where the level has rules
  std::vector<SeatStatus> seats;   // one a slot
  std::vector<Parameter> parameters;
  std::vector<PathStatus> paths{};
  std::vector<Flight> flights{};  // of this run, the oldest first
};

std::size_t count_present(const StageStatus& status);
/// The same stand in the same slots.
bool same_actors(const StageStatus& a, const StageStatus& b);

/// What the roads say to vehicles.
struct RoadsFrame {
  Tick tick{};
  std::vector<RoadWatch> watches;
};

struct Frame {
  std::uint64_t number{};  // of this stage, from 1
  std::uint32_t run{1};    // grows with restart and seek
  Tick tick{};
  bool paused{}, waiting{}, replay{};
  double speed{};                      // simulated seconds in a second of real time
  std::vector<VehicleFrame> vehicles;  // one a slot
  std::vector<BodyPlace> bodies;       // in the order of StageStatus::bodies
  std::vector<StageEvent> events;      // since the frame before
  /// Shared by all frames until it is looked anew, ten times a second; null without roads.
  std::shared_ptr<const RoadsFrame> roads;
  std::shared_ptr<const StageStatus> status;  // shared by all frames until it changes
};

/// What the referee has to say; nothing where the level has no rules.
std::optional<GameStatus> game_of(const Session& session);

/// Paths of all whose drivers follow one.
std::vector<PathStatus> paths_of(const Session& session);

/// Where a vehicle stands; it leans with the ground.
VehicleFrame frame_of(const Session& session, std::size_t vehicle);

}  // namespace paddock
