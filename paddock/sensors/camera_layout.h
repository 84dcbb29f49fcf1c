// What the camera's kernels share with those who call them.
#pragma once

#include <cstdint>

#include "paddock/raycast/ray_packet.h"
#include "paddock/raycast/surface.h"

namespace paddock {

/// A lamp that may light something in the picture.
struct CameraLamp {
  float at[3]{};              // from the eye, world axes
  float per_reach_squared{};  // 1 / m^2
  float light[3]{};           // on what faces it from a metre away
};

/// What weather adds to a picture; colours are light.
struct CameraWeather {
  std::int32_t on{};
  float glow[3]{};                     // round the sun
  float cloud[3]{}, cloud_below[3]{};  // thin and thick
  float window[3]{};                   // of what is lit at dusk, now
  float clouds{};                      // share of the sky
  float drift[2]{};
  float rain{}, wetness{};
  float dusk{};
  std::uint32_t falling{};
};

/// One picture as its kernels see it.
struct CameraShot {
  double turn[9]{};  // world_from_optical, row by row
  double at[3]{};
  float near{}, far{};
  float pixel{};  // width of a pixel at z = 1
  float to_sun[3]{};
  float sun_way[4][3][16]{};  // for each sample, towards a point of the sun's disc for each pixel
  float sky_light[3]{}, sun_light[3]{};  // on level ground together 1
  float zenith[3]{}, horizon[3]{};       // light
  float fog{};
  const CameraLamp* lamps{};
  std::int32_t lamp_count{};
  CameraWeather weather;
  std::int32_t linear{};  // colours are turned into light first
  std::int32_t shadows{};
  std::int32_t slant{};
  std::int32_t drawn{};      // nothing is traced but shadows
  std::int32_t raw_depth{};  // noise comes later: no limits yet, and infinity for nothing
  float depth_min{}, depth_max{}, near_value{}, far_value{};
  SurfaceView surfaces;
  const std::uint8_t* encoding{};

  // where it goes; null: not asked for
  std::int32_t width{}, height{};
  std::uint8_t* color{};
  std::int32_t channels{3};  // of color; the fourth is 255
  float* depth{};
  std::uint8_t* tags{};
  std::uint32_t* instances{};
  float* normals{};
};

/// Sixteen pixels under way, from one stage to the next. Rows of lanes come first: each begins on a
/// cache line.
struct alignas(64) CameraTile {
  double dx[16], dy[16], dz[16];       // directions, world
  float distance[16];                  // in lengths of the direction: perpendicular depth
  float stretch[16];                   // length of the direction
  float qx[16], qy[16], qz[16];        // the hit from the triangle's first corner, in its frame
  float nx[16], ny[16], nz[16];        // geometric normal towards the eye, world
  float sx[16], sy[16], sz[16];        // shading normal, world
  float facing[16];                    // cosine between geometric normal and ray
  float to_light[16];                  // cosine between shading normal and sun, 0 where unlit
  float red[16], green[16], blue[16];  // light gathered so far

  RayPacket rays;
  RayHits hits;
  RayPacket shadow_rays;
  std::uint32_t sunward{};  // bits: pixels that the sun could light
  std::uint32_t shaded{};   // bits: what stands between the pixel and the sun's disc
  std::uint32_t met{};      // bits: pixels that see something
};

/// What wet ground mirrors in sixteen pixels: a tile of rays that begin on it.
struct alignas(64) CameraMirror {
  float share[16];  // of the mirrored light
  float damp[16];   // 0 dry to 1
  CameraTile seen;
};

}  // namespace paddock
