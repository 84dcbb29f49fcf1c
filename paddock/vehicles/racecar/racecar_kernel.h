// Ackermann race car on the single-track chassis: servo, motor with a power limit, all wheels
// driven. SI, radians. Equations of docs/physics/racecar.md; the F1TENTH car unless a level says
// otherwise.
#pragma once

#include "paddock/vehicles/racecar/commonroad_kernel.h"
#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

template <class Real>
struct RacecarParams {
  ChassisParams<Real> chassis;
  Real max_steer{0.4189};       // rad
  Real max_steer_rate{3.2};     // rad/s
  Real max_accel{9.51};         // m/s^2, drive and brake
  Real power_speed{7.319};      // m/s, above it the motor gives constant power
  Real max_speed{20.0};         // m/s
  Real max_reverse_speed{5.0};  // m/s
  Real rolling{0.15};           // m/s^2, rolling resistance, 1.5 % of weight
  Real drag{0.0033};            // 1/m, air: deceleration over speed squared
  bool linear_tires{false};  // CommonRoad's single track in place of ours, for f1tenth comparisons

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.chassis)>::fields(self.chassis, visit);
    visit("max_steer", self.max_steer), visit("max_steer_rate", self.max_steer_rate);
    visit("max_accel", self.max_accel), visit("power_speed", self.power_speed);
    visit("max_speed", self.max_speed), visit("max_reverse_speed", self.max_reverse_speed);
    visit("rolling", self.rolling), visit("drag", self.drag);
  }
  bool operator==(const RacecarParams&) const = default;
};

template <class Real>
struct RacecarState {
  ChassisState<Real> body;
  Real steer{};  // front-wheel angle reached so far

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.body)>::fields(self.body, visit);
    visit("steer", self.steer);
  }
  bool operator==(const RacecarState&) const = default;
};

template <class Real>
struct RacecarInput {
  Real steer{};  // rad, wanted front-wheel angle, positive to the left
  Real accel{};  // m/s^2, wanted; against the motion it brakes, then reverses

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("steer", self.steer), visit("accel", self.accel);
  }
  bool operator==(const RacecarInput&) const = default;
};

/// What the motor can give of `wanted` at `speed`: constant force, then constant power, then
/// nothing. `lightness` is 1 over the load.
template <class Real>
PADDOCK_KERNEL Real motor_accel(const RacecarParams<Real>& p, Real wanted, Real speed,
                                Real lightness = Real(1.0)) {
  const Real zero(0.0);
  const auto forward = wanted > zero;
  const Real along = select(forward, speed, zero - speed);  // speed in the direction of the push
  const Real top = select(forward, p.max_speed, p.max_reverse_speed);
  const Real power = p.max_accel * p.power_speed / max_of(along, p.power_speed);
  const Real limit = select(along >= top, zero, power * lightness);
  return clamp_abs(wanted, limit);
}

template <class Real>
PADDOCK_KERNEL RacecarState<Real> step(const RacecarParams<Real>& p, RacecarState<Real> s,
                                       const RacecarInput<Real>& u,
                                       const Surroundings<Real>& around, Real dt) {
  // steering servo: rate-limited approach to the request
  const Real wanted = clamp_abs(u.steer, p.max_steer);
  s.steer += clamp_abs(wanted - s.steer, p.max_steer_rate * dt);

  // the wheels push as far as motor and grip allow, shared by load: both axles use the same part
  const Real grip = max_of(p.chassis.rear_tire.grip * around.friction * Real(kGravity), Real(1e-6));
  const Real lightness = Real(1.0) / around.load;  // grip grows with the load, force does not
  const Real push = clamp_abs(motor_accel(p, u.accel, s.body.vx, lightness), grip);
  const Real used = push / grip;

  const Real air = p.drag * s.body.vx * abs_of(s.body.vx) * lightness;
  advance(p.chassis,
          {.steer = s.steer,
           .accel = push - air,
           .resist = p.rolling,
           .front_used = used,
           .rear_used = used},
          around, dt, s.body);
  return s;
}

/// The same car with CommonRoad's linear tyres, by a fourth-order Runge-Kutta step.
template <class Real>
PADDOCK_KERNEL RacecarState<Real> step_linear(const RacecarParams<Real>& p, RacecarState<Real> s,
                                              const RacecarInput<Real>& u,
                                              const Surroundings<Real>& around, Real dt) {
  const CommonRoadParams<Real> c{
      .mu = p.chassis.rear_tire.grip * around.friction,
      .front_stiffness = p.chassis.front_tire.stiffness * p.chassis.front_tire.shape,
      .rear_stiffness = p.chassis.rear_tire.stiffness * p.chassis.rear_tire.shape,
      .front = p.chassis.front,
      .rear = p.chassis.rear,
      .height = p.chassis.height,
      .mass = p.chassis.mass,
      .inertia = p.chassis.inertia,
      .min_steer = Real(0.0) - p.max_steer,
      .max_steer = p.max_steer,
      .max_steer_rate = p.max_steer_rate,
      .min_speed = Real(0.0) - p.max_reverse_speed,
      .max_speed = p.max_speed,
      .power_speed = p.power_speed,
      .max_accel = p.max_accel / around.load};
  const Real steer_rate =
      clamp_abs((clamp_abs(u.steer, p.max_steer) - s.steer) / dt, p.max_steer_rate);
  CommonRoadState<Real> x = to_commonroad(s.body, s.steer);
  x = integrate_single_track(c, x, {.steer_rate = steer_rate, .accel = u.accel}, dt);
  from_commonroad(x, s.body, s.steer);
  return s;
}

/// Calls run() with the step that these parameters ask for.
PADDOCK_KERNEL void choose_step(const RacecarParams<double>& p, auto&& run) {
  if (p.linear_tires)
    run([](const auto&... all) PADDOCK_INLINE { return step_linear(all...); });
  else
    run([](const auto&... all) PADDOCK_INLINE { return step(all...); });
}

}  // namespace paddock
