// Kinds on the road car's kernel with figures and looks of their own: for traffic and for people.
// Figures: docs/physics/sedan.md.
#pragma once

#include "paddock/vehicles/sedan/sedan.h"

namespace paddock {

struct Hatchback {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params();
  static VehicleType type();
};
struct Estate {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params();
  static VehicleType type();
};
struct Van {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params();
  static VehicleType type();
};
struct Truck {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params();
  static VehicleType type();
};
struct Motorcycle {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params();
  static VehicleType type();
};
struct Bicycle {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params();
  static VehicleType type();
};

void build_hatchback(VehicleAssembly& car);
void build_estate(VehicleAssembly& car);
void build_van(VehicleAssembly& car);
void build_truck(VehicleAssembly& car);
void build_motorcycle(VehicleAssembly& bike);
void build_bicycle(VehicleAssembly& bike);

}  // namespace paddock
