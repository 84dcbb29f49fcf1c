// The packets of EES-PEES, one struct each, in the original's own units and frame
// (game/training_robot.h). Bytes: docs/protocols/ees-pees.md.
#pragma once

#include <array>
#include <cstdint>

#include "paddock/game/training_robot.h"

namespace paddock::eespees {

// --- with the external controller of a robot ----------------------------------------------------

/// To the controller, once after connecting.
struct RobotInit {
  std::int32_t step_ms{32};
  double max_speed{22};                    // rad/s of the motor
  double lidar_min{0.04}, lidar_max{3.5};  // m
  bool operator==(const RobotInit&) const = default;
};

/// To the controller after each step; it answers with a RobotCommand.
using SensorPacket = RobotReading;
using DriveCommand = RobotCommand;

// --- with the backend ---------------------------------------------------------------------------

enum class Function : std::int32_t { Undefined = -1, None = 0, Start = 1, Reset = 2, Close = 3 };
enum class Mode : std::int32_t {
  Normal = 0,    // real time
  Run = 1,       // fast
  Fast = 2,      // fast, without rendering there; the same as Run here
  LockStep = 3,  // ours: as fast as commands come, and a robot's connection outlives RESET
};

/// From the backend. Of RESET only function and seed count.
struct WorldCommand {
  Function function{};
  std::int32_t seed{};
  Mode mode{};
  std::int32_t obstacles{};
  std::int32_t cells{};  // along a side
  float scale{};         // m, of a cell
  bool operator==(const WorldCommand&) const = default;
};

enum class ReturnCode : std::int32_t { Undefined = -1, Success = 0, Error = 1 };

/// To the backend, for START and RESET.
struct WorldReply {
  ReturnCode code{};
  std::int32_t step_ms{32};
  std::array<float, 2> target{};  // m: x, z
  bool operator==(const WorldReply&) const = default;
};

}  // namespace paddock::eespees
