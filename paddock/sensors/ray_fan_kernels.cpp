// Compiled once for each SIMD target. Nothing here but kernel headers.
#include "paddock/sensors/ray_fan_kernel.h"
#include "paddock/sensors/ray_fan_table.h"

namespace paddock::PADDOCK_TARGET {

extern const FanKernels kFanKernels;

namespace {

void aim(const FanBeams& beams, int first, double cosine, double sine, float max_range,
         FanPacket& packet) {
  fan::aim(beams, first, {cosine, sine}, max_range, packet);
}
void land(const FanShot& shot, const FanPacket& packet, int first, const FanEcho& echo) {
  fan::land(shot, packet, first, echo);
}

}  // namespace

const FanKernels kFanKernels{.aim = aim, .land = land};

}  // namespace paddock::PADDOCK_TARGET
