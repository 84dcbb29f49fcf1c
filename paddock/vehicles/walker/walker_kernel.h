// A person on foot: legs that push forward or backward as fast as they can change, turning on the
// spot; who is hit faster than legs can follow falls and slides until at rest, and stays down. SI,
// radians; the origin is between the feet. docs/physics/walker.md.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

template <class Real>
struct WalkerParams {
  Real mass{75.0};        // kg
  Real max_speed{5.0};    // m/s, running
  Real max_accel{2.5};    // m/s^2 that legs change their pace by
  Real foothold{8.0};     // m/s^2 by which feet bring the body back to that pace
  Real max_turn{4.0};     // rad/s
  Real turn_accel{16.0};  // rad/s^2
  Real stride{1.4};       // m of two steps
  Real balance{1.0};      // m/s beyond its own pace that it can catch
  Real slide{0.6};        // Coulomb friction of a body on the ground

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("mass", self.mass), visit("max_speed", self.max_speed);
    visit("max_accel", self.max_accel), visit("foothold", self.foothold);
    visit("max_turn", self.max_turn), visit("turn_accel", self.turn_accel);
    visit("stride", self.stride), visit("balance", self.balance), visit("slide", self.slide);
  }
  bool operator==(const WalkerParams&) const = default;
};

template <class Real>
struct WalkerState {
  ChassisState<Real> body;
  Real pace{};   // m/s of its legs, negative backward
  Real phase{};  // rad of its stride
  Real down{};   // 1 once it was knocked down

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.body)>::fields(self.body, visit);
    visit("pace", self.pace), visit("phase", self.phase), visit("down", self.down);
  }
  bool operator==(const WalkerState&) const = default;
};

template <class Real>
struct WalkerInput {
  Real speed{};  // m/s forward
  Real turn{};   // rad/s, positive to the left

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("speed", self.speed), visit("turn", self.turn);
  }
  bool operator==(const WalkerInput&) const = default;
};

template <class Real>
PADDOCK_KERNEL WalkerState<Real> step(const WalkerParams<Real>& p, WalkerState<Real> s,
                                      const WalkerInput<Real>& u, const Surroundings<Real>& around,
                                      Real dt) {
  const Real zero(0.0), one(1.0), half(0.5);

  // (1) a wall only takes speed away; what adds more than it can catch knocks it down
  const Real speed = sqrt_exact(s.body.vx * s.body.vx + s.body.vy * s.body.vy);
  const auto carried = speed > abs_of(s.pace) + p.balance;
  const auto thrown_back = (s.body.vx * s.pace < zero) & (abs_of(s.body.vx) > p.balance);
  s.down = select(carried | thrown_back, one, s.down);
  const auto up = s.down < half;

  // (2) legs stop with the body, then change their pace
  const auto slowed = (abs_of(s.body.vx) < abs_of(s.pace)) | (s.body.vx * s.pace < zero);
  const Real pace = select(slowed, s.body.vx, s.pace);
  const Real wanted = clamp_abs(u.speed, p.max_speed);
  s.pace = select(up, pace + clamp_abs(wanted - pace, p.max_accel * dt), zero);

  // (3) feet bring the body to that pace; a fallen one slides to rest
  const Real hold = p.foothold * dt;
  const Real drag = p.slide * around.friction * Real(kGravity) * dt;
  const Real slid = max_of(zero, speed - drag) / max_of(speed, Real(1e-9));
  s.body.vx = select(up, s.body.vx + clamp_abs(s.pace - s.body.vx, hold), s.body.vx * slid);
  s.body.vy = select(up, s.body.vy - clamp_abs(s.body.vy, hold), s.body.vy * slid);

  // (4) it turns on the spot
  const Real turn = select(up, clamp_abs(u.turn, p.max_turn), zero);
  s.body.yaw_rate += clamp_abs(turn - s.body.yaw_rate, p.turn_accel * dt);

  // (5) the pose moves with the new velocities
  Real sin_yaw, cos_yaw;
  det::sincos(s.body.yaw + half * dt * s.body.yaw_rate, sin_yaw, cos_yaw);
  s.body.x += (s.body.vx * cos_yaw - s.body.vy * sin_yaw) * dt;
  s.body.y += (s.body.vx * sin_yaw + s.body.vy * cos_yaw) * dt;
  s.body.yaw = wrap_angle(s.body.yaw + dt * s.body.yaw_rate);
  s.phase = wrap_angle(s.phase + Real(2 * kPi) * s.body.vx * dt / p.stride);
  return s;
}

}  // namespace paddock
