// The row of the robot-car door in the table of doors.
#pragma once

#include <cstdint>
#include <utility>

#include "paddock/rooms/door.h"

namespace paddock::racecar {

extern const DoorKind kDoor;

/// Async and sync port of "racecar-ports", given as two values or as one text "5064,5065"; 0: one
/// that is free. The course's own where nothing was given.
Result<std::pair<std::uint16_t, std::uint16_t>> read_ports(const OptionValues& options);

}  // namespace paddock::racecar
