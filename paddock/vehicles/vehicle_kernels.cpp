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

template <class Dynamics>
void step_all(const void* asked, const VehicleLanes& lanes, SubSteps cut) {
  const auto& params = *static_cast<const typename Dynamics::Params*>(asked);
  const auto p = broadcast<typename Dynamics::template ParamsOf<Real>>(params);
  const auto run = [&](auto one_step) PADDOCK_INLINE {
    step_lanes<typename Dynamics::template StateOf<Real>,
               typename Dynamics::template InputOf<Real>>(p, lanes, cut, one_step);
  };
  if constexpr (requires { choose_step(params, run); })
    choose_step(params, run);
  else
    run([](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

template <class... Dynamics>
constexpr VehicleKernels table_of(TypeList<Dynamics...>) {
  return {{step_all<Dynamics>...}};
}

}  // namespace

constinit const VehicleKernels kVehicleKernels = table_of(AllDynamics{});

}  // namespace paddock::PADDOCK_TARGET
