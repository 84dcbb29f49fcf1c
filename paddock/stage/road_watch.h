// What the roads say to a vehicle, for people: its limit, the light ahead, where it is off its
// lane, what it ran into. It looks on and changes nothing. SI.
#pragma once

#include <vector>

#include "paddock/game/collision_sums.h"
#include "paddock/stage/session.h"

namespace paddock {

struct RoadWatch {
  VehicleId vehicle{};
  Trespass trespass{};                 // of the box about its outline
  double speed_limit{};                // m/s; 0: it is in no lane
  LightState light{LightState::Dark};  // of the next stop line with a light; Dark: none is near
  double light_distance{};             // m from its nose to that line
  CollisionSums collisions{};
};

/// Of everybody who is there and not on foot; nothing in levels without roads.
std::vector<RoadWatch> watch_roads(const Session& session);

}  // namespace paddock
