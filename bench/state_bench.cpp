#include "bench/state_bench.h"

#include <vector>

#include "paddock/core/hash.h"
#include "paddock/core/random.h"
#include "paddock/core/simd_target.h"
#include "paddock/vehicles/kernels.h"

namespace paddock {
namespace {

constexpr std::size_t kVehicles = 1024;  // their arrays stay in the nearest caches
constexpr int kSteps = 1000;
constexpr int kRepetitions = 9;
constexpr SubSteps kTick{.dt = 0.01, .substeps = 1};

/// Arrays for the fields of T, one value a vehicle.
template <class T>
struct Fields {
  std::vector<std::vector<double>> values =
      std::vector<std::vector<double>>(field_count<T>(), std::vector<double>(kVehicles));
  std::vector<double*> pointers;

  Fields() {
    for (auto& field : values) pointers.push_back(field.data());
  }
  void fill(std::size_t vehicle, const T& from) {
    std::size_t f = 0;
    T::fields(from, [&](const char*, const double& number) { values[f++][vehicle] = number; });
  }
};

template <class State>
std::uint64_t hash_of(const Fields<State>& state) {
  Hasher hash;
  for (const auto& field : state.values)
    for (const double number : field) hash.add(number);
  return hash.value();
}

/// One kind: the rate of the chosen target, with every supported target beside it, all from the
/// same start with the same inputs and to the same bits.
template <class D>
Result<BenchResult> bench_kind(std::string name, const typename D::Params& params,
                               typename D::Input (*input_of)(DrawSequence&),
                               void (*start)(DrawSequence&, typename D::State&)) {
  using State = typename D::State;
  using Input = typename D::Input;
  Fields<State> state;
  Fields<Input> input;
  Fields<Surroundings<double>> around;
  for (std::size_t v = 0; v < kVehicles; ++v) {
    DrawSequence draws(
        {.seed = 1, .stream = Stream::RandomInput, .entity = static_cast<std::uint32_t>(v)});
    State first;
    start(draws, first);
    state.fill(v, first);
    input.fill(v, input_of(draws));
    around.fill(v, {});
  }
  const auto first_values = state.values;
  const auto prepare = [&] {  // copied in place: the pointers stay
    for (std::size_t f = 0; f < first_values.size(); ++f)
      std::copy(first_values[f].begin(), first_values[f].end(), state.values[f].begin());
  };
  const VehicleLanes lanes{state.pointers.data(), input.pointers.data(), around.pointers.data(),
                           kVehicles};

  BenchResult result;
  result.name = std::move(name), result.unit = "steps/s";
  for (const SimdTarget target : kSimdTargets) {
    if (!supported(target)) continue;
    const VehicleKernels& kernels = vehicle_kernels(target);
    const double rate =
        measure_rate(static_cast<double>(kVehicles) * kSteps, kRepetitions, prepare, [&] {
          for (int s = 0; s < kSteps; ++s) kernels.step<D>(params, lanes, kTick);
        });
    const std::uint64_t hash = hash_of(state);
    if (target == SimdTarget::Scalar) result.hash = hash;
    if (hash != result.hash)
      return fail(ErrorCode::Invalid, result.name, ": ", name_of(target),
                  " must give the scalar kernel's bits");
    result.reference.push_back({std::string(name_of(target)), rate});
    if (target == simd_target()) result.rate = rate;
  }
  return result;
}

template <class State>
void start_rolling(DrawSequence& draws, State& state) {
  state.body.yaw = draws.between(-3, 3);
  state.body.vx = draws.between(0, 5);
}

}  // namespace

Result<std::vector<BenchResult>> bench_state() {
  std::vector<Result<BenchResult>> kinds;
  kinds.push_back(bench_kind<RacecarDynamics>(
      "racecar", RacecarParams<double>{},
      [](DrawSequence& d) {
        return RacecarInput<double>{.steer = d.between(-0.4, 0.4), .accel = d.between(-1, 4)};
      },
      start_rolling));
  kinds.push_back(bench_kind<RoverDynamics>(
      "rover", RoverParams<double>{},
      [](DrawSequence& d) {
        return RoverInput<double>{.motor = d.between(-11, 22), .steer = d.between(-1, 1)};
      },
      start_rolling));
  kinds.push_back(bench_kind<NeatoDynamics>(
      "neato", NeatoParams<double>{},
      [](DrawSequence& d) {
        return NeatoInput<double>{.speed = d.between(-0.3, 0.3), .turn = d.between(-2, 2)};
      },
      start_rolling));
  kinds.push_back(bench_kind<Quad2dDynamics>(
      "quad2d", Quad2dParams<double>{},
      [](DrawSequence& d) {
        return Quad2dInput<double>{.x = d.between(-5, 5), .y = d.between(-5, 5)};
      },
      [](DrawSequence& d, Quad2dState<double>& s) { s.vx = d.between(-3, 3); }));
  kinds.push_back(bench_kind<SedanDynamics>(
      "sedan", SedanParams<double>{},
      [](DrawSequence& d) {
        return SedanInput<double>{.throttle = d.between(0, 1), .steer = d.between(-0.3, 0.3)};
      },
      start_rolling));
  kinds.push_back(bench_kind<RobotcarDynamics>(
      "robotcar", RobotcarParams<double>{},
      [](DrawSequence& d) {
        return RobotcarInput<double>{.drive = d.between(-0.3, 1), .steer = d.between(-1, 1)};
      },
      start_rolling));

  std::vector<BenchResult> results;
  for (auto& kind : kinds) {
    if (!kind) return tl::unexpected(kind.error());
    results.push_back(std::move(*kind));
  }
  return results;
}

}  // namespace paddock
