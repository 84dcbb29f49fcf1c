// What the page and the server say to each other; docs/protocols/web.md has every field. Binary
// messages are kept in the units of the wire; peer.cpp turns them from and into ours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "paddock/control/controls.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"
#include "paddock/geom/material.h"
#include "paddock/io/json.h"
#include "paddock/stage/lock_step.h"
#include "paddock/stage/pad.h"

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
enum class SensorKind { Lidar, Camera, Imu, Speed };
/// Of the vehicle: x forward, y left, z up. As programs have them (PeerStatus::own_imu): x right, y
/// up, z forward.
enum class ImuAxes { Vehicle, Program };
enum class PictureKind : std::uint8_t { Colour = 0, Depth = 1, Semantic = 2 };
struct SubscribeSensor {
  SensorKind sensor{};
  std::uint32_t vehicle{};
  double rate{20};  // Hz
  int beams{360};
  double start{-3.141592653589793};
  double span{};  // 0: a full turn less one beam
  double range{10};
  PictureKind picture{};
  int width{320}, height{240};
  double fov{1.2};
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

using Request = std::variant<Hello, ListRooms, ListRecordings, OpenRoom, JoinRoom, LeaveRoom,
                             ReadyRoom, CloseRoom, TakeVehicle, HandOver, DriveVehicle, PressPad,
                             PutVehicle, PauseRoom, StepRoom, SetFactor, RestartRoom, SeekRoom,
                             SetValue, ClickWorld, EditPiece, ActThroughDoor, SetDoor, SetColors,
                             SubscribeSensor, Unsubscribe, RecordRoom, Ping>;

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

inline constexpr std::uint8_t kStateFrame = 1, kLidarFrame = 2, kPictureFrame = 3, kSeriesFrame = 4,
                              kBodiesFrame = 5;

// flags of a state frame
inline constexpr std::uint8_t kPaused = 1, kWaiting = 2, kReplay = 4;
// flags of a vehicle
inline constexpr std::uint8_t kFrozen = 1, kTouched = 2, kFinished = 4, kHeld = 8;

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
inline constexpr std::uint16_t kAbsent = 1;

struct BodyMessage {
  std::uint16_t index{};  // in level.bodies
  std::uint16_t flags{};
  std::int32_t x{}, y{}, z{};           // 0.1 mm
  std::int16_t qx{}, qy{}, qz{}, qw{};  // 1/32767
  bool operator==(const BodyMessage&) const = default;
};

struct BodiesMessage {
  std::uint8_t flags{};
  std::uint32_t run{};
  std::uint64_t tick{};
  std::vector<BodyMessage> bodies;  // those that moved since the last frame, or all
  bool operator==(const BodiesMessage&) const = default;
};

struct LidarMessage {
  std::uint16_t subscription{};
  std::uint64_t tick{};
  float start{}, span{}, range{};
  std::vector<std::uint16_t> ranges;  // of range / 65534; 65535: nothing seen
  bool operator==(const LidarMessage&) const = default;
};

struct PictureMessage {
  PictureKind picture{};
  std::uint16_t subscription{};
  std::uint64_t tick{};
  std::uint16_t width{}, height{};
  float scale{};
  std::string content;
  bool operator==(const PictureMessage&) const = default;
};

struct SeriesSample {
  std::uint64_t tick{};
  std::vector<float> values;
  bool operator==(const SeriesSample&) const = default;
};
struct SeriesMessage {
  std::uint16_t subscription{};
  std::uint8_t channels{};
  std::vector<SeriesSample> samples;
  bool operator==(const SeriesMessage&) const = default;
};

using ServerFrame =
    std::variant<StateMessage, LidarMessage, PictureMessage, SeriesMessage, BodiesMessage>;

}  // namespace paddock::web
