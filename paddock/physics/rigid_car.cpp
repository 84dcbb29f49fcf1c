#include "paddock/physics/rigid_car.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kStopStiffness = 8;   // of the bump stop, over the spring's
constexpr double kMostLoad = 8;        // of a strut, over its load at rest; past it the belly lands
constexpr double kTreadDamping = 0.5;  // of a standing tyre's sway, over critical
constexpr double kWalkHold = 20;       // how much slower a tread unwinds at walking pace
constexpr double kMostSlip = 1.2;      // relaxation lengths that a tread lags at most

/// What drive train and brakes ask of one wheel, N.
struct WheelDemand {
  double drive{};
  double brake{};    // at most, against the motion
  double rolling{};  // the same, but free: takes nothing of the side grip
};
using WheelDemands = std::array<WheelDemand, 4>;

/// The angle of one wheel in the middle of the front axle that turns the car as its wheels do.
double steer_of(const VehicleParams& params, const VehicleState& seen, double speed) {
  if (const auto* racecar = std::get_if<RacecarState<double>>(&seen)) return racecar->steer;
  if (const auto* robotcar = std::get_if<RobotcarState<double>>(&seen))
    return turning_angle(std::get<RobotcarParams<double>>(params), det::tan(robotcar->steer),
                         speed);
  const auto& sedan = std::get<SedanState<double>>(seen);
  return sedan.steer * std::get<SedanParams<double>>(params).max_steer;
}

double total(const std::array<double, 4>& loads) {
  return loads[0] + loads[1] + loads[2] + loads[3];
}

/// Both wheels of an axle get the same, unless one cannot hold it: then the other gets the rest.
void drive_axle(double force, std::size_t left, const std::array<double, 4>& most,
                WheelDemands& demands) {
  const std::size_t right = left + 1;
  const double size = std::min(std::fabs(force), most[left] + most[right]);
  const double weaker = std::min(most[left], most[right]);
  const double small = std::min(size / 2, weaker), large = size - small;
  const bool left_weaker = most[left] <= most[right];
  demands[left].drive = std::copysign(left_weaker ? small : large, force);
  demands[right].drive = std::copysign(left_weaker ? large : small, force);
}

struct DriveView {
  const RigidVehicle& car;
  double gravity{};
  double speed{};                 // m/s along the body
  std::array<double, 4> loads{};  // N
  std::array<double, 4> most{};   // N of grip
  double friction{};              // of the ground, mean over the wheels that touch
};

// all wheels push, shared by load
WheelDemands demands_of(const RacecarParams<double>& p, const RacecarInput<double>& u,
                        const RacecarState<double>&, const DriveView& view) {
  WheelDemands demands;
  const double sum = total(view.loads);
  if (sum <= 0) return demands;
  const double grip = p.chassis.rear_tire.grip * view.friction * view.gravity;
  const double push = clamp_abs(motor_accel(p, u.accel, view.speed), grip) * p.chassis.mass;
  const double front = (view.loads[0] + view.loads[1]) / sum;
  drive_axle(push * front, 0, view.most, demands);
  drive_axle(push * (1 - front), 2, view.most, demands);
  for (std::size_t i = 0; i < 4; ++i) demands[i].rolling = p.rolling / kGravity * view.loads[i];
  return demands;
}

// rear wheels push, all brake, the hand brake holds the rear ones
WheelDemands demands_of(const SedanParams<double>& p, const SedanInput<double>& u,
                        const SedanState<double>& s, const DriveView& view) {
  WheelDemands demands;
  const bool back = u.reverse > 0.5;
  const double along = back ? -view.speed : view.speed;
  const double force = std::min(p.max_force, p.power / std::max(along, 1.0));
  const double engine = back && along >= p.max_reverse_speed ? 0 : s.throttle * force;
  // grip limits each axle by its load at rest, as in planar physics
  const double rear_share = p.chassis.front / (p.chassis.front + p.chassis.rear);
  const double weight = p.chassis.rear_tire.grip * view.friction * view.gravity * p.chassis.mass;
  const double push = std::min(engine, weight * rear_share);
  drive_axle(back ? -push : push, 2, view.most, demands);
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

// rear wheels push against their own damping, front wheels resist by damping and scrub
WheelDemands demands_of(const RobotcarParams<double>& p, const RobotcarInput<double>& u,
                        const RobotcarState<double>& s, const DriveView& view) {
  WheelDemands demands;
  const RobotcarPush<double> push = push_of(p, u.drive, det::tan(s.steer), view.speed);
  drive_axle(push.rear * p.chassis.mass, 2, view.most, demands);
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

WheelDemands demands_of(const VehicleInput& input, const VehicleState& seen,
                        const DriveView& view) {
  if (const auto* racecar = std::get_if<RacecarParams<double>>(&view.car.params))
    return demands_of(*racecar, std::get<RacecarInput<double>>(input),
                      std::get<RacecarState<double>>(seen), view);
  if (const auto* robotcar = std::get_if<RobotcarParams<double>>(&view.car.params))
    return demands_of(*robotcar, std::get<RobotcarInput<double>>(input),
                      std::get<RobotcarState<double>>(seen), view);
  return demands_of(std::get<SedanParams<double>>(view.car.params),
                    std::get<SedanInput<double>>(input), std::get<SedanState<double>>(seen), view);
}

double drag_of(const VehicleParams& params) {
  if (const auto* racecar = std::get_if<RacecarParams<double>>(&params)) return racecar->drag;
  if (const auto* sedan = std::get_if<SedanParams<double>>(&params)) return sedan->drag;
  return 0;
}

/// The velocity of a point of the body.
Vec3 velocity_at(const RigidBodyState& body, Vec3 point) {
  return body.velocity + cross(body.spin, point - body.pose.at);
}

/// What each strut carries, N: spring, damper and bump stop, then the bars that couple left and
/// right.
std::array<double, 4> strut_loads(const RigidVehicle& car, const std::array<WheelGround, 4>& ground,
                                  const RigidCarState& state) {
  std::array<double, 4> loads{}, pressed{};
  for (std::size_t i = 0; i < 4; ++i) {
    if (!ground[i].touches) continue;
    const RigidWheel& wheel = car.wheels[i];
    pressed[i] = std::max(0.0, wheel.free - ground[i].length);
    const double closing =
        -dot(velocity_at(state.body, ground[i].point) - ground[i].velocity, ground[i].normal);
    const double rest = wheel.load / wheel.spring;
    const double stop = std::max(0.0, pressed[i] - rest - car.travel);
    const double carried =
        wheel.spring * (pressed[i] + kStopStiffness * stop) + wheel.damper * closing;
    loads[i] = clamp(carried, 0.0, kMostLoad * wheel.load);
  }
  // a bar takes from the side that is pressed less what it gives to the other
  for (const std::size_t left : {std::size_t{0}, std::size_t{2}}) {
    const std::size_t right = left + 1;
    const double twist = car.wheels[left].anti_roll * (pressed[left] - pressed[right]);
    const double given = std::clamp(twist, -loads[left], loads[right]);
    loads[left] += given, loads[right] -= given;
  }
  return loads;
}

/// The way a wheel rolls and its left, and the way the body points, all along the ground.
struct WheelAxes {
  Vec3 forward, left, ahead;
};

WheelAxes axes_of(const RigidVehicle& car, std::size_t i, double steer, const Quat& turn,
                  Vec3 normal) {
  Vec3 rolls{1, 0, 0};
  if (car.wheels[i].steers && steer != 0) {
    // both front wheels' axles meet the rear axle's line in one point
    const double slope = det::tan(steer);
    rolls = normalized(
        Vec3{std::max(car.wheelbase - car.wheels[i].mount.y * slope, 0.05 * car.wheelbase),
             car.wheelbase * slope, 0});
  }
  const Vec3 left = normalized(cross(normal, turn * rolls));
  const Vec3 ahead = cross(normalized(cross(normal, turn * Vec3{1, 0, 0})), normal);
  return {cross(left, normal), left, ahead};
}

/// The part of a tyre's full slip at a pace, as in equation (11) of docs/physics/single_track.md:
/// none at walking pace.
double slip_part(const ChassisParams<double>& chassis, double pace) {
  const double t =
      clamp((pace - chassis.walk_speed) / (chassis.slip_speed - chassis.walk_speed), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// How fast a standing car sways on its tyres, rad/s.
double sway_rate(const RigidVehicle& car, const RigidWheel& wheel, double gravity) {
  return std::sqrt(wheel.tire.grip * gravity * wheel.tire.stiffness * wheel.tire.shape /
                   car.relaxation);
}

/// The tread winds up as the wheel slides and unwinds as it rolls, hardly so at walking pace;
/// returns the side force, N.
double side_hold(const RigidVehicle& car, const RigidWheel& wheel, double slide, double roll,
                 double most, double dt, double& lag) {
  const ChassisParams<double>& chassis = *chassis_of(car.params);
  const double sigma = car.relaxation, pace = std::fabs(roll);
  const double reach = kMostSlip * sigma;
  const double unwinding = sigma * (1 + kWalkHold * (1 - slip_part(chassis, pace)));
  lag = clamp_abs((lag + slide * dt) / (1 + pace * dt / unwinding), reach);
  // a standing tyre sways like a spring: damped until it rolls
  const double sway = sway_rate(car, wheel, kGravity);
  const double still = std::max(0.0, 1 - pace / chassis.slip_speed);
  double slip = lag + still * (2 * kTreadDamping / sway) * slide;
  // past its largest lag the tyre slides: then the true ratio counts
  if (std::fabs(lag) == reach) {
    const double ratio = sigma * slide / std::max(pace, chassis.walk_speed);
    if (std::fabs(ratio) > std::fabs(slip) && ratio * slip > 0) slip = ratio;
  }
  return most * side_force(wheel.tire, slip, sigma);
}

/// Brakes and rolling resistance: a spring that gives way at `limit`, N.
double brake_hold(const RigidVehicle& car, const RigidWheel& wheel, double roll, double limit,
                  double dt, double& lag) {
  const double stiffness =
      wheel.load * wheel.tire.grip * wheel.tire.stiffness * wheel.tire.shape / car.relaxation;
  const double damping = 2 * kTreadDamping * std::sqrt(stiffness * car.mass / 4);
  lag = clamp_abs(lag + roll * dt, limit / stiffness);
  return -clamp_abs(stiffness * lag + damping * roll, limit);
}

void turn_wheel(double target, double dt, RigidWheelState& wheel) {
  wheel.rate = target;
  wheel.angle = wrap_angle(wheel.angle + wheel.rate * dt);
}

/// A wheel on the ground carries, pushes and holds; pushes act along the body, as in planar
/// physics.
Vec3 wheel_force(const DriveView& view, std::size_t i, const WheelDemand& demand, double steer,
                 const WheelGround& ground, double dt, RigidCarState& state) {
  const RigidVehicle& car = view.car;
  RigidWheelState& wheel = state.wheels[i];
  const WheelAxes axes = axes_of(car, i, steer, state.body.pose.turn, ground.normal);
  const Vec3 velocity = velocity_at(state.body, ground.point) - ground.velocity;
  const double roll = dot(velocity, axes.forward), slide = dot(velocity, axes.left);
  const double most = view.most[i];

  // along the body, within grip; what is used up there is missing across
  const double limit = std::min(demand.brake + demand.rolling, most);
  const double held =
      brake_hold(car, car.wheels[i], dot(velocity, axes.ahead), limit, dt, wheel.along);
  const double along = clamp_abs(demand.drive + held, most);
  const double asked = std::fabs(demand.drive + clamp_abs(held, demand.brake));
  const double used = asked < most ? asked / most : 1;
  const double across =
      grip_left(used) * side_hold(car, car.wheels[i], slide, roll, most, dt, wheel.side);

  const bool locked = demand.brake > 0 && demand.brake >= most;
  turn_wheel(locked ? 0 : roll / car.wheel_radius, dt, wheel);
  return view.loads[i] * ground.normal + along * axes.ahead + across * axes.left;
}

}  // namespace

const ChassisParams<double>* chassis_of(const VehicleParams& params) {
  if (const auto* racecar = std::get_if<RacecarParams<double>>(&params)) return &racecar->chassis;
  if (const auto* sedan = std::get_if<SedanParams<double>>(&params)) return &sedan->chassis;
  if (const auto* robotcar = std::get_if<RobotcarParams<double>>(&params))
    return &robotcar->chassis;
  return nullptr;
}

void follow_controls(const RigidVehicle& car, const VehicleInput& input, double dt,
                     VehicleState& seen) {
  if (const auto* p = std::get_if<RacecarParams<double>>(&car.params)) {
    auto& s = std::get<RacecarState<double>>(seen);
    const auto& u = std::get<RacecarInput<double>>(input);
    s.steer += clamp_abs(clamp_abs(u.steer, p->max_steer) - s.steer, p->max_steer_rate * dt);
    return;
  }
  if (const auto* p = std::get_if<RobotcarParams<double>>(&car.params)) {
    auto& s = std::get<RobotcarState<double>>(seen);
    const auto& u = std::get<RobotcarInput<double>>(input);
    s.steer = turned_wheels(*p, s.steer, u.steer, s.body.vx, dt);
    return;
  }
  const auto& p = std::get<SedanParams<double>>(car.params);
  auto& s = std::get<SedanState<double>>(seen);
  const auto& u = std::get<SedanInput<double>>(input);
  s.throttle = follow(s.throttle, clamp(u.throttle, 0.0, 1.0), p.pedal_rise, p.pedal_fall, dt);
  s.brake = follow(s.brake, clamp(u.brake, 0.0, 1.0), p.pedal_rise, p.pedal_fall, dt);
  s.steer = follow(s.steer, clamp_abs(u.steer, 1.0), p.steer_rise, p.steer_fall, dt);
  s.hand_brake =
      follow(s.hand_brake, clamp(u.hand_brake, 0.0, 1.0), p.hand_brake_rate, p.hand_brake_rate, dt);
}

CarForces forces_on(const RigidVehicle& car, double gravity, const VehicleInput& input,
                    const VehicleState& seen, const std::array<WheelGround, 4>& ground, double dt,
                    RigidCarState& state) {
  CarForces forces;
  const RigidBodyState& body = state.body;
  const Vec3 forward = body.pose.turn * Vec3{1, 0, 0};

  // how much each wheel carries, and how much it can hold
  DriveView view{.car = car, .gravity = gravity, .speed = dot(body.velocity, forward)};
  view.loads = strut_loads(car, ground, state);
  double touching = 0;
  Vec3 ground_velocity;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!ground[i].touches) continue;
    view.most[i] = car.wheels[i].tire.grip * ground[i].friction * view.loads[i];
    view.friction += ground[i].friction;
    ground_velocity = ground_velocity + ground[i].velocity;
    touching += 1;
  }
  if (touching > 0) {
    view.friction /= touching;
    view.speed -= dot(ground_velocity, forward) / touching;
  }
  const WheelDemands demands = demands_of(input, seen, view);
  const double steer = steer_of(car.params, seen, view.speed);

  for (std::size_t i = 0; i < 4; ++i) {
    RigidWheelState& wheel = state.wheels[i];
    wheel.load = view.loads[i];
    wheel.length = ground[i].touches ? ground[i].length : car.wheels[i].free;
    if (view.loads[i] > 0) {
      forces.wheel[i] = wheel_force(view, i, demands[i], steer, ground[i], dt, state);
    } else {
      wheel.side = wheel.along = 0;
      turn_wheel(demands[i].brake > 0 ? 0 : wheel.rate, dt, wheel);
    }
  }

  const double speed = dot(body.velocity, forward);
  forces.air = (-car.mass * drag_of(car.params) * speed * std::fabs(speed)) * forward;
  return forces;
}

double longest_substep(const RigidVehicle& car, double gravity) {
  double damping = 0;  // N m s of the roll
  for (const RigidWheel& wheel : car.wheels) {
    const double sway = sway_rate(car, wheel, gravity) * sway_rate(car, wheel, gravity) *
                        (2 * kTreadDamping / sway_rate(car, wheel, kGravity));
    damping += wheel.damper * wheel.mount.y * wheel.mount.y +
               sway * wheel.load / gravity * car.height * car.height;
  }
  return car.inertia.x / damping;
}

void see_from_above(const RigidBodyState& body, VehicleState& seen) {
  const Vec3 forward = body.pose.turn * Vec3{1, 0, 0};
  PlanarBody flat;
  flat.position = xy(body.pose.at);
  flat.yaw = det::atan2(forward.y, forward.x);
  flat.velocity = xy(body.velocity);
  flat.yaw_rate = body.spin.z;
  set_body(flat, seen);
}

}  // namespace paddock
