// What eyes see of each kind of vehicle: a body, and wheels, blocks or limbs that turn. In the
// frame of the state's position, on the ground: x forward, y left, z up, metres.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/geom/look.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// Blue, orange, violet, teal, and round again: distinct for colour-blind eyes too.
Color vehicle_color(VehicleId id);

enum class PartAxis : std::uint8_t { Up, Left };
/// How a part turns with what its vehicle's dynamics call steering().
struct PartTurn {
  double share{};   // of that angle
  PartAxis axis{};  // of its own that it turns about
};

struct VehiclePart {
  LookPart part;  // scene_from_part is body_from_part, straight ahead
  PartTurn turns;
};

/// Vehicles of a kind and of equal colours look alike where this is equal.
std::size_t look_number(VehicleKind kind, VehicleId id);

/// Body first. Names begin with "vehicle-1-" for the first vehicle. Unless somebody chose its
/// colours, it has its own.
std::vector<VehiclePart> vehicle_look(VehicleKind kind, VehicleId id,
                                      const std::optional<CarColors>& chosen = {});

/// Where a part is while its vehicle is in `state` and its body at `scene_from_body`.
Pose3 pose_of_part(const VehiclePart& part, const VehicleParams& params, const VehicleState& state,
                   const Pose3& scene_from_body);

}  // namespace paddock
