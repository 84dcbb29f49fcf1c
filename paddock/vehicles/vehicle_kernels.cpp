// Compiled once for each SIMD target: loads lanes, steps, stores. Nothing here but kernel headers.
#include "paddock/vehicles/kernels.h"

namespace paddock::PADDOCK_TARGET {

extern const VehicleKernels kVehicleKernels;

namespace {

using Wide = RealOf<PADDOCK_TARGET_BITS>;
using Real = Wide::Type;

template <class To, class From>
PADDOCK_KERNEL To broadcast(const From& from) {
  double values[64];
  int n = 0;
  From::fields(from, [&](const char*, const double& field) PADDOCK_INLINE { values[n++] = field; });
  To to{};
  n = 0;
  To::fields(to, [&](const char*, Real& field) PADDOCK_INLINE { field = Real(values[n++]); });
  return to;
}

template <class T>
PADDOCK_KERNEL T load(const double* const* fields, std::size_t at) {
  T value{};
  int n = 0;
  T::fields(value,
            [&](const char*, Real& field) PADDOCK_INLINE { field = Wide::load(fields[n++] + at); });
  return value;
}

template <class T>
PADDOCK_KERNEL void store(const T& value, double* const* fields, std::size_t at) {
  int n = 0;
  T::fields(value, [&](const char*, const Real& field)
                       PADDOCK_INLINE { Wide::store(field, fields[n++] + at); });
}

template <class State, class Input, class Params, class Step>
PADDOCK_KERNEL void step_lanes(const Params& params, const VehicleLanes& lanes, SubSteps cut,
                               Step one_step) {
  const Real dt(cut.dt);
  for (std::size_t at = 0; at < lanes.count; at += static_cast<std::size_t>(Wide::kLanes)) {
    State state = load<State>(lanes.state, at);
    const Input input = load<Input>(lanes.input, at);
    const auto around = load<Surroundings<Real>>(lanes.around, at);
    for (int i = 0; i < cut.substeps; ++i) state = one_step(params, state, input, around, dt);
    store(state, lanes.state, at);
  }
}

void step_racecars(const RacecarParams<double>& params, const VehicleLanes& lanes, SubSteps cut) {
  const auto p = broadcast<RacecarParams<Real>>(params);
  using State = RacecarState<Real>;
  using Input = RacecarInput<Real>;
  if (params.linear_tires)
    step_lanes<State, Input>(p, lanes, cut,
                             [](const auto&... all) PADDOCK_INLINE { return step_linear(all...); });
  else
    step_lanes<State, Input>(p, lanes, cut,
                             [](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

void step_rovers(const RoverParams<double>& params, const VehicleLanes& lanes, SubSteps cut) {
  const auto p = broadcast<RoverParams<Real>>(params);
  step_lanes<RoverState<Real>, RoverInput<Real>>(
      p, lanes, cut, [](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

void step_neatos(const NeatoParams<double>& params, const VehicleLanes& lanes, SubSteps cut) {
  const auto p = broadcast<NeatoParams<Real>>(params);
  step_lanes<NeatoState<Real>, NeatoInput<Real>>(
      p, lanes, cut, [](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

void step_quads(const Quad2dParams<double>& params, const VehicleLanes& lanes, SubSteps cut) {
  auto p = broadcast<Quad2dParams<Real>>(params);
  p.mode = params.mode;
  p.air = params.air;
  step_lanes<Quad2dState<Real>, Quad2dInput<Real>>(
      p, lanes, cut, [](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

void step_sedans(const SedanParams<double>& params, const VehicleLanes& lanes, SubSteps cut) {
  const auto p = broadcast<SedanParams<Real>>(params);
  step_lanes<SedanState<Real>, SedanInput<Real>>(
      p, lanes, cut, [](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

void step_robotcars(const RobotcarParams<double>& params, const VehicleLanes& lanes, SubSteps cut) {
  const auto p = broadcast<RobotcarParams<Real>>(params);
  step_lanes<RobotcarState<Real>, RobotcarInput<Real>>(
      p, lanes, cut, [](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

}  // namespace

const VehicleKernels kVehicleKernels{.racecar = step_racecars,
                                     .rover = step_rovers,
                                     .neato = step_neatos,
                                     .quad2d = step_quads,
                                     .sedan = step_sedans,
                                     .robotcar = step_robotcars};

}  // namespace paddock::PADDOCK_TARGET
