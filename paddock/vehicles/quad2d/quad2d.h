// The planar quadrotor as a kind: how hands and drivers use its kernel, and its entry.
#pragma once

#include <cstdint>

#include "paddock/core/vec.h"
#include "paddock/vehicles/dynamics.h"
#include "paddock/vehicles/quad2d/quad2d_kernel.h"

namespace paddock {

struct Quad2dDynamics : DynamicsOf<Quad2dParams, Quad2dState, Quad2dInput> {
  static constexpr bool kFlies = true, kWheeled = false;

  static BodyMass mass(const Params& p);
  static BuildFigures figures(const Params& p);
  static double pursuing_axle(const Params& p);
  static double steering(const Params& p, const State& s);
  static Vec2 air(const Params& p, std::uint64_t seed, double seconds);
  static Input follow(const Params& p, const State& s, const Motion& motion);
  static Input from_hands(const Params& p, const State& s, const Controls& c);
  static Controls to_hands(const Params& p, const State& s, const Input& u);
  static Input random_input(double a, double b, double c);
};

struct Quad2d {
  using Dynamics = Quad2dDynamics;
  static Quad2dParams<double> params() { return {}; }
  static VehicleType type();
};

void build_quad(VehicleAssembly& quad);

}  // namespace paddock
