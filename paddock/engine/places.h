// Where things are: vehicles, what is pushed about, and pieces with a life. Cameras, lidars and the
// page all ask here. World frame, metres.
#pragma once

#include <vector>

#include "paddock/engine/model.h"
#include "paddock/engine/state.h"

namespace paddock {

/// The vehicle's own frame: on the ground and tilted with it, or as rigid physics has it.
Pose3 vehicle_pose(const Model& model, const State& state, std::size_t vehicle);

/// A piece that moves or changes, or one car of a train.
struct Body {
  PieceId piece{};
  std::size_t part{};
  bool operator==(const Body&) const = default;
};

struct BodyPlace {
  Pose3 pose;          // of the piece's, or the car's, own frame
  bool present{true};  // a train's car between two journeys is nowhere, nor is what was taken away
  double scale{1};
  std::uint32_t variant{};  // which of the piece's it looks like
  bool operator==(const BodyPlace&) const = default;
};

/// Everything that moves or changes and is no vehicle, in an order that is fixed for a run.
std::vector<Body> bodies_of(const Model& model);

/// Where something that is pushed about in a rigid level is now.
BodyPlace prop_place(const Model& model, const State& state, std::size_t prop);
/// Where a piece is now, whatever it is; of a train its first car.
BodyPlace piece_place(const Model& model, const State& state, PieceId piece);

/// Where each of them is now, in that order.
void place_bodies(const Model& model, const State& state, std::vector<BodyPlace>& places);

}  // namespace paddock
