// The robot car of the course as a kind: how hands, drivers and rigid physics use its kernel, and
// its entry.
#pragma once

#include "paddock/vehicles/dynamics.h"
#include "paddock/vehicles/robotcar/robotcar_kernel.h"

namespace paddock {

struct RobotcarDynamics : DynamicsOf<RobotcarParams, RobotcarState, RobotcarInput> {
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

struct Robotcar {
  using Dynamics = RobotcarDynamics;
  static RobotcarParams<double> params() { return {}; }
  static VehicleType type();
};

void build_robotcar(VehicleAssembly& car);

}  // namespace paddock
