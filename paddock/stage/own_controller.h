// A controller of one's own in this process: a function that is asked before every tick. All it
// takes is a session whose first vehicle has the driver "path". docs/controllers.md.
#pragma once

#include <functional>

#include "paddock/stage/session.h"

namespace paddock {

/// What it may look at.
struct OwnView {
  double time{}, dt{};  // s, simulated
  Vec2 position, velocity;
  const PathLine* path{};  // to follow; it stays until the tick
  PursuitOutput pursuit;   // of the tick before
};

/// The acceleration or velocity that it wants, as the vehicle's control_mode has it.
using OwnController = std::function<Vec2(const OwnView&)>;

/// One tick of the session under the controller. An Error when the first vehicle's driver is none
/// that takes one, or the answer is no number; then nothing has moved.
inline Result<void> advance_by(Session& session, const OwnController& control) {
  const auto* driver = std::get_if<PathDriver>(&session.seats.at(0).driver);
  const auto* quad = std::get_if<Quad2dState<double>>(&session.state.physics.vehicles.at(0));
  if (driver == nullptr || quad == nullptr)
    return fail(ErrorCode::Invalid,
                "a controller of one's own flies a quad2d whose driver is path");
  const Clock& clock = session.world().clock;
  const Vec2 asked = control({.time = clock.seconds(session.state.tick),
                              .dt = clock.tick_seconds(),
                              .position = {quad->x, quad->y},
                              .velocity = {quad->vx, quad->vy},
                              .path = &driver->line,
                              .pursuit = driver->output});
  if (driver->params.law() != PathController::Own) {
    const auto own = static_cast<double>(PathController::Own);
    if (auto set = apply(session, SetParameter{"driver.0.controller", own}); !set) return set;
  }
  const SetInput input{id_of(session.state, 0), Quad2dInput<double>{.x = asked.x, .y = asked.y}};
  if (auto taken = apply(session, input); !taken) return taken;
  advance(session);
  return {};
}

}  // namespace paddock
