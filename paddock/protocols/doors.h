// The table of doors: the one place that knows them all.
#pragma once

#include <span>

#include "paddock/rooms/door.h"

namespace paddock {

/// Every door there is, in the order in which people are told of them.
std::span<const DoorKind* const> all_doors();

}  // namespace paddock
