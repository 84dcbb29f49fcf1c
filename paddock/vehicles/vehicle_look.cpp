#include "paddock/vehicles/vehicle_look.h"

#include <array>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {

Color vehicle_color(VehicleId id) {
  constexpr std::array<Color, 4> colors{
      {{61, 139, 253}, {240, 128, 40}, {150, 90, 220}, {30, 160, 150}}};
  return colors[index_of(id) % colors.size()];
}

std::size_t look_number(VehicleKind kind, VehicleId id) {
  const std::size_t looks = type_of(kind).look.looks;
  return looks == 0 ? index_of(id) : index_of(id) % looks;
}

std::vector<VehiclePart> vehicle_look(VehicleKind kind, VehicleId id,
                                      const std::optional<CarColors>& chosen) {
  const LookTraits& look = type_of(kind).look;
  VehicleAssembly assembly(id, look.tag,
                           chosen.value_or(CarColors{.front = kChalk, .back = vehicle_color(id)}));
  look.build(assembly);
  return std::move(assembly.parts);
}

Pose3 pose_of_part(const VehiclePart& part, const VehicleParams& params, const VehicleState& state,
                   const Pose3& scene_from_body) {
  const double angle = part.turns.share * steering_of(params, state);
  const bool up = part.turns.axis == PartAxis::Up;
  const Quat turned = Quat::from_yaw_pitch_roll(up ? angle : 0, up ? 0 : angle, 0);
  return scene_from_body * part.part.scene_from_part * Pose3{{}, turned};
}

}  // namespace paddock
