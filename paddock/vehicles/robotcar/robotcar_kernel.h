// The robot car of the RacecarSim course on the single-track chassis: "speed" is throttle of the
// rear wheels, wheel damping makes the top speed, steering is immediate but for the tyres' slip,
// front wheels that steer in parallel turn less than one would. SI, radians. Equations and the
// derivation of every figure from the original's: docs/physics/robotcar.md.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

inline constexpr double kCourseGravity = 0.981;  // m/s^2: 9.81 dm/s^2 in a world of decimetres

template <class Real>
struct RobotcarParams {
  ChassisParams<Real> chassis{
      .mass = Real(3.0),
      .inertia = Real(0.0414),
      .front = Real(0.1125),
      .rear = Real(0.1125),
      .height = Real(0.02),
      .walk_speed = Real(1.1),
      .slip_speed = Real(1.7),
      .front_tire = {.grip = Real(5.0), .shape = Real(1.87), .stiffness = Real(5.58)},
      .rear_tire = {.grip = Real(5.0), .shape = Real(1.87), .stiffness = Real(5.58)}};
  Real max_steer{0.3490658503988659};   // rad, 20 degrees
  Real fast_steer{0.3490658503988659};  // rad, the same from `steer_speed` on
  Real steer_speed{2.5};                // m/s
  Real steer_lag{0.05};  // s, time constant of turning in: tyres build up their slip; 0: at once
  Real thrust{3.092};    // m/s^2 of the motors at drive 1
  Real dead_zone{};      // drive up to which the motors give nothing
  Real damping{0.7362};  // 1/s, of all four wheels

  // how much wider than L / tan(steer) the car turns: over 1, tan^2, speed and tan^2 speed
  Real understeer{0.015};
  Real understeer_lock{0.40};
  Real understeer_speed{0.043};      // s/m
  Real understeer_lock_speed{0.42};  // s/m
  Real scrub{1.1};       // m/s^2 over |tan|^3: parallel front wheels pull against each other
  Real slip_drag{0.55};  // s^2/m^3 over tan^2 speed^4: tyres slip in a bend, up to slip_speed

  Real brake{0.0618};            // 1/m, brakes at no drive: deceleration over speed squared
  Real hold{1.8};                // m/s^2 of the same brakes below `hold_speed`, where wheels lock
  Real hold_speed{0.145};        // m/s
  Real counter_brake{};          // m/s^2 of drive 1 against the motion; 0: the motors as they are
  Real rolling{};                // m/s^2
  Real gravity{kCourseGravity};  // m/s^2, by which planar physics takes grip and slopes

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.chassis)>::fields(self.chassis, visit);
    visit("max_steer", self.max_steer), visit("fast_steer", self.fast_steer);
    visit("steer_speed", self.steer_speed), visit("steer_lag", self.steer_lag);
    visit("thrust", self.thrust), visit("dead_zone", self.dead_zone);
    visit("damping", self.damping), visit("understeer", self.understeer);
    visit("understeer_lock", self.understeer_lock);
    visit("understeer_speed", self.understeer_speed);
    visit("understeer_lock_speed", self.understeer_lock_speed);
    visit("scrub", self.scrub), visit("slip_drag", self.slip_drag);
    visit("brake", self.brake), visit("hold", self.hold), visit("hold_speed", self.hold_speed);
    visit("counter_brake", self.counter_brake);
    visit("rolling", self.rolling), visit("gravity", self.gravity);
  }
  bool operator==(const RobotcarParams&) const = default;
};

/// The car of the original's second drive model (its Wheel Controller variant), as far as that is
/// known: docs/physics/robotcar.md.
constexpr RobotcarParams<double> wheel_controller_robotcar() {
  RobotcarParams<double> params;
  params.max_steer = 0.6108652381980153;  // 35 degrees
  params.steer_lag = 0.12;
  params.thrust = 0.333;
  params.dead_zone = 0.1;
  params.damping = 0.08;
  params.understeer = params.understeer_lock = 0;
  params.understeer_speed = params.understeer_lock_speed = 0;
  params.brake = params.hold = 0;
  params.counter_brake = 2.0;
  params.rolling = 0.02;
  return params;
}

template <class Real>
struct RobotcarState {
  ChassisState<Real> body;
  Real steer{};  // rad, front-wheel angle reached so far

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    std::remove_cvref_t<decltype(self.body)>::fields(self.body, visit);
    visit("steer", self.steer);
  }
  bool operator==(const RobotcarState&) const = default;
};

template <class Real>
struct RobotcarInput {
  Real drive{};  // -1 to 1 of the motors; exactly 0 brakes
  Real steer{};  // -1 to 1 of the largest angle, positive to the left

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("drive", self.drive), visit("steer", self.steer);
  }
  bool operator==(const RobotcarInput&) const = default;
};

/// The front-wheel angle after `dt` more.
template <class Real>
PADDOCK_KERNEL Real turned_wheels(const RobotcarParams<Real>& p, Real angle, Real asked, Real speed,
                                  Real dt) {
  const Real fast = min_of(abs_of(speed) / p.steer_speed, Real(1.0));
  const Real most = p.max_steer + (p.fast_steer - p.max_steer) * fast;
  const Real wanted = clamp_abs(asked, Real(1.0)) * most;
  return angle + (wanted - angle) * (dt / max_of(p.steer_lag, dt));
}

/// The angle of one wheel in the middle that would turn the car as its two parallel ones do.
template <class Real>
PADDOCK_KERNEL Real turning_angle(const RobotcarParams<Real>& p, Real tan_steer, Real speed) {
  const Real square = tan_steer * tan_steer;
  const Real pace = min_of(abs_of(speed), p.chassis.slip_speed);
  const Real wider = Real(1.0) + p.understeer + p.understeer_lock * square +
                     pace * (p.understeer_speed + p.understeer_lock_speed * square);
  return det::atan(tan_steer / wider);
}

/// What drive and wheels ask at a speed, all in m/s^2 for the whole car.
template <class Real>
struct RobotcarPush {
  Real rear{};   // along the body, by the rear wheels: motors less half of the damping
  Real front{};  // against the motion: half of the damping, and what turned wheels cost
  Real brake{};  // against the motion, by all wheels
};

template <class Real>
PADDOCK_KERNEL RobotcarPush<Real> push_of(const RobotcarParams<Real>& p, Real drive, Real tan_steer,
                                          Real speed) {
  const Real zero(0.0), half(0.5), pace = abs_of(speed);
  const Real asked = clamp_abs(drive, Real(1.0));
  const Real share = select(abs_of(asked) > p.dead_zone, asked, zero);

  // against the motion the variant's motors become brakes
  const auto counter = (p.counter_brake > zero) & (share * speed < zero) & (pace > Real(0.04));
  const Real motor = select(counter, zero, share * p.thrust);
  const Real locking = select(pace < p.hold_speed, p.hold, zero);
  const Real idle = select(drive == zero, p.brake * pace * pace + locking, zero);

  // front wheels roll the longer way, scrub, and all slip a little
  const Real square = tan_steer * tan_steer;
  const Real slipping = min_of(pace, p.chassis.slip_speed) * min_of(pace, p.chassis.slip_speed);
  const Real turned = square * (p.scrub * abs_of(tan_steer) + p.slip_drag * slipping * slipping);

  return {.rear = motor - half * p.damping * speed,
          .front = half * p.damping * pace * (Real(1.0) + square) + turned,
          .brake = select(counter, abs_of(share) * p.counter_brake, idle)};
}

template <class Real>
PADDOCK_KERNEL RobotcarState<Real> step(const RobotcarParams<Real>& p, RobotcarState<Real> s,
                                        const RobotcarInput<Real>& u,
                                        const Surroundings<Real>& around, Real dt) {
  const Real one(1.0);
  s.steer = turned_wheels(p, s.steer, u.steer, s.body.vx, dt);
  Real sin_steer, cos_steer;
  det::sincos(s.steer, sin_steer, cos_steer);

  // chassis and slopes count by full gravity, this car by its course's
  const Real part = p.gravity * Real(1.0 / kGravity);
  Surroundings<Real> ground = around;
  ground.friction = around.friction * part;
  ground.pull_x = around.pull_x * part, ground.pull_y = around.pull_y * part;
  const Real grip = max_of(p.chassis.rear_tire.grip * ground.friction * Real(kGravity), Real(1e-6));
  const Real share = p.chassis.front / (p.chassis.front + p.chassis.rear);  // of the rear's weight

  // the rear wheels push as far as they grip; everything else only resists
  const Real lightness = one / around.load;
  const Real tan_steer = sin_steer / cos_steer;
  const RobotcarPush<Real> push = push_of(p, u.drive, tan_steer, s.body.vx);
  const Real rear = clamp_abs(push.rear * lightness, grip * share);
  const Real brake = min_of(push.brake * lightness, grip);
  advance(p.chassis,
          {.steer = turning_angle(p, tan_steer, s.body.vx),
           .accel = rear,
           .resist = push.front * lightness + brake + p.rolling,
           .front_used = brake / grip,
           .rear_used = min_of(one, abs_of(rear) / (grip * share) + brake / grip)},
          ground, dt, s.body);
  return s;
}

}  // namespace paddock
