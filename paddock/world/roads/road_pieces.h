// What of roads is seen and driven on: asphalt, paint, kerbs, pavements, lights and signs as pieces
// like any other.
#pragma once

#include <vector>

#include "paddock/world/level.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {

/// In the order in which what lies flat is drawn: asphalt, then each colour of paint.
std::vector<PieceSpec> pieces_of_roads(const RoadsSpec& roads, const RoadNetwork& network,
                                       PhysicsKind physics);

}  // namespace paddock
