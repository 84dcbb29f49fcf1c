#include "paddock/vehicles/sedan/sedan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr double kAlmostStill = 0.05;  // m/s, where it takes reverse

}  // namespace

BodyMass SedanDynamics::mass(const Params& p) { return {p.chassis.mass, p.chassis.inertia}; }
BuildFigures SedanDynamics::figures(const Params& p) {
  return {.wheelbase = p.chassis.front + p.chassis.rear};
}
double SedanDynamics::pursuing_axle(const Params& p) { return -p.chassis.rear; }
double SedanDynamics::steering(const Params& p, const State& s) { return s.steer * p.max_steer; }

SedanInput<double> SedanDynamics::follow(const Params& p, const State& s, const Motion& motion) {
  const double pedal = 0.4 * (motion.speed - s.body.vx);
  const double angle = det::atan(motion.curvature * (p.chassis.front + p.chassis.rear));
  return {.throttle = std::clamp(pedal, 0.0, 1.0),
          .brake = std::clamp(-pedal, 0.0, 1.0),
          .steer = angle / p.max_steer};
}

SedanInput<double> SedanDynamics::from_hands(const Params&, const State& s, const Controls& c) {
  const bool backward = c.drive < 0 && s.body.vx < kAlmostStill;
  const double stopping = c.drive < 0 && !backward ? -c.drive : 0.0;
  return {.throttle = std::fabs(c.drive) - stopping,
          .brake = std::max(c.brake, stopping),
          .steer = c.steer,
          .hand_brake = c.hand_brake,
          .reverse = backward ? 1.0 : 0.0};
}

Controls SedanDynamics::to_hands(const Params&, const State&, const Input& u) {
  return {.steer = u.steer,
          .drive = u.reverse > 0 ? -u.throttle : u.throttle,
          .brake = u.brake,
          .hand_brake = u.hand_brake};
}

SedanInput<double> SedanDynamics::random_input(double a, double b, double c) {
  return {.throttle = c,
          .brake = std::max(0.0, b - 0.5),
          .steer = 0.6 * a,
          .hand_brake = b > 0.95 ? 1.0 : 0.0,
          .reverse = b < -0.8 ? 1.0 : 0.0};
}

// rear wheels push, all brake, the hand brake holds the rear ones
WheelDemands SedanDynamics::demands(const Params& p, const Input& u, const State& s,
                                    const DriveView& view) {
  WheelDemands demands;
  const bool back = u.reverse > 0.5;
  const double along = back ? -view.speed : view.speed;
  const double force = std::min(p.max_force, p.power / std::max(along, 1.0));
  const double engine = back && along >= p.max_reverse_speed ? 0 : s.throttle * force;
  // grip limits each axle by its load at rest, as in planar physics
  const double rear_share = p.chassis.front / (p.chassis.front + p.chassis.rear);
  const double weight = p.chassis.rear_tire.grip * view.friction * view.gravity * p.chassis.mass;
  const double push = std::min(engine, weight * rear_share);
  drive_axle(back ? -push : push, 2, view, demands);
  const double foot = s.brake * p.brake_accel * p.chassis.mass;
  const double hand = s.hand_brake * p.hand_brake_accel * p.chassis.mass;
  const double front = std::min(foot, weight) * (1 - rear_share) / 2;
  const double rear = std::min(foot * rear_share + hand, weight * rear_share) / 2;
  for (std::size_t i = 0; i < 4; ++i) {
    demands[i].brake = i < 2 ? front : rear;
    demands[i].rolling = p.coasting * (1 - s.throttle) / kGravity * view.loads[i];
  }
  return demands;
}

double SedanDynamics::front_wheel(const Params& p, const State& s, double) {
  return s.steer * p.max_steer;
}

void SedanDynamics::follow_controls(const Params& p, const Input& u, double dt, State& s) {
  s.throttle =
      paddock::follow(s.throttle, clamp(u.throttle, 0.0, 1.0), p.pedal_rise, p.pedal_fall, dt);
  s.brake = paddock::follow(s.brake, clamp(u.brake, 0.0, 1.0), p.pedal_rise, p.pedal_fall, dt);
  s.steer = paddock::follow(s.steer, clamp_abs(u.steer, 1.0), p.steer_rise, p.steer_fall, dt);
  s.hand_brake = paddock::follow(s.hand_brake, clamp(u.hand_brake, 0.0, 1.0), p.hand_brake_rate,
                                 p.hand_brake_rate, dt);
}

double SedanDynamics::drag(const Params& p) { return p.drag; }

std::span<const FigureRange> road_car_sliders() {
  static constexpr std::array<FigureRange, 6> kSliders{{
      {"mass", "Mass", "kg", 600, 4000},
      {"front_grip", "Grip of the front tyres", "", 0.1, 2},
      {"rear_grip", "Grip of the rear tyres", "", 0.1, 2},
      {"max_force", "Largest driving force", "N", 1000, 20000},
      {"power", "Engine power", "W", 20000, 500000},
      {"brake_accel", "Braking", "m/s²", 2, 12},
  }};
  return kSliders;
}

VehicleType Sedan::type() {
  // 4.72 x 1.89 m about the middle between the axles
  const Outline2 outline = Outline2::rectangle({-2.475, -0.945}, {2.245, 0.945});
  return {
      .name = "sedan",
      .about = "road car with throttle, brake, hand brake and reverse",
      .outline = outline,
      .max_step = 0.01,
      .bumper = {.height = 0.4, .restitution = 0.15, .scrape = 0.4},
      .sensors = {.lidar_height = 0.6,
                  .lidar_forward = 2.2,
                  .camera = {0.9 * outline.radius, 0, 1.5},
                  .camera_near = 0.02,
                  .lidar = "ust-10lx",
                  .imu = "d435i",
                  .speed = "encoder",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = 12, .side = 3, .drive = 3, .brake = 4, .window = 8},
                  .lookahead = {.least = 4, .most = 12, .gain = 0.5}},
      .look = {.build = build_sedan,
               .looks = 1,
               .tag = SemanticTag::Vehicle,
               .driver_eye = {0.95, 0.2, 1.2}},
      .sliders = road_car_sliders(),
      .rigid = RigidTraits{.wheel_radius = 0.335,
                           .half_track = 0.845,
                           .top = 1.4,
                           .sag = 0.2,
                           .travel = 0.4,
                           .shell = 0.4,
                           .boxes = body_and_belly(outline,
                                                   {.clearance = 0.2, .bumper = 0.35, .top = 1.4}),
                           .whole_ticks = false},
  };
}

}  // namespace paddock
