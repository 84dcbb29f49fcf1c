// Planar quadrotor: a point mass commanded by acceleration or velocity, in wind and drag. SI, y up;
// one metre is 100 of simplesim's pixels. `Original` follows simplesim to its quirks, `Corrected`
// is physics. docs/physics/quad2d.md.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

/// Switches are figures like any other: they may be set in a level, live, and are remembered.
struct QuadMode {
  static constexpr double Acceleration = 0, Velocity = 1;
};
struct QuadAir {
  static constexpr double Corrected = 0, Original = 1;
};

template <class Real>
struct Quad2dParams {
  Real mass{1.0};             // kg
  Real inertia{0.01};         // kg m^2
  Real max_accel{5.0};        // m/s^2, of the command
  Real max_velocity{5.0};     // m/s, of the command in velocity mode
  Real linear_drag{0.05};     // 1/s, felt at low speed
  Real quadratic_drag{0.05};  // 1/m, felt above drag_threshold
  Real drag_threshold{1.0};   // m/s, where linear drag has given way to quadratic
  Real wind{0.01};            // m/s^2, largest change of the wind in 1/60 s (original: in a tick)
  Real max_wind{2.0};         // m/s^2, corrected only
  Real wind_return{0.0};      // 1/s, pull of the wind back to its mean; 0: a free walk
  Real mean_wind_x{}, mean_wind_y{};  // m/s^2
  Real control_mode{QuadMode::Acceleration};
  Real air{QuadAir::Corrected};
  Real air_x{}, air_y{};  // m/s, of air that moves as one
  Real gust{};            // m/s, the strongest gust
  Real gust_time{2.0};    // s, from one to the next
  Real wind_seed{};       // other gusts

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("mass", self.mass), visit("inertia", self.inertia);
    visit("max_accel", self.max_accel), visit("max_velocity", self.max_velocity);
    visit("linear_drag", self.linear_drag), visit("quadratic_drag", self.quadratic_drag);
    visit("drag_threshold", self.drag_threshold), visit("wind", self.wind),
        visit("max_wind", self.max_wind);
    visit("wind_return", self.wind_return);
    visit("mean_wind_x", self.mean_wind_x), visit("mean_wind_y", self.mean_wind_y);
    visit("control_mode", self.control_mode), visit("air", self.air);
    visit("air_x", self.air_x), visit("air_y", self.air_y);
    visit("gust", self.gust), visit("gust_time", self.gust_time);
    visit("wind_seed", self.wind_seed);
  }
  bool operator==(const Quad2dParams&) const = default;
};

template <class Real>
struct Quad2dState {
  Real x{}, y{}, vx{}, vy{};  // world axes; it never turns
  Real wind_x{}, wind_y{};    // m/s^2

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("x", self.x), visit("y", self.y), visit("vx", self.vx), visit("vy", self.vy);
    visit("wind_x", self.wind_x), visit("wind_y", self.wind_y);
  }
  bool operator==(const Quad2dState&) const = default;
};

template <class Real>
struct Quad2dInput {
  Real x{}, y{};  // m/s^2 or m/s in world axes, by mode

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("x", self.x), visit("y", self.y);
  }
  bool operator==(const Quad2dInput&) const = default;
};

template <class Real>
PADDOCK_KERNEL void limit_norm(Real& x, Real& y, Real limit) {
  const Real norm = sqrt_exact(x * x + y * y);
  const Real scale =
      select(norm > limit, limit / select(norm > Real(0.0), norm, Real(1.0)), Real(1.0));
  x *= scale, y *= scale;
}

/// Drag as simplesim codes it: component-wise square with its sign lost, and past the threshold the
/// linear part turns into thrust. Its y points down, ours up.
template <class Real>
PADDOCK_KERNEL void drag_as_coded(const Quad2dParams<Real>& p, Real vx, Real vy, Real& ax,
                                  Real& ay) {
  const Real zero(0.0), one(1.0);
  const Real share = sqrt_exact(vx * vx + vy * vy) / p.drag_threshold;
  ax = zero - ((one - share) * p.linear_drag * vx + share * p.quadratic_drag * vx * vx);
  ay = zero - ((one - share) * p.linear_drag * vy - share * p.quadratic_drag * vy * vy);
}

/// Drag as an acceleration, of a velocity through the air.
template <class Real>
PADDOCK_KERNEL void drag_of(const Quad2dParams<Real>& p, Real vx, Real vy, Real& ax, Real& ay) {
  const Real zero(0.0), one(1.0);
  const Real speed = sqrt_exact(vx * vx + vy * vy);
  const auto always = p.drag_threshold <= zero;
  const Real share =
      select(always, one, clamp(speed / select(always, one, p.drag_threshold), zero, one));
  const Real factor = (one - share) * p.linear_drag + share * p.quadratic_drag * speed;
  const auto as_coded = p.air > Real(0.5);
  Real coded_x, coded_y;
  drag_as_coded(p, vx, vy, coded_x, coded_y);
  ax = select(as_coded, coded_x, zero - factor * vx);
  ay = select(as_coded, coded_y, zero - factor * vy);
}

template <class Real>
PADDOCK_KERNEL void move_wind(const Quad2dParams<Real>& p, const Surroundings<Real>& around,
                              Real dt, Quad2dState<Real>& s) {
  // scaled so that the walk spreads alike at every tick length
  const Real kick = p.wind * sqrt_exact(Real(60.0) * dt);
  Real x = s.wind_x + (p.wind_return * (p.mean_wind_x - s.wind_x) * dt + kick * around.gust_x);
  Real y = s.wind_y + (p.wind_return * (p.mean_wind_y - s.wind_y) * dt + kick * around.gust_y);
  limit_norm(x, y, p.max_wind);
  const auto as_coded = p.air > Real(0.5);
  s.wind_x = select(as_coded, s.wind_x + p.wind * around.gust_x, x);
  s.wind_y = select(as_coded, s.wind_y + p.wind * around.gust_y, y);
}

template <class Real>
PADDOCK_KERNEL Quad2dState<Real> step(const Quad2dParams<Real>& p, Quad2dState<Real> s,
                                      const Quad2dInput<Real>& u, const Surroundings<Real>& around,
                                      Real dt) {
  Real command_x = u.x, command_y = u.y;
  const auto by_velocity = p.control_mode > Real(0.5);
  limit_norm(command_x, command_y, select(by_velocity, p.max_velocity, p.max_accel / around.load));
  s.vx = select(by_velocity, command_x, s.vx);
  s.vy = select(by_velocity, command_y, s.vy);

  move_wind(p, around, dt, s);
  Real drag_x, drag_y;
  drag_of(p, s.vx - around.air_x, s.vy - around.air_y, drag_x, drag_y);
  s.vx += (s.wind_x + drag_x) / around.load * dt;
  s.vy += (s.wind_y + drag_y) / around.load * dt;
  s.vx = select(by_velocity, s.vx, s.vx + command_x * dt);
  s.vy = select(by_velocity, s.vy, s.vy + command_y * dt);
  s.x += s.vx * dt;
  s.y += s.vy * dt;
  return s;
}

}  // namespace paddock
