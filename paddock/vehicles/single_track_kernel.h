// The chassis of every car: one front and one rear wheel on the centre line, load transfer,
// saturating tyres; without slip at walking pace, where slip angles lose their meaning, and smooth
// between. SI, radians; the state is that of the centre of gravity. Equations (4) to (12) of
// docs/physics/single_track.md.
#pragma once

#include <type_traits>

#include "paddock/core/angle.h"
#include "paddock/vehicles/surroundings.h"
#include "paddock/vehicles/tire_kernel.h"

namespace paddock {

inline constexpr double kGravity = 9.81;  // m/s^2

template <class Real>
struct ChassisParams {
  Real mass{3.74};        // kg
  Real inertia{0.04712};  // kg m^2 about the vertical
  Real front{0.15875};    // m, centre of gravity to front axle
  Real rear{0.17145};     // m, to rear axle
  Real height{0.074};     // m, of the centre of gravity
  Real walk_speed{1.0};   // m/s, below: rolls without slip
  Real slip_speed{2.0};   // m/s, above: tyres alone decide
  TireParams<Real> front_tire{.stiffness = Real(4.718 / 1.4)};  // B C = C_Sf of the F1TENTH car
  TireParams<Real> rear_tire{.stiffness = Real(5.4562 / 1.4)};  // B C = C_Sr

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("mass", self.mass), visit("inertia", self.inertia);
    visit("front", self.front), visit("rear", self.rear), visit("height", self.height);
    visit("walk_speed", self.walk_speed), visit("slip_speed", self.slip_speed);
    visit("front_grip", self.front_tire.grip), visit("front_shape", self.front_tire.shape);
    visit("front_stiffness", self.front_tire.stiffness);
    visit("rear_grip", self.rear_tire.grip), visit("rear_shape", self.rear_tire.shape);
    visit("rear_stiffness", self.rear_tire.stiffness);
  }
  bool operator==(const ChassisParams&) const = default;
};

template <class Real>
struct ChassisState {
  Real x{}, y{}, yaw{};  // centre of gravity in world
  Real vx{}, vy{};       // m/s in body axes
  Real yaw_rate{};       // rad/s

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("x", self.x), visit("y", self.y), visit("yaw", self.yaw);
    visit("vx", self.vx), visit("vy", self.vy), visit("yaw_rate", self.yaw_rate);
  }
  bool operator==(const ChassisState&) const = default;
};

/// What drive train and steering ask of the chassis in one step.
template <class Real>
struct ChassisDrive {
  Real steer{};       // rad, of the front wheel, positive to the left
  Real accel{};       // m/s^2 along the body from motor and air, already within grip
  Real resist{};      // m/s^2, brakes and rolling: take away so much at most, never turn the motion
  Real front_used{};  // longitudinal force over grip at each axle, 0 to 1
  Real rear_used{};
};

/// One step of `dt`: new velocities first, then the pose moves with them (semi-implicit Euler).
template <class Real>
PADDOCK_KERNEL void advance(const ChassisParams<Real>& p, const ChassisDrive<Real>& drive,
                            const Surroundings<Real>& around, Real dt, ChassisState<Real>& s) {
  const Real g(kGravity), zero(0.0), one(1.0);
  const Real wheelbase = p.front + p.rear;
  const Real inv_mass = one / p.mass, inv_inertia = one / p.inertia;  // once for many steps
  const Real inv_blend = one / (p.slip_speed - p.walk_speed);
  Real sin_steer, cos_steer, sin_yaw, cos_yaw;
  det::sincos(drive.steer, sin_steer, cos_steer);
  det::sincos(s.yaw, sin_yaw, cos_yaw);
  const Real pull_along = cos_yaw * around.pull_x + sin_yaw * around.pull_y;
  const Real pull_side = cos_yaw * around.pull_y - sin_yaw * around.pull_x;

  // (4) along the body: what only resists can bring to rest, and hold there against motor and slope
  const Real free_vx = s.vx + (drive.accel + pull_along) * dt;
  const Real stop = clamp_abs(free_vx, drive.resist * dt);
  const Real walk_vx = free_vx - stop;
  const Real accel = drive.accel - stop * (one / dt);

  // (5) load on each axle; accelerating moves it to the rear
  const Real share = p.mass / wheelbase;
  const Real front_load = max_of(zero, share * (g * p.rear - accel * p.height));
  const Real rear_load = max_of(zero, share * (g * p.front + accel * p.height));

  // (6) how each wheel rolls, kept off zero, and slides; (7) what its tyre then gives
  const Real front_side = s.vy + p.front * s.yaw_rate;
  const Real rear_side = s.vy - p.rear * s.yaw_rate;
  const Real front_roll = max_of(abs_of(s.vx * cos_steer + front_side * sin_steer), p.walk_speed);
  const Real rear_roll = max_of(abs_of(s.vx), p.walk_speed);
  const Real front_slide = front_side * cos_steer - s.vx * sin_steer;
  const Real front_force = p.front_tire.grip * around.friction * front_load *
                           grip_left(drive.front_used) *
                           side_force(p.front_tire, front_slide, front_roll);
  const Real rear_force = p.rear_tire.grip * around.friction * rear_load *
                          grip_left(drive.rear_used) *
                          side_force(p.rear_tire, rear_side, rear_roll);

  // (8) with tyres: Newton and Euler, (9) then the axes turn under the velocity. A turn that kept
  // only its first order would add (turn dt)^2 of energy a step: 0.6 % at 8 rad/s.
  const Real front_across = front_force * cos_steer;
  const Real turn = s.yaw_rate + (p.front * front_across - p.rear * rear_force) * inv_inertia * dt;
  const Real along = walk_vx - front_force * sin_steer * inv_mass * dt;
  const Real across = s.vy + ((front_across + rear_force) * inv_mass + pull_side) * dt;
  const Real angle = turn * dt;
  const Real half_square = Real(0.5) * angle * angle;
  const Real cos_turn = one - half_square, sin_turn = angle - angle * half_square * Real(1.0 / 3.0);
  const Real vx = along * cos_turn + across * sin_turn;
  const Real vy = across * cos_turn - along * sin_turn;

  // (10) without slip: the rear axle follows the front wheel, as far and as fast as grip allows
  const Real grip_accel = p.rear_tire.grip * around.friction * g;
  const Real most_turn = grip_accel / max_of(abs_of(walk_vx), Real(0.01));
  const Real walk_turn = clamp_abs(walk_vx * sin_steer / (cos_steer * wheelbase), most_turn);
  const Real grip = grip_accel * dt;
  const Real walked_turn =
      s.yaw_rate + clamp_abs(walk_turn - s.yaw_rate, grip * p.mass * p.front * inv_inertia);
  const Real pulled_vy = s.vy + pull_side * dt;
  const Real walked_vy = pulled_vy + clamp_abs(walk_turn * p.rear - pulled_vy, grip);

  // (11) between the two speeds a smooth step
  const Real t = clamp((abs_of(s.vx) - p.walk_speed) * inv_blend, zero, one);
  const Real tires = t * t * (Real(3.0) - (t + t));
  s.vx = walk_vx + tires * (vx - walk_vx);
  s.vy = walked_vy + tires * (vy - walked_vy);
  s.yaw_rate = walked_turn + tires * (turn - walked_turn);

  // (12) the pose moves with the new velocities, along the heading half way through the turn
  const Real half_turn = Real(0.5) * dt * s.yaw_rate;
  const Real almost_one = one - Real(0.5) * half_turn * half_turn;  // cos of so small an angle
  const Real sin_mid = sin_yaw * almost_one + cos_yaw * half_turn;
  const Real cos_mid = cos_yaw * almost_one - sin_yaw * half_turn;
  s.x += (s.vx * cos_mid - s.vy * sin_mid) * dt;
  s.y += (s.vx * sin_mid + s.vy * cos_mid) * dt;
  s.yaw = wrap_angle(s.yaw + dt * s.yaw_rate);
}

}  // namespace paddock
