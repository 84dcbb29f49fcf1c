// What the page and the server say to each other; docs/protocols/web.md has every field. Binary
// messages are kept in the units of the wire; peer.cpp turns them from and into ours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "paddock/control/edited_path.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"
#include "paddock/geom/material.h"
#include "paddock/io/json.h"
#include "paddock/stage/lock_step.h"
#include "paddock/stage/pad.h"
#include "paddock/stage/subscriptions.h"
#include "paddock/vehicles/driving.h"

namespace paddock::web {

inline constexpr std::int64_t kVersion = 1;

// --- client to server, JSON ---------------------------------------------------------------------

/// What an address lets its clients do.
enum class Access : std::uint8_t { Full, View };

struct Hello {
  std::int64_t version{};
  std::string key;  // a secret that makes two connections one person; empty: none
};
struct ListRooms {};
struct ListRecordings {};
struct OpenRoom {
  std::string level, recording;  // one of them
  std::string room;              // a name for it; empty: made up
  SessionSpec spec;
  Pace pace;
  bool keep{}, record{};
  bool wait{};  // simulated time stands until the opener is ready
  // for the doors that the level asks for
  std::string user;  // for score codes and best times
  PeerSettings door_settings;
};
struct JoinRoom {
  std::string room;
};
struct LeaveRoom {};
struct ReadyRoom {};  // the opener sees it
struct CloseRoom {
  std::string room;
};
struct TakeVehicle {
  std::uint32_t vehicle{};
  bool force{};
};
struct HandOver {  // release and driver
  std::uint32_t vehicle{};
  std::string driver;  // empty: its program, where it has one, else nobody
};
struct DriveVehicle {
  std::uint32_t vehicle{};
  Controls controls;
};
struct PressPad {  // for programs that ask for it
  Pad pad;
};
struct PutVehicle {
  std::uint32_t vehicle{};
  std::optional<Pose2> pose;  // none: its start
};
struct SpawnVehicle {
  Spawn spawn;
};
struct DespawnVehicle {
  std::uint32_t vehicle{};
};
struct PauseRoom {
  bool paused{};
};
struct StepRoom {
  std::int64_t ticks{1};
};
struct SetFactor {
  double factor{1};
};
struct RestartRoom {  // what is not said stays as it is
  std::optional<std::uint64_t> seed;
  LevelSettings settings;
};
struct SeekRoom {
  double time{};  // s
};
struct SetValue {
  std::string name;
  double value{};
};
struct EditRoomPath {
  std::uint32_t vehicle{};
  PathEdit edit;
};
struct ClickWorld {
  Vec3 point;
  std::uint32_t button{};
  std::int64_t vehicle{-1};
};
enum class EditWhat : std::uint8_t { Click, RightClick, Wheel };
struct EditPiece {
  std::string piece;
  EditWhat what{};
  int notches{1};  // of the wheel, positive away from the person
};
/// A piece itself, by its name.
struct ChangeNamedPiece {
  std::string piece;
  ChangePiece change;  // of whichever piece that is
};
/// Something to be done by the programs' door, in its own words.
struct ActThroughDoor {
  std::string door, act;
  std::uint32_t vehicle{};
};
struct SetDoor {
  std::string door;
  PeerSettings settings;
};
struct SetColors {
  std::vector<CarColors> colors;
};
struct SubscribeSensor {
  SensorWant want;
};
struct Unsubscribe {
  std::uint16_t subscription{};
};
struct RecordRoom {
  bool on{};
  std::string name;
};
struct Ping {
  Json message;  // comes back as it is
};

using Request =
    std::variant<Hello, ListRooms, ListRecordings, OpenRoom, JoinRoom, LeaveRoom, ReadyRoom,
                 CloseRoom, TakeVehicle, HandOver, DriveVehicle, PressPad, PutVehicle, SpawnVehicle,
                 DespawnVehicle, PauseRoom, StepRoom, SetFactor, RestartRoom, SeekRoom, SetValue,
                 EditRoomPath, ClickWorld, EditPiece, ChangeNamedPiece, ActThroughDoor, SetDoor,
                 SetColors, SubscribeSensor, Unsubscribe, RecordRoom, Ping>;

struct ClientMessage {
  std::optional<std::int64_t> id;
  Request request;
};

enum class RefusalCode : std::uint8_t {
  Version,     // speak version 1
  BadMessage,  // no JSON object, no type, a field of the wrong kind
  Unknown,     // no such type
  NotFound,    // room, level, recording, vehicle, parameter
  Refused,     // not now: not greeted, in no room, the system said no
  Held,        // another client drives it: it may be let go of
  NotAllowed,  // others may
  Limit,       // too many, too large
  Invalid,     // the level has mistakes, a value breaks a rule
};
/// As the wire has them, ErrorCode of wire.json.
inline constexpr std::array<std::string_view, 9> kRefusalCodes{
    "version", "bad_message", "unknown", "not_found", "refused",
    "held",    "not_allowed", "limit",   "invalid"};
constexpr std::string_view name_of(RefusalCode code) {
  return kRefusalCodes[static_cast<std::size_t>(code)];
}

/// A refusal as the client gets it.
struct Refusal {
  RefusalCode code{};
  std::string message;
  std::vector<Problem> problems{};  // of a level file, where that is why
};

// --- server to client, binary -------------------------------------------------------------------

inline constexpr std::uint8_t kStateFrame = 1, kRangesFrame = 2, kPictureFrame = 3,
                              kSeriesFrame = 4, kBodiesFrame = 5, kPointsFrame = 6,
                              kPursuitFrame = 7, kRoadsFrame = 8;

// flags of a state frame
inline constexpr std::uint8_t kPaused = 1, kWaiting = 2, kReplay = 4;
// flags of a vehicle
inline constexpr std::uint8_t kFrozen = 1, kTouched = 2, kFinished = 4, kHeld = 8, kEmptySlot = 16;

struct VehicleMessage {
  std::int32_t x{}, y{}, z{};           // 0.1 mm
  std::int16_t yaw{}, pitch{}, roll{};  // pi / 32768
  std::int16_t speed{};                 // 2 mm/s
  std::int16_t yaw_rate{};              // mrad/s
  std::int16_t steer{};                 // 0.1 mrad
  std::int8_t drive{};                  // 1/127
  std::uint8_t brake{};                 // 1/255
  std::uint16_t laps{};
  std::uint32_t lap_ms{};
  std::uint16_t next_gate{};
  std::uint8_t flags{}, place{};
  bool operator==(const VehicleMessage&) const = default;
};

struct StateMessage {
  std::uint8_t flags{};
  std::uint32_t run{};
  std::uint64_t tick{};
  float speed{};
  std::vector<VehicleMessage> vehicles;
  bool operator==(const StateMessage&) const = default;
};

// flags of a bodies frame, and of a body
inline constexpr std::uint8_t kComplete = 1;
inline constexpr std::uint8_t kAbsent = 1;
inline constexpr std::uint16_t kUnscaled = 2048;

struct BodyMessage {
  std::uint16_t index{};  // in level.bodies
  std::uint8_t flags{};
  std::uint8_t variant{};               // which of the piece's looks it has
  std::int32_t x{}, y{}, z{};           // 0.1 mm
  std::int16_t qx{}, qy{}, qz{}, qw{};  // 1/32767
  std::uint16_t scale{kUnscaled};       // 1/2048
  bool operator==(const BodyMessage&) const = default;
};

struct BodiesMessage {
  std::uint8_t flags{};
  std::uint32_t run{};
  std::uint64_t tick{};
  std::vector<BodyMessage> bodies;  // those that moved since the last frame, or all
  bool operator==(const BodiesMessage&) const = default;
};

/// What every frame of a sensor begins with.
struct ReadingHead {
  std::uint16_t subscription{};
  std::uint32_t left_out{};  // readings between the one before and this one
  bool operator==(const ReadingHead&) const = default;
};

inline constexpr std::uint16_t kNothingMet = 65535;  // in place of a distance

struct RangesMessage {
  ReadingHead head;
  std::uint64_t tick{};
  float scale{};                      // m
  std::vector<std::uint16_t> ranges;  // of scale, or kNothingMet
  bool operator==(const RangesMessage&) const = default;
};

struct PictureMessage {
  ReadingHead head;
  PictureFormat format{};
  std::uint64_t tick{};
  std::uint16_t width{}, height{};
  float scale{};  // m of a unit of depth; 0 for other pictures
  std::string content;
  bool operator==(const PictureMessage&) const = default;
};

struct SeriesSample {
  std::uint64_t tick{};
  std::vector<double> values;
  bool operator==(const SeriesSample&) const = default;
};
struct SeriesMessage {
  ReadingHead head;
  std::uint8_t channels{};
  std::vector<SeriesSample> samples;
  bool operator==(const SeriesMessage&) const = default;
};

struct PointMessage {
  std::int16_t x{}, y{}, z{};  // of scale, in the sensor's frame
  std::uint8_t intensity{};    // 1/255
  std::uint8_t tag{};
  bool operator==(const PointMessage&) const = default;
};
struct PointsMessage {
  ReadingHead head;
  std::uint64_t tick{};
  float scale{};  // m
  std::vector<PointMessage> points;
  bool operator==(const PointsMessage&) const = default;
};

// flags of a vehicle that follows a path
inline constexpr std::uint8_t kArrived = 1, kCompatible = 2, kByPursuit = 4, kAdaptive = 8,
                              kInFlight = 16;

/// One vehicle that follows a path, SI in world axes.
struct PursuerMessage {
  std::uint32_t vehicle{};
  std::uint8_t controller{}, mode{}, why{}, flags{};
  std::uint16_t index{}, segment{}, points{}, hits{};
  std::uint32_t flight{};
  float flight_time{}, lookahead{};
  std::array<float, 2> position{}, velocity{}, accel_command{}, velocity_command{};
  std::array<float, 2> wind{}, air{}, drag{}, carrot{}, closest{};
  std::array<float, 8> hit{};
  std::array<float, 2> position_error{}, position_error_rate{};
  std::array<float, 2> velocity_error{}, velocity_error_rate{};
  std::array<float, 4> gains{};  // kp and kd of the position loop, then of the velocity loop
  float cross_track{}, along{}, planned_speed{}, mean_error{}, largest_error{}, effort{};
  bool operator==(const PursuerMessage&) const = default;

  /// The one list of its fields, in the order of the wire.
  static void fields(auto& self, auto&& visit) {
    visit(self.vehicle), visit(self.controller), visit(self.mode), visit(self.why);
    visit(self.flags), visit(self.index), visit(self.segment), visit(self.points);
    visit(self.hits), visit(self.flight), visit(self.flight_time), visit(self.lookahead);
    visit(self.position), visit(self.velocity), visit(self.accel_command);
    visit(self.velocity_command), visit(self.wind), visit(self.air), visit(self.drag);
    visit(self.carrot), visit(self.closest), visit(self.hit), visit(self.position_error);
    visit(self.position_error_rate), visit(self.velocity_error), visit(self.velocity_error_rate);
    visit(self.gains), visit(self.cross_track), visit(self.along), visit(self.planned_speed);
    visit(self.mean_error), visit(self.largest_error), visit(self.effort);
  }
};

struct PursuitMessage {
  std::uint32_t run{};
  std::uint64_t tick{};
  std::vector<PursuerMessage> vehicles;
  bool operator==(const PursuitMessage&) const = default;
};

/// What the roads say to a vehicle.
struct RoadMessage {
  std::uint32_t vehicle{};
  std::uint8_t light{};               // 0 none is near, 1 red, 2 yellow, 3 green
  float light_distance{};             // m
  float speed_limit{};                // m/s; 0: it is in no lane
  float off_road{}, other_lane{};     // shares of its box
  std::array<float, 3> collisions{};  // N s, of vehicles, walkers and other
  bool operator==(const RoadMessage&) const = default;

  /// The one list of its fields, in the order of the wire.
  static void fields(auto& self, auto&& visit) {
    visit(self.vehicle), visit(self.light), visit(self.light_distance), visit(self.speed_limit);
    visit(self.off_road), visit(self.other_lane), visit(self.collisions);
  }
};

struct RoadsMessage {
  std::uint32_t run{};
  std::uint64_t tick{};
  std::vector<RoadMessage> vehicles;
  bool operator==(const RoadsMessage&) const = default;
};

using ServerFrame = std::variant<StateMessage, RangesMessage, PictureMessage, SeriesMessage,
                                 BodiesMessage, PointsMessage, PursuitMessage, RoadsMessage>;

}  // namespace paddock::web
