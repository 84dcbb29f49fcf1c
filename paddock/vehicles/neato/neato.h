// The Neato robot as a kind: how hands and drivers use its kernel, and its entry.
#pragma once

#include "paddock/vehicles/dynamics.h"
#include "paddock/vehicles/neato/neato_kernel.h"

namespace paddock {

struct NeatoDynamics : DynamicsOf<NeatoParams, NeatoState, NeatoInput> {
  static constexpr bool kFlies = false, kWheeled = false;

  static BodyMass mass(const Params& p);
  static BuildFigures figures(const Params& p);
  static double pursuing_axle(const Params& p);
  static double steering(const Params& p, const State& s);
  static Input follow(const Params& p, const State& s, const Motion& motion);
  static Input from_hands(const Params& p, const State& s, const Controls& c);
  static Controls to_hands(const Params& p, const State& s, const Input& u);
  static Input random_input(double a, double b, double c);
};

struct Neato {
  using Dynamics = NeatoDynamics;
  static NeatoParams<double> params() { return {}; }
  static VehicleType type();
};

void build_neato(VehicleAssembly& robot);

}  // namespace paddock
