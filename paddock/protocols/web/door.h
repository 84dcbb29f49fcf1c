// The web door's row in the table of doors.
#pragma once

#include "paddock/rooms/door.h"

namespace paddock::web {

extern const DoorKind kDoor;

}  // namespace paddock::web
