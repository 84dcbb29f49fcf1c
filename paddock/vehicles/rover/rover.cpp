#include "paddock/vehicles/rover/rover.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr double kLock = 0.6;  // rad of the rear block, beyond it the rover folds up

constexpr std::array<FigureRange, 4> kSliders{{
    {"max_motor_speed", "Top motor speed", "rad/s", 1, 44},
    {"motor_accel", "Motor acceleration", "rad/s²", 1, 50},
    {"max_steer_rate", "Steering speed", "rad/s", 1, 20},
    {"grip", "Grip", "", 0.1, 2},
}};

/// Rear-block angle for a curvature: sin(d) = -k (pivot_front cos(d) + pivot_rear).
double block_for(double curvature, const RoverParams<double>& p) {
  const double b = curvature * p.pivot_front, c = -curvature * p.pivot_rear;
  const double under = std::max(0.0, 1 + b * b - c * c);
  return det::atan2(c, std::sqrt(under)) - det::atan2(b, 1.0);
}

}  // namespace

BodyMass RoverDynamics::mass(const Params& p) { return {p.mass, p.inertia}; }
BuildFigures RoverDynamics::figures(const Params&) { return {}; }
double RoverDynamics::pursuing_axle(const Params& p) { return p.front; }
double RoverDynamics::steering(const Params&, const State& s) { return s.steer; }

RoverInput<double> RoverDynamics::follow(const Params& p, const State&, const Motion& motion) {
  return {.motor = motion.speed / p.wheel_radius, .steer = block_for(motion.curvature, p)};
}

RoverInput<double> RoverDynamics::from_hands(const Params& p, const State&, const Controls& c) {
  const double held = 1 - std::max(c.brake, c.hand_brake);
  return {.motor = held * c.drive * p.max_motor_speed, .steer = -c.steer * kLock};
}

Controls RoverDynamics::to_hands(const Params& p, const State&, const Input& u) {
  return {.steer = -u.steer / kLock, .drive = u.motor / p.max_motor_speed};
}

RoverInput<double> RoverDynamics::random_input(double a, double b, double) {
  return {.motor = 22 * b + 6, .steer = a};
}

VehicleType Rover::type() {
  const Outline2 outline = Outline2::rectangle({-0.106, -0.082}, {0.056, 0.082});
  return {
      .name = "rover",
      .about = "EES-PEES training robot, rear wheels drive and steer",
      .outline = outline,
      .max_step = 0.032,
      .bumper = {.height = 0.03, .restitution = 0.5, .scrape = 1.0},
      .sensors = {.lidar_height = 0.066,
                  .lidar_forward = 0.0,
                  .camera = {0.9 * outline.radius, 0, 0.066 + 0.05},
                  .camera_near = 0.02,
                  .lidar = "lds-01",
                  .imu = "d435i",
                  .speed = "encoder",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = 0.28, .side = 1, .drive = 0.25, .brake = 0.25, .window = 0.4},
                  .lookahead = {.least = 0.2, .most = 0.2, .gain = 0}},
      .look = {.build = build_rover,
               .looks = 1,
               .tag = SemanticTag::Vehicle,
               .driver_eye = {0, 0, 0.132}},
      .sliders = kSliders,
      .rigid = std::nullopt,
  };
}

}  // namespace paddock
