#include "paddock/sensors/ray_fan.h"

#include "paddock/core/kernel_table.h"
#include "paddock/sensors/ray_fan_table.h"

namespace paddock {

PADDOCK_CHOOSE_KERNELS(FanKernels, kFanKernels, fan_kernels)

RayFan::RayFan(std::size_t beams) : beams_(beams) {
  for (std::vector<double>& row : numbers_) row.resize((beams + 15) / 16 * 16);
}

void RayFan::set(std::size_t index, const Pose3& world_from_lidar, Rot2 bearing) {
  const Vec3 level = world_from_lidar.turn * Vec3{bearing.c, bearing.s, 0};
  const Vec3 up = world_from_lidar.turn * Vec3{0, 0, 1}, from = world_from_lidar.at;
  const std::array<double, 9> values{level.x, level.y, level.z, up.x,  up.y,
                                     up.z,    from.x,  from.y,  from.z};
  for (std::size_t k = 0; k < values.size(); ++k) numbers_[k][index] = values[k];
}

FanBeams RayFan::view() const {
  FanBeams beams;
  for (std::size_t k = 0; k < 3; ++k) {
    beams.level[k] = numbers_[k].data();
    beams.up[k] = numbers_[3 + k].data();
    beams.from[k] = numbers_[6 + k].data();
  }
  return beams;
}

void trace_fan(const RayScene& scene, const RayFan& fan, Rot2 rise, int first, int last,
               const FanShot& shot, const FanEcho& echo) {
  const FanKernels& kernels = fan_kernels();
  const FanBeams beams = fan.view();
  FanPacket packet;
  for (int block = first & ~15; block <= last; block += 16) {
    std::uint32_t wanted = 0xffff;
    if (block < first) wanted &= 0xffffu << (first - block);
    if (block + 15 > last) wanted &= 0xffffu >> (block + 15 - last);
    packet.rays.wanted = wanted & 0xffffu;
    kernels.aim(beams, block, rise.c, rise.s, shot.max_range, packet);
    scene.intersect(RayKind::Lidar, packet.rays, packet.hits);
    kernels.land(shot, packet, block, echo);
  }
}

}  // namespace paddock
