// What a kernel must bring along to be driven, drawn and carried: a struct of static functions over
// its own parameters, state and input. Kinds that share a kernel share it.
#pragma once

#include <concepts>
#include <limits>
#include <optional>

#include "paddock/core/pose.h"
#include "paddock/vehicles/single_track_kernel.h"
#include "paddock/vehicles/vehicle_type.h"

namespace paddock {

/// The three types of a kernel, for plain doubles and for lanes of them.
template <template <class> class P, template <class> class S, template <class> class U>
struct DynamicsOf {
  template <class Real>
  using ParamsOf = P<Real>;
  template <class Real>
  using StateOf = S<Real>;
  template <class Real>
  using InputOf = U<Real>;
  using Params = P<double>;
  using State = S<double>;
  using Input = U<double>;

  /// How its body lies in its own frame, where it does not stand upright.
  static std::optional<Pose3> posture(const Params&, const State&) { return std::nullopt; }
};

struct BodyMass {
  double mass{};                                            // kg
  double inertia{std::numeric_limits<double>::infinity()};  // kg m^2 about the vertical
};

/// What people are told of how it is built; 0: it has none.
struct BuildFigures {
  double wheelbase{};  // m
  double top_speed{};  // m/s
};

template <class D>
concept IsDynamics = requires(const typename D::Params& p, const typename D::State& s,
                              const typename D::Input& u, const Motion& motion,
                              const Controls& controls, double number) {
  /// It moves in the air: ground neither holds it nor slopes under it, and it goes to points.
  { D::kFlies } -> std::convertible_to<bool>;
  /// It has wheels that rigid physics can carry (WheeledDynamics).
  { D::kWheeled } -> std::convertible_to<bool>;
  { D::mass(p) } -> std::same_as<BodyMass>;
  { D::figures(p) } -> std::same_as<BuildFigures>;
  /// m ahead of its origin, the point that follows the circle of pure pursuit: the axle that does
  /// not steer.
  { D::pursuing_axle(p) } -> std::same_as<double>;
  /// What turns its parts that turn: a steering angle, rad to the left.
  { D::steering(p, s) } -> std::same_as<double>;
  /// The input that makes it move so, as well as it can.
  { D::follow(p, s, motion) } -> std::same_as<typename D::Input>;
  /// What it makes of hands, and what hands would have asked for an input.
  { D::from_hands(p, s, controls) } -> std::same_as<typename D::Input>;
  { D::to_hands(p, s, u) } -> std::same_as<Controls>;
  { D::posture(p, s) } -> std::same_as<std::optional<Pose3>>;
  /// From two numbers in [-1, 1) and one in [0, 1): for tests and golden runs.
  { D::random_input(number, number, number) } -> std::same_as<typename D::Input>;
};

/// What rigid physics asks of dynamics on four wheels.
template <class D>
concept WheeledDynamics = IsDynamics<D> &&
    requires(const typename D::Params& p, typename D::State& s, const typename D::Input& u,
             const DriveView& view, double number) {
  { D::demands(p, u, s, view) } -> std::same_as<WheelDemands>;
  /// The angle of one wheel in the middle of the front axle that turns it as its wheels do.
  { D::front_wheel(p, s, number) } -> std::same_as<double>;
  /// Steering and pedals follow their inputs for so many seconds, as in planar physics.
  {D::follow_controls(p, u, number, s)};
  { D::drag(p) } -> std::same_as<double>;  // 1/m
  p.chassis;
};

/// A kind: its dynamics, its own figures, its entry.
template <class K>
concept IsVehicleKind = IsDynamics<typename K::Dynamics> && requires {
  { K::params() } -> std::same_as<typename K::Dynamics::Params>;
  { K::type() } -> std::same_as<VehicleType>;
} &&(!K::Dynamics::kWheeled || WheeledDynamics<typename K::Dynamics>);

}  // namespace paddock
