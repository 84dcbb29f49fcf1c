#include "paddock/world/pieces/solid_part.h"

#include "paddock/core/det_math.h"

namespace paddock {

std::vector<SolidPart> box_parts(Vec3 size) { return {{BoxPart{size}, {{0, 0, size.z / 2}, {}}}}; }

std::vector<SolidPart> cylinder_parts(double radius, double height) {
  return {{CylinderPart{radius, height}, {{0, 0, height / 2}, {}}}};
}

SolidPart box_along(const BoxAlong& box) {
  const Quat turn = Quat::from_yaw_pitch_roll(det::atan2(box.along.y, box.along.x), 0, 0);
  return {BoxPart{{length(box.along), box.thickness, box.height}},
          {{box.middle.x, box.middle.y, box.height / 2}, turn}};
}

}  // namespace paddock
