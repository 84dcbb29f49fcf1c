#include "paddock/vehicles/quad2d/quad2d.h"

#include <algorithm>
#include <array>

#include "paddock/core/vec.h"

namespace paddock {
namespace {

constexpr std::array<FigureRange, 7> kSliders{{
    {"max_accel", "Largest acceleration", "m/s²", 0.5, 15},
    {"linear_drag", "Drag at low speed", "1/s", 0, 1},
    {"quadratic_drag", "Drag at high speed", "1/m", 0, 1},
    {"wind", "Gusts", "m/s²", 0, 0.5},
    {"mean_wind_x", "Wind to the east", "m/s²", -3, 3},
    {"mean_wind_y", "Wind to the north", "m/s²", -3, 3},
    {"wind_return", "Pull of the wind to its mean", "1/s", 0, 5},
}};

double most_asked(const Quad2dParams<double>& p) {
  return p.mode == QuadMode::Velocity ? p.max_velocity : p.max_accel;
}

}  // namespace

BodyMass Quad2dDynamics::mass(const Params& p) { return {.mass = p.mass}; }  // holds its heading
BuildFigures Quad2dDynamics::figures(const Params&) { return {}; }
double Quad2dDynamics::pursuing_axle(const Params&) { return 0; }
double Quad2dDynamics::steering(const Params&, const State&) { return 0; }

// it has no heading to curve from: it turns its velocity
Quad2dInput<double> Quad2dDynamics::follow(const Params&, const State& s, const Motion& motion) {
  const Vec2 v{s.vx, s.vy};
  const double speed = length(v), gap = motion.speed - speed;
  const Vec2 way = speed > 0.05 ? v / speed : Vec2{1, 0};
  const Vec2 accel = 2 * gap * way + motion.curvature * speed * speed * perpendicular(way);
  return {.x = accel.x, .y = accel.y};
}

Quad2dInput<double> Quad2dDynamics::from_hands(const Params& p, const State& s, const Controls& c) {
  const double hold = std::max(c.brake, c.hand_brake), most = most_asked(p);
  if (hold > 0 && p.mode != QuadMode::Velocity)
    return {.x = -2 * hold * s.vx, .y = -2 * hold * s.vy};
  return {.x = (1 - hold) * c.drive * most, .y = (1 - hold) * c.steer * most};
}

Controls Quad2dDynamics::to_hands(const Params& p, const State&, const Input& u) {
  return {.steer = u.y / most_asked(p), .drive = u.x / most_asked(p)};
}

Quad2dInput<double> Quad2dDynamics::random_input(double a, double b, double) {
  return {.x = 4 * a, .y = 4 * b};
}

VehicleType Quad2d::type() {
  const Outline2 outline = Outline2::circle(0.15);
  return {
      .name = "quad2d",
      .about = "planar quadrotor in wind and drag",
      .outline = outline,
      .max_step = 0.1,
      .bumper = {.height = 0.15, .restitution = 0.4, .scrape = 0.1},
      .sensors = {.lidar_height = 0.15,
                  .lidar_forward = 0.0,
                  .camera = {0.9 * outline.radius, 0, 0.15 + 0.05},
                  .camera_near = 0.02,
                  .lidar = "ust-10lx",
                  .imu = "d435i",
                  .speed = "encoder",
                  .odometry = "ideal"},
      .driving = {.limits = {.top = 3, .side = 2, .drive = 2, .brake = 2, .window = 2},
                  .lookahead = {.least = 1.0, .most = 3.0, .gain = 0.5}},
      .look = {.build = build_quad,
               .looks = 1,
               .tag = SemanticTag::Vehicle,
               .driver_eye = {0, 0, 0.30}},
      .sliders = kSliders,
      .rigid = std::nullopt,
  };
}

}  // namespace paddock
