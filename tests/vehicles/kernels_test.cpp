// Every SIMD target this machine has against scalar, bit for bit, over long random drives.
#include "paddock/vehicles/kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr std::size_t kCount = 2 * kMaxLanes;
constexpr int kSteps = 3000;

/// The fields of many vehicles, as the kernels take them.
template <class T>
struct Lanes {
  std::array<std::array<double, kCount>, field_count<T>()> values{};
  std::array<double*, field_count<T>()> pointers{};

  Lanes() {
    for (std::size_t f = 0; f < values.size(); ++f) pointers[f] = values[f].data();
  }
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  void put(std::size_t lane, const T& from) {
    std::size_t f = 0;
    T::fields(from, [&](const char*, const double& value) { values[f++][lane] = value; });
  }
};

Surroundings<double> random_ground(DrawSequence& draw) {
  Surroundings<double> around;
  around.friction = draw.between(0.1, 1.1);
  around.pull_x = draw.between(-0.5, 0.5), around.pull_y = draw.between(-0.5, 0.5);
  around.gust_x = draw.between(-1, 1), around.gust_y = draw.between(-1, 1);
  return around;
}

/// Drives kCount vehicles under random inputs and returns every bit of every state on the way.
template <class D>
std::vector<std::uint64_t> drive_all(const typename D::Params& params,
                                     const VehicleKernels& kernels, SubSteps cut,
                                     auto random_input) {
  Lanes<typename D::State> states;
  Lanes<typename D::Input> inputs;
  Lanes<Surroundings<double>> around;
  DrawSequence draw({.seed = 21, .stream = Stream::RandomInput});
  std::vector<std::uint64_t> bits;
  for (int i = 0; i < kSteps; ++i) {
    if (i % 25 == 0) {
      for (std::size_t lane = 0; lane < kCount; ++lane) {
        inputs.put(lane, random_input(draw));
        around.put(lane, random_ground(draw));
      }
    }
    kernels.step<D>(
        params, {states.pointers.data(), inputs.pointers.data(), around.pointers.data(), kCount},
        cut);
    for (const auto& field : states.values) {
      for (const double value : field) bits.push_back(std::bit_cast<std::uint64_t>(value));
    }
  }
  return bits;
}

template <class D>
void expect_every_target_equals_scalar(const typename D::Params& params, SubSteps cut,
                                       auto random_input) {
  const auto want = drive_all<D>(params, vehicle_kernels(SimdTarget::Scalar), cut, random_input);
  for (const std::uint64_t bits : want) ASSERT_TRUE(std::isfinite(std::bit_cast<double>(bits)));
  for (const SimdTarget target : kSimdTargets) {
    if (!supported(target)) continue;
    const auto got = drive_all<D>(params, vehicle_kernels(target), cut, random_input);
    EXPECT_TRUE(got == want) << name_of(target);  // not EXPECT_EQ: it would print them all
  }
}

RacecarInput<double> any_racecar_input(DrawSequence& draw) {
  return {.steer = draw.between(-0.6, 0.6), .accel = draw.between(-8, 12)};
}

TEST(VehicleKernels, RacecarsOfEveryTargetEqualScalar) {
  expect_every_target_equals_scalar<RacecarDynamics>(RacecarParams<double>{}, {.dt = 0.01},
                                                     any_racecar_input);
}

TEST(VehicleKernels, RacecarsWithLinearTyresEqualScalar) {
  RacecarParams<double> params;
  params.linear_tires = true;
  expect_every_target_equals_scalar<RacecarDynamics>(params, {.dt = 0.01}, any_racecar_input);
}

TEST(VehicleKernels, RoversOfEveryTargetEqualScalar) {
  expect_every_target_equals_scalar<RoverDynamics>(
      RoverParams<double>{}, {.dt = 0.032}, [](DrawSequence& draw) {
        return RoverInput<double>{.motor = draw.between(-25, 25), .steer = draw.between(-2, 2)};
      });
}

TEST(VehicleKernels, NeatosOfEveryTargetEqualScalar) {
  expect_every_target_equals_scalar<NeatoDynamics>(
      NeatoParams<double>{}, {.dt = 0.02}, [](DrawSequence& draw) {
        return NeatoInput<double>{.speed = draw.between(-0.5, 0.5), .turn = draw.between(-3, 3)};
      });
}

TEST(VehicleKernels, QuadsOfEveryTargetModeAndAirEqualScalar) {
  for (const double mode : {QuadMode::Acceleration, QuadMode::Velocity}) {
    for (const double air : {QuadAir::Corrected, QuadAir::Original}) {
      Quad2dParams<double> params;
      params.control_mode = mode;
      params.air = air;
      // gentle in the original's air: its drag drives a fast quadrotor to infinity
      const double most = air == QuadAir::Original ? 0.5 : 7;
      if (air == QuadAir::Original) {
        params.linear_drag = 5e-6, params.quadratic_drag = 5e-4, params.wind = 0.0005;
      }
      expect_every_target_equals_scalar<Quad2dDynamics>(
          params, {.dt = 1.0 / 60}, [most](DrawSequence& draw) {
            return Quad2dInput<double>{.x = draw.between(-most, most),
                                       .y = draw.between(-most, most)};
          });
    }
  }
}

TEST(VehicleKernels, SedansOfEveryTargetEqualScalar) {
  expect_every_target_equals_scalar<SedanDynamics>(
      SedanParams<double>{}, {.dt = 0.01}, [](DrawSequence& draw) {
        return SedanInput<double>{.throttle = draw.between(-0.5, 1.5),
                                  .brake = draw.between(-2, 1),
                                  .steer = draw.between(-1, 1),
                                  .hand_brake = static_cast<double>(draw.integer(0, 1)),
                                  .reverse = static_cast<double>(draw.integer(0, 1))};
      });
}

TEST(VehicleKernels, RobotcarsOfEveryTargetAndDriveModelEqualScalar) {
  for (const auto& params : {RobotcarParams<double>{}, wheel_controller_robotcar()}) {
    expect_every_target_equals_scalar<RobotcarDynamics>(
        params, {.dt = 0.01}, [](DrawSequence& draw) {
          return RobotcarInput<double>{
              .drive = draw.between(-1.2, 1.2) * static_cast<double>(draw.integer(0, 1)),
              .steer = draw.between(-1.2, 1.2)};
        });
  }
}

TEST(VehicleKernels, WalkersOfEveryTargetEqualScalar) {
  expect_every_target_equals_scalar<WalkerDynamics>(
      WalkerParams<double>{}, {.dt = 0.05}, [](DrawSequence& draw) {
        return WalkerInput<double>{.speed = draw.between(-3, 7), .turn = draw.between(-6, 6)};
      });
}

TEST(VehicleKernels, AKernelIsTheStepOfItsHeader) {
  Lanes<RacecarState<double>> states;
  Lanes<RacecarInput<double>> inputs;
  Lanes<Surroundings<double>> around;
  const RacecarParams<double> params;
  const RacecarInput<double> input{.steer = 0.2, .accel = 4};
  for (std::size_t lane = 0; lane < kCount; ++lane) inputs.put(lane, input), around.put(lane, {});
  RacecarState<double> want;
  for (int i = 0; i < 200; ++i) want = step(params, want, input, {}, 0.005);

  for (int i = 0; i < 100; ++i) {
    vehicle_kernels().step<RacecarDynamics>(
        params, {states.pointers.data(), inputs.pointers.data(), around.pointers.data(), kCount},
        {.dt = 0.005, .substeps = 2});
  }

  Lanes<RacecarState<double>> expected;
  for (std::size_t lane = 0; lane < kCount; ++lane) expected.put(lane, want);
  EXPECT_EQ(states.values, expected.values);
}

}  // namespace
}  // namespace paddock
