// A road car as CARLA 0.8 has it: throttle, brake, steer, hand brake, reverse, on the single-track
// chassis with rear-wheel drive. SI, radians. Figures and their sources: docs/physics/sedan.md.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

template <class Real>
struct SedanParams {
  ChassisParams<Real> chassis{
      .mass = Real(1600.0),
      .inertia = Real(3000.0),
      .front = Real(1.33),
      .rear = Real(1.56),
      .height = Real(0.55),
      .walk_speed = Real(1.5),
      .slip_speed = Real(4.0),
      .front_tire = {.grip = Real(1.0), .shape = Real(1.4), .stiffness = Real(9.5)},
      .rear_tire = {.grip = Real(1.0), .shape = Real(1.4), .stiffness = Real(10.5)}};
  Real max_steer{1.2217304763960306};      // rad, 70 degrees
  Real max_force{8000.0};                  // N at the wheels, in first gear
  Real power{160000.0};                    // W
  Real brake_accel{9.0};                   // m/s^2 at full brake, all wheels
  Real hand_brake_accel{4.0};              // m/s^2 at full hand brake, rear wheels alone
  Real coasting{0.35};                     // m/s^2, engine and rolling resistance with no throttle
  Real drag{0.00028};                      // 1/m
  Real max_reverse_speed{10.0};            // m/s
  Real steer_rise{2.5}, steer_fall{5.0};   // 1/s, how fast a control may follow its input
  Real pedal_rise{6.0}, pedal_fall{10.0};  // 1/s
  Real hand_brake_rate{12.0};              // 1/s

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.chassis)>::fields(self.chassis, visit);
    visit("max_steer", self.max_steer), visit("max_force", self.max_force),
        visit("power", self.power);
    visit("brake_accel", self.brake_accel), visit("hand_brake_accel", self.hand_brake_accel);
    visit("coasting", self.coasting), visit("drag", self.drag);
    visit("max_reverse_speed", self.max_reverse_speed);
    visit("steer_rise", self.steer_rise), visit("steer_fall", self.steer_fall);
    visit("pedal_rise", self.pedal_rise), visit("pedal_fall", self.pedal_fall);
    visit("hand_brake_rate", self.hand_brake_rate);
  }
  bool operator==(const SedanParams&) const = default;
};

template <class Real>
struct SedanState {
  ChassisState<Real> body;
  Real throttle{}, brake{}, steer{}, hand_brake{};  // where each control has got to

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.body)>::fields(self.body, visit);
    visit("throttle", self.throttle), visit("brake", self.brake);
    visit("steer", self.steer), visit("hand_brake", self.hand_brake);
  }
  bool operator==(const SedanState&) const = default;
};

template <class Real>
struct SedanInput {
  Real throttle{}, brake{};      // 0 to 1
  Real steer{};                  // -1 to 1 of the largest angle, positive to the left
  Real hand_brake{}, reverse{};  // 0 or 1

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("throttle", self.throttle), visit("brake", self.brake), visit("steer", self.steer);
    visit("hand_brake", self.hand_brake), visit("reverse", self.reverse);
  }
  bool operator==(const SedanInput&) const = default;
};

/// Moves a control towards `wanted`, away from rest at `rise` and back at `fall` a second.
template <class Real>
PADDOCK_KERNEL Real follow(Real at, Real wanted, Real rise, Real fall, Real dt) {
  const auto rising = (abs_of(wanted) > abs_of(at)) & (at * wanted >= Real(0.0));
  return at + clamp_abs(wanted - at, select(rising, rise, fall) * dt);
}

template <class Real>
PADDOCK_KERNEL SedanState<Real> step(const SedanParams<Real>& p, SedanState<Real> s,
                                     const SedanInput<Real>& u, const Surroundings<Real>& around,
                                     Real dt) {
  const Real zero(0.0), one(1.0), half(0.5);
  s.throttle = follow(s.throttle, clamp(u.throttle, zero, one), p.pedal_rise, p.pedal_fall, dt);
  s.brake = follow(s.brake, clamp(u.brake, zero, one), p.pedal_rise, p.pedal_fall, dt);
  s.steer = follow(s.steer, clamp_abs(u.steer, one), p.steer_rise, p.steer_fall, dt);
  s.hand_brake = follow(s.hand_brake, clamp(u.hand_brake, zero, one), p.hand_brake_rate,
                        p.hand_brake_rate, dt);

  // engine: constant force, then constant power, in the direction of the gear
  const auto back = u.reverse > half;
  const Real along = select(back, zero - s.body.vx, s.body.vx);
  const Real force = min_of(p.max_force, p.power / max_of(along, one));
  const Real engine = select(back & (along >= p.max_reverse_speed), zero,
                             s.throttle * force / (p.chassis.mass * around.load));
  const Real push = select(back, zero - engine, engine);

  // brakes and coasting resist, each axle within its grip
  const Real share =
      p.chassis.front / (p.chassis.front + p.chassis.rear);  // of the weight on the rear
  const Real grip = max_of(p.chassis.rear_tire.grip * around.friction * Real(kGravity), Real(1e-6));
  const Real rear_brake =
      min_of(s.brake * p.brake_accel * share + s.hand_brake * p.hand_brake_accel, grip * share);
  const Real front_brake = min_of(s.brake * p.brake_accel, grip) * (one - share);
  const Real coasting = p.coasting * (one - s.throttle);
  const Real drive = clamp_abs(push, grip * share);
  const Real air = p.drag * s.body.vx * abs_of(s.body.vx) / around.load;

  advance(p.chassis,
          {.steer = s.steer * p.max_steer,
           .accel = drive - air,
           .resist = front_brake + rear_brake + coasting,
           .front_used = min_of(one, front_brake / (grip * (one - share))),
           .rear_used = min_of(one, (rear_brake + abs_of(drive)) / (grip * share))},
          around, dt, s.body);
  return s;
}

}  // namespace paddock
