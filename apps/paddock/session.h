// A run without a room: model, state and built-in drivers, advanced tick by tick as fast as
// possible.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddock/control/driver.h"
#include "paddock/core/error.h"
#include "paddock/engine/sense.h"
#include "paddock/engine/step.h"

namespace paddock {

struct SessionOptions {
  std::string level;    // path
  std::string vehicle;  // empty: what the level says
  std::string driver{"route"};
  int vehicles{1};
  std::uint64_t seed{1};
};

struct Session {
  Model model;
  State state;
  Scratch scratch;
  Output output;
  std::vector<Driver> drivers;
  std::vector<VehicleInput> inputs;
  std::vector<LidarReading> readings;
  std::uint64_t contacts{};  // bumps counted so far
};

Result<Session> open_session(const SessionOptions& options);

/// One tick: drivers look and decide, then the engine steps.
void advance(Session& session);

}  // namespace paddock
