// The road car as a kind, and what all on its kernel share: how hands, drivers and rigid physics
// use it.
#pragma once

#include "paddock/vehicles/dynamics.h"
#include "paddock/vehicles/sedan/sedan_kernel.h"

namespace paddock {

struct SedanDynamics : DynamicsOf<SedanParams, SedanState, SedanInput> {
  static constexpr bool kFlies = false, kWheeled = true;

  static BodyMass mass(const Params& p);
  static BuildFigures figures(const Params& p);
  static double pursuing_axle(const Params& p);
  static double steering(const Params& p, const State& s);
  static Input follow(const Params& p, const State& s, const Motion& motion);
  static Input from_hands(const Params& p, const State& s, const Controls& c);
  static Controls to_hands(const Params& p, const State& s, const Input& u);
  static Input random_input(double a, double b, double c);

  static WheelDemands demands(const Params& p, const Input& u, const State& s,
                              const DriveView& view);
  static double front_wheel(const Params& p, const State& s, double speed);
  static void follow_controls(const Params& p, const Input& u, double dt, State& s);
  static double drag(const Params& p);
};

struct Sedan {
  using Dynamics = SedanDynamics;
  static SedanParams<double> params() { return {}; }
  static VehicleType type();
};

/// What people may change of any car on this kernel while it drives.
std::span<const FigureRange> road_car_sliders();

void build_sedan(VehicleAssembly& car);

}  // namespace paddock
