// The engine: (Model, State, Input) -> (State, Output). One call is one tick.
#pragma once

#include <span>

#include "paddock/engine/model.h"
#include "paddock/engine/output.h"
#include "paddock/engine/state.h"

namespace paddock {

/// A scanner in use, with its buffers; made when somebody first asks for it.
struct LidarInUse {
  VehicleId vehicle{};
  Lidar2dScanner scanner;
  Lidar2dScratch scratch;
};

/// Caches and buffers: can be thrown away and made again from the model.
struct Scratch {
  PlanarScratch physics;
  std::vector<PosedOutline> outlines;
  std::vector<LidarInUse> lidars;
};

Scratch make_scratch(const Model& model);
Output make_output(const Model& model);

/// Moves the world one tick: inputs[i] drives vehicle i. Allocates nothing.
void step(const Model& model, std::span<const VehicleInput> inputs, State& state, Scratch& scratch,
          Output& out);

}  // namespace paddock
