// A controller of one's own in this process: a function that is asked before every tick. All it
// takes is a session whose first vehicle has the driver "path". docs/controllers.md.
#pragma once

#include <cmath>
#include <functional>

#include "paddock/stage/session.h"

namespace paddock {

/// What it may look at.
struct OwnView {
  double time{}, dt{};  // s, simulated
  Vec2 position, velocity;
  double yaw{}, speed{};   // rad; m/s along it
  const PathLine* path{};  // to follow; it stays until the tick
  PursuitOutput pursuit;   // of the tick before
};

/// For a quadrotor the acceleration or velocity that it wants, as its control_mode has it; for what
/// steers {steer, drive}, each -1 to 1, steer positive to the left.
using OwnController = std::function<Vec2(const OwnView&)>;

/// What it sees of the first vehicle now; `driver` is that vehicle's.
inline OwnView own_view(const Session& session, const PathDriver& driver) {
  const VehicleState& state = session.state.physics.vehicles[0];
  const Pose2 pose = pose_of(state);
  const Clock& clock = session.world().clock;
  return {.time = clock.seconds(session.state.tick),
          .dt = clock.tick_seconds(),
          .position = position(pose),
          .velocity = body_of(session.model.vehicles[0].params, state).velocity,
          .yaw = pose.yaw,
          .speed = speed_of(state),
          .path = &driver.line,
          .pursuit = driver.output};
}

/// One tick of the session under the controller. An Error when the first vehicle's driver is none
/// that takes one, or the answer is no number; then nothing has moved.
inline Result<void> advance_by(Session& session, const OwnController& control) {
  const auto* driver = std::get_if<PathDriver>(&session.seats.at(0).driver);
  if (driver == nullptr)
    return fail(ErrorCode::Invalid,
                "a controller of one's own is for a vehicle whose driver is path");
  const Vec2 asked = control(own_view(session, *driver));
  if (!std::isfinite(asked.x) || !std::isfinite(asked.y))
    return fail(ErrorCode::Invalid, "a controller must return finite numbers, got ", asked.x, ", ",
                asked.y);
  if (driver->params.law() != PathController::Own) {
    const auto own = static_cast<double>(PathController::Own);
    if (auto set = apply(session, SetParameter{"driver.0.controller", own}); !set) return set;
  }
  const VehicleState& state = session.state.physics.vehicles[0];
  VehicleInput input = Quad2dInput<double>{.x = asked.x, .y = asked.y};
  if (!flies(state))
    input =
        input_from(session.model.vehicles[0].params, state, {.steer = asked.x, .drive = asked.y});
  if (auto taken = apply(session, SetInput{id_of(session.state, 0), input}); !taken) return taken;
  advance(session);
  return {};
}

}  // namespace paddock
