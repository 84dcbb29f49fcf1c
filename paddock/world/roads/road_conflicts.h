// Which ways through a junction meet, where, and who gives way.
#pragma once

#include "paddock/world/roads/road_network.h"

namespace paddock {

/// Fills in the conflicts of a junction whose lanes are known.
void find_conflicts(const RoadsSpec& spec, const JunctionSpec& from, const RoadNetwork& network,
                    RoadJunction& junction);

}  // namespace paddock
