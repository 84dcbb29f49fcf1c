// Motorcycle and bicycle: two wheels in line, a frame, and who rides.
#include <array>
#include <utility>

#include "paddock/vehicles/road_cars/road_car_sizes.h"
#include "paddock/vehicles/road_cars/road_cars.h"
#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
namespace {

constexpr Color kSkin{214, 168, 134}, kCloth{52, 58, 70}, kRed{215, 38, 61}, kLamp{248, 244, 226};

/// A round bar from one point to another.
void add_bar(Look& look, Vec3 from, Vec3 to, double radius, const Finish& finish) {
  const Vec3 way = to - from;
  const double yaw = det::atan2(way.y, way.x), flat = length(xy(way));
  const Quat turn = Quat::from_yaw_pitch_roll(yaw, det::atan2(flat, way.z), 0);
  dress(look, make_frustum(radius, radius, length(way), 12), {from, turn}, {finish, 0.4});
}

void add_ball(Look& look, Vec3 middle, double radius, const Finish& finish) {
  dress(look, make_ball(radius, 16), at(middle.x, middle.y, middle.z - radius), {finish, 0.4});
}

/// Where a rider holds on and sits, on the right side of the middle.
struct Seat {
  Vec3 hip, shoulder, hand, knee, foot;
};

void add_rider(Look& look, const Seat& seat, const Finish& shirt, const Finish& head) {
  const auto mirrored = [](Vec3 p, double side) { return Vec3{p.x, p.y * side, p.z}; };
  const Vec3 hip{seat.hip.x, 0, seat.hip.z}, chest{seat.shoulder.x, 0, seat.shoulder.z};
  add_bar(look, hip, chest, 0.155, shirt);
  add_ball(look, {chest.x + 0.06, 0, chest.z + 0.22}, 0.125, head);
  for (const double side : {-1.0, 1.0}) {
    const auto limb = [&](Vec3 from, Vec3 to, double radius, const Finish& finish) {
      add_bar(look, mirrored(from, side), mirrored(to, side), radius, finish);
    };
    limb(seat.shoulder, seat.hand, 0.045, shirt);
    limb(seat.hip, seat.knee, 0.075, paint(kCloth));
    limb(seat.knee, seat.foot, 0.055, paint(kCloth));
  }
}

void add_two_wheels(VehicleAssembly& bike, const RoadCarSize& size, double width) {
  const Look one =
      wheel_look({.radius = size.wheel_radius, .width = width, .spokes = 8}, paint(kSilver, 0.5));
  bike.add("wheel-front", one, at(size.front_axle, 0, size.wheel_radius), {.share = 1});
  bike.add("wheel-rear", one, at(-size.rear_axle, 0, size.wheel_radius));
}

}  // namespace

void build_motorcycle(VehicleAssembly& bike) {
  const RoadCarSize& size = motorcycle_size();
  const Finish carbon = paint(kCarbon, 0.3), silver = paint(kSilver, 0.5);
  Look body;
  constexpr std::array<Slab, 4> kTank{{{0.62, -0.30, 0.42, 0.12},
                                       {0.74, -0.25, 0.44, 0.17},
                                       {0.86, -0.10, 0.40, 0.15},
                                       {0.92, 0.05, 0.30, 0.10}}};
  dress(body, make_stack(kTank, 0.6), {}, {bike.coat(), 0.4});
  constexpr std::array<Slab, 3> kSaddle{
      {{0.72, -0.85, -0.05, 0.12}, {0.80, -0.90, -0.02, 0.14}, {0.83, -0.82, -0.05, 0.10}}};
  dress(body, make_stack(kSaddle, 0.6), {}, {carbon, 0.4});
  add_box(body, {-0.25, -0.16, 0.26}, {0.28, 0.16, 0.62}, silver);  // engine
  add_box(body, {-0.92, -0.10, 0.72}, {-0.86, 0.10, 0.80}, paint(kRed, 0.5));
  add_ball(body, {0.62, 0, 0.88}, 0.09, as_lamp(paint(kLamp, 0.6)));
  for (const double y : {-0.10, 0.10}) {
    add_bar(body, {size.front_axle, y, size.wheel_radius}, {0.46, y, 0.98}, 0.025, silver);
    add_bar(body, {-size.rear_axle, y, size.wheel_radius}, {-0.10, y, 0.42}, 0.03, carbon);
  }
  add_bar(body, {0.40, -0.36, 1.02}, {0.40, 0.36, 1.02}, 0.018, carbon);
  add_bar(body, {-0.80, -0.17, 0.36}, {-0.05, -0.17, 0.32}, 0.05, silver);  // exhaust
  add_rider(body,
            {.hip = {-0.30, 0.12, 0.92},
             .shoulder = {-0.05, 0.20, 1.32},
             .hand = {0.38, 0.32, 1.03},
             .knee = {0.10, 0.20, 0.78},
             .foot = {-0.15, 0.20, 0.36}},
            paint(kCloth, 0.1), bike.coat());
  bike.add("body", std::move(body), {});
  add_two_wheels(bike, size, 0.14);
}

void build_bicycle(VehicleAssembly& bike) {
  const RoadCarSize& size = bicycle_size();
  const Finish& frame = bike.coat();
  const Finish carbon = paint(kCarbon, 0.3);
  const double axle = size.wheel_radius;
  const Vec3 crank{-0.02, 0, 0.28}, saddle{-0.20, 0, 0.95}, head{0.42, 0, 0.92};
  const Vec3 low_head{0.46, 0, 0.72}, rear{-size.rear_axle, 0, axle};
  Look body;
  add_bar(body, crank, saddle, 0.018, frame);
  add_bar(body, crank, low_head, 0.020, frame);
  add_bar(body, {-0.17, 0, 0.84}, {0.43, 0, 0.86}, 0.018, frame);
  add_bar(body, low_head, head, 0.020, frame);
  for (const double y : {-0.04, 0.04}) {
    add_bar(body, {rear.x, y, rear.z}, crank, 0.010, frame);
    add_bar(body, {rear.x, y, rear.z}, {-0.17, 0, 0.84}, 0.010, frame);
    add_bar(body, {size.front_axle, y, axle}, {0.46, y, 0.72}, 0.012, frame);
  }
  add_bar(body, {0.40, -0.28, 1.02}, {0.40, 0.28, 1.02}, 0.014, carbon);
  add_bar(body, head, {0.40, 0, 1.02}, 0.014, carbon);
  add_box(body, {-0.33, -0.08, 0.95}, {-0.08, 0.08, 1.00}, carbon);
  add_rider(body,
            {.hip = {-0.22, 0.10, 1.02},
             .shoulder = {0.02, 0.18, 1.45},
             .hand = {0.38, 0.26, 1.04},
             .knee = {0.10, 0.12, 0.72},
             .foot = {0.0, 0.12, 0.22}},
            paint(bike.color()), paint(kSkin));
  bike.add("body", std::move(body), {});
  add_two_wheels(bike, size, 0.045);
}

}  // namespace paddock
