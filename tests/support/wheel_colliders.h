// How the original's car moves, by the equations of its wheel colliders: the judge of our robot
// car. Four wheels with a spin of their own, twenty substeps a tick, friction curves of slip,
// everything explicit but the wheels' damping. What follows from that, and from where it is known:
// docs/physics/robotcar.md. Decimetres, seconds and the original's masses inside; SI outside.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {

class WheelColliderCar {
 public:
  static constexpr double kTick = 0.02;  // s

  /// One tick. `speed` and `angle` as programs give them, -1 to 1, here positive to the left; the
  /// largest speed is the default, a quarter.
  void step(double speed, double angle) {
    const double turned = angle * 20 * kPi / 180;
    const double pace = std::hypot(along_, across_);
    const double brake = speed == 0 ? pace * pace : 0;  // torque of each wheel, dm/s squared
    const double motor = 10000 * 0.25 * speed;          // of each rear wheel
    for (int i = 0; i < kSubsteps; ++i) substep(turned, brake, motor);
  }

  double x() const { return x_ / 10; }  // m, of the centre of mass
  double y() const { return y_ / 10; }
  double yaw() const { return yaw_; }
  double speed() const { return along_ / 10; }  // m/s, along the body
  double yaw_rate() const { return rate_; }

 private:
  static constexpr int kSubsteps = 20;
  static constexpr double kMass = 1500, kInertia = 2070;
  static constexpr double kRadius = 0.42, kWheelInertia = 0.5 * 20 * kRadius * kRadius;
  static constexpr double kDamping = 50;  // torque of a wheel for each rad/s
  static constexpr double kStiffness = 5;
  static constexpr double kFront = 1.325, kRear = 0.925, kHalfTrack = 1.25;
  // a filter of the load, which at rest gives 0.2308 + (3 - 0.2308) / 3 of it
  static constexpr double kWeight = kMass * 9.81 * 1.1539;

  struct Curve {
    double peak_slip, peak, end_slip, end;
  };
  static constexpr Curve kAlong{0.4, 1, 0.8, 0.5}, kAcross{0.2, 1, 0.5, 0.75};

  /// Cubic to the peak, cubic to the end, then flat.
  static double friction(const Curve& c, double slip) {
    const double s = std::fabs(slip);
    double value = c.end;
    if (s < c.peak_slip) {
      const double a = s / c.peak_slip;
      value = c.peak * (a + a * a - a * a * a);
    } else if (s < c.end_slip) {
      const double a = (s - c.peak_slip) / (c.end_slip - c.peak_slip);
      value = c.peak + (c.end - c.peak) * (3 * a * a - 2 * a * a * a);
    }
    return std::copysign(value, slip);
  }

  /// Of a wheel that rolls at `rim` on ground that passes at `ground`. Where a torque is applied it
  /// grows without bound at low speed; that makes braked wheels lock.
  static double slip_of(double rim, double ground, bool torque) {
    const double pace = std::max(std::fabs(rim), std::fabs(ground));
    if (pace == 0) return 0;
    return (rim - ground) / (torque ? pace + 0.1 : std::max(pace, 4.0));
  }

  void substep(double turned, double brake, double motor) {
    constexpr double dt = kTick / kSubsteps;
    double force_along = 0, force_across = 0, torque = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const bool front = i < 2;
      const double px = front ? kFront : -kRear, py = i % 2 == 0 ? kHalfTrack : -kHalfTrack;
      const double load = kWeight * (front ? kRear : kFront) / (kFront + kRear) / 2;
      const double c = front ? std::cos(turned) : 1, s = front ? std::sin(turned) : 0;
      const double vx = along_ - rate_ * py, vy = across_ + rate_ * px;
      const double roll = vx * c + vy * s, slide = vy * c - vx * s;

      const double drive = front ? 0 : motor;
      const double slip = slip_of(spin_[i] * kRadius, roll, drive != 0 || brake != 0);
      const double pull = kStiffness * load * friction(kAlong, slip);
      const double push =
          -kStiffness * load * friction(kAcross, std::atan(slide / (std::fabs(roll) + 1)));
      const double fx = pull * c - push * s, fy = pull * s + push * c;
      force_along += fx, force_across += fy, torque += px * fy - py * fx;

      // a braked wheel that would turn the other way stands
      const double held = spin_[i] == 0 ? 0 : std::copysign(brake, spin_[i]);
      const double next = (spin_[i] + dt / kWheelInertia * (drive - held - pull * kRadius)) /
                          (1 + kDamping * dt / kWheelInertia);
      spin_[i] = brake != 0 && next * spin_[i] <= 0 ? 0 : next;
    }
    along_ += (force_along / kMass + rate_ * across_) * dt;
    across_ += (force_across / kMass - rate_ * along_) * dt;
    rate_ += torque / kInertia * dt;
    x_ += (along_ * std::cos(yaw_) - across_ * std::sin(yaw_)) * dt;
    y_ += (along_ * std::sin(yaw_) + across_ * std::cos(yaw_)) * dt;
    yaw_ += rate_ * dt;
  }

  double x_{}, y_{}, yaw_{}, along_{}, across_{}, rate_{};
  std::array<double, 4> spin_{};
};

}  // namespace paddock
