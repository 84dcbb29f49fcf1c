// CommonRoad's kinematic (KS) and single-track (ST) vehicle models with their constraints, as
// published (Althoff and Wuersching, CommonRoad: Vehicle Models) and as f1tenth_gym uses them:
// linear tyres whose force never saturates. Here for comparison with those systems; our own model
// is single_track_kernel.h.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

template <class Real>
struct CommonRoadParams {
  Real mu{}, front_stiffness{},
      rear_stiffness{};  // C_S is force over load, friction and slip angle
  Real front{}, rear{}, height{}, mass{}, inertia{};
  Real min_steer{}, max_steer{}, max_steer_rate{};
  Real min_speed{}, max_speed{}, power_speed{}, max_accel{};
};

/// The order of CommonRoad's own state vector.
template <class Real>
struct CommonRoadState {
  Real x{}, y{}, steer{}, speed{}, yaw{}, yaw_rate{}, slip{};

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("x", self.x), visit("y", self.y), visit("steer", self.steer), visit("speed", self.speed);
    visit("yaw", self.yaw), visit("yaw_rate", self.yaw_rate), visit("slip", self.slip);
  }
};

template <class Real>
struct CommonRoadInput {
  Real steer_rate{}, accel{};
};

/// The input a real actuator would follow: within its limits, and none past the end of its range.
template <class Real>
PADDOCK_KERNEL CommonRoadInput<Real> constrained(const CommonRoadParams<Real>& p,
                                                 const CommonRoadState<Real>& s,
                                                 CommonRoadInput<Real> u) {
  const Real zero(0.0);
  const auto steer_ends = ((s.steer <= p.min_steer) & (u.steer_rate <= zero)) |
                          ((s.steer >= p.max_steer) & (u.steer_rate >= zero));
  u.steer_rate = select(steer_ends, zero, clamp_abs(u.steer_rate, p.max_steer_rate));
  const Real limit = p.max_accel * p.power_speed / max_of(s.speed, p.power_speed);
  const auto speed_ends = ((s.speed <= p.min_speed) & (u.accel <= zero)) |
                          ((s.speed >= p.max_speed) & (u.accel >= zero));
  u.accel = select(speed_ends, zero, clamp(u.accel, zero - p.max_accel, limit));
  return u;
}

/// Time derivative of the kinematic model; `x`, `y` are the rear axle. yaw_rate and slip stay 0.
template <class Real>
PADDOCK_KERNEL CommonRoadState<Real> kinematic_derivative(const CommonRoadParams<Real>& p,
                                                          const CommonRoadState<Real>& s,
                                                          CommonRoadInput<Real> u) {
  u = constrained(p, s, u);
  Real sin_yaw, cos_yaw;
  det::sincos(s.yaw, sin_yaw, cos_yaw);
  return {.x = s.speed * cos_yaw,
          .y = s.speed * sin_yaw,
          .steer = u.steer_rate,
          .speed = u.accel,
          .yaw = s.speed / (p.front + p.rear) * det::tan(s.steer)};
}

/// Time derivative of the single-track model; `x`, `y` are the centre of gravity. Below 0.5 m/s (as
/// in f1tenth_gym) the kinematic model, since slip angles divide by speed; in reverse too (unlike
/// there), since with linear tyres a reversing car's slip grows without limit.
template <class Real>
PADDOCK_KERNEL CommonRoadState<Real> single_track_derivative(const CommonRoadParams<Real>& p,
                                                             const CommonRoadState<Real>& s,
                                                             CommonRoadInput<Real> u) {
  const Real g(kGravity), slow(0.5);
  const CommonRoadState<Real> still = kinematic_derivative(p, s, u);
  u = constrained(p, s, u);
  const Real wheelbase = p.front + p.rear;
  const auto is_slow = s.speed < slow;
  const Real v = select(is_slow, slow, s.speed);  // the branch not taken must not divide by zero

  const Real front_force = p.mu * p.front_stiffness * (p.mass / wheelbase) *
                           (g * p.rear - u.accel * p.height) *
                           (s.steer - s.slip - p.front * s.yaw_rate / v);
  const Real rear_force = p.mu * p.rear_stiffness * (p.mass / wheelbase) *
                          (g * p.front + u.accel * p.height) * (p.rear * s.yaw_rate / v - s.slip);
  Real sin_way, cos_way, sin_steer, cos_steer;
  det::sincos(s.yaw + s.slip, sin_way, cos_way);
  det::sincos(s.steer, sin_steer, cos_steer);
  const Real slow_turn = u.accel / wheelbase * (sin_steer / cos_steer) +
                         s.speed / (wheelbase * cos_steer * cos_steer) * u.steer_rate;

  return {
      .x = select(is_slow, still.x, s.speed * cos_way),
      .y = select(is_slow, still.y, s.speed * sin_way),
      .steer = u.steer_rate,
      .speed = u.accel,
      .yaw = select(is_slow, still.yaw, s.yaw_rate),
      .yaw_rate =
          select(is_slow, slow_turn, (p.front * front_force - p.rear * rear_force) / p.inertia),
      .slip = select(is_slow, Real(0.0), (front_force + rear_force) / (p.mass * v) - s.yaw_rate)};
}

/// One fourth-order Runge-Kutta step of the single-track model.
template <class Real>
PADDOCK_KERNEL CommonRoadState<Real> integrate_single_track(const CommonRoadParams<Real>& p,
                                                            const CommonRoadState<Real>& s,
                                                            CommonRoadInput<Real> u, Real dt) {
  const auto moved = [](const CommonRoadState<Real>& a, const CommonRoadState<Real>& d,
                        Real by) PADDOCK_INLINE {
    return CommonRoadState<Real>{a.x + by * d.x,         a.y + by * d.y,
                                 a.steer + by * d.steer, a.speed + by * d.speed,
                                 a.yaw + by * d.yaw,     a.yaw_rate + by * d.yaw_rate,
                                 a.slip + by * d.slip};
  };
  const Real half = Real(0.5) * dt, sixth = dt / Real(6.0), third = dt / Real(3.0);
  const auto k1 = single_track_derivative(p, s, u);
  const auto k2 = single_track_derivative(p, moved(s, k1, half), u);
  const auto k3 = single_track_derivative(p, moved(s, k2, half), u);
  const auto k4 = single_track_derivative(p, moved(s, k3, dt), u);
  return moved(moved(moved(moved(s, k1, sixth), k2, third), k3, third), k4, sixth);
}

/// Speed and slip angle of a body that moves along its own x faster than sideways.
template <class Real>
PADDOCK_KERNEL CommonRoadState<Real> to_commonroad(const ChassisState<Real>& body, Real steer) {
  const Real speed = sqrt_exact(body.vx * body.vx + body.vy * body.vy);
  const auto backward = body.vx < Real(0.0);
  const Real along = abs_of(body.vx);
  const auto still = along == Real(0.0);
  const Real slip = det::atan(body.vy / select(still, Real(1.0), body.vx));
  return {body.x,
          body.y,
          steer,
          select(backward, Real(0.0) - speed, speed),
          body.yaw,
          body.yaw_rate,
          select(still, Real(0.0), slip)};
}

template <class Real>
PADDOCK_KERNEL void from_commonroad(const CommonRoadState<Real>& s, ChassisState<Real>& body,
                                    Real& steer) {
  Real sin_slip, cos_slip;
  det::sincos(s.slip, sin_slip, cos_slip);
  body = {s.x, s.y, wrap_angle(s.yaw), s.speed * cos_slip, s.speed * sin_slip, s.yaw_rate};
  steer = s.steer;
}

}  // namespace paddock
