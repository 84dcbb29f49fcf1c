// Differential drive of the Neato robot: if either wheel would exceed its limit, forward and
// turning speed shrink by the same factor. SI, radians; the origin is between the wheels.
// docs/physics/neato.md.
#pragma once

#include "paddock/vehicles/rolling_kernel.h"

namespace paddock {

template <class Real>
struct NeatoParams {
  Real mass{2.44131};         // kg
  Real inertia{0.0418};       // kg m^2
  Real track{0.248};          // m between the wheels, as the real driver counts
  Real max_wheel_speed{0.3};  // m/s at the rim
  Real wheel_accel{1.0};      // m/s^2 at the rim
  Real grip{1.0};             // Coulomb friction of the tyres

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("mass", self.mass), visit("inertia", self.inertia), visit("track", self.track);
    visit("max_wheel_speed", self.max_wheel_speed), visit("wheel_accel", self.wheel_accel);
    visit("grip", self.grip);
  }
  bool operator==(const NeatoParams&) const = default;
};

template <class Real>
struct NeatoState {
  ChassisState<Real> body;
  Real left{}, right{};  // m/s, rim speeds

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.body)>::fields(self.body, visit);
    visit("left", self.left), visit("right", self.right);
  }
  bool operator==(const NeatoState&) const = default;
};

template <class Real>
struct NeatoInput {
  Real speed{};  // m/s forward
  Real turn{};   // rad/s, positive to the left

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("speed", self.speed), visit("turn", self.turn);
  }
  bool operator==(const NeatoInput&) const = default;
};

template <class Real>
PADDOCK_KERNEL NeatoState<Real> step(const NeatoParams<Real>& p, NeatoState<Real> s,
                                     const NeatoInput<Real>& u, const Surroundings<Real>& around,
                                     Real dt) {
  // the wheel limit scales both wheels alike, so that the curve keeps its shape
  const Real half = Real(0.5) * p.track;
  Real left = u.speed - half * u.turn, right = u.speed + half * u.turn;
  const Real fastest = max_of(abs_of(left), abs_of(right));
  const Real scale = p.max_wheel_speed / max_of(fastest, p.max_wheel_speed);
  left *= scale, right *= scale;

  const Real change = p.wheel_accel / around.load * dt;
  s.left += clamp_abs(left - s.left, change);
  s.right += clamp_abs(right - s.right, change);
  ChassisState<Real> wanted;
  wanted.vx = Real(0.5) * (s.left + s.right);
  wanted.vy = Real(0.0);
  wanted.yaw_rate = (s.right - s.left) / p.track;
  roll_towards(wanted, p.grip * Real(kGravity), half, around, dt, s.body);
  return s;
}

}  // namespace paddock
