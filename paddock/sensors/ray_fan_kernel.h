// Sixteen neighbouring beams of a fan: where they go and what comes back.
#pragma once

#include "paddock/sensors/ray_fan_layout.h"
#include "paddock/sensors/surface_kernel.h"

namespace paddock::fan {

using surface::Vec3Lanes;
using surface::Wide;

struct Rise {
  double cosine{1}, sine{};
};

PADDOCK_KERNEL void aim(const FanBeams& beams, int first, const Rise& rise, float max_range,
                        FanPacket& packet) {
  double* way[3]{packet.dx, packet.dy, packet.dz};
  double* from[3]{packet.ox, packet.oy, packet.oz};
  float* ray_way[3]{packet.rays.dx, packet.rays.dy, packet.rays.dz};
  float* ray_from[3]{packet.rays.ox, packet.rays.oy, packet.rays.oz};
  for (int k = 0; k < 3; ++k) {
    const Wide d = Wide(rise.cosine) * Wide::load(beams.level[k] + first) +
                   Wide(rise.sine) * Wide::load(beams.up[k] + first);
    const Wide o = Wide::load(beams.from[k] + first);
    d.store(way[k]), o.store(from[k]);
    store_lanes(narrowed(d), ray_way[k]);
    store_lanes(narrowed(o), ray_from[k]);
  }
  store_lanes(floats(0), packet.rays.near);
  store_lanes(floats(max_range), packet.rays.far);
}

/// e^x for x <= 0, to about 1e-6.
PADDOCK_KERNEL Floats fading(Floats x) {
  x = max_lanes(x * 1.44269504f, floats(-120.0f));
  const Floats whole = round_lanes(x), f = x - whole;
  const Floats p =
      1.0f +
      f * (0.693147181f +
           f * (0.240226507f + f * (0.0555041087f + f * (0.00961812911f + f * 0.00133335581f))));
  return p * (Floats)((ints_of(whole) + 127) << 23);
}

/// Brightness of the finishes, as stored.
PADDOCK_KERNEL Floats brightness(const SurfaceFinish* table, Ints index) {
  const auto of = [](const SurfaceFinish& f) PADDOCK_INLINE {
    return 0.2126f * f.color[0] + 0.7152f * f.color[1] + 0.0722f * f.color[2];
  };
  if (surface::same_in_all(index)) return floats(of(table[index[0]]));
  float lanes[kLanes16];
  for (int i = 0; i < kLanes16; ++i) lanes[i] = of(table[index[i]]);
  return load_lanes<Floats>(lanes);
}

template <class V, class T>
PADDOCK_KERNEL void put(Ints wanted, V value, T* to) {
  store_lanes(select(wanted, value, load_lanes<V>(to)), to);
}

/// Writes what the wanted beams from `first` on met.
PADDOCK_KERNEL void land(const FanShot& shot, const FanPacket& packet, int first,
                         const FanEcho& echo) {
  const Ints wanted = lanes_of_bits(packet.rays.wanted);
  const Ints triangle = load_lanes<Ints>(packet.hits.triangle);
  const std::uint32_t met = bits_of_lanes(triangle >= 0) & packet.rays.wanted;
  if (met == 0) {
    put(wanted, floats(kFanNothing), echo.range + first);
    put(wanted, floats(0), echo.intensity + first);
    if (echo.tag != nullptr) put(wanted, words(0), echo.tag + first);
    if (echo.instance != nullptr) put(wanted, words(0), echo.instance + first);
    return;
  }
  const Ints index = select(triangle < 0, ints(triangle[__builtin_ctz(met)]), triangle);
  const Ints frame = load_lanes<Ints>(packet.hits.frame);
  const surface::TriangleLanes triangles = surface::load_triangles(shot.surfaces.triangles, index);
  const surface::RayLanes rays{Wide::load(packet.ox), Wide::load(packet.oy), Wide::load(packet.oz),
                               Wide::load(packet.dx), Wide::load(packet.dy), Wide::load(packet.dz)};
  const surface::Landing landing =
      surface::land(shot.surfaces, triangles, frame, met, rays, 0, shot.max_range, false);
  const Ints there = lanes_of_bits(met);
  put(wanted, select(there, landing.distance, floats(kFanNothing)), echo.range + first);

  // (2) what comes back: brightness of the surface, how squarely it is met, what the air leaves
  const Vec3Lanes way{narrowed(rays.dx), narrowed(rays.dy), narrowed(rays.dz)};
  const Floats square = abs_lanes(surface::dot(landing.normal, way));
  const Floats back = brightness(shot.surfaces.finishes, triangles.finish) * square *
                      fading(landing.distance * -shot.attenuation);
  put(wanted, select(there, back, floats(0)), echo.intensity + first);

  if (echo.tag == nullptr && echo.instance == nullptr) return;
  const Ints part = surface::parts_of(shot.surfaces, triangles.part, frame, met);
  Words tag, instance;
  if (surface::same_in_all(part)) {
    const SurfacePart& p = shot.surfaces.parts[part[0]];
    tag = words(p.tag), instance = words(p.instance);
  } else {
    std::uint32_t tags[kLanes16], instances[kLanes16];
    for (int i = 0; i < kLanes16; ++i) {
      const SurfacePart& p = shot.surfaces.parts[part[i]];
      tags[i] = p.tag, instances[i] = p.instance;
    }
    tag = load_lanes<Words>(tags), instance = load_lanes<Words>(instances);
  }
  if (echo.tag != nullptr) put(wanted, select(there, tag, words(0)), echo.tag + first);
  if (echo.instance != nullptr)
    put(wanted, select(there, instance, words(0)), echo.instance + first);
}

}  // namespace paddock::fan
