// The EES-PEES robot: free front wheels, a rear block that drives and steers about a vertical
// pivot. SI, radians; the origin is the centre of the base block, 3 cm behind the front axle.
// Actuators and no-slip kinematics: docs/physics/rover.md.
#pragma once

#include "paddock/vehicles/rolling_kernel.h"

namespace paddock {

template <class Real>
struct RoverParams {
  Real mass{0.45};             // kg
  Real inertia{0.0018};        // kg m^2, of its bricks about the origin
  Real wheel_radius{0.02625};  // m
  Real front{0.030};           // m, origin to the free front axle
  Real pivot_front{0.07};      // m, steering pivot to the front axle
  Real pivot_rear{0.04};       // m, steering pivot to the driven axle
  Real max_motor_speed{22.0};  // rad/s
  Real motor_accel{10.0};      // rad/s^2
  Real max_steer{1.57};        // rad, the pivot's stops
  Real steer_gain{10.0};       // 1/s, of the position servo
  Real max_steer_rate{10.0};   // rad/s
  Real grip{1.0};              // Coulomb friction of the tyres

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("mass", self.mass), visit("inertia", self.inertia),
        visit("wheel_radius", self.wheel_radius);
    visit("front", self.front), visit("pivot_front", self.pivot_front),
        visit("pivot_rear", self.pivot_rear);
    visit("max_motor_speed", self.max_motor_speed), visit("motor_accel", self.motor_accel);
    visit("max_steer", self.max_steer), visit("steer_gain", self.steer_gain);
    visit("max_steer_rate", self.max_steer_rate), visit("grip", self.grip);
  }
  bool operator==(const RoverParams&) const = default;
};

template <class Real>
struct RoverState {
  ChassisState<Real> body;  // of the origin
  Real motor{};             // rad/s, positive rolls forward (the original counts the other way)
  Real steer{};             // rad, rear block counter-clockwise; forward it then turns right

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.body)>::fields(self.body, visit);
    visit("motor", self.motor), visit("steer", self.steer);
  }
  bool operator==(const RoverState&) const = default;
};

template <class Real>
struct RoverInput {
  Real motor{};  // rad/s wanted, positive forward
  Real steer{};  // rad wanted

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("motor", self.motor), visit("steer", self.steer);
  }
  bool operator==(const RoverInput&) const = default;
};

/// Motor ramp and steering servo, once a tick as the original's simulator does it.
template <class Real>
PADDOCK_KERNEL void move_actuators(const RoverParams<Real>& p, const RoverInput<Real>& u, Real load,
                                   Real dt, RoverState<Real>& s) {
  const Real speed = clamp_abs(u.motor, p.max_motor_speed);
  s.motor += clamp_abs(speed - s.motor, p.motor_accel / load * dt);
  const Real angle = clamp_abs(u.steer, p.max_steer);
  s.steer += clamp_abs(p.steer_gain * (angle - s.steer), p.max_steer_rate) * dt;
}

template <class Real>
PADDOCK_KERNEL RoverState<Real> step(const RoverParams<Real>& p, RoverState<Real> s,
                                     const RoverInput<Real>& u, const Surroundings<Real>& around,
                                     Real dt) {
  move_actuators(p, u, around.load, dt, s);

  // the rear axle rolls along the turned block, the front axle does not slip sideways
  Real sin_steer, cos_steer;
  det::sincos(s.steer, sin_steer, cos_steer);
  const Real rear_speed = s.motor * p.wheel_radius;
  const Real reach = p.pivot_front * cos_steer + p.pivot_rear;
  ChassisState<Real> wanted;
  wanted.vx = rear_speed * cos_steer / (Real(1.0) - p.pivot_rear * sin_steer * sin_steer / reach);
  wanted.yaw_rate = Real(0.0) - wanted.vx * sin_steer / reach;
  wanted.vy = Real(0.0) - p.front * wanted.yaw_rate;

  const int substeps = 8;  // turns of 9 cm radius: halves of a tick would already show
  const Real small_dt = dt / Real(double(substeps));
  for (int i = 0; i < substeps; ++i)
    roll_towards(wanted, p.grip * Real(kGravity), p.pivot_front, around, small_dt, s.body);
  return s;
}

}  // namespace paddock
