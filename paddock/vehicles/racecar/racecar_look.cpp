#include "paddock/vehicles/racecar/racecar.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
namespace {

/// A wing across the car: plane and end plates.
void add_wing(Look& look, Vec3 low, Vec3 high, double plate_drop, const Finish& plane,
              const Finish& plate) {
  add_box(look, low, high, plane);
  for (const double y : {low.y, high.y}) {
    add_box(look, {low.x - 0.008, y - 0.003, low.z - plate_drop},
            {high.x + 0.006, y + 0.003, high.z + 0.012}, plate);
  }
}

}  // namespace

/// 1:10 open-wheeler: 0.58 x 0.31 m, axles at 0.159 and -0.171.
void build_racecar(VehicleAssembly& car) {
  const Finish carbon = paint(kCarbon), chalk = paint(kChalk, 0.3);
  Look body;
  // floor, monocoque with nose, side pods, engine cover
  add_box(body, {-0.24, -0.075, 0.022}, {0.20, 0.075, 0.032}, carbon);
  constexpr std::array<Rib, 9> hull{{{-0.245, 0.020, 0.040, 0.075},
                                     {-0.200, 0.036, 0.030, 0.105},
                                     {-0.110, 0.052, 0.028, 0.128},
                                     {-0.040, 0.058, 0.028, 0.122},
                                     {0.030, 0.058, 0.028, 0.100},
                                     {0.110, 0.048, 0.030, 0.092},
                                     {0.180, 0.034, 0.034, 0.078},
                                     {0.245, 0.022, 0.040, 0.060},
                                     {0.268, 0.010, 0.044, 0.052}}};
  dress(body, make_shell(hull, 0.6), {}, {car.coat(), 0.5, map_from_sides});
  constexpr std::array<Rib, 5> pod{{{-0.130, 0.012, 0.030, 0.052},
                                    {-0.090, 0.026, 0.026, 0.072},
                                    {-0.020, 0.030, 0.026, 0.080},
                                    {0.045, 0.028, 0.026, 0.076},
                                    {0.070, 0.020, 0.030, 0.062}}};
  for (const double side : {-1.0, 1.0}) {
    dress(body, make_shell(pod, 0.8), at(0, 0.078 * side, 0), {car.coat(), 0.5, map_from_sides});
    add_box(body, {0.064, 0.078 * side - 0.016, 0.036}, {0.0725, 0.078 * side + 0.016, 0.060},
            carbon);
    // suspension arms to all four wheels
    for (const double axle : {0.15875, -0.17145}) {
      for (const double off : {-0.022, 0.014}) {
        add_box(body, {axle + off, std::fmin(0.03 * side, 0.118 * side), 0.050},
                {axle + off + 0.008, std::fmax(0.03 * side, 0.118 * side), 0.056}, carbon);
      }
    }
  }
  // cockpit: a dark canopy over where a driver would sit
  constexpr std::array<Slab, 4> canopy{{{0.092, -0.040, 0.085, 0.040},
                                        {0.108, -0.036, 0.066, 0.036},
                                        {0.118, -0.032, 0.044, 0.029},
                                        {0.122, -0.026, 0.020, 0.018}}};
  dress(body, make_stack(canopy, 0.2), {}, {paint(kPane, 0.8), 0.4, map_from_sides});
  // wings, bumper
  add_wing(body, {0.232, -0.146, 0.030}, {0.275, 0.146, 0.035}, 0.008, chalk, car.coat());
  add_box(body, {0.272, -0.11, 0.026}, {0.2836, 0.11, 0.044}, carbon);
  add_wing(body, {-0.290, -0.118, 0.150}, {-0.238, 0.118, 0.156}, 0.075, car.coat(), carbon);
  add_box(body, {-0.262, -0.118, 0.128}, {-0.240, 0.118, 0.132}, chalk);
  add_box(body, {-0.266, -0.010, 0.060}, {-0.246, 0.010, 0.152}, carbon);
  // eyes: lidar ahead of the canopy, a camera on a short mast behind it
  add_box(body, {0.075, -0.026, 0.075}, {0.127, 0.026, 0.104}, carbon);
  add_lidar(body, {0.10, 0, 0.104}, 0.025, 0.046);
  add_box(body, {-0.052, -0.006, 0.12}, {-0.042, 0.006, 0.160}, carbon);
  add_box(body, {-0.053, -0.045, 0.158}, {-0.033, 0.045, 0.182}, paint(kSilver, 0.4));
  for (const double y : {-0.028, 0.028}) {
    dress(body, make_frustum(0.007, 0.007, 0.003, 12),
          {{-0.033, y, 0.170}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kPane, 0.8)});
  }
  // the number: on top of the rear wing and on the nose
  const Finish number = number_plate(car.number());
  const auto plate = [&](double x, double z, double half, double slope) {
    dress_quad(body,
               {Vec3{x - half, half, z - slope},
                {x - half, -half, z - slope},
                {x + half, -half, z + slope},
                {x + half, half, z + slope}},
               number);
  };
  plate(-0.264, 0.1565, 0.024, 0);
  car.add("body", std::move(body), {});
  car.add_wheels({.radius = 0.054, .width = 0.045, .spokes = 5},
                 {.front = 0.15875, .rear = -0.17145, .side = 0.1315}, paint(kSilver, 0.4));
}

}  // namespace paddock
