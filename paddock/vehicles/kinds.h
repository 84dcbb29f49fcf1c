// Every kind of vehicle, a row each. Recordings tell states by the place of their dynamics among
// these rows: new kinds come at the end.
#pragma once

#include "paddock/core/type_list.h"
#include "paddock/vehicles/neato/neato.h"
#include "paddock/vehicles/quad2d/quad2d.h"
#include "paddock/vehicles/racecar/racecar.h"
#include "paddock/vehicles/road_cars/road_cars.h"
#include "paddock/vehicles/robotcar/robotcar.h"
#include "paddock/vehicles/rover/rover.h"
#include "paddock/vehicles/sedan/sedan.h"
#include "paddock/vehicles/walker/walker.h"

namespace paddock {

// clang-format off
using VehicleKinds = TypeList<
    Racecar
    , Rover
    , Neato
    , Quad2d
    , Sedan
    , Robotcar
    , Hatchback
    , Estate
    , Van
    , Truck
    , Motorcycle
    , Bicycle
    , Walker
>;
// clang-format on

}  // namespace paddock
