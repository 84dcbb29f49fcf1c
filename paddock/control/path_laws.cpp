#include "paddock/control/path_laws.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

/// Adds `error dt` to a sum, unless the command is at its limit and that would push it further.
void add_to_sum(Vec2 error, double dt, bool limited, Vec2 command, Vec2& sum) {
  if (!limited || dot(error, command) < 0) sum += dt * error;
}

bool is_whole(double ticks, double every) { return std::fmod(ticks, std::max(1.0, every)) == 0; }

}  // namespace

Vec2 no_longer(Vec2 v, double limit) {
  const double norm = length(v);
  return norm > limit ? limit / norm * v : v;
}

PointCommand cascade(const PathParams& params, bool integrate, const PointState& state, Vec2 target,
                     double dt, CascadeMemory& memory, CascadeErrors& errors) {
  const bool first = memory.ticks == 0;
  errors.position = target - state.position;
  errors.position_rate = -state.velocity;
  if (is_whole(memory.ticks, params.outer_every)) {
    const Vec2 sum = integrate ? params.ki_position * memory.position_sum : Vec2{};
    const Vec2 wanted =
        params.kp_position * errors.position - params.kd_position * state.velocity + sum;
    memory.velocity_command = no_longer(wanted, params.max_velocity);
    if (integrate)
      add_to_sum(errors.position, params.outer_every * dt, length(wanted) > params.max_velocity,
                 wanted, memory.position_sum);
  }
  errors.velocity = memory.velocity_command - state.velocity;
  errors.velocity_rate = first ? Vec2{} : (memory.velocity - state.velocity) / dt;
  const Vec2 sum = integrate ? params.ki_velocity * memory.velocity_sum : Vec2{};
  const Vec2 wanted =
      params.kp_velocity * errors.velocity + params.kd_velocity * errors.velocity_rate + sum;
  if (integrate)
    add_to_sum(errors.velocity, dt, length(wanted) > params.max_acceleration, wanted,
               memory.velocity_sum);
  memory.velocity = state.velocity;
  memory.ticks += 1;
  return {memory.velocity_command, no_longer(wanted, params.max_acceleration)};
}

PointCommand cascade_as_coded(const PathParams& params, const PointState& state, Vec2 target,
                              double dt, CascadeMemory& memory, CascadeErrors& errors) {
  errors.position = target - state.position;
  if (is_whole(memory.ticks, 2)) {
    errors.position_rate = (errors.position - memory.position_error) / dt;
    memory.velocity_command =
        params.kp_position * errors.position + params.kd_position * errors.position_rate;
    memory.position_error = errors.position;
  }
  errors.velocity = memory.velocity_command - state.velocity;
  errors.velocity_rate = (errors.velocity - memory.velocity_error) / dt;
  memory.velocity_error = errors.velocity;
  const Vec2 wanted =
      params.kp_velocity * errors.velocity + params.kd_velocity * errors.velocity_rate;
  memory.ticks += 1;
  return {memory.velocity_command, no_longer(wanted, params.max_acceleration)};
}

PointCommand towards_velocity(const PathParams& params, const PointState& state, Vec2 velocity) {
  const Vec2 wanted = no_longer(velocity, params.max_velocity);
  return {wanted,
          no_longer(params.kp_velocity * (wanted - state.velocity), params.max_acceleration)};
}

// --- LQR ----------------------------------------------------------------------------------------

LqrGains lqr_gains(double position_weight, double velocity_weight, double effort_weight) {
  const double position = std::sqrt(position_weight / effort_weight);
  return {.position = position,
          .velocity = std::sqrt(velocity_weight / effort_weight + 2 * position)};
}

PointCommand lqr(const PathParams& params, const PointState& state, const PointReference& wanted) {
  const LqrGains gains = lqr_gains(params.lqr_position, params.lqr_velocity, params.lqr_effort);
  const Vec2 aside = wanted.position - state.position, slow = wanted.velocity - state.velocity;
  return {no_longer(wanted.velocity + gains.position * aside, params.max_velocity),
          no_longer(gains.position * aside + gains.velocity * slow, params.max_acceleration)};
}

// --- MPC ----------------------------------------------------------------------------------------

namespace {

using Plan = std::array<Vec2, kMpcSteps>;

/// The gradient of the cost by the plan: states forwards, what they cost backwards.
Plan gradient(const PathParams& params, const PointState& start,
              const std::array<PointReference, kMpcSteps>& wanted, const Plan& plan, double h) {
  std::array<PointState, kMpcSteps> states;
  PointState now = start;
  for (std::size_t i = 0; i < kMpcSteps; ++i) {
    now.position += h * now.velocity + 0.5 * h * h * plan[i];
    now.velocity += h * plan[i];
    states[i] = now;
  }
  Plan slope;
  Vec2 by_position, by_velocity;
  for (std::size_t i = kMpcSteps; i-- > 0;) {
    by_position += params.mpc_position * (states[i].position - wanted[i].position);
    by_velocity += params.mpc_velocity * (states[i].velocity - wanted[i].velocity);
    slope[i] = params.mpc_effort * plan[i] + 0.5 * h * h * by_position + h * by_velocity;
    by_velocity += h * by_position;
  }
  return slope;
}

/// No eigenvalue of the cost's curvature is larger: the sum of what each step's effect may be.
double most_curved(const PathParams& params, double h) {
  double position = 0, velocity = 0;
  for (int i = 1; i <= kMpcSteps; ++i)
    for (int j = 0; j < i; ++j) {
      const double reach = h * h * (i - j - 0.5);
      position += reach * reach, velocity += h * h;
    }
  return params.mpc_effort + params.mpc_position * position + params.mpc_velocity * velocity;
}

}  // namespace

PointCommand mpc(const PathParams& params, const PointState& state,
                 const std::function<PointReference(double)>& wanted) {
  constexpr int kRounds = 60;
  const double h = params.mpc_horizon / kMpcSteps;
  std::array<PointReference, kMpcSteps> line;
  for (std::size_t i = 0; i < kMpcSteps; ++i) line[i] = wanted(h * static_cast<double>(i + 1));
  const double pace = 1 / most_curved(params, h);

  // Nesterov's accelerated gradients, projected onto the limit: FISTA
  Plan plan{}, ahead{};
  double momentum = 1;
  for (int round = 0; round < kRounds; ++round) {
    const Plan slope = gradient(params, state, line, ahead, h);
    const double next = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    for (std::size_t i = 0; i < kMpcSteps; ++i) {
      const Vec2 better = no_longer(ahead[i] - pace * slope[i], params.max_acceleration);
      ahead[i] = better + (momentum - 1) / next * (better - plan[i]);
      plan[i] = better;
    }
    momentum = next;
  }
  return {no_longer(state.velocity + h * plan[0], params.max_velocity), plan[0]};
}

// --- regulated pursuit --------------------------------------------------------------------------

double regulated_speed(const PathParams& params, const PursuitView& view) {
  const double wanted = params.desired_linear_vel;
  double in_curve = wanted, near_obstacle = wanted;
  if (params.use_regulated_linear_velocity_scaling != 0) {
    const double radius = view.curvature != 0 ? 1 / std::fabs(view.curvature) : HUGE_VAL;
    if (radius < params.regulated_linear_scaling_min_radius)
      in_curve = wanted * radius / params.regulated_linear_scaling_min_radius;
  }
  if (params.use_cost_regulated_linear_velocity_scaling != 0 &&
      view.obstacle < params.cost_scaling_dist)
    near_obstacle = wanted * params.cost_scaling_gain * view.obstacle / params.cost_scaling_dist;
  const double least = std::min(wanted, params.regulated_linear_scaling_min_speed);
  double speed = std::max(std::min(in_curve, near_obstacle), least);
  if (view.left < params.approach_velocity_scaling_dist) {
    const double share = std::min(1.0, view.to_end / params.approach_velocity_scaling_dist);
    speed = std::min(speed, std::max(speed * share, params.min_approach_linear_velocity));
  }
  return std::clamp(speed, 0.0, wanted);
}

}  // namespace paddock
