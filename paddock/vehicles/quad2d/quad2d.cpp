#include "paddock/vehicles/quad2d/quad2d.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "paddock/core/random.h"
#include "paddock/core/vec.h"

namespace paddock {
namespace {

constexpr std::string_view kModes[] = {"acceleration", "velocity"};
constexpr std::string_view kAirs[] = {"corrected", "as simplesim coded it"};
constexpr std::string_view kLimits = "Limits", kDrag = "Drag", kWind = "Wind",
                           kGusts = "Air and gusts";

constexpr std::array<FigureRange, 17> kSliders{{
    {"control_mode", "Control mode", "", 0, 1, kLimits,
     "What a command is: an acceleration, or a velocity that it has at once.", true, kModes},
    {"max_accel", "Largest acceleration", "m/s²", 0.5, 15, kLimits,
     "A longer command is cut and keeps its direction."},
    {"max_velocity", "Largest velocity", "m/s", 0.1, 50, kLimits,
     "Of a command in velocity mode: a longer one is cut."},
    {"air", "Wind and drag", "", 0, 1, kDrag,
     "Physics, or simplesim's formulas with their defects.", true, kAirs},
    {"linear_drag", "Drag at low speed", "1/s", 0, 1, kDrag, "Deceleration for each m/s."},
    {"quadratic_drag", "Drag at high speed", "1/m", 0, 1, kDrag,
     "Deceleration for each m/s, times the speed."},
    {"drag_threshold", "Speed of high drag", "m/s", 0, 50, kDrag,
     "Up to it the one gives way to the other; 0: high drag alone."},
    {"wind", "Wandering of the wind", "m/s²", 0, 0.5, kWind,
     "How much the wind changes at most in a sixtieth of a second."},
    {"max_wind", "Strongest wind", "m/s²", 0, 20, kWind, "The wandering wind stops there."},
    {"mean_wind_x", "Wind to the east", "m/s²", -3, 3, kWind, "What the wind returns to."},
    {"mean_wind_y", "Wind to the north", "m/s²", -3, 3, kWind, "What the wind returns to."},
    {"wind_return", "Pull of the wind to its mean", "1/s", 0, 5, kWind,
     "0: it wanders freely, as simplesim's."},
    {"air_x", "Air to the east", "m/s", -20, 20, kGusts,
     "A steady wind as a speed of the air: drag feels it."},
    {"air_y", "Air to the north", "m/s", -20, 20, kGusts,
     "A steady wind as a speed of the air: drag feels it."},
    {"gust", "Strongest gust", "m/s", 0, 20, kGusts, "Gusts come on top, in any direction."},
    {"gust_time", "Time between gusts", "s", 0.1, 60, kGusts, "One goes over into the next."},
    {"wind_seed", "Other gusts", "", 0, 1000, kGusts, "The same number brings the same gusts.",
     true},
}};

double most_asked(const Quad2dParams<double>& p) {
  return p.control_mode == QuadMode::Velocity ? p.max_velocity : p.max_accel;
}

}  // namespace

BodyMass Quad2dDynamics::mass(const Params& p) { return {.mass = p.mass}; }  // holds its heading
BuildFigures Quad2dDynamics::figures(const Params&) { return {}; }
double Quad2dDynamics::pursuing_axle(const Params&) { return 0; }
double Quad2dDynamics::steering(const Params&, const State&) { return 0; }

// gusts are drawn for whole multiples of their time, and one goes over smoothly into the next
Vec2 Quad2dDynamics::air(const Params& p, std::uint64_t seed, double seconds) {
  Vec2 air{p.air_x, p.air_y};
  if (!(p.gust > 0) || p.air > 0.5) return air;
  const double knots = seconds / std::max(p.gust_time, 0.01), knot = std::floor(knots);
  const double t = knots - knot, share = t * t * (3 - 2 * t);
  const auto drawn = [&](double at) {
    DrawAddress address{.seed = seed + 1000003 * static_cast<std::uint64_t>(p.wind_seed),
                        .stream = Stream::Wind,
                        .entity = 0,
                        .tick = static_cast<std::uint64_t>(at),
                        .index = 2};
    const double x = draw_between(address, -1, 1);
    address.index = 3;
    Vec2 gust{x, draw_between(address, -1, 1)};
    limit_norm(gust.x, gust.y, 1.0);
    return p.gust * gust;
  };
  return air + lerp(drawn(knot), drawn(knot + 1), share);
}

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
  if (hold > 0 && p.control_mode != QuadMode::Velocity)
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
