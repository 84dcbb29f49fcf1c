#include "paddock/protocols/doors.h"

#include <array>

#include "paddock/protocols/carla/door.h"
#include "paddock/protocols/eespees/door.h"
#include "paddock/protocols/racecar/door.h"
#include "paddock/protocols/web/door.h"

namespace paddock {
namespace {

constexpr std::array<const DoorKind*, 4> kDoors{&web::kDoor, &racecar::kDoor, &eespees::kDoor,
                                                &carla::kDoor};

}  // namespace

std::span<const DoorKind* const> all_doors() { return kDoors; }

}  // namespace paddock
