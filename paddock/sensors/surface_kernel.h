// Sixteen hits turned into distances, places and normals, from the planes of the triangles in
// double. Shared by cameras and lidars. Equations (4) to (6) of docs/physics/camera.md.
#pragma once

#include "paddock/core/doubles16.h"
#include "paddock/core/lanes16.h"
#include "paddock/raycast/ray_packet.h"
#include "paddock/raycast/surface.h"

namespace paddock::surface {

using Wide = DoublesOf<PADDOCK_TARGET_BITS>;

struct TriangleLanes {
  Wide nx, ny, nz, ax, ay, az;
  Ints finish, part, bend;
  Floats texels_per_m;
};

PADDOCK_KERNEL bool same_in_all(Ints a) { return bits_of_lanes(a == ints(a[0])) == 0xffffu; }

/// The triangles of all lanes; `index` must be in range everywhere.
PADDOCK_KERNEL TriangleLanes load_triangles(const SurfaceTriangle* table, Ints index) {
  // neighbours mostly see one triangle: one load instead of sixteen
  if (same_in_all(index)) {
    const SurfaceTriangle& t = table[index[0]];
    return {Wide(t.nx), Wide(t.ny),     Wide(t.nz),   Wide(t.ax),   Wide(t.ay),
            Wide(t.az), ints(t.finish), ints(t.part), ints(t.bend), floats(t.texels_per_m)};
  }
  double n[3][kLanes16], a[3][kLanes16];
  std::int32_t finish[kLanes16], part[kLanes16], bend[kLanes16];
  float texels[kLanes16];
  for (int i = 0; i < kLanes16; ++i) {
    const SurfaceTriangle& t = table[index[i]];
    n[0][i] = t.nx, n[1][i] = t.ny, n[2][i] = t.nz;
    a[0][i] = t.ax, a[1][i] = t.ay, a[2][i] = t.az;
    finish[i] = t.finish, part[i] = t.part, bend[i] = t.bend, texels[i] = t.texels_per_m;
  }
  return {Wide::load(n[0]),          Wide::load(n[1]),       Wide::load(n[2]),
          Wide::load(a[0]),          Wide::load(a[1]),       Wide::load(a[2]),
          load_lanes<Ints>(finish),  load_lanes<Ints>(part), load_lanes<Ints>(bend),
          load_lanes<Floats>(texels)};
}

/// Rays in double, in the frame they are met in.
struct RayLanes {
  Wide ox, oy, oz, dx, dy, dz;
};

/// The same rays as something that was moved and turned sees them.
PADDOCK_KERNEL RayLanes seen_from(const PlacedFrame& f, const RayLanes& r) {
  const Wide x = r.ox - f.at[0], y = r.oy - f.at[1], z = r.oz - f.at[2];
  const double unscaled =
      f.shrink * f.shrink;  // the columns of `turn` have the scale, and so twice
  const auto column = [&](int k, const Wide& a, const Wide& b, const Wide& c) PADDOCK_INLINE {
    return unscaled * (f.turn[k] * a + f.turn[k + 3] * b + f.turn[k + 6] * c);
  };
  return {column(0, x, y, z),          column(1, x, y, z),          column(2, x, y, z),
          column(0, r.dx, r.dy, r.dz), column(1, r.dx, r.dy, r.dz), column(2, r.dx, r.dy, r.dz)};
}

struct Vec3Lanes {
  Floats x, y, z;
};

PADDOCK_KERNEL Floats dot(const Vec3Lanes& a, const Vec3Lanes& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
PADDOCK_KERNEL Vec3Lanes scaled(const Vec3Lanes& a, Floats s) {
  return {a.x * s, a.y * s, a.z * s};
}
PADDOCK_KERNEL Vec3Lanes unit(const Vec3Lanes& a) {
  return scaled(a, 1.0f / sqrt_lanes(dot(a, a) + 1e-30f));
}
PADDOCK_KERNEL Vec3Lanes blend(Ints where, const Vec3Lanes& a, const Vec3Lanes& b) {
  return {select(where, a.x, b.x), select(where, a.y, b.y), select(where, a.z, b.z)};
}
PADDOCK_KERNEL Vec3Lanes turned(const PlacedFrame& f, const Vec3Lanes& a) {
  const auto row = [&](int k) PADDOCK_INLINE {
    const auto part = [&](int column) PADDOCK_INLINE {
      return static_cast<float>(f.shrink * f.turn[3 * k + column]);
    };
    return part(0) * a.x + part(1) * a.y + part(2) * a.z;
  };
  return {row(0), row(1), row(2)};
}

/// Where rays land, in float; lanes that met nothing hold anything finite.
struct Landing {
  Floats distance;        // in lengths of the direction
  Vec3Lanes from_corner;  // in the triangle's frame
  Vec3Lanes normal;       // geometric, outwards, scene frame
  Vec3Lanes bent;         // as the look shades it, scene frame, not yet unit
};

/// The normal a look gives to a place on its triangles.
PADDOCK_KERNEL Vec3Lanes bent_normal(const SurfaceView& view, Ints bend, const Vec3Lanes& flat,
                                     const Vec3Lanes& q) {
  const Ints bends = bend >= 0;
  if (bits_of_lanes(bends) == 0) return flat;
  if (same_in_all(bend)) {
    const SurfaceBend& b = view.bends[bend[0]];
    const auto part = [&](int k) PADDOCK_INLINE {
      return b.n[k] + b.grow[k][0] * q.x + b.grow[k][1] * q.y + b.grow[k][2] * q.z;
    };
    return {part(0), part(1), part(2)};
  }
  float n[3][kLanes16], grow[9][kLanes16];
  for (int i = 0; i < kLanes16; ++i) {
    const SurfaceBend& b = view.bends[bend[i] < 0 ? 0 : bend[i]];
    for (int k = 0; k < 3; ++k) {
      n[k][i] = b.n[k];
      for (int j = 0; j < 3; ++j) grow[3 * k + j][i] = b.grow[k][j];
    }
  }
  const auto part = [&](int k) PADDOCK_INLINE {
    return load_lanes<Floats>(n[k]) + load_lanes<Floats>(grow[3 * k]) * q.x +
           load_lanes<Floats>(grow[3 * k + 1]) * q.y + load_lanes<Floats>(grow[3 * k + 2]) * q.z;
  };
  return blend(bends, {part(0), part(1), part(2)}, flat);
}

/// (4) distance = n . (a - o) / n . d, kept between near and far; edge on it is near.
PADDOCK_KERNEL Landing land_in_frame(const SurfaceView& view, const TriangleLanes& t,
                                     const RayLanes& r, double near, double far, bool bends) {
  const Wide gx = t.ax - r.ox, gy = t.ay - r.oy, gz = t.az - r.oz;
  Wide d = (t.nx * gx + t.ny * gy + t.nz * gz) / (t.nx * r.dx + t.ny * r.dy + t.nz * r.dz);
  d = clamp_wide(d, near, far);
  Landing landing{
      .distance = narrowed(d),
      .from_corner = {narrowed(d * r.dx - gx), narrowed(d * r.dy - gy), narrowed(d * r.dz - gz)},
      .normal = {narrowed(t.nx), narrowed(t.ny), narrowed(t.nz)},
      .bent = {}};
  landing.bent =
      bends ? bent_normal(view, t.bend, landing.normal, landing.from_corner) : landing.normal;
  return landing;
}

/// All lanes, each in the frame of what it met. `bends`: shading normals are wanted.
PADDOCK_KERNEL Landing land(const SurfaceView& view, const TriangleLanes& triangles, Ints frame,
                            std::uint32_t met, const RayLanes& rays, double near, double far,
                            bool bends) {
  const std::uint32_t moved = bits_of_lanes(frame != 0) & met;
  Landing all{};
  if (moved != met) all = land_in_frame(view, triangles, rays, near, far, bends);
  // one round for each thing that was placed and is seen here
  for (std::uint32_t left = moved; left != 0;) {
    const std::int32_t index = frame[__builtin_ctz(left)];
    const PlacedFrame& f = view.frames[index];
    const Landing one = land_in_frame(view, triangles, seen_from(f, rays), near, far, bends);
    const Ints here = frame == index;
    all.distance = select(here, one.distance, all.distance);
    all.from_corner = blend(here, one.from_corner, all.from_corner);
    all.normal = blend(here, turned(f, one.normal), all.normal);
    all.bent = blend(here, turned(f, one.bent), all.bent);
    left &= ~bits_of_lanes(here);
  }
  return all;
}

/// Whether any of sixteen rays comes near a sphere around something placed. Nearly all packets of a
/// picture do not, and need no second trace.
PADDOCK_KERNEL bool may_meet_placed(const SurfaceView& view, const RayPacket& rays) {
  const Vec3Lanes o{load_lanes<Floats>(rays.ox), load_lanes<Floats>(rays.oy),
                    load_lanes<Floats>(rays.oz)};
  const Vec3Lanes d{load_lanes<Floats>(rays.dx), load_lanes<Floats>(rays.dy),
                    load_lanes<Floats>(rays.dz)};
  const Floats dd = dot(d, d);
  for (std::int32_t k = 0; k < view.reach_count; ++k) {
    const SurfaceReach& reach = view.reaches[k];
    const Vec3Lanes c{reach.x - o.x, reach.y - o.y, reach.z - o.z};
    const Floats cc = dot(c, c), along = dot(c, d);
    // the line passes within the radius, with room for rounding, and not only behind its start
    const Ints close = (Ints)((cc * 0.9999f - reach.radius_squared) * dd <= along * along);
    const Ints ahead = (along >= 0.0f) | (cc <= reach.radius_squared);
    if (bits_of_lanes(close & ahead) != 0) return true;
  }
  return false;
}

/// The part each lane belongs to: of what stands still by its triangle, else by its frame.
PADDOCK_KERNEL Ints parts_of(const SurfaceView& view, Ints part, Ints frame, std::uint32_t met) {
  if ((bits_of_lanes(frame != 0) & met) == 0) return part;
  std::int32_t lanes[kLanes16];
  for (int i = 0; i < kLanes16; ++i)
    lanes[i] = frame[i] != 0 ? view.frames[frame[i]].part : part[i];
  return load_lanes<Ints>(lanes);
}

}  // namespace paddock::surface
