#include "paddock/physics/rigid_car.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kStopStiffness = 8;   // of the bump stop, over the spring's
constexpr double kTreadDamping = 0.5;  // of a standing tyre's sway, over critical
constexpr double kWalkHold = 20;       // how much slower a tread unwinds at walking pace
constexpr double kMostSlip = 1.2;      // relaxation lengths that a tread lags at most

/// Calls f.operator()<Dynamics>(figures) with the dynamics of a car, which has wheels.
template <class F>
auto with_wheels(const VehicleParams& params, F&& f) {
  using Result = decltype(f.template operator()<SedanDynamics>(SedanParams<double>{}));
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) -> Result {
    if constexpr (D::kWheeled) return f.template operator()<D>(p);
    PADDOCK_ASSERT(D::kWheeled, "no wheels to carry");
    return Result();
  });
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
    // a dead stop takes the whole fall: the wheel leaves it by its spring's push alone
    const double pushed =
        car.dead_stop && closing < 0 ? pressed[i] - stop : pressed[i] + kStopStiffness * stop;
    loads[i] =
        clamp(wheel.spring * pushed + wheel.damper * closing, 0.0, car.most_load * wheel.load);
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

/// Whether its tyres slip at walking pace, too: where the figures say what that costs. Others
/// follow their wheels there.
bool always_slips(const VehicleParams& params) {
  return with_wheels(params, []<class D>(const typename D::Params&) {
    return requires(const typename D::Params& p) { p.slip_drag; };
  });
}

/// The tread winds up as the wheel slides and unwinds as it rolls, hardly so at walking pace where
/// tyres follow their wheels; returns the side force, N.
double side_hold(const RigidVehicle& car, const RigidWheel& wheel, double slide, double roll,
                 double most, double gravity, double dt, double& lag) {
  const ChassisParams<double>& chassis = *chassis_of(car.params);
  const double sigma = car.relaxation, pace = std::fabs(roll);
  const double reach = kMostSlip * sigma;
  const double hold = always_slips(car.params) ? 0 : kWalkHold * (1 - slip_part(chassis, pace));
  const double unwinding = sigma * (1 + hold);
  lag = clamp_abs((lag + slide * dt) / (1 + pace * dt / unwinding), reach);
  // a standing tyre sways like a spring: damped until it rolls
  const double sway = sway_rate(car, wheel, gravity);
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
Vec3 wheel_force(const RigidVehicle& car, const DriveView& view, std::size_t i,
                 const WheelDemand& demand, double steer, const WheelGround& ground, double dt,
                 RigidCarState& state) {
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
  const double across = grip_left(used) * side_hold(car, car.wheels[i], slide, roll, most,
                                                    view.gravity, dt, wheel.side);

  const bool locked = demand.brake > 0 && demand.brake >= most;
  turn_wheel(locked ? 0 : roll / car.wheel_radius, dt, wheel);
  return view.loads[i] * ground.normal + along * axes.ahead + across * axes.left;
}

}  // namespace

const ChassisParams<double>* chassis_of(const VehicleParams& params) {
  return with_dynamics(params,
                       []<class D>(const typename D::Params& p) -> const ChassisParams<double>* {
                         if constexpr (D::kWheeled) return &p.chassis;
                         return nullptr;
                       });
}

void follow_controls(const RigidVehicle& car, const VehicleInput& input, double dt,
                     VehicleState& seen) {
  with_wheels(car.params, [&]<class D>(const typename D::Params& p) {
    D::follow_controls(p, std::get<typename D::Input>(input), dt,
                       std::get<typename D::State>(seen));
  });
}

CarForces forces_on(const RigidVehicle& car, double gravity, const VehicleInput& input,
                    const VehicleState& seen, const std::array<WheelGround, 4>& ground, double dt,
                    RigidCarState& state) {
  CarForces forces;
  const RigidBodyState& body = state.body;
  const Vec3 forward = body.pose.turn * Vec3{1, 0, 0};

  // how much each wheel carries, and how much it can hold
  DriveView view{.gravity = gravity, .speed = dot(body.velocity, forward)};
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
  const WheelDemands demands = with_wheels(car.params, [&]<class D>(const typename D::Params& p) {
    return D::demands(p, std::get<typename D::Input>(input), std::get<typename D::State>(seen),
                      view);
  });
  const double steer = with_wheels(car.params, [&]<class D>(const typename D::Params& p) {
    return D::front_wheel(p, std::get<typename D::State>(seen), view.speed);
  });

  for (std::size_t i = 0; i < 4; ++i) {
    RigidWheelState& wheel = state.wheels[i];
    wheel.load = view.loads[i];
    wheel.length = ground[i].touches ? ground[i].length : car.wheels[i].free;
    if (view.loads[i] > 0) {
      forces.wheel[i] = wheel_force(car, view, i, demands[i], steer, ground[i], dt, state);
    } else {
      wheel.side = wheel.along = 0;
      turn_wheel(demands[i].brake > 0 ? 0 : wheel.rate, dt, wheel);
    }
  }

  const double speed = dot(body.velocity, forward);
  const double drag =
      with_wheels(car.params, []<class D>(const typename D::Params& p) { return D::drag(p); });
  forces.air = (-car.mass * drag * speed * std::fabs(speed)) * forward;
  return forces;
}

double longest_substep(const RigidVehicle& car, double gravity) {
  double damping = 0;  // N m s of the roll
  for (const RigidWheel& wheel : car.wheels) {
    const double sway = 2 * kTreadDamping * sway_rate(car, wheel, gravity);
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
