// What the kernels of ray fans share with those who call them. A fan is a row of beams side by
// side, each from its own place: spinning lidars move while they turn.
#pragma once

#include <cstdint>

#include "paddock/raycast/ray_packet.h"
#include "paddock/raycast/surface.h"

namespace paddock {

/// Beams in world axes, in whole blocks of sixteen. A beam raised by e goes along
/// cos(e) level + sin(e) up.
struct FanBeams {
  const double* level[3]{};  // unit, x, y, z
  const double* up[3]{};
  const double* from[3]{};
};

/// What came back, in whole blocks of sixteen.
struct FanEcho {
  float* range{};        // m; kFanNothing where nothing was met
  float* intensity{};    // 0 to 1
  std::uint32_t* tag{};  // may be null, as may the next
  std::uint32_t* instance{};
};

inline constexpr float kFanNothing = 1e30f;

struct FanShot {
  SurfaceView surfaces;
  float max_range{};
  float attenuation{};  // 1 / m
};

/// Sixteen beams under way.
struct alignas(64) FanPacket {
  double ox[16], oy[16], oz[16], dx[16], dy[16], dz[16];
  RayPacket rays;
  RayHits hits;
};

}  // namespace paddock
