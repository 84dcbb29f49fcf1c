#include "paddock/physics/impulse.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kRestingSpeed =
    0.1;                     // m/s; slower contacts do not bounce, so that things come to rest
constexpr int kSweeps = 32;  // over all contacts; a square hit on two corners needs about ten
constexpr double kStopped = 1e-10;  // m/s

/// One contact between two bodies.
struct Meeting {
  PlanarBody& a;
  PlanarBody& b;
  Vec2 arm_a, arm_b, normal;

  Vec2 velocity() const {  // of a past b
    return a.velocity + a.yaw_rate * perpendicular(arm_a) - b.velocity -
           b.yaw_rate * perpendicular(arm_b);
  }
  void push(Vec2 impulse) const {
    a.velocity += a.inv_mass * impulse, a.yaw_rate += a.inv_inertia * cross(arm_a, impulse);
    b.velocity -= b.inv_mass * impulse, b.yaw_rate -= b.inv_inertia * cross(arm_b, impulse);
  }
  /// How much a unit impulse along `direction` changes the speed along it.
  double yielding(Vec2 direction) const {
    const double lever_a = cross(arm_a, direction), lever_b = cross(arm_b, direction);
    return a.inv_mass + b.inv_mass + a.inv_inertia * lever_a * lever_a +
           b.inv_inertia * lever_b * lever_b;
  }
};

/// Calls relax(contact) over all contacts until none changes its speed any more.
void sweep_over(std::size_t contacts, auto&& relax) {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double most = 0;
    for (std::size_t k = 0; k < contacts; ++k) most = std::max(most, std::fabs(relax(k)));
    if (most < kStopped) return;
  }
}

}  // namespace

Impulses strike_pair(PlanarBody& a, PlanarBody& b, std::span<const Contact2> contacts, Bump bump) {
  const auto meeting = [&](std::size_t k) -> Meeting {
    const Contact2& c = contacts[k];
    return {a, b, c.point - a.position, c.point - b.position, c.normal};
  };
  const auto parting = [&](std::size_t k) {
    return dot(meeting(k).velocity(), contacts[k].normal);
  };
  const std::size_t n = contacts.size();
  Impulses normal{}, before{};
  double approach = 0;
  for (std::size_t k = 0; k < n; ++k)
    before[k] = parting(k), approach = std::max(approach, -before[k]);
  if (approach <= 0) return normal;

  // compression: each contact in turn takes what stops it, or gives back what it took too much
  sweep_over(n, [&](std::size_t k) {
    const Meeting m = meeting(k);
    const double yield = m.yielding(m.normal);
    const double change = std::max(-parting(k) / yield, -normal[k]);
    normal[k] += change;
    m.push(change * m.normal);
    return change * yield;
  });

  // expansion: the same again, times the restitution, unless what is left unsolved would let energy
  // grow
  if (approach > kRestingSpeed) {
    double changed = 0, left = 0;
    for (std::size_t k = 0; k < n; ++k) {
      left += normal[k] * parting(k);
      changed += normal[k] * (parting(k) - before[k]);
    }
    const double most = changed > 0 ? std::max(0.0, 1 - 2 * left / changed) : 0;
    const double bounce = std::min(bump.restitution, most);
    for (std::size_t k = 0; k < n; ++k) {
      meeting(k).push(bounce * normal[k] * contacts[k].normal);
      normal[k] *= 1 + bounce;
    }
  }

  // friction: in turn what stops the sliding, as far as the normal impulse carries it
  Impulses rubbed{};
  sweep_over(n, [&](std::size_t k) {
    const Meeting m = meeting(k);
    const Vec2 side = perpendicular(m.normal);
    const double yield = m.yielding(side), most = bump.friction * normal[k];
    const double wanted = rubbed[k] - dot(m.velocity(), side) / yield;
    const double change = std::clamp(wanted, -most, most) - rubbed[k];
    rubbed[k] += change;
    m.push(change * side);
    return change * yield;
  });
  return normal;
}

Impulses strike_wall(PlanarBody& body, std::span<const Contact2> contacts, Bump bump) {
  PlanarBody wall;  // no inverse mass: it cannot move
  return strike_pair(body, wall, contacts, bump);
}

double kinetic_energy(const PlanarBody& body) {
  const double linear = body.inv_mass > 0 ? dot(body.velocity, body.velocity) / body.inv_mass : 0;
  const double turning =
      body.inv_inertia > 0 ? body.yaw_rate * body.yaw_rate / body.inv_inertia : 0;
  return 0.5 * (linear + turning);
}

}  // namespace paddock
