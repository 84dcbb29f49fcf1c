// Driving one vehicle through its kernel in plain doubles, without world or engine.
#pragma once

#include <cmath>

#include "paddock/vehicles/surroundings.h"

namespace paddock {

inline constexpr Surroundings<double> kOpenGround{};

/// Steps `state` under one input for about `seconds`, calling after_step(state) after each step.
template <class Params, class State, class Input, class AfterStep>
void drive(const Params& params, State& state, const Input& input, double seconds, double dt,
           AfterStep after_step, const Surroundings<double>& around = kOpenGround) {
  const long steps = std::lround(seconds / dt);
  for (long i = 0; i < steps; ++i) {
    state = step(params, state, input, around, dt);
    after_step(state);
  }
}

template <class Params, class State, class Input>
void drive(const Params& params, State& state, const Input& input, double seconds, double dt,
           const Surroundings<double>& around = kOpenGround) {
  drive(
      params, state, input, seconds, dt, [](const State&) {}, around);
}

}  // namespace paddock
