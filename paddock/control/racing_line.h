// The racing line: of all lines beside a closed route that a car has room for, the one that bends
// least. Found once, when a driver is made. SI, world frame. docs/physics/racing_line.md.
#pragma once

#include <vector>

#include "paddock/vehicles/vehicle.h"
#include "paddock/world/route.h"
#include "paddock/world/world.h"

namespace paddock {

/// How far a vehicle may keep to each side of a route's points, m, both positive.
struct RoomBeside {
  std::vector<double> left, right;
};

/// A closed route again with even, close points.
Route even_route(const Route& route);

/// Room for a vehicle of this kind and `margin` metres around it, headed along the route: within
/// the route's width, and up to the first thing that its bumper would meet.
RoomBeside room_beside(const Route& route, const World& world, VehicleKind kind, double margin);

/// The closed line through one point beside each of the even route's that bends least; `haste`,
/// 1/m^2, is how much a shorter way is worth beside it.
Route racing_line(const Route& route, const RoomBeside& room, double haste);

/// The racing line of the world's first route for vehicles of this kind, with the margin and haste
/// that drivers have.
Route racing_line_of(const World& world, VehicleKind kind);

}  // namespace paddock
