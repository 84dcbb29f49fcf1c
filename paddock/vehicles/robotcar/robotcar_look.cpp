#include "paddock/vehicles/robotcar/robotcar.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
/// The robot car of the course, 0.36 x 0.26 m: plate, two blocks, lidar disc, camera bar.
void build_robotcar(VehicleAssembly& car) {
  const Finish carbon = paint(kCarbon), silver = paint(kSilver, 0.4);
  constexpr double kAxle = 0.1125;
  Look body;
  // under-plate: wide between the wheels and at both ends, narrow where the wheels turn
  add_box(body, {-0.178, -0.060, 0.050}, {0.178, 0.060, 0.060}, carbon);
  add_box(body, {-0.060, -0.085, 0.050}, {0.052, 0.085, 0.060}, carbon);
  for (const double x : {-0.180, 0.166}) {
    add_box(body, {x, -0.085, 0.050}, {x + 0.014, 0.085, 0.060}, carbon);
  }
  for (const double x : {-kAxle, kAxle}) {
    add_box(body, {x - 0.005, -0.088, 0.035}, {x + 0.005, 0.088, 0.045}, carbon);
    add_box(body, {x - 0.016, -0.024, 0.028}, {x + 0.016, 0.024, 0.050}, silver);  // gearbox
  }
  // back in the vehicle's colour, front light unless somebody chose
  constexpr std::array<Slab, 4> back{{{0.060, -0.180, 0.020, 0.080},
                                      {0.102, -0.180, 0.020, 0.080},
                                      {0.107, -0.178, 0.018, 0.078},
                                      {0.110, -0.174, 0.014, 0.074}}};
  dress(body, make_stack(back, 1), {}, {car.coat(), 0.4, map_from_sides});
  constexpr std::array<Slab, 4> front{{{0.060, 0.020, 0.180, 0.050},
                                       {0.098, 0.020, 0.180, 0.050},
                                       {0.105, 0.020, 0.177, 0.048},
                                       {0.110, 0.022, 0.172, 0.044}}};
  dress(body, make_stack(front, 1), {}, {paint(car.front(), 0.3), 0.4, map_from_sides});
  for (const double y : {-0.034, 0.034}) {
    dress(body, make_frustum(0.010, 0.009, 0.003, 16),
          {{0.179, y, 0.085}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)},
          {paint({250, 236, 190}, 0.6)});
    add_box(body, {-0.1815, 1.4 * y - 0.014, 0.080}, {-0.179, 1.4 * y + 0.014, 0.092},
            paint({215, 38, 61}, 0.4));
  }
  // lidar: a blue disc whose beams leave at 0.125 m
  add_cylinder(body, {0, 0, 0.109}, 0.028, 0.006, carbon, 32);
  add_cylinder(body, {0, 0, 0.115}, 0.0328, 0.020, paint({0, 84, 240}, 0.5), 32);
  add_cylinder(body, {0, 0, 0.135}, 0.024, 0.003, carbon, 32);
  // camera bar across, its eyes at 0.145 m
  add_box(body, {0.080, -0.008, 0.108}, {0.088, 0.008, 0.134}, carbon);
  add_box(body, {0.076, -0.045, 0.1325}, {0.100, 0.045, 0.1575}, silver);
  for (const double y : {-0.028, 0.0, 0.028}) {
    dress(body, make_frustum(0.007, 0.007, 0.002, 12),
          {{0.100, y, 0.145}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kPane, 0.8)});
  }
  // the number on the back
  dress_quad(body,
             {Vec3{-0.162, 0.034, 0.1105},
              {-0.162, -0.034, 0.1105},
              {-0.094, -0.034, 0.1105},
              {-0.094, 0.034, 0.1105}},
             number_plate(car.number()));
  car.add("body", std::move(body), {});
  car.add_wheels({.radius = 0.040, .width = 0.040, .spokes = 6},
                 {.front = kAxle, .rear = -kAxle, .side = 0.105}, silver);
}

}  // namespace paddock
