// A level with its vehicles at the starts, as parts to look at.
#pragma once

#include <vector>

#include "paddock/geom/look.h"
#include "paddock/world/world.h"

namespace paddock {

/// The vehicles that wait at the starts.
std::vector<LookPart> vehicles_at_starts(const World& world);

}  // namespace paddock
