// Planar quadrotor: a point mass commanded by acceleration or velocity, in wind and drag. SI; one
// metre is 100 of simplesim's pixels. `original` follows simplesim to its quirks, `corrected` is
// physics. docs/physics/quad2d.md.
#pragma once

#include "paddock/vehicles/single_track_kernel.h"

namespace paddock {

enum class QuadMode { Acceleration, Velocity };
enum class QuadAir { Corrected, Original };

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
  QuadMode mode{QuadMode::Acceleration};
  QuadAir air{QuadAir::Corrected};

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("mass", self.mass), visit("inertia", self.inertia);
    visit("max_accel", self.max_accel), visit("max_velocity", self.max_velocity);
    visit("linear_drag", self.linear_drag), visit("quadratic_drag", self.quadratic_drag);
    visit("drag_threshold", self.drag_threshold), visit("wind", self.wind),
        visit("max_wind", self.max_wind);
    visit("wind_return", self.wind_return);
    visit("mean_wind_x", self.mean_wind_x), visit("mean_wind_y", self.mean_wind_y);
  }
  bool operator==(const Quad2dParams&) const = default;
};

/// What is no number stays what it was when numbers are spread over lanes.
template <class Real>
PADDOCK_KERNEL void copy_switches(const Quad2dParams<double>& from, Quad2dParams<Real>& to) {
  to.mode = from.mode;
  to.air = from.air;
}

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

/// Drag as an acceleration. Original: component-wise square with its sign lost, and past the
/// threshold the linear part turns into thrust; simplesim does this, so its programs may count on
/// it.
template <class Real>
PADDOCK_KERNEL void drag_of(const Quad2dParams<Real>& p, Real vx, Real vy, Real& ax, Real& ay) {
  const Real zero(0.0), one(1.0);
  const Real speed = sqrt_exact(vx * vx + vy * vy);
  if (p.air == QuadAir::Original) {
    const Real share = speed / p.drag_threshold;
    ax = zero - ((one - share) * p.linear_drag * vx + share * p.quadratic_drag * vx * vx);
    ay = zero - ((one - share) * p.linear_drag * vy + share * p.quadratic_drag * vy * vy);
    return;
  }
  const auto always = p.drag_threshold <= zero;
  const Real share =
      select(always, one, clamp(speed / select(always, one, p.drag_threshold), zero, one));
  const Real factor = (one - share) * p.linear_drag + share * p.quadratic_drag * speed;
  ax = zero - factor * vx;
  ay = zero - factor * vy;
}

template <class Real>
PADDOCK_KERNEL void move_wind(const Quad2dParams<Real>& p, const Surroundings<Real>& around,
                              Real dt, Quad2dState<Real>& s) {
  if (p.air == QuadAir::Original) {
    s.wind_x += p.wind * around.gust_x;
    s.wind_y += p.wind * around.gust_y;
    return;
  }
  // scaled so that the walk spreads alike at every tick length
  const Real kick = p.wind * sqrt_exact(Real(60.0) * dt);
  s.wind_x += p.wind_return * (p.mean_wind_x - s.wind_x) * dt + kick * around.gust_x;
  s.wind_y += p.wind_return * (p.mean_wind_y - s.wind_y) * dt + kick * around.gust_y;
  limit_norm(s.wind_x, s.wind_y, p.max_wind);
}

template <class Real>
PADDOCK_KERNEL Quad2dState<Real> step(const Quad2dParams<Real>& p, Quad2dState<Real> s,
                                      const Quad2dInput<Real>& u, const Surroundings<Real>& around,
                                      Real dt) {
  Real command_x = u.x, command_y = u.y;
  const bool by_velocity = p.mode == QuadMode::Velocity;
  limit_norm(command_x, command_y, by_velocity ? p.max_velocity : p.max_accel / around.load);
  if (by_velocity) s.vx = command_x, s.vy = command_y;

  move_wind(p, around, dt, s);
  Real drag_x, drag_y;
  drag_of(p, s.vx, s.vy, drag_x, drag_y);
  s.vx += (s.wind_x + drag_x) / around.load * dt;
  s.vy += (s.wind_y + drag_y) / around.load * dt;
  if (!by_velocity) s.vx += command_x * dt, s.vy += command_y * dt;
  s.x += s.vx * dt;
  s.y += s.vy * dt;
  return s;
}

}  // namespace paddock
