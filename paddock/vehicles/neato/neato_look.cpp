#include "paddock/vehicles/neato/neato.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
namespace {

/// Flat in front, round behind, shrunk by `inset` on all sides.
std::vector<Vec3> neato_ring(double inset, double z) {
  std::vector<Vec3> ring;
  const double r = 0.15 - inset, front = 0.16 - inset, corner = 0.02;
  const auto arc = [&](Vec2 middle, double radius, double from, double to, int steps) {
    for (int i = 0; i <= steps; ++i) {
      const Vec2 p = middle + Rot2::of(from + (to - from) * i / steps) * Vec2{radius, 0};
      ring.push_back({p.x, p.y, z});
    }
  };
  arc({front - corner, r - corner}, corner, 0, kPi / 2, 4);
  arc({-0.01, 0}, r, kPi / 2, 3 * kPi / 2, 24);
  arc({front - corner, corner - r}, corner, -kPi / 2, 0, 4);
  return ring;
}

}  // namespace

/// The Neato: a low D with a lidar turret at its back.
void build_neato(VehicleAssembly& robot) {
  const Finish dark = paint(kCarbon, 0.3), chalk = paint({226, 226, 222}, 0.3);
  Look body;
  const std::vector<std::vector<Vec3>> skirt{neato_ring(0.006, 0.010), neato_ring(0, 0.018),
                                             neato_ring(0, 0.046)};
  const std::vector<std::vector<Vec3>> top{neato_ring(0.002, 0.046), neato_ring(0.002, 0.064),
                                           neato_ring(0.010, 0.074), neato_ring(0.020, 0.076)};
  const std::vector<std::vector<Vec3>> lid{neato_ring(0.028, 0.075), neato_ring(0.029, 0.0775)};
  dress(body, make_loft(skirt), {}, {dark, 0.5, map_from_sides});
  dress(body, make_loft(top), {}, {chalk, 0.5, map_from_sides});
  dress(body, make_loft(lid), {}, {robot.coat(), 0.5, map_from_sides});
  // bumper, screen, buttons, handle
  add_box(body, {0.152, -0.13, 0.020}, {0.164, 0.13, 0.050}, paint({60, 64, 70}, 0.1));
  add_box(body, {0.060, -0.035, 0.0770}, {0.100, 0.035, 0.0785}, paint(kPane, 0.8));
  for (const double y : {-0.060, 0.060}) {
    add_cylinder(body, {0.080, y, 0.0770}, 0.010, 0.002, chalk, 20);
  }
  // the turret: a foot, a dark slot the laser looks through at 89 mm, a cap
  constexpr double kTurret = -0.1016;
  add_cylinder(body, {kTurret, 0, 0.0760}, 0.048, 0.006, dark, 32);
  add_cylinder(body, {kTurret, 0, 0.0820}, 0.040, 0.014, paint({18, 20, 26}, 0.8), 32);
  add_cylinder(body, {kTurret, 0, 0.0960}, 0.046, 0.006, chalk, 32);
  robot.add("body", std::move(body), {});
  const Look one = wheel_look({.radius = 0.036, .width = 0.020, .spokes = 6}, dark);
  robot.add("wheel-left", one, at(0, 0.124, 0.036));
  robot.add("wheel-right", one, at(0, -0.124, 0.036));
}

}  // namespace paddock
