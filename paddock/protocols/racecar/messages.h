// The datagrams of RacecarSim, one struct each, in the course's own units and frame: centimetres,
// m/s², rad/s and ratios; x right, y up, z forward. Bytes: codec.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

namespace paddock::racecar {

// --- numbers of the protocol --------------------------------------------------------------------

/// First byte of every message that has one; replies to requests have none.
enum class Header : std::uint8_t {
  Error = 0,       // both ways
  Connect = 1,     // both ways
  UnityStart = 2,  // 2 to 4: from the simulator
  UnityUpdate = 3,
  UnityExit = 4,
  PythonFinished = 5,
  PythonSendNext = 6,
  PythonExit = 7,
  RacecarGo = 8,              // reserved, never sent
  RacecarSetStartUpdate = 9,  // reserved, never sent
  GetDeltaTime = 10,
  RacecarSetUpdateSlowTime = 11,  // reserved, never sent
  GetColorImage = 12,
  GetDepthImage = 13,
  GetCameraWidth = 14,
  GetCameraHeight = 15,
  IsDown = 16,
  WasPressed = 17,
  WasReleased = 18,
  GetTrigger = 19,
  GetJoystick = 20,
  DisplayShowImage = 21,  // reserved, never sent
  SetSpeedAngle = 22,
  Stop = 23,
  SetMaxSpeed = 24,
  GetLidarLength = 25,
  GetLidarSamples = 26,
  GetLinearAcceleration = 27,
  GetAngularVelocity = 28,
  GetPosition = 29,  // from here on: version 2
  GetDroneImage = 30,
  GetDroneHeight = 31,
  SetDroneHeight = 32,
  ReturnDrone = 33,
};

enum class FaultCode : std::uint8_t {
  Generic = 0,
  Timeout = 1,
  PythonException = 2,
  NoFreeCar = 3,
  PythonOutdated = 4,
  SimulatorOutdated = 5,
  FragmentMismatch = 6,
};

enum class Button : std::uint8_t { A, B, X, Y, LB, RB, LJoy, RJoy, Start, Back };
enum class Side : std::uint8_t { Left, Right };  // of triggers and joysticks

inline constexpr std::uint8_t kVersion1 = 1, kVersion2 = 2;
inline constexpr std::uint16_t kAsyncPort = 5064, kSyncPort = 5065;

inline constexpr std::size_t kColorWidth = 640, kColorHeight = 480;         // px
inline constexpr std::size_t kColorBytes = kColorWidth * kColorHeight * 4;  // R, G, B, A
inline constexpr std::size_t kFragments = 32;                               // of a colour image
inline constexpr std::size_t kFragmentBytes = kColorBytes / kFragments;     // 38,400
inline constexpr std::size_t kLidarSamples = 720;                           // of a turn
inline constexpr std::size_t kLowDepthWidth = 20, kLowDepthHeight = 15;     // cells

/// Each step doubles both sides: 20 x 15, 40 x 30, 80 x 60. Scripts know no other size.
enum class DepthResolution { Low = 0, Moderate = 1, High = 2 };

constexpr std::size_t depth_width(DepthResolution r) {
  return kLowDepthWidth << static_cast<unsigned>(r);
}
constexpr std::size_t depth_height(DepthResolution r) {
  return kLowDepthHeight << static_cast<unsigned>(r);
}
constexpr std::size_t depth_cells(DepthResolution r) { return depth_width(r) * depth_height(r); }

// --- both ways ----------------------------------------------------------------------------------

/// From a script: it failed. From the simulator: the script must end.
struct Fault {
  FaultCode code{};
  bool operator==(const Fault&) const = default;
};

// --- from a script ------------------------------------------------------------------------------

/// Asks for a car. Clients older than the version byte count as version 0.
struct Connect {
  std::uint8_t version{kVersion1};
  bool operator==(const Connect&) const = default;
};

struct Finished {  // start or update came to its end
  bool operator==(const Finished&) const = default;
};
struct SendNext {  // a fragment arrived, the last one included
  bool operator==(const SendNext&) const = default;
};
struct Quit {  // the script ends
  bool operator==(const Quit&) const = default;
};

/// What a script can ask for without saying more.
enum class Quantity : std::uint8_t {
  DeltaTime = 10,           // 4 bytes: float, s
  ColorImage = 12,          // 32 fragments
  DepthImage = 13,          // 1,200, 4,800 or 19,200 bytes: floats, cm
  CameraWidth = 14,         // 4 bytes: int32, px
  CameraHeight = 15,        // 4 bytes: int32, px
  LidarLength = 25,         // 4 bytes: int32
  LidarSamples = 26,        // 2,880 bytes: floats, cm
  LinearAcceleration = 27,  // 12 bytes: floats, m/s²
  AngularVelocity = 28,     // 12 bytes: floats, rad/s
  Position = 29,            // 12 bytes: floats, dm
  DroneImage = 30,          // 32 fragments
  DroneHeight = 31,         // 4 bytes: float, dm
};

struct Get {
  Quantity quantity{Quantity::DeltaTime};
  bool operator==(const Get&) const = default;
};

enum class ButtonQuestion : std::uint8_t { IsDown = 16, WasPressed = 17, WasReleased = 18 };

struct GetButton {  // 1 byte: 0 or 1
  ButtonQuestion question{ButtonQuestion::IsDown};
  Button button{};
  bool operator==(const GetButton&) const = default;
};
struct GetTrigger {  // 4 bytes: float, 0 to 1
  Side side{};
  bool operator==(const GetTrigger&) const = default;
};
struct GetJoystick {  // 8 bytes: floats x and y, -1 to 1
  Side side{};
  bool operator==(const GetJoystick&) const = default;
};

// commands: nobody answers them

struct SetSpeedAngle {
  float speed{};  // finite; -1 to 1 is meant, forward positive
  float angle{};  // finite; -1 to 1 is meant, right positive
  bool operator==(const SetSpeedAngle&) const = default;
};
struct Stop {
  bool operator==(const Stop&) const = default;
};
struct SetMaxSpeed {
  float max_speed{};  // finite; 0 to 1 is meant
  bool operator==(const SetMaxSpeed&) const = default;
};
struct SetDroneHeight {
  float height{};  // dm, finite
  bool operator==(const SetDroneHeight&) const = default;
};
struct ReturnDrone {
  bool operator==(const ReturnDrone&) const = default;
};

using ScriptMessage =
    std::variant<Fault, Connect, Finished, SendNext, Quit, Get, GetButton, GetTrigger, GetJoystick,
                 SetSpeedAngle, Stop, SetMaxSpeed, SetDroneHeight, ReturnDrone>;

// --- from the simulator -------------------------------------------------------------------------

struct Welcome {
  std::uint8_t car{};  // its index
  bool operator==(const Welcome&) const = default;
};
struct RunStart {
  bool operator==(const RunStart&) const = default;
};
struct RunUpdate {
  bool operator==(const RunUpdate&) const = default;
};
struct End {
  bool operator==(const End&) const = default;
};

using SimulatorMessage = std::variant<Fault, Welcome, RunStart, RunUpdate, End>;

struct StickReading {
  float x{}, y{};  // -1 to 1, right and up positive
  bool operator==(const StickReading&) const = default;
};
using Triple = std::array<float, 3>;  // x, y, z of IMU and position

}  // namespace paddock::racecar
