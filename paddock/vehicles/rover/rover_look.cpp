#include "paddock/vehicles/rover/rover.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
/// The EES-PEES robot: a brick of a body, free front wheels, a rear block that drives and steers.
void build_rover(VehicleAssembly& rover) {
  const Finish grey = paint({122, 128, 134}, 0.1), dark = paint(kCarbon);
  Look body;
  add_box(body, {-0.045, -0.055, 0.022}, {0.050, 0.055, 0.034}, grey);
  add_box(body, {-0.040, -0.048, 0.034}, {0.046, 0.048, 0.050}, rover.coat());
  add_box(body, {0.046, -0.040, 0.024}, {0.055, 0.040, 0.044}, dark);
  add_box(body, {0.026, -0.066, 0.023}, {0.034, 0.066, 0.030}, dark);  // front axle
  // studs, as bricks have them
  for (int i = 0; i < 4; ++i) {
    for (const double y : {-0.040, 0.040}) {
      add_cylinder(body, {-0.030 + 0.022 * i, y, 0.050}, 0.006, 0.003, rover.coat(), 12);
    }
  }
  add_lidar(body, {0, 0, 0.050}, 0.028, 0.030);
  add_box(body, {0.040, -0.012, 0.050}, {0.050, 0.012, 0.060}, dark);
  for (const double y : {-0.006, 0.006}) {
    dress(body, make_frustum(0.004, 0.004, 0.003, 10),
          {{0.050, y, 0.055}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kSilver, 0.6)});
  }
  rover.add("body", std::move(body), {});
  const Look one = wheel_look({.radius = 0.02625, .width = 0.014, .spokes = 4}, grey);
  rover.add("wheel-front-left", one, at(0.030, 0.074, 0.02625));
  rover.add("wheel-front-right", one, at(0.030, -0.074, 0.02625));

  // behind the pivot at -0.04: motor, axle, two wheels
  Look block;
  add_box(block, {-0.052, -0.026, 0.016}, {-0.010, 0.026, 0.046}, grey);
  add_cylinder(block, {0, 0, 0.018}, 0.012, 0.030, dark, 16);
  add_box(block, {-0.014, -0.008, 0.028}, {0.004, 0.008, 0.040}, dark);
  add_box(block, {-0.044, -0.048, 0.022}, {-0.036, 0.048, 0.030}, dark);
  for (const double y : {-0.044, 0.044}) {
    const Look turning = wheel_look({.radius = 0.02625, .width = 0.018, .spokes = 4}, rover.coat());
    append(block, turning, at(-0.040, y, 0.02625));
  }
  rover.add("rear-block", std::move(block), at(-0.04, 0, 0), {.share = 1});
}

}  // namespace paddock
