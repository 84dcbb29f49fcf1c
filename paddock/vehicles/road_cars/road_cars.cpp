#include "paddock/vehicles/road_cars/road_cars.h"

#include <array>
#include <numbers>

#include "paddock/vehicles/road_cars/road_car_sizes.h"

namespace paddock {
namespace {

/// What sets one road car's motion apart from another's.
struct CarFigures {
  double mass;         // kg, with its driver
  double max_force;    // N at the wheels
  double power;        // W
  double brake_accel;  // m/s^2
  double height;       // m, of its centre of mass
  double max_steer;    // rad
  double drag;         // 1/m
};

SedanParams<double> params_of(const RoadCarSize& size, const CarFigures& f) {
  SedanParams<double> p;
  p.chassis.mass = f.mass;
  // a box of even density, a tenth more for what stands at its ends
  p.chassis.inertia = 1.1 * f.mass * (size.length * size.length + size.width * size.width) / 12;
  p.chassis.front = size.front_axle;
  p.chassis.rear = size.rear_axle;
  p.chassis.height = f.height;
  p.max_steer = f.max_steer;
  p.max_force = f.max_force;
  p.power = f.power;
  p.brake_accel = f.brake_accel;
  p.hand_brake_accel = 0.45 * f.brake_accel;
  p.drag = f.drag;
  return p;
}

std::optional<RigidTraits> on_four_wheels(const RoadCarSize& size, const Outline2& outline) {
  const double clearance = 0.6 * size.wheel_radius;
  return RigidTraits{
      .wheel_radius = size.wheel_radius,
      .half_track = size.half_track,
      .top = size.height - 0.06,
      .sag = 0.2,
      .travel = 0.4,
      .shell = 0.4,
      .boxes = body_and_belly(
          outline, {.clearance = clearance, .bumper = clearance + 0.15, .top = size.height - 0.06}),
      .whole_ticks = false};
}

/// All that follows from size: a road car with its camera behind the windscreen's top.
VehicleType type_of_size(const RoadCarSize& size) {
  const Outline2 outline = outline_of(size);
  const double nose = outline.corners[1].x;
  return {
      .name = size.name,
      .about = size.about,
      .outline = outline,
      .max_step = 0.01,
      .bumper = {.height = 0.4, .restitution = 0.15, .scrape = 0.4},
      .sensors = {.lidar_height = 0.6,
                  .lidar_forward = nose - 0.05,
                  .camera = {0.9 * outline.radius, 0, size.eye.z + 0.3},
                  .camera_near = 0.02,
                  .lidar = "ust-10lx",
                  .imu = "d435i",
                  .speed = "encoder",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = size.cruise, .side = 3, .drive = 2.5, .brake = 4, .window = 8},
                  .lookahead = {.least = 4, .most = 12, .gain = 0.5}},
      .look = {.build = size.build,
               .looks = 1,
               .tag = SemanticTag::Vehicle,
               .driver_eye = size.eye},
      .sliders = size.sliders,
      .rigid = size.half_track > 0 ? on_four_wheels(size, outline) : std::nullopt,
  };
}

constexpr std::array<FigureRange, 6> kTruckSliders{{
    {"mass", "Mass", "kg", 3000, 20000},
    {"front_grip", "Grip of the front tyres", "", 0.1, 2},
    {"rear_grip", "Grip of the rear tyres", "", 0.1, 2},
    {"max_force", "Largest driving force", "N", 5000, 60000},
    {"power", "Engine power", "W", 50000, 600000},
    {"brake_accel", "Braking", "m/s²", 2, 9},
}};
constexpr std::array<FigureRange, 6> kMotorcycleSliders{{
    {"mass", "Mass", "kg", 120, 500},
    {"front_grip", "Grip of the front tyre", "", 0.1, 2},
    {"rear_grip", "Grip of the rear tyre", "", 0.1, 2},
    {"max_force", "Largest driving force", "N", 300, 4000},
    {"power", "Engine power", "W", 5000, 160000},
    {"brake_accel", "Braking", "m/s²", 2, 10},
}};
constexpr std::array<FigureRange, 6> kBicycleSliders{{
    {"mass", "Mass", "kg", 40, 160},
    {"front_grip", "Grip of the front tyre", "", 0.1, 2},
    {"rear_grip", "Grip of the rear tyre", "", 0.1, 2},
    {"max_force", "Largest driving force", "N", 40, 400},
    {"power", "Power of its legs", "W", 50, 1500},
    {"brake_accel", "Braking", "m/s²", 1, 7},
}};

constexpr double kLock = 35 * std::numbers::pi / 180, kTruckLock = 45 * std::numbers::pi / 180;

}  // namespace

// A small family car of the golf class.
const RoadCarSize& hatchback_size() {
  static const RoadCarSize kSize{.name = "hatchback",
                                 .about = "small road car with a steep tail",
                                 .length = 4.05,
                                 .width = 1.75,
                                 .height = 1.47,
                                 .front_axle = 1.14,
                                 .rear_axle = 1.41,
                                 .nose = 1.98,
                                 .wheel_radius = 0.305,
                                 .half_track = 0.785,
                                 .cruise = 12,
                                 .eye = {0.70, 0.2, 1.22},
                                 .sliders = road_car_sliders(),
                                 .build = build_hatchback};
  return kSize;
}
SedanParams<double> Hatchback::params() {
  return params_of(hatchback_size(), {.mass = 1180,
                                      .max_force = 5600,
                                      .power = 74000,
                                      .brake_accel = 9,
                                      .height = 0.54,
                                      .max_steer = kLock,
                                      .drag = 0.00034});
}
VehicleType Hatchback::type() { return type_of_size(hatchback_size()); }

const RoadCarSize& estate_size() {
  static const RoadCarSize kSize{.name = "estate",
                                 .about = "long road car with a straight roof",
                                 .length = 4.77,
                                 .width = 1.83,
                                 .height = 1.49,
                                 .front_axle = 1.33,
                                 .rear_axle = 1.46,
                                 .nose = 2.24,
                                 .wheel_radius = 0.325,
                                 .half_track = 0.82,
                                 .cruise = 12,
                                 .eye = {0.85, 0.2, 1.22},
                                 .sliders = road_car_sliders(),
                                 .build = build_estate};
  return kSize;
}
SedanParams<double> Estate::params() {
  return params_of(estate_size(), {.mass = 1620,
                                   .max_force = 7400,
                                   .power = 110000,
                                   .brake_accel = 9,
                                   .height = 0.57,
                                   .max_steer = kLock,
                                   .drag = 0.00030});
}
VehicleType Estate::type() { return type_of_size(estate_size()); }

// A delivery van of 2.2 t with a medium wheelbase and roof.
const RoadCarSize& van_size() {
  static const RoadCarSize kSize{.name = "van",
                                 .about = "delivery van",
                                 .length = 5.53,
                                 .width = 2.00,
                                 .height = 2.40,
                                 .front_axle = 1.60,
                                 .rear_axle = 1.85,
                                 .nose = 2.56,
                                 .wheel_radius = 0.345,
                                 .half_track = 0.898,
                                 .cruise = 11,
                                 .eye = {1.45, 0.35, 1.75},
                                 .sliders = road_car_sliders(),
                                 .build = build_van};
  return kSize;
}
SedanParams<double> Van::params() {
  return params_of(van_size(), {.mass = 2250,
                                .max_force = 9000,
                                .power = 103000,
                                .brake_accel = 8,
                                .height = 0.80,
                                .max_steer = kLock,
                                .drag = 0.00052});
}
VehicleType Van::type() { return type_of_size(van_size()); }

// A two-axle rigid truck, half loaded.
const RoadCarSize& truck_size() {
  static const RoadCarSize kSize{.name = "truck",
                                 .about = "two-axle truck with a box",
                                 .length = 7.90,
                                 .width = 2.48,
                                 .height = 3.30,
                                 .front_axle = 2.60,
                                 .rear_axle = 1.75,
                                 .nose = 3.90,
                                 .wheel_radius = 0.48,
                                 .half_track = 1.097,
                                 .cruise = 10,
                                 .eye = {3.30, 0.5, 2.30},
                                 .sliders = kTruckSliders,
                                 .build = build_truck};
  return kSize;
}
SedanParams<double> Truck::params() {
  return params_of(truck_size(), {.mass = 9200,
                                  .max_force = 32000,
                                  .power = 176000,
                                  .brake_accel = 6,
                                  .height = 1.25,
                                  .max_steer = kTruckLock,
                                  .drag = 0.00028});
}
VehicleType Truck::type() { return type_of_size(truck_size()); }

// A middle-weight motorcycle and its rider; it does not lean.
const RoadCarSize& motorcycle_size() {
  static const RoadCarSize kSize{.name = "motorcycle",
                                 .about = "motorcycle and rider, without leaning",
                                 .length = 2.15,
                                 .width = 0.80,
                                 .height = 1.55,
                                 .front_axle = 0.72,
                                 .rear_axle = 0.72,
                                 .nose = 1.07,
                                 .wheel_radius = 0.31,
                                 .half_track = 0,
                                 .cruise = 12,
                                 .eye = {0.15, 0, 1.45},
                                 .sliders = kMotorcycleSliders,
                                 .build = build_motorcycle};
  return kSize;
}
SedanParams<double> Motorcycle::params() {
  return params_of(motorcycle_size(), {.mass = 285,
                                       .max_force = 1900,
                                       .power = 54000,
                                       .brake_accel = 8,
                                       .height = 0.62,
                                       .max_steer = kLock,
                                       .drag = 0.0013});
}
VehicleType Motorcycle::type() { return type_of_size(motorcycle_size()); }

const RoadCarSize& bicycle_size() {
  static const RoadCarSize kSize{.name = "bicycle",
                                 .about = "bicycle and rider, without leaning",
                                 .length = 1.78,
                                 .width = 0.60,
                                 .height = 1.72,
                                 .front_axle = 0.58,
                                 .rear_axle = 0.48,
                                 .nose = 0.93,
                                 .wheel_radius = 0.34,
                                 .half_track = 0,
                                 .cruise = 5,
                                 .eye = {0.10, 0, 1.60},
                                 .sliders = kBicycleSliders,
                                 .build = build_bicycle};
  return kSize;
}
SedanParams<double> Bicycle::params() {
  return params_of(bicycle_size(), {.mass = 92,
                                    .max_force = 160,
                                    .power = 250,
                                    .brake_accel = 5,
                                    .height = 1.0,
                                    .max_steer = kTruckLock,
                                    .drag = 0.0035});
}
VehicleType Bicycle::type() { return type_of_size(bicycle_size()); }

}  // namespace paddock
