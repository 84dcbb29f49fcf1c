#include "paddock/control/controls.h"

#include <algorithm>
#include <cmath>

#include "paddock/control/driver.h"

namespace paddock {
namespace {

constexpr double kRacecarPush = 0.6;    // of the largest acceleration: tyres can still steer
constexpr double kRacecarBrake = 0.8;   // likewise
constexpr double kRobotcarPush = 0.25;  // of the motors: the max speed its course starts with
constexpr double kRobotcarBrake = 0.5;
constexpr double kRoverLock = 0.6;     // rad of the rear block, beyond it the rover folds up
constexpr double kNeatoTurn = 2.0;     // rad/s
constexpr double kAlmostStill = 0.05;  // m/s, where a brake lets go and a sedan takes reverse

double limited(double value, double low) {
  return std::isfinite(value) ? std::clamp(value, low, 1.0) : 0.0;
}

VehicleInput racecar_input(const RacecarParams<double>& p, double speed, const Controls& c) {
  const double brake = kRacecarBrake * std::max(c.brake, c.hand_brake) * p.max_accel;
  const double against = std::fabs(speed) > kAlmostStill ? -std::copysign(brake, speed) : 0.0;
  return RacecarInput<double>{.steer = c.steer * p.max_steer,
                              .accel = brake > 0 ? against : kRacecarPush * c.drive * p.max_accel};
}

VehicleInput sedan_input(double speed, const Controls& c) {
  const bool backward = c.drive < 0 && speed < kAlmostStill;
  const double stopping = c.drive < 0 && !backward ? -c.drive : 0.0;
  return SedanInput<double>{.throttle = std::fabs(c.drive) - stopping,
                            .brake = std::max(c.brake, stopping),
                            .steer = c.steer,
                            .hand_brake = c.hand_brake,
                            .reverse = backward ? 1.0 : 0.0};
}

VehicleInput robotcar_input(double speed, const Controls& c) {
  const double brake = kRobotcarBrake * std::max(c.brake, c.hand_brake);
  const double against = std::fabs(speed) > kAlmostStill ? -std::copysign(brake, speed) : 0.0;
  return RobotcarInput<double>{.drive = brake > 0 ? against : kRobotcarPush * c.drive,
                               .steer = c.steer};
}

VehicleInput quad_input(const Quad2dParams<double>& p, const VehicleState& state,
                        const Controls& c) {
  const auto& s = std::get<Quad2dState<double>>(state);
  const double most = p.mode == QuadMode::Velocity ? p.max_velocity : p.max_accel;
  const double hold = std::max(c.brake, c.hand_brake);
  if (hold > 0 && p.mode != QuadMode::Velocity)
    return Quad2dInput<double>{.x = -2 * hold * s.vx, .y = -2 * hold * s.vy};
  return Quad2dInput<double>{.x = (1 - hold) * c.drive * most, .y = (1 - hold) * c.steer * most};
}

}  // namespace

Controls limited(const Controls& controls) {
  return {.steer = limited(controls.steer, -1),
          .drive = limited(controls.drive, -1),
          .brake = limited(controls.brake, 0),
          .hand_brake = limited(controls.hand_brake, 0)};
}

VehicleInput input_from(const DriverView& view, const Controls& controls) {
  const Controls c = limited(controls);
  const double held = 1 - std::max(c.brake, c.hand_brake);
  const double speed = speed_of(*view.state);
  if (const auto* p = std::get_if<RacecarParams<double>>(view.params))
    return racecar_input(*p, speed, c);
  if (const auto* p = std::get_if<RoverParams<double>>(view.params))
    return RoverInput<double>{.motor = held * c.drive * p->max_motor_speed,
                              .steer = -c.steer * kRoverLock};
  if (const auto* p = std::get_if<NeatoParams<double>>(view.params))
    return NeatoInput<double>{.speed = held * c.drive * p->max_wheel_speed,
                              .turn = c.steer * kNeatoTurn};
  if (const auto* p = std::get_if<Quad2dParams<double>>(view.params))
    return quad_input(*p, *view.state, c);
  if (std::holds_alternative<RobotcarParams<double>>(*view.params)) return robotcar_input(speed, c);
  return sedan_input(speed, c);
}

Controls controls_from(const VehicleParams& params, const VehicleState& state,
                       const VehicleInput& input) {
  Controls c;
  if (const auto* racecar = std::get_if<RacecarInput<double>>(&input)) {
    const auto& p = std::get<RacecarParams<double>>(params);
    const double part = racecar->accel / p.max_accel;
    const bool brakes = part * speed_of(state) < 0;
    c = {.steer = racecar->steer / p.max_steer,
         .drive = brakes ? 0 : part / kRacecarPush,
         .brake = brakes ? std::fabs(part) / kRacecarBrake : 0};
  } else if (const auto* rover = std::get_if<RoverInput<double>>(&input)) {
    c = {.steer = -rover->steer / kRoverLock,
         .drive = rover->motor / std::get<RoverParams<double>>(params).max_motor_speed};
  } else if (const auto* neato = std::get_if<NeatoInput<double>>(&input)) {
    c = {.steer = neato->turn / kNeatoTurn,
         .drive = neato->speed / std::get<NeatoParams<double>>(params).max_wheel_speed};
  } else if (const auto* quad = std::get_if<Quad2dInput<double>>(&input)) {
    const auto& p = std::get<Quad2dParams<double>>(params);
    const double most = p.mode == QuadMode::Velocity ? p.max_velocity : p.max_accel;
    c = {.steer = quad->y / most, .drive = quad->x / most};
  } else if (const auto* sedan = std::get_if<SedanInput<double>>(&input)) {
    c = {.steer = sedan->steer,
         .drive = sedan->reverse > 0 ? -sedan->throttle : sedan->throttle,
         .brake = sedan->brake,
         .hand_brake = sedan->hand_brake};
  } else if (const auto* robotcar = std::get_if<RobotcarInput<double>>(&input)) {
    const bool brakes = robotcar->drive * speed_of(state) < 0;
    c = {.steer = robotcar->steer,
         .drive = brakes ? 0 : robotcar->drive / kRobotcarPush,
         .brake = brakes ? std::fabs(robotcar->drive) / kRobotcarBrake : 0};
  }
  return limited(c);
}

}  // namespace paddock
