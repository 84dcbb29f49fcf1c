#include "apps/paddock/scene_parts.h"

#include "paddock/vehicles/vehicle_look.h"

namespace paddock {

std::vector<LookPart> vehicles_at_starts(const World& world) {
  std::vector<LookPart> parts;
  for (std::size_t i = 0; i < world.starts.size(); ++i) {
    const WorldStart& start = world.starts[i];
    const VehicleType* type = find_vehicle_type(start.vehicle);
    if (type == nullptr) continue;
    const VehicleId id{static_cast<std::uint32_t>(i)};
    const Pose3 scene_from_body = pose_on_ground(world, start.pose, start.z);
    const VehicleState state = state_at(type->kind, start.pose);
    for (VehiclePart& part : vehicle_look(type->kind, id)) {
      part.part.scene_from_part = pose_of_part(part, state, scene_from_body);
      parts.push_back(std::move(part.part));
    }
  }
  return parts;
}

}  // namespace paddock
