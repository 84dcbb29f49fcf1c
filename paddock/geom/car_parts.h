// Shells, wheels and the body of a road car: what vehicles and parked cars are made of. Metres; x
// forward, y left, z up.
#pragma once

#include <span>

#include "paddock/geom/look.h"
#include "paddock/geom/mesh.h"

namespace paddock {

/// A cross section of a shell at `x`.
struct Rib {
  double x{}, half_width{}, low{}, high{};
};
/// A solid along x through its ribs, from tail to nose. Sections run from an ellipse (0) to a
/// rounded rectangle (1).
Mesh make_shell(std::span<const Rib> ribs, double squareness);

/// A horizontal section of a stack at `z`.
struct Slab {
  double z{}, back{}, front{}, half_width{};
};
/// A solid along z through its slabs, from the lowest up.
Mesh make_stack(std::span<const Slab> slabs, double squareness);

struct WheelSize {
  double radius{}, width{};
  int spokes{5};
};
/// A wheel about the origin, its axle along y.
Look wheel_look(const WheelSize& size, const Finish& rim);

/// The body of a road car in a box of `size`, standing on its middle; wheels are not part of it.
Look road_car_body(Vec3 size, const Finish& coat);
/// The same with wheels, as one look.
Look parked_car(Vec3 size, const Finish& coat);

}  // namespace paddock
