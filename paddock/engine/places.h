// Where things are: vehicles, and the pieces of a rigid level that move. Cameras, lidars and the
// page all ask here. World frame, metres.
#pragma once

#include <vector>

#include "paddock/engine/model.h"
#include "paddock/engine/state.h"

namespace paddock {

/// The vehicle's own frame: on the ground and tilted with it, or as rigid physics has it.
Pose3 vehicle_pose(const Model& model, const State& state, std::size_t vehicle);

/// A piece that moves, or one car of a train.
struct Body {
  PieceId piece{};
  std::size_t part{};
  bool operator==(const Body&) const = default;
};

struct BodyPlace {
  Pose3 pose;          // of the piece's, or the car's, own frame
  bool present{true};  // a train's car between two journeys is nowhere, nor is what was taken away
  bool operator==(const BodyPlace&) const = default;
};

/// Everything that moves and is no vehicle, in an order that is fixed for a run. Empty in planar
/// levels.
std::vector<Body> bodies_of(const Model& model);

/// Where each of them is now, in that order.
void place_bodies(const Model& model, const State& state, std::vector<BodyPlace>& places);

}  // namespace paddock
