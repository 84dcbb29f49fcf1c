// Pieces that go their own way whatever is in it: elevators, doors and trains. Where they are is a
// function of time alone, with no memory. SI, radians; laws: docs/physics/rigid.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/pose.h"
#include "paddock/world/level.h"
#include "paddock/world/route.h"

namespace paddock {

/// Elevator, door or train.
bool is_mover(const PieceShape& shape);

/// What the delays of a piece are drawn from.
struct MoverSeed {
  std::uint64_t level{};
  PieceId piece{};
};

// --- elevators and doors ------------------------------------------------------------------------

/// s from one end to the other.
double travel_time_of(const ElevatorSpec& elevator);
/// m above where it waits below.
double elevator_height(const ElevatorSpec& elevator, MoverSeed seed, double seconds);
/// From its closed place.
Pose3 door_place(const DoorSpec& door, MoverSeed seed, double seconds);

// --- trains -------------------------------------------------------------------------------------

struct TrainLine {
  Route route;
  double spacing{};    // m between the middles of two cars
  double train{};      // m from one train to the next
  double cycle{};      // m after which a car begins anew
  std::size_t cars{};  // that can be on the line at a time
};

TrainLine make_train_line(const TrainSpec& train);

/// Where a car stands, in the train's frame; nothing while it is off the line.
std::optional<Pose3> car_place(const TrainSpec& train, const TrainLine& line, std::size_t car,
                               double seconds);
/// The same for every car at the start.
std::vector<std::optional<Pose3>> car_places_of(const TrainSpec& train);

}  // namespace paddock
