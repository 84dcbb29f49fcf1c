// Impulses between planar bodies. First they stop what approaches, all contacts together; then they
// give back a part, as a bounce; last they rub. None of the three adds energy, so any number of
// strikes, in any order, never does. docs/physics/planar.md derives it.
#pragma once

#include <array>
#include <span>

#include "paddock/geom/contact.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

struct Bump {
  double restitution{};  // 0 to 1
  double friction{};
};

/// The normal impulse at each contact, N s.
using Impulses = std::array<double, ContactList::kCapacity>;

/// Acts on `body` at its contacts with something that cannot move.
Impulses strike_wall(PlanarBody& body, std::span<const Contact2> contacts, Bump bump);

/// The same between two bodies; the normals point into `a`.
Impulses strike_pair(PlanarBody& a, PlanarBody& b, std::span<const Contact2> contacts, Bump bump);

/// Kinetic energy, J; 0 for what cannot move.
double kinetic_energy(const PlanarBody& body);

}  // namespace paddock
