#include "paddock/engine/sense.h"

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"

namespace paddock {

void sense(const Model& model, const State& state, std::span<const LidarRequest> requests,
           Scratch& scratch, std::span<LidarReading> readings) {
  PADDOCK_ASSERT(requests.size() == readings.size(), "requests ", requests.size());
  const DefaultFloatState exact;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    const std::size_t self = index_of(requests[r].vehicle);
    scratch.outlines.clear();
    for (std::size_t v = 0; v < model.vehicles.size(); ++v)
      if (v != self)
        scratch.outlines.push_back(
            place(model.physics.vehicles[v].outline, pose_of(state.physics.vehicles[v])));
    const VehicleType& type = type_of(kind_of(model.vehicles[self].params));
    const Pose2 world_from_lidar =
        pose_of(state.physics.vehicles[self]) * Pose2{type.lidar_forward, 0, 0};
    readings[r].ranges.resize(static_cast<std::size_t>(requests[r].lidar.beams));
    scan(model.lidar_maps[self], scratch.outlines, world_from_lidar, requests[r].lidar,
         readings[r].ranges);
  }
}

}  // namespace paddock
