// A platform that goes up and down.
#pragma once

#include <optional>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"
#include "paddock/world/pieces/schedule.h"

namespace paddock {

struct ElevatorSpec {
  Vec3 size{1, 1, 0.1};
  double low{}, high{1};
  double travel_time{2}, wait_time{2};
  std::optional<double> speed{};  // m/s in the middle of its way, in place of travel_time
  double phase{};                 // s of its cycle that have passed at the start
  double jitter{};                // s that a departure may be late, at most wait_time

  static void fields(auto&& visit) {
    visit(&ElevatorSpec::size, positive_field("size", "m", Scaling::Axes, kMostMetres));
    visit(&ElevatorSpec::low, ranged_field("low", "m", Scaling::Up, -kMostMetres, kMostMetres));
    visit(&ElevatorSpec::high, ranged_field("high", "m", Scaling::Up, -kMostMetres, kMostMetres));
    visit(&ElevatorSpec::speed, positive_field("speed", "m/s", Scaling::None, 100));
    visit(&ElevatorSpec::travel_time, kTravelTimeField);
    visit(&ElevatorSpec::wait_time, kWaitTimeField);
    visit(&ElevatorSpec::phase, kPhaseField);
    visit(&ElevatorSpec::jitter, kJitterField);
  }
  static const PieceKind<ElevatorSpec> kind;
  bool operator==(const ElevatorSpec&) const = default;
};

}  // namespace paddock
