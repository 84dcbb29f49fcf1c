// What turns a point to chase, or a line to follow, into a velocity and an acceleration: cascaded
// PD and PID, LQR and a small MPC, each for a point that may move in any direction; and the speed
// that regulated pursuit allows. SI, world frame. docs/physics: pd_cascade.md, lqr.md, mpc.md,
// regulated_pursuit.md.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "paddock/control/path_line.h"
#include "paddock/control/path_params.h"
#include "paddock/core/vec.h"

namespace paddock {

/// A point that moves.
struct PointState {
  Vec2 position, velocity;
};

/// What one tick of a controller asks for: by mode one of the two is taken.
struct PointCommand {
  Vec2 velocity, accel;
};

/// `v`, no longer than `limit`.
Vec2 no_longer(Vec2 v, double limit);

/// What the cascade remembers.
struct CascadeMemory {
  Vec2 position_error, velocity_error;  // of the tick before, as simplesim has it
  Vec2 position_sum, velocity_sum;      // integrals
  Vec2 velocity_command;
  Vec2 velocity;   // measured in the tick before
  double ticks{};  // of all, since it began

  static void fields(auto& self, auto&& visit) {
    for (auto* v : {&self.position_error, &self.velocity_error, &self.position_sum,
                    &self.velocity_sum, &self.velocity_command, &self.velocity})
      visit(v->x), visit(v->y);
    visit(self.ticks);
  }
  bool operator==(const CascadeMemory&) const = default;
};

/// The errors of a cascade's two loops and how they change, for people.
struct CascadeErrors {
  Vec2 position, position_rate, velocity, velocity_rate;
};

/// PD, or PID with `integrate`: damping acts on what is measured, so a jump of the target gives no
/// kick; the position loop runs every `outer_every` ticks; sums stand still while a command is at
/// its limit (pd_cascade.md, (1) to (6)).
PointCommand cascade(const PathParams& params, bool integrate, const PointState& state, Vec2 target,
                     double dt, CascadeMemory& memory, CascadeErrors& errors);

/// simplesim's PD as it is coded: derivatives of errors, that of the position over the wrong time.
PointCommand cascade_as_coded(const PathParams& params, const PointState& state, Vec2 target,
                              double dt, CascadeMemory& memory, CascadeErrors& errors);

/// Towards a velocity, by the inner loop alone.
PointCommand towards_velocity(const PathParams& params, const PointState& state, Vec2 velocity);

/// The gains of the best linear feedback for a double integrator: acceleration for each metre and
/// for each m/s (lqr.md, (3)); and for a single one, velocity for each metre.
struct LqrGains {
  double position{}, velocity{};
};
LqrGains lqr_gains(double position_weight, double velocity_weight, double effort_weight);

/// Where somebody should be, and how fast.
struct PointReference {
  Vec2 position, velocity;
};

PointCommand lqr(const PathParams& params, const PointState& state, const PointReference& wanted);

inline constexpr int kMpcSteps = 20;
/// Plans kMpcSteps accelerations over the horizon, none longer than the limit, by projected
/// gradients; asks for the first. `wanted` says where it should be so many seconds ahead.
PointCommand mpc(const PathParams& params, const PointState& state,
                 const std::function<PointReference(double)>& wanted);

/// What slows a regulated pursuit (regulated_pursuit.md, (1) to (4)).
struct PursuitView {
  double curvature{};  // of the circle to the carrot, 1/m
  double obstacle{};   // m to the nearest that its lidar sees; infinite: none
  double left{};       // m of the path still to go
  double to_end{};     // m to its end, as the crow flies
};
double regulated_speed(const PathParams& params, const PursuitView& view);

}  // namespace paddock
