// How fast a route may be driven: within side grip in its bends, and able to brake for the next
// one.
#pragma once

#include <span>
#include <vector>

#include "paddock/vehicles/driving.h"
#include "paddock/world/route.h"

namespace paddock {

struct SpeedPlan {
  std::vector<double> speed;     // m/s at each point of the route
  std::vector<double> friction;  // of the ground there, at most 1
};

/// Curvature of the route at each of its points, 1/m, unsigned, over about one `window` of length.
std::vector<double> curvature_of(const Route& route, double window);

/// `friction` of the ground at each point scales what the tyres can do there; empty: 1 everywhere.
SpeedPlan plan_speed(const Route& route, const SpeedLimits& limits,
                     std::span<const double> friction = {});

/// The planned speed `along` metres from the start.
double planned_speed(const Route& route, const SpeedPlan& plan, double along);

/// The acceleration, m/s^2, by which the plan's speeds follow each other there.
double planned_accel(const Route& route, const SpeedPlan& plan, double along);

}  // namespace paddock
