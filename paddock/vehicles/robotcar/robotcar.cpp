#include "paddock/vehicles/robotcar/robotcar.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr double kPush = 0.25;  // of the motors: the max speed its course starts with
constexpr double kBrake = 0.5;
constexpr double kAlmostStill = 0.05;  // m/s, where a brake lets go
constexpr double kTyreTime = 0.04;  // s of the steering's delay in which tyres build up their slip

constexpr std::array<FigureRange, 14> kSliders{{
    {"mass", "Mass", "kg", 1, 10},
    {"height", "Height of the centre of mass", "m", 0.02, 0.2},
    {"front_grip", "Grip of the front tyres", "", 0.5, 8},
    {"rear_grip", "Grip of the rear tyres", "", 0.5, 8},
    {"max_steer", "Largest steering angle", "rad", 0.1, 0.7},
    {"fast_steer", "The same at speed", "rad", 0.1, 0.7},
    {"steer_lag", "Delay of the steering", "s", 0, 0.5},
    {"thrust", "Acceleration of full drive", "m/s²", 0.1, 6},
    {"dead_zone", "Drive that does nothing", "", 0, 0.5},
    {"damping", "Damping of the wheels", "1/s", 0.01, 3},
    {"scrub", "Scrub of the front wheels", "m/s²", 0, 4},
    {"hold_speed", "Speed at which it stops by itself", "m/s", 0, 0.5},
    {"counter_brake", "Braking by opposite drive", "m/s²", 0, 4},
    {"rolling", "Rolling resistance", "m/s²", 0, 0.2},
}};

/// The wheels' angle that turns the car so, m^-1 to the left, at a speed: turning_angle()
/// backwards.
double wheel_angle_for(const RobotcarParams<double>& p, double curvature, double speed) {
  const double slope = curvature * (p.chassis.front + p.chassis.rear);
  double turned = slope;
  for (int i = 0; i < 8; ++i) {  // each step is ten times nearer
    const double reached = det::tan(turning_angle(p, turned, speed));
    turned += slope - reached;
  }
  return det::atan(turned);
}

/// Of what push_of() lets a bend cost by slip, the part that tyres which really slip there cost by
/// themselves, m/s^2.
double paid_by_slip(const RobotcarParams<double>& p, double tan_steer, double speed,
                    double gravity) {
  const double pace = std::min(std::fabs(speed), p.chassis.slip_speed), square = pace * pace;
  const double curvature =
      det::tan(turning_angle(p, tan_steer, speed)) / (p.chassis.front + p.chassis.rear);
  const TireParams<double>& tire = p.chassis.front_tire;
  const double across = curvature * square;
  const double slip = across / (tire.grip * tire.shape * tire.stiffness * gravity);
  return std::min(across * slip, p.slip_drag * tan_steer * tan_steer * square * square);
}

}  // namespace

BodyMass RobotcarDynamics::mass(const Params& p) { return {p.chassis.mass, p.chassis.inertia}; }
BuildFigures RobotcarDynamics::figures(const Params& p) {
  return {.wheelbase = p.chassis.front + p.chassis.rear, .top_speed = p.thrust / p.damping};
}
double RobotcarDynamics::pursuing_axle(const Params& p) { return -p.chassis.rear; }
double RobotcarDynamics::steering(const Params&, const State& s) { return s.steer; }

RobotcarInput<double> RobotcarDynamics::follow(const Params& p, const State& s,
                                               const Motion& motion) {
  // what holds the speed, and what closes the gap
  const double gap = motion.speed - s.body.vx;
  const double angle = wheel_angle_for(p, motion.curvature, motion.speed);
  const RobotcarPush<double> coasting = push_of(p, 1e-9, det::tan(angle), motion.speed);
  const double hold = coasting.front - coasting.rear;
  return {.drive = std::clamp((hold + clamp_abs(3 * gap, motion.push)) / p.thrust, -1.0, 1.0),
          .steer = clamp_abs(angle / p.max_steer, 1.0)};
}

RobotcarInput<double> RobotcarDynamics::from_hands(const Params&, const State& s,
                                                   const Controls& c) {
  const double speed = s.body.vx;
  const double brake = kBrake * std::max(c.brake, c.hand_brake);
  const double against = std::fabs(speed) > kAlmostStill ? -std::copysign(brake, speed) : 0.0;
  return {.drive = brake > 0 ? against : kPush * c.drive, .steer = c.steer};
}

Controls RobotcarDynamics::to_hands(const Params&, const State& s, const Input& u) {
  const bool brakes = u.drive * s.body.vx < 0;
  return {.steer = u.steer,
          .drive = brakes ? 0 : u.drive / kPush,
          .brake = brakes ? std::fabs(u.drive) / kBrake : 0};
}

RobotcarInput<double> RobotcarDynamics::random_input(double a, double b, double) {
  return {.drive = 0.5 * b + 0.2, .steer = a};
}

// rear wheels push against their own damping, front wheels resist by damping and scrub
WheelDemands RobotcarDynamics::demands(const Params& p, const Input& u, const State& s,
                                       const DriveView& view) {
  WheelDemands demands;
  const double tan_steer = det::tan(s.steer);
  RobotcarPush<double> push = push_of(p, u.drive, tan_steer, view.speed);
  push.front -= paid_by_slip(p, tan_steer, view.speed, view.gravity);
  drive_axle(push.rear * p.chassis.mass, 2, view, demands);
  const double front = view.loads[0] + view.loads[1];
  for (std::size_t i = 0; i < 4; ++i) {
    const double carried = view.loads[i] / view.gravity;  // kg
    demands[i].brake = push.brake * carried;
    demands[i].rolling = p.rolling * carried;
    if (i < 2 && front > 0)
      demands[i].rolling += push.front * p.chassis.mass * view.loads[i] / front;
  }
  return demands;
}

double RobotcarDynamics::front_wheel(const Params& p, const State& s, double speed) {
  return turning_angle(p, det::tan(s.steer), speed);
}

// the wheels alone: tyres that slip take their time by themselves
void RobotcarDynamics::follow_controls(const Params& p, const Input& u, double dt, State& s) {
  Params wheels = p;
  wheels.steer_lag = std::max(0.0, p.steer_lag - kTyreTime);
  s.steer = turned_wheels(wheels, s.steer, u.steer, s.body.vx, dt);
}

double RobotcarDynamics::drag(const Params&) { return 0; }

VehicleType Robotcar::type() {
  // around two boxes: 0.36 x 0.21 m, and 0.30 x 0.26 m below it
  constexpr std::array<Vec2, 8> kCorners{{{0.18, -0.105},
                                          {0.18, 0.105},
                                          {0.15, 0.13},
                                          {-0.15, 0.13},
                                          {-0.18, 0.105},
                                          {-0.18, -0.105},
                                          {-0.15, -0.13},
                                          {0.15, -0.13}}};
  return {
      .name = "robotcar",
      .about = "robot car of the RacecarSim course, rear wheels driven, up to 4.2 m/s",
      .outline = Outline2::polygon_of(kCorners),
      .max_step = 0.01,
      .bumper = {.height = 0.065, .restitution = 0.1, .scrape = 0.4},
      .sensors = {.lidar_height = 0.125,  // as RacecarSim has it
                  .lidar_forward = 0.0,
                  .camera = {0.1, 0, 0.145},
                  .camera_near = 0.08,  // it stands behind its bumper
                  .lidar = "ydlidar-x4",
                  .imu = "racecarsim",
                  .speed = "vesc",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = 1.5, .side = 1, .drive = 0.8, .brake = 1, .window = 0.8},
                  .lookahead = {.least = 0.4, .most = 1.0, .gain = 0.3}},
      .look = {.build = build_robotcar,
               .looks = 0,
               .tag = SemanticTag::Vehicle,
               .driver_eye = {0, 0, 0.25}},
      .sliders = kSliders,
      .rigid = RigidTraits{.wheel_radius = 0.042,
                           .half_track = 0.125,
                           .top = 0.11,
                           .sag = 0.025,  // hardly sprung
                           .travel = 0.1,
                           .shell = 0.4,
                           // the upper is longer, the lower wider; and the housing of its lidar
                           .boxes = {{.half = {0.18, 0.105, 0.025}, .middle = {0, 0, 0.085}},
                                     {.half = {0.15, 0.13, 0.025}, .middle = {0, 0, 0.045}},
                                     {.half = {0.032, 0.032, 0.015}, .middle = {0, 0, 0.125}}},
                           .whole_ticks = true,  // its programs' control loops feel it
                           .damping = 0.7,
                           .most_load = 30,
                           .dead_stop = true},  // what is at its stop is not thrown back
  };
}

}  // namespace paddock
