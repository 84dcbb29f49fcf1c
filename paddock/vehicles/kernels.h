// The vehicle kernels as compiled for each SIMD target: one call steps many vehicles of one kind
// that share parameters, laid out as arrays of fields. The engine and the batch both go through
// here, so one vehicle alone and a million side by side take the same bits.
#pragma once

#include <cstddef>

#include "paddock/core/simd_target.h"
#include "paddock/vehicles/neato_kernel.h"
#include "paddock/vehicles/quad2d_kernel.h"
#include "paddock/vehicles/racecar_kernel.h"
#include "paddock/vehicles/robotcar_kernel.h"
#include "paddock/vehicles/rover_kernel.h"
#include "paddock/vehicles/sedan_kernel.h"

namespace paddock {

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
  void (*racecar)(const RacecarParams<double>&, const VehicleLanes&, SubSteps);
  void (*rover)(const RoverParams<double>&, const VehicleLanes&, SubSteps);
  void (*neato)(const NeatoParams<double>&, const VehicleLanes&, SubSteps);
  void (*quad2d)(const Quad2dParams<double>&, const VehicleLanes&, SubSteps);
  void (*sedan)(const SedanParams<double>&, const VehicleLanes&, SubSteps);
  void (*robotcar)(const RobotcarParams<double>&, const VehicleLanes&, SubSteps);
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
