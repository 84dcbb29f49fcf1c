#include "paddock/vehicles/racecar/racecar.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr double kPush = 0.6;          // of the largest acceleration: tyres can still steer
constexpr double kBrake = 0.8;         // likewise
constexpr double kAlmostStill = 0.05;  // m/s, where a brake lets go

constexpr std::array<FigureRange, 8> kSliders{{
    {"mass", "Mass", "kg", 1, 10},
    {"front_grip", "Grip of the front tyres", "", 0.1, 2},
    {"rear_grip", "Grip of the rear tyres", "", 0.1, 2},
    {"max_steer", "Largest steering angle", "rad", 0.1, 0.7},
    {"max_steer_rate", "Steering speed", "rad/s", 0.5, 10},
    {"max_accel", "Largest acceleration", "m/s²", 1, 15},
    {"max_speed", "Top speed", "m/s", 1, 30},
    {"drag", "Air drag", "1/m", 0, 0.1},
}};

}  // namespace

BodyMass RacecarDynamics::mass(const Params& p) { return {p.chassis.mass, p.chassis.inertia}; }
BuildFigures RacecarDynamics::figures(const Params& p) {
  return {.wheelbase = p.chassis.front + p.chassis.rear, .top_speed = p.max_speed};
}
double RacecarDynamics::pursuing_axle(const Params& p) { return -p.chassis.rear; }
double RacecarDynamics::steering(const Params&, const State& s) { return s.steer; }

RacecarInput<double> RacecarDynamics::follow(const Params& p, const State& s,
                                             const Motion& motion) {
  const double gap = motion.speed - s.body.vx;
  return {.steer = det::atan(motion.curvature * (p.chassis.front + p.chassis.rear)),
          .accel = clamp_abs(6 * gap, motion.push)};
}

RacecarInput<double> RacecarDynamics::from_hands(const Params& p, const State& s,
                                                 const Controls& c) {
  const double speed = s.body.vx;
  const double brake = kBrake * std::max(c.brake, c.hand_brake) * p.max_accel;
  const double against = std::fabs(speed) > kAlmostStill ? -std::copysign(brake, speed) : 0.0;
  return {.steer = c.steer * p.max_steer,
          .accel = brake > 0 ? against : kPush * c.drive * p.max_accel};
}

Controls RacecarDynamics::to_hands(const Params& p, const State& s, const Input& u) {
  const double part = u.accel / p.max_accel;
  const bool brakes = part * s.body.vx < 0;
  return {.steer = u.steer / p.max_steer,
          .drive = brakes ? 0 : part / kPush,
          .brake = brakes ? std::fabs(part) / kBrake : 0};
}

RacecarInput<double> RacecarDynamics::random_input(double a, double b, double) {
  return {.steer = 0.45 * a, .accel = 4 * b + 1.5};
}

// all wheels push, shared by load
WheelDemands RacecarDynamics::demands(const Params& p, const Input& u, const State&,
                                      const DriveView& view) {
  WheelDemands demands;
  const double sum = view.loads[0] + view.loads[1] + view.loads[2] + view.loads[3];
  if (sum <= 0) return demands;
  const double grip = p.chassis.rear_tire.grip * view.friction * view.gravity;
  const double push = clamp_abs(motor_accel(p, u.accel, view.speed), grip) * p.chassis.mass;
  const double front = (view.loads[0] + view.loads[1]) / sum;
  drive_axle(push * front, 0, view, demands);
  drive_axle(push * (1 - front), 2, view, demands);
  for (std::size_t i = 0; i < 4; ++i) demands[i].rolling = p.rolling / kGravity * view.loads[i];
  return demands;
}

double RacecarDynamics::front_wheel(const Params&, const State& s, double) { return s.steer; }

void RacecarDynamics::follow_controls(const Params& p, const Input& u, double dt, State& s) {
  s.steer += clamp_abs(clamp_abs(u.steer, p.max_steer) - s.steer, p.max_steer_rate * dt);
}

double RacecarDynamics::drag(const Params& p) { return p.drag; }

VehicleType Racecar::type() {
  // 0.58 x 0.31 m about the middle between the axles
  const Outline2 outline = Outline2::rectangle({-0.29635, -0.155}, {0.28365, 0.155});
  return {
      .name = "racecar",
      .about = "1:10 race car, all wheels driven, up to 20 m/s",
      .outline = outline,
      .max_step = 0.01,
      .bumper = {.height = 0.08,
                 .restitution = 0.25,
                 .scrape = 1.0},         // its tyres stand out furthest: docs/physics/planar.md
      .sensors = {.lidar_height = 0.13,  // as F1TENTH builds it
                  .lidar_forward = 0.10,
                  .camera = {0.9 * outline.radius, 0, 0.13 + 0.05},
                  .camera_near = 0.02,
                  .lidar = "ust-10lx",
                  .imu = "d435i",
                  .speed = "vesc",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = 8, .side = 5, .drive = 4, .brake = 5, .window = 1.2},
                  .lookahead = {.least = 0.6, .most = 2.5, .gain = 0.18}},
      .look = {.build = build_racecar,
               .looks = 0,
               .tag = SemanticTag::Vehicle,
               .driver_eye = {0.10, 0, 0.26}},
      .sliders = kSliders,
      .rigid = RigidTraits{.wheel_radius = 0.054,
                           .half_track = 0.1315,
                           .top = 0.16,
                           .sag = 0.2,
                           .travel = 0.4,
                           .shell = 0.2,  // polycarbonate
                           .boxes = body_and_belly(
                               outline, {.clearance = 0.04, .bumper = 0.07, .top = 0.16}),
                           .whole_ticks = false},
  };
}

}  // namespace paddock
