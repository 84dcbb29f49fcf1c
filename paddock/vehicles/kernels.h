// The vehicle kernels as compiled for each SIMD target: one call steps many vehicles that share
// parameters, laid out as arrays of fields. The engine and the batch both go through here, so one
// vehicle alone and a million side by side take the same bits.
#pragma once

#include <cstddef>

#include "paddock/core/simd_target.h"
#include "paddock/vehicles/kinds.h"

namespace paddock {

template <class List>
struct DynamicsIn;
template <class... Kind>
struct DynamicsIn<TypeList<Kind...>> {
  using Type = Distinct<typename Kind::Dynamics...>;
};
/// The dynamics of all kinds, each once.
using AllDynamics = DynamicsIn<VehicleKinds>::Type;

/// Arrays of doubles, one for each field in the order of fields(), each `count` long; `count` is a
/// multiple of kMaxLanes. State is read and written, the rest read.
struct VehicleLanes {
  double* const* state{};
  const double* const* input{};
  const double* const* around{};
  std::size_t count{};
};

/// How a tick is cut: `substeps` equal parts of `dt` seconds each, input and surroundings held.
struct SubSteps {
  double dt{};
  int substeps{1};
};

struct VehicleKernels {
  /// Its parameters are those of the dynamics at this place.
  using Step = void (*)(const void* params, const VehicleLanes&, SubSteps);
  Step steps[AllDynamics::size];

  template <class Dynamics>
  void step(const typename Dynamics::Params& params, const VehicleLanes& lanes,
            SubSteps cut) const {
    steps[kPlaceIn<AllDynamics, Dynamics>](&params, lanes, cut);
  }
};

/// The kernels of one target, which must be supported here.
const VehicleKernels& vehicle_kernels(SimdTarget target);

/// Those of simd_target().
const VehicleKernels& vehicle_kernels();

/// Number of fields visited by T::fields.
template <class T>
constexpr std::size_t field_count() {
  std::size_t n = 0;
  T value{};
  T::fields(value, [&](const char*, auto&) PADDOCK_INLINE { ++n; });
  return n;
}

}  // namespace paddock
