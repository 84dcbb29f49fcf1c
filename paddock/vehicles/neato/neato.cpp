#include "paddock/vehicles/neato/neato.h"

#include <algorithm>
#include <array>

namespace paddock {
namespace {

constexpr double kTurn = 2.0;  // rad/s that hands ask for at most

constexpr std::array<FigureRange, 3> kSliders{{
    {"max_wheel_speed", "Top speed of a wheel", "m/s", 0.05, 0.6},
    {"wheel_accel", "Acceleration of a wheel", "m/s²", 0.1, 5},
    {"grip", "Grip", "", 0.1, 2},
}};

}  // namespace

BodyMass NeatoDynamics::mass(const Params& p) { return {p.mass, p.inertia}; }
BuildFigures NeatoDynamics::figures(const Params&) { return {}; }
double NeatoDynamics::pursuing_axle(const Params&) { return 0; }
double NeatoDynamics::steering(const Params&, const State&) { return 0; }

NeatoInput<double> NeatoDynamics::follow(const Params&, const State&, const Motion& motion) {
  return {.speed = motion.speed, .turn = motion.curvature * motion.speed};
}

NeatoInput<double> NeatoDynamics::from_hands(const Params& p, const State&, const Controls& c) {
  const double held = 1 - std::max(c.brake, c.hand_brake);
  return {.speed = held * c.drive * p.max_wheel_speed, .turn = c.steer * kTurn};
}

Controls NeatoDynamics::to_hands(const Params& p, const State&, const Input& u) {
  return {.steer = u.turn / kTurn, .drive = u.speed / p.max_wheel_speed};
}

NeatoInput<double> NeatoDynamics::random_input(double a, double b, double) {
  return {.speed = 0.3 * b + 0.1, .turn = 2 * a};
}

VehicleType Neato::type() {
  // flat in front, round behind: a cylinder of 0.15 m and a box
  constexpr std::array<Vec2, 7> kCorners{{{0.16, -0.15},
                                          {0.16, 0.15},
                                          {-0.01, 0.15},
                                          {-0.1161, 0.1061},
                                          {-0.16, 0},
                                          {-0.1161, -0.1061},
                                          {-0.01, -0.15}}};
  const Outline2 outline = Outline2::polygon_of(kCorners);
  return {
      .name = "neato",
      .about = "Neato robot, two driven wheels, up to 0.3 m/s",
      .outline = outline,
      .max_step = 0.02,
      .bumper = {.height = 0.03, .restitution = 0.2, .scrape = 0.3},
      .sensors = {.lidar_height = 0.0889,
                  .lidar_forward = -0.1016,
                  .camera = {0.9 * outline.radius, 0, 0.0889 + 0.05},
                  .camera_near = 0.02,
                  .lidar = "lds-01",  // its own lidar is of the same build
                  .imu = "d435i",
                  .speed = "encoder",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = 0.25, .side = 0.5, .drive = 0.5, .brake = 0.5, .window = 0.6},
                  .lookahead = {.least = 0.3, .most = 0.3, .gain = 0}},
      .look = {.build = build_neato,
               .looks = 1,
               .tag = SemanticTag::Vehicle,
               .driver_eye = {-0.1016, 0, 0.1778}},
      .sliders = kSliders,
      .rigid = std::nullopt,
  };
}

}  // namespace paddock
