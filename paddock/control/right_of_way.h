// Who may pass a junction next. Those who come to one ask for a turn; turns are given in order to
// whoever has a green light or the right of way, meets nobody on the way and has room behind the
// junction. Whoever has a turn waits inside for those whose turn came before alone, so nobody waits
// for himself. SI. docs/physics/traffic.md.
#pragma once

#include "paddock/control/traffic_scene.h"

namespace paddock {

/// Gives turns to the scene's users, and takes back those of whoever can still stop at a light.
void decide_ways(TrafficScene& scene);

/// Whether a light that shows this stops a vehicle whose front is `away` metres before its line:
/// yellow does where it can still brake comfortably.
bool stops_at(LightState light, double away, double speed);

/// The next junction on a user's plan.
struct JunctionAhead {
  LaneId entry{}, way{};
  double to_line{};  // m from its front to where it would wait
  double to_way{};   // m from its origin to the beginning of the way
};
std::optional<JunctionAhead> junction_ahead(const TrafficScene& scene, const RoadUser& user);

/// Metres along a way through a junction where the first other way begins that has priority over
/// it; beyond its end where none has.
double waiting_place(const RoadGuide& guide, LaneId way);

/// Metres along the way of a user whose turn it is, of its origin.
inline double on_way(const LaneMemory& memory) { return memory.along + memory.way_from; }

}  // namespace paddock
