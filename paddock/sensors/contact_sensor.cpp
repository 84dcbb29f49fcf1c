#include "paddock/sensors/contact_sensor.h"

#include <cmath>

#include "paddock/sensors/figures.h"

namespace paddock {

int sector_of(const ContactParams& params, const Pose2& world_from_body, Vec2 point_in_world) {
  const Vec2 point = inverse(world_from_body) * point_in_world;
  const double turns = det::atan2(point.y, point.x) / (2 * kPi);  // -1/2 to 1/2
  const int sector = static_cast<int>(std::floor(turns * params.sectors + 0.5));
  return (sector + params.sectors) % params.sectors;
}

void add_hit(const ContactParams& params, const Pose2& world_from_body, const ContactHit& hit,
             ContactReading& reading) {
  if (hit.impulse <= 0 || hit.impulse < params.min_impulse) return;
  const int sector = sector_of(params, world_from_body, hit.point_in_world);
  reading.impulses[static_cast<std::size_t>(sector)] += hit.impulse;
}

Result<void> check_contact(const ContactParams& params) {
  if (params.sectors < 1 || params.sectors > kMaxBumperSectors)
    return fail(ErrorCode::Invalid, "contact sectors must be 1 to ", kMaxBumperSectors, ", got ",
                params.sectors);
  return check_figures("contact", {{"min impulse", params.min_impulse}});
}

}  // namespace paddock
