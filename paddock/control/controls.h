// What hands ask of a vehicle, whatever its kind: a stick, two pedals, a hand brake.
#pragma once

#include "paddock/vehicles/vehicle.h"

namespace paddock {

struct DriverView;

struct Controls {
  double steer{};       // -1 to 1, positive to the left
  double drive{};       // -1 to 1, forward and backward
  double brake{};       // 0 to 1
  double hand_brake{};  // 0 to 1

  static void fields(auto& self, auto&& visit) {
    visit("steer", self.steer), visit("drive", self.drive);
    visit("brake", self.brake), visit("hand_brake", self.hand_brake);
  }
  bool operator==(const Controls&) const = default;
};

/// Every number within its range; what is no number becomes 0.
Controls limited(const Controls& controls);

/// What a vehicle's kind makes of them; the table is in docs/protocols/web.md.
VehicleInput input_from(const DriverView& view, const Controls& controls);

/// The controls that would ask for `input`, as well as they can: for dials that show what a driver
/// does.
Controls controls_from(const VehicleParams& params, const VehicleState& state,
                       const VehicleInput& input);

}  // namespace paddock
