#include "paddock/control/line_driver.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kMostSide = 0.95;  // of the grip: past it a tyre gives no more for more slip
constexpr double kMostPush = 0.7;   // likewise: more would leave the tyres nothing to steer with
constexpr double kGain = 6;         // 1/s, of speed
constexpr double kSteepest = 0.3;   // slope at which a car comes to its racing line at most,
constexpr double kSideways = 0.6;   // m/s, and the speed sideways
constexpr double kOffLine = 6;      // m^2/s, speed times distance from the line at most
constexpr double kDamping = 0.2;    // rad for each rad/s that it turns faster than its way does

/// Slip angle at which a tyre gives `used` of its grip: the magic formula the other way round.
double slip_for(const TireParams<double>& tire, double used) {
  const double part = std::clamp(used, 0.0, kMostSide);
  const double angle = det::atan2(part, std::sqrt(1 - part * part)) / tire.shape;
  return det::tan(angle) / tire.stiffness;
}

/// Signed curvature of a route there, over about a car's length to each side.
double bend_at(const Route& route, double along) {
  constexpr double kBeside = 0.6;  // m
  const Vec2 before = place_at(route, along - kBeside).direction;
  const Vec2 after = place_at(route, along + kBeside).direction;
  return det::atan2(cross(before, after), dot(before, after)) / (2 * kBeside);
}

}  // namespace

SpeedLimits racing_limits(const RacecarParams<double>& car) {
  const double grip = car.chassis.rear_tire.grip * kGravity;
  return {.top = car.max_speed,
          .side = 0.8 * grip,
          .drive = std::min(car.max_accel, 0.7 * grip),
          .brake = std::min(car.max_accel, 0.65 * grip),
          .window = 1.2,
          .power = car.max_accel * car.power_speed,
          .shared = true};
}

LineAim aim_along(const Route& line, const SpeedPlan& plan, const LookaheadParams& lookahead,
                  const RoutePlace& here, double speed, double wanted) {
  const double reach = lookahead_at(lookahead, speed), away = std::fabs(here.offset);
  const double slope = std::min(kSteepest, kSideways / std::max(speed, 0.1));
  const double beside = std::copysign(std::max(0.0, away - slope * reach), here.offset);
  const RoutePlace there = place_at(line, here.along + reach);
  const double most = kOffLine / std::max(away, 0.01);
  return {.carrot = there.point + beside * perpendicular(there.direction),
          .bend = bend_at(line, here.along),
          .speed = std::min(wanted, most),
          .accel = wanted > most ? 0 : planned_accel(line, plan, here.along),
          .friction = plan.friction[here.segment]};
}

RacecarInput<double> follow_line(const RacecarParams<double>& params,
                                 const RacecarState<double>& state, const LineAim& aim) {
  const ChassisParams<double>& car = params.chassis;
  const ChassisState<double>& body = state.body;
  const double wheelbase = car.front + car.rear;

  // the way the rear axle goes, which in a bend is not the way it points
  const Vec2 rear = Pose2{body.x, body.y, body.yaw} * Vec2{-car.rear, 0};
  const double slide = body.vy - car.rear * body.yaw_rate;
  const double course = body.yaw + det::atan2(slide, std::max(body.vx, car.walk_speed));
  const double curvature = pursuit_curvature({rear.x, rear.y, course}, aim.carrot);

  // along: as planned and what closes the gap, within what the bend leaves of the grip
  const double grip = car.rear_tire.grip * aim.friction * kGravity;
  const double side = std::min(body.vx * body.vx * std::fabs(aim.bend) / grip, kMostSide);
  const double push = clamp_abs(aim.accel + kGain * (aim.speed - body.vx),
                                kMostPush * grip * std::sqrt(1 - side * side));

  // in a bend the front tyre slips more than the rear one, the more so the less it carries
  const double real = motor_accel(params, push, body.vx);
  const double shift = real * car.height / kGravity;
  const double left = grip_left(std::min(0.9, std::fabs(real) / grip));
  const double front_slip = slip_for(car.front_tire, side / (left * (1 - shift / car.rear)));
  const double rear_slip = slip_for(car.rear_tire, side / (left * (1 + shift / car.front)));
  return {.steer = det::atan(curvature * wheelbase) +
                   std::copysign(front_slip - rear_slip, aim.bend) -
                   kDamping * (body.yaw_rate - body.vx * curvature),
          .accel = push};
}

}  // namespace paddock
