#include "paddock/control/line_driver.h"

#include <algorithm>
#include <cmath>

#include "paddock/control/pure_pursuit.h"
#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kMostSide = 0.95;  // of the grip: past it a tyre gives no more for more slip
constexpr double kMostPush = 0.7;   // likewise: more would leave the tyres nothing to steer with
constexpr double kGain = 6;         // 1/s, of speed
constexpr double kDamping = 0.2;    // rad for each rad/s that it turns faster than its way does

/// Slip angle at which a tyre gives `used` of its grip: the magic formula the other way round.
double slip_for(const TireParams<double>& tire, double used) {
  const double part = std::clamp(used, 0.0, kMostSide);
  const double angle = det::atan2(part, std::sqrt(1 - part * part)) / tire.shape;
  return det::tan(angle) / tire.stiffness;
}

}  // namespace

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
