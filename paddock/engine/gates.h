// Gates, laps and triggers: what a vehicle passed between the last tick and this one.
#pragma once

#include <span>

#include "paddock/engine/model.h"
#include "paddock/engine/output.h"
#include "paddock/engine/state.h"

namespace paddock {

/// Reports every gate crossed forward on the way from `before` to now, and counts laps: a lap ends
/// at the first gate once all others were passed in order.
void cross_gates(const Model& model, std::span<const VehicleState> before, State& state,
                 Output& out);

/// Reports triggers entered and left by the middles of vehicles and props.
void enter_triggers(const Model& model, State& state, Output& out);

}  // namespace paddock
