// A camera's pixels, sixteen at a time: a square of 4 by 4, lane = 4 row + column. Each stage reads
// what the one before left in the tile; between them rays are traced. Equations by number:
// docs/physics/camera.md.
#pragma once

#include "paddock/core/lanes16.h"
#include "paddock/sensors/camera_layout.h"
#include "paddock/sensors/surface_kernel.h"
#include "paddock/sensors/texture_kernel.h"

namespace paddock::camera {

using surface::Vec3Lanes;

inline constexpr float kNothing = 1e30f;  // a depth no scene has

/// (7) Stored colour into light: a cubic within 0.002 of sRGB, and its inverse is a table.
PADDOCK_KERNEL Floats light_of(const CameraShot& shot, Floats stored) {
  if (shot.linear == 0) return stored;
  return stored * (stored * (stored * 0.305306011f + 0.682171111f) + 0.012522878f);
}
PADDOCK_KERNEL Vec3Lanes light_of(const CameraShot& shot, const Vec3Lanes& c) {
  return {light_of(shot, c.x), light_of(shot, c.y), light_of(shot, c.z)};
}

/// 2^x for x <= 0, to about 1e-6.
PADDOCK_KERNEL Floats power_of_two(Floats x) {
  x = max_lanes(x, floats(-120.0f));
  const Floats whole = round_lanes(x), f = x - whole;
  const Floats p =
      1.0f +
      f * (0.693147181f +
           f * (0.240226507f + f * (0.0555041087f + f * (0.00961812911f + f * 0.00133335581f))));
  return p * (Floats)((ints_of(whole) + 127) << 23);
}

// --- rays ---------------------------------------------------------------------------------------

/// (3) The rays through sixteen pixels, `off` to the right and down from their middles at z = 1.
PADDOCK_KERNEL void aim(const CameraShot& shot, const float* xs, const float* ys, float off_x,
                        float off_y, CameraTile& tile) {
  const surface::Wide x = widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(xs) + off_x),
                      y = widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(ys) + off_y);
  const double* r = shot.turn;
  const surface::Wide dx = r[0] * x + r[1] * y + r[2], dy = r[3] * x + r[4] * y + r[5],
                      dz = r[6] * x + r[7] * y + r[8];
  dx.store(tile.dx), dy.store(tile.dy), dz.store(tile.dz);
  store_lanes(narrowed(dx), tile.rays.dx);
  store_lanes(narrowed(dy), tile.rays.dy);
  store_lanes(narrowed(dz), tile.rays.dz);
  store_lanes(sqrt_lanes(narrowed(x * x + y * y + 1.0)), tile.stretch);
  if (shot.drawn != 0) return;
  store_lanes(floats(static_cast<float>(shot.at[0])), tile.rays.ox);
  store_lanes(floats(static_cast<float>(shot.at[1])), tile.rays.oy);
  store_lanes(floats(static_cast<float>(shot.at[2])), tile.rays.oz);
  store_lanes(floats(shot.near), tile.rays.near);
  store_lanes(floats(shot.far), tile.rays.far);
  tile.rays.may_meet_placed = surface::may_meet_placed(shot.surfaces, tile.rays);
}

/// Where rays landed that begin wherever they like: distance, place, normals.
PADDOCK_KERNEL void land_along(const CameraShot& shot, const surface::RayLanes& rays, float near,
                               CameraTile& tile) {
  const Ints triangle = load_lanes<Ints>(tile.hits.triangle);
  // what met nothing takes any triangle that was met, so that all lanes are often alike
  const Ints index = select(triangle < 0, ints(triangle[__builtin_ctz(tile.met)]), triangle);
  const Ints frame = load_lanes<Ints>(tile.hits.frame);
  const surface::TriangleLanes triangles = surface::load_triangles(shot.surfaces.triangles, index);
  surface::Landing landing = surface::land(shot.surfaces, triangles, frame, tile.met, rays, near,
                                           shot.far, shot.color != nullptr);

  // (6) normals look towards the eye
  const Vec3Lanes way{narrowed(rays.dx), narrowed(rays.dy), narrowed(rays.dz)};
  const Floats along = surface::dot(landing.normal, way);
  const Floats side = select(along > 0.0f, floats(-1), floats(1));
  store_lanes(landing.distance, tile.distance);
  store_lanes(landing.from_corner.x, tile.qx);
  store_lanes(landing.from_corner.y, tile.qy);
  store_lanes(landing.from_corner.z, tile.qz);
  store_lanes(landing.normal.x * side, tile.nx);
  store_lanes(landing.normal.y * side, tile.ny);
  store_lanes(landing.normal.z * side, tile.nz);
  if (shot.color == nullptr) return;
  const Vec3Lanes bent = surface::scaled(surface::unit(landing.bent), side);
  store_lanes(bent.x, tile.sx), store_lanes(bent.y, tile.sy), store_lanes(bent.z, tile.sz);
  store_lanes(abs_lanes(along) / load_lanes<Floats>(tile.stretch), tile.facing);
}

/// Where the rays from the eye landed.
PADDOCK_KERNEL void land(const CameraShot& shot, CameraTile& tile) {
  tile.met = bits_of_lanes(load_lanes<Ints>(tile.hits.triangle) >= 0) & tile.rays.wanted;
  if (tile.met == 0) return;
  const surface::RayLanes rays{surface::Wide(shot.at[0]),    surface::Wide(shot.at[1]),
                               surface::Wide(shot.at[2]),    surface::Wide::load(tile.dx),
                               surface::Wide::load(tile.dy), surface::Wide::load(tile.dz)};
  land_along(shot, rays, shot.near, tile);
}

// --- light --------------------------------------------------------------------------------------

/// Which of sixteen places have nothing between them and the sun, as far as that is known.
PADDOCK_KERNEL Ints in_the_open(const CoverView& cover, const Vec3Lanes& at) {
  const Floats column = (at.x - cover.shift[0] * at.z - cover.corner[0]) * cover.per_m;
  const Floats row = (at.y - cover.shift[1] * at.z - cover.corner[1]) * cover.per_m;
  const Ints inside = (column >= 0.0f) & (row >= 0.0f) &
                      (column < static_cast<float>(cover.columns)) &
                      (row < static_cast<float>(cover.rows));
  const Floats left = floor_lanes(select(inside, column, floats(0))),
               low = floor_lanes(select(inside, row, floats(0)));
  const Ints cell = (ints_of(low) * cover.columns + ints_of(left)) * 3;
  const float* planes = &cover.cells->top;
  // what is near lies in one cell: one load instead of sixteen
  const bool alike = surface::same_in_all(cell);
  const auto load = [&](int k) PADDOCK_INLINE {
    return alike ? floats(planes[cell[0] + k]) : gather(planes + k, cell);
  };
  const Floats plane = load(0) + load(1) * (column - left - 0.5f) + load(2) * (row - low - 0.5f);
  return (at.z > select(inside, plane, floats(cover.beside))) & (at.z > cover.floor);
}

/// Rays from what the sun could light to points of its disc, another one for each pixel of four.
PADDOCK_KERNEL void aim_at_sun(const CameraShot& shot, int sample, CameraTile& tile) {
  tile.sunward = tile.shaded = tile.shadow_rays.wanted = 0;
  if (tile.met == 0) return;
  const Vec3Lanes n{load_lanes<Floats>(tile.nx), load_lanes<Floats>(tile.ny),
                    load_lanes<Floats>(tile.nz)};
  const Vec3Lanes s{load_lanes<Floats>(tile.sx), load_lanes<Floats>(tile.sy),
                    load_lanes<Floats>(tile.sz)};
  const Vec3Lanes sun{floats(shot.to_sun[0]), floats(shot.to_sun[1]), floats(shot.to_sun[2])};
  const Floats bent = surface::dot(s, sun);
  const Ints towards = (bent > 0.0f) & (surface::dot(n, sun) > 0.0f);
  const Floats to_light = select(towards, bent, floats(0));
  store_lanes(to_light, tile.to_light);
  if (shot.shadows == 0) return;
  tile.sunward = bits_of_lanes(towards) & tile.met;
  if (tile.sunward == 0) return;
  // a little off the surface: the ray must not meet where it starts
  const Floats d = load_lanes<Floats>(tile.distance);
  const Floats off = 4e-4f + 2e-5f * d;
  const surface::Wide far = widened<PADDOCK_TARGET_BITS>(d);
  const auto start = [&](int k, const double* way, Floats normal) PADDOCK_INLINE {
    return narrowed(shot.at[k] + far * surface::Wide::load(way)) + off * normal;
  };
  const Vec3Lanes at{start(0, tile.dx, n.x), start(1, tile.dy, n.y), start(2, tile.dz, n.z)};
  tile.shadow_rays.wanted = tile.sunward;
  if (shot.surfaces.cover.cells != nullptr)
    tile.shadow_rays.wanted &= ~bits_of_lanes(in_the_open(shot.surfaces.cover, at));
  if (tile.shadow_rays.wanted == 0) return;
  store_lanes(at.x, tile.shadow_rays.ox);
  store_lanes(at.y, tile.shadow_rays.oy);
  store_lanes(at.z, tile.shadow_rays.oz);
  store_lanes(load_lanes<Floats>(shot.sun_way[sample][0]), tile.shadow_rays.dx);
  store_lanes(load_lanes<Floats>(shot.sun_way[sample][1]), tile.shadow_rays.dy);
  store_lanes(load_lanes<Floats>(shot.sun_way[sample][2]), tile.shadow_rays.dz);
  store_lanes(floats(0), tile.shadow_rays.near);
  store_lanes(floats(shot.far), tile.shadow_rays.far);
  tile.shadow_rays.may_meet_placed = surface::may_meet_placed(shot.surfaces, tile.shadow_rays);
}

/// (8) The share of the sun's disc that is seen: four pixels that lie on one surface look at four
/// points of it and share what they find.
PADDOCK_KERNEL Floats sun_seen(const CameraTile& tile) {
  const Ints asked = lanes_of_bits(tile.sunward);
  const Floats open = select(lanes_of_bits(tile.shaded), floats(0), floats(1));
  if (tile.shaded == 0 || tile.shaded == tile.sunward) return open;
  const Floats d = load_lanes<Floats>(tile.distance), light = load_lanes<Floats>(tile.to_light);
  Floats sum = open, count = floats(1);
  const auto share = [&](Ints theirs, Floats their_open, Floats their_d, Floats their_light)
                         PADDOCK_INLINE {
                           const Ints alike = theirs & (abs_lanes(their_d - d) < 0.03f * d) &
                                              (abs_lanes(their_light - light) < 0.05f);
                           sum += select(alike, their_open, floats(0));
                           count += select(alike, floats(1), floats(0));
                         };
  share(from_beside(asked), from_beside(open), from_beside(d), from_beside(light));
  share(from_below(asked), from_below(open), from_below(d), from_below(light));
  share(from_below(from_beside(asked)), from_below(from_beside(open)), from_below(from_beside(d)),
        from_below(from_beside(light)));
  return sum / count;
}

PADDOCK_KERNEL Vec3Lanes sky_light(const CameraShot& shot, Floats rise) {
  const Floats low = 1.0f - clamp_lanes(rise, floats(0), floats(1));
  const Floats h = low * low * low;
  const auto mix = [&](int k) PADDOCK_INLINE {
    return shot.zenith[k] + (shot.horizon[k] - shot.zenith[k]) * h;
  };
  return {mix(0), mix(1), mix(2)};
}

struct FinishLanes {
  Vec3Lanes color;
  Floats gloss;
  Ints texture, lit, lamp;
};

PADDOCK_KERNEL FinishLanes load_finishes(const SurfaceFinish* table, Ints index) {
  if (surface::same_in_all(index)) {
    const SurfaceFinish& f = table[index[0]];
    return {{floats(f.color[0]), floats(f.color[1]), floats(f.color[2])},
            floats(f.gloss),
            ints(f.texture),
            ints(-f.lit),
            ints(-f.lamp)};
  }
  float color[3][kLanes16], gloss[kLanes16];
  std::int32_t texture[kLanes16], lit[kLanes16], lamp[kLanes16];
  for (int i = 0; i < kLanes16; ++i) {
    const SurfaceFinish& f = table[index[i]];
    for (int k = 0; k < 3; ++k) color[k][i] = f.color[k];
    gloss[i] = f.gloss, texture[i] = f.texture, lit[i] = -f.lit, lamp[i] = -f.lamp;
  }
  return {
      {load_lanes<Floats>(color[0]), load_lanes<Floats>(color[1]), load_lanes<Floats>(color[2])},
      load_lanes<Floats>(gloss),
      load_lanes<Ints>(texture),
      load_lanes<Ints>(lit),
      load_lanes<Ints>(lamp)};
}

struct UvLanes {
  Floats u, v;
  Vec3Lanes grow_u, grow_v;
};

PADDOCK_KERNEL UvLanes load_uvs(const SurfaceUv* table, Ints index) {
  if (surface::same_in_all(index)) {
    const SurfaceUv& t = table[index[0]];
    return {floats(t.u),
            floats(t.v),
            {floats(t.ux), floats(t.uy), floats(t.uz)},
            {floats(t.vx), floats(t.vy), floats(t.vz)}};
  }
  float f[8][kLanes16];
  for (int i = 0; i < kLanes16; ++i) {
    const SurfaceUv& t = table[index[i]];
    f[0][i] = t.u, f[1][i] = t.v;
    f[2][i] = t.ux, f[3][i] = t.uy, f[4][i] = t.uz;
    f[5][i] = t.vx, f[6][i] = t.vy, f[7][i] = t.vz;
  }
  const auto lanes = [&](int k) PADDOCK_INLINE { return load_lanes<Floats>(f[k]); };
  return {lanes(0), lanes(1), {lanes(2), lanes(3), lanes(4)}, {lanes(5), lanes(6), lanes(7)}};
}

/// (9), (10) The texture's stored colour, white where there is none. Seen at a slant, a pixel's
/// footprint is long: it is covered by up to four samples in a row.
PADDOCK_KERNEL Vec3Lanes textured(const CameraShot& shot, const CameraTile& tile, Ints triangle,
                                  Ints texture, Floats texels_per_m) {
  const SurfaceView& view = shot.surfaces;
  const Ints has = texture >= 0;
  const surface::TextureLanes textures = surface::load_textures(
      view.textures, select(has, texture, ints(texture[__builtin_ctz(bits_of_lanes(has))])));
  const UvLanes uv = load_uvs(view.uvs, triangle);
  const Vec3Lanes q{load_lanes<Floats>(tile.qx), load_lanes<Floats>(tile.qy),
                    load_lanes<Floats>(tile.qz)};
  const Floats u = uv.u + surface::dot(uv.grow_u, q), v = uv.v + surface::dot(uv.grow_v, q);
  const Floats facing = max_lanes(load_lanes<Floats>(tile.facing), floats(0.02f));
  const Floats across = load_lanes<Floats>(tile.distance) * shot.pixel;  // m, and / facing along
  const Floats minor = across * texels_per_m, major = minor / facing;

  // how many samples: by the pixel seen most at a slant whose texels are smaller than its footprint
  const Floats slant = select(has & (major > 1.0f), 1.0f / facing, floats(1));
  const int taps = bits_of_lanes(slant > 3.0f) != 0 ? 4 : bits_of_lanes(slant > 1.5f) != 0 ? 2 : 1;
  const float share = 1.0f / static_cast<float>(taps);
  const Floats footprint = max_lanes(minor, major * share);
  const Ints level = textures.first_level + surface::level_for(footprint, textures.levels);
  const surface::LevelLanes levels = surface::load_levels(view.levels, level);
  if (taps == 1) {
    const Vec3Lanes c = surface::sample(view, textures, levels, u, v);
    return surface::blend(has, c, {floats(1), floats(1), floats(1)});
  }

  // the footprint's long axis: the ray's way along the surface, in the triangle's frame. In what
  // was turned it is the world's, which changes only where samples lie
  const Vec3Lanes n{load_lanes<Floats>(tile.nx), load_lanes<Floats>(tile.ny),
                    load_lanes<Floats>(tile.nz)};
  const Vec3Lanes way{load_lanes<Floats>(tile.rays.dx), load_lanes<Floats>(tile.rays.dy),
                      load_lanes<Floats>(tile.rays.dz)};
  const Floats into = surface::dot(way, n);
  const Vec3Lanes along = surface::scaled(
      surface::unit({way.x - into * n.x, way.y - into * n.y, way.z - into * n.z}), across / facing);
  const Floats step_u = surface::dot(uv.grow_u, along) * share,
               step_v = surface::dot(uv.grow_v, along) * share;
  Vec3Lanes sum{floats(0), floats(0), floats(0)};
  for (int tap = 0; tap < taps; ++tap) {
    const float at = static_cast<float>(tap) - 0.5f * static_cast<float>(taps - 1);
    const Vec3Lanes c = surface::sample(view, textures, levels, u + at * step_u, v + at * step_v);
    sum.x += c.x, sum.y += c.y, sum.z += c.z;
  }
  return surface::blend(has, surface::scaled(sum, floats(share)),
                        {floats(1), floats(1), floats(1)});
}

/// (13) Highlight of the sun and reflection of the sky on polished surfaces, added to `light`.
PADDOCK_KERNEL void polish(const CameraShot& shot, const CameraTile& tile, const Vec3Lanes& way,
                           const Vec3Lanes& n, Floats gloss, Floats sun, Vec3Lanes& light) {
  (void)tile;
  const Vec3Lanes half =
      surface::unit({shot.to_sun[0] - way.x, shot.to_sun[1] - way.y, shot.to_sun[2] - way.z});
  Floats shine = max_lanes(surface::dot(half, n), floats(0));
  for (int k = 0; k < 6; ++k) shine = shine * shine;
  const Floats cosine = -surface::dot(way, n);
  const Floats graze = 1.0f - clamp_lanes(cosine, floats(0), floats(1));
  const Floats mirror = gloss * (0.04f + 0.4f * graze * graze * graze);
  const Vec3Lanes sky = sky_light(shot, way.z + 2.0f * cosine * n.z);
  const Floats bright = 0.7f * gloss * shine * sun;
  light.x += (sky.x - light.x) * mirror + bright;
  light.y += (sky.y - light.y) * mirror + bright;
  light.z += (sky.z - light.z) * mirror + bright;
}

/// (17) Light of the lamps on what is seen, times its own colour, added to `light`.
PADDOCK_KERNEL void add_lamps(const CameraShot& shot, const CameraTile& tile, const Vec3Lanes& n,
                              const Vec3Lanes& own, Vec3Lanes& light) {
  const Floats d = load_lanes<Floats>(tile.distance);
  const Vec3Lanes at =
      surface::scaled({load_lanes<Floats>(tile.rays.dx), load_lanes<Floats>(tile.rays.dy),
                       load_lanes<Floats>(tile.rays.dz)},
                      d);
  for (std::int32_t i = 0; i < shot.lamp_count; ++i) {
    const CameraLamp& lamp = shot.lamps[i];
    const Vec3Lanes way{lamp.at[0] - at.x, lamp.at[1] - at.y, lamp.at[2] - at.z};
    const Floats square = surface::dot(way, way);
    const Floats part = square * lamp.per_reach_squared;
    if ((bits_of_lanes(part < 1.0f) & tile.met) == 0) continue;
    // the square law, let down to nothing where the reach ends
    const Floats window = max_lanes(1.0f - part * part, floats(0));
    const Floats facing = max_lanes(surface::dot(n, way), floats(0));
    const Floats near = max_lanes(square, floats(0.01f));
    const Floats strength = window * window * facing / (near * sqrt_lanes(near));
    light.x += own.x * strength * lamp.light[0];
    light.y += own.y * strength * lamp.light[1];
    light.z += own.z * strength * lamp.light[2];
  }
}

/// A sample is no brighter than paper in the sun, else one glint fills its pixel.
PADDOCK_KERNEL void add_light(const Vec3Lanes& seen, float weight, CameraTile& tile) {
  const auto add = [&](Floats light, float* sum) PADDOCK_INLINE {
    const Floats kept = clamp_lanes(light, floats(0), floats(1));
    store_lanes(load_lanes<Floats>(sum) + kept * weight, sum);
  };
  add(seen.x, tile.red), add(seen.y, tile.green), add(seen.z, tile.blue);
}

/// What is met, in its own colour, as light.
struct OwnLanes {
  surface::TriangleLanes triangles;
  FinishLanes finish;
  Vec3Lanes color;
};
PADDOCK_KERNEL OwnLanes own_color(const CameraShot& shot, const CameraTile& tile) {
  const Ints triangle = load_lanes<Ints>(tile.hits.triangle);
  const Ints index = select(triangle < 0, ints(triangle[__builtin_ctz(tile.met)]), triangle);
  const surface::TriangleLanes triangles = surface::load_triangles(shot.surfaces.triangles, index);
  const FinishLanes finish = load_finishes(shot.surfaces.finishes, triangles.finish);
  Vec3Lanes own = light_of(shot, finish.color);
  if (bits_of_lanes(finish.texture >= 0) != 0) {
    const Vec3Lanes picture =
        light_of(shot, textured(shot, tile, index, finish.texture, triangles.texels_per_m));
    own = {own.x * picture.x, own.y * picture.y, own.z * picture.z};
  }
  return {triangles, finish, own};
}

/// Level ground and walls under the sky, the sun where it is seen.
PADDOCK_KERNEL Vec3Lanes lit_by_day(const CameraShot& shot, const Vec3Lanes& own, Floats up,
                                    Floats sun) {
  const Floats sky = 0.6f + 0.4f * up;
  return {own.x * (shot.sky_light[0] * sky + shot.sun_light[0] * sun),
          own.y * (shot.sky_light[1] * sky + shot.sun_light[1] * sun),
          own.z * (shot.sky_light[2] * sky + shot.sun_light[2] * sun)};
}

/// (14) So much of the horizon's colour lies over what is `far` away, m.
PADDOCK_KERNEL Vec3Lanes behind_fog(const CameraShot& shot, const Vec3Lanes& lit, Floats far) {
  const Floats clear = power_of_two(far * (-1.44269504f * shot.fog));
  return {shot.horizon[0] + (lit.x - shot.horizon[0]) * clear,
          shot.horizon[1] + (lit.y - shot.horizon[1]) * clear,
          shot.horizon[2] + (lit.z - shot.horizon[2]) * clear};
}

/// (11) to (14) Adds the light of one sample to the tile's.
PADDOCK_KERNEL void paint(const CameraShot& shot, float weight, CameraTile& tile) {
  const Floats inverse = 1.0f / load_lanes<Floats>(tile.stretch);
  const Vec3Lanes way =
      surface::scaled({load_lanes<Floats>(tile.rays.dx), load_lanes<Floats>(tile.rays.dy),
                       load_lanes<Floats>(tile.rays.dz)},
                      inverse);
  Vec3Lanes seen{};
  if (tile.met != 0) {
    const OwnLanes own = own_color(shot, tile);
    // sky from above, sun where it is seen
    const Vec3Lanes n{load_lanes<Floats>(tile.sx), load_lanes<Floats>(tile.sy),
                      load_lanes<Floats>(tile.sz)};
    const Floats sun = load_lanes<Floats>(tile.to_light) * sun_seen(tile);
    Vec3Lanes lit = lit_by_day(shot, own.color, n.z, sun);
    if (shot.lamp_count > 0) add_lamps(shot, tile, n, own.color, lit);
    const Floats gloss = own.finish.gloss;
    if (bits_of_lanes(gloss > 0.0f) != 0) polish(shot, tile, way, n, gloss, sun, lit);
    if (shot.fog > 0)
      lit = behind_fog(shot, lit,
                       load_lanes<Floats>(tile.distance) * load_lanes<Floats>(tile.stretch));
    seen = surface::blend(own.finish.lit, lit, own.color);
  }
  if (tile.met != 0xffffu)
    seen = surface::blend(lanes_of_bits(tile.met), seen, sky_light(shot, way.z));
  add_light(seen, weight, tile);
}

/// The same where nothing is met, without anything else that aim() and land() leave.
PADDOCK_KERNEL void paint_sky(const CameraShot& shot, const float* xs, const float* ys, float off_x,
                              float off_y, float weight, CameraTile& tile) {
  const surface::Wide x = widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(xs) + off_x),
                      y = widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(ys) + off_y);
  const double* r = shot.turn;
  const Floats up = narrowed(r[6] * x + r[7] * y + r[8]);
  const Floats inverse = 1.0f / sqrt_lanes(narrowed(x * x + y * y + 1.0));
  add_light(sky_light(shot, up * inverse), weight, tile);
}

// --- what is reported ---------------------------------------------------------------------------

/// Calls put(lane, pixel) for the tile's pixels that are in the picture.
template <class Put>
PADDOCK_KERNEL void each_pixel(const CameraShot& shot, int left, int top, Put&& put) {
  const int rows = shot.height - top < 4 ? shot.height - top : 4;
  const int columns = shot.width - left < 4 ? shot.width - left : 4;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      put(4 * row + column, (top + row) * shot.width + left + column);
}

PADDOCK_KERNEL bool whole_in_picture(const CameraShot& shot, int left, int top) {
  return shot.width - left >= 4 && shot.height - top >= 4;
}

/// One number a pixel.
template <class T>
PADDOCK_KERNEL void write_numbers(const CameraShot& shot, int left, int top,
                                  const T (&values)[kLanes16], void* picture) {
  auto* to = static_cast<unsigned char*>(picture);
  if (!whole_in_picture(shot, left, top)) {
    each_pixel(shot, left, top, [&](int lane, int pixel) PADDOCK_INLINE {
      __builtin_memcpy(to + sizeof(T) * static_cast<std::size_t>(pixel), values + lane, sizeof(T));
    });
    return;
  }
  for (int row = 0; row < 4; ++row)
    __builtin_memcpy(to + sizeof(T) * static_cast<std::size_t>((top + row) * shot.width + left),
                     values + 4 * row, 4 * sizeof(T));
}

/// Steps of the square root of light as stored numbers where these are light itself. Every step
/// gives what CameraShot::encoding says.
PADDOCK_KERNEL Words stored_squares(Floats step) {
  return (Words)truncated(step * step * (255.0f / (4095.0f * 4095.0f)) + 0.5f);
}

/// Red, green and blue of a pixel in three bytes, the lowest first.
PADDOCK_KERNEL void write_triples(const CameraShot& shot, int left, int top,
                                  const std::uint32_t (&rgb)[kLanes16]) {
  if (!whole_in_picture(shot, left, top)) {
    each_pixel(shot, left, top, [&](int lane, int pixel) PADDOCK_INLINE {
      for (int k = 0; k < 3; ++k)
        shot.color[3 * pixel + k] = static_cast<std::uint8_t>(rgb[lane] >> (8 * k));
    });
    return;
  }
  for (int row = 0; row < 4; ++row) {
    const std::uint32_t* p = rgb + 4 * row;
    const std::uint64_t first = p[0] | std::uint64_t{p[1]} << 24 | std::uint64_t{p[2]} << 48;
    const std::uint32_t rest = p[2] >> 16 | p[3] << 8;
    std::uint8_t* to = shot.color + 3 * ((top + row) * shot.width + left);
    __builtin_memcpy(to, &first, 8);
    __builtin_memcpy(to + 8, &rest, 4);
  }
}

PADDOCK_KERNEL void write_color(const CameraShot& shot, int left, int top, const CameraTile& tile) {
  const float* light[3]{tile.red, tile.green, tile.blue};
  std::uint32_t rgb[kLanes16];
  const auto step = [&](int k) PADDOCK_INLINE {
    const Floats l = clamp_lanes(load_lanes<Floats>(light[k]), floats(0), floats(1));
    return sqrt_lanes(l) * 4095.0f;
  };
  if (shot.linear == 0) {
    const auto stored = [&](int k) PADDOCK_INLINE { return stored_squares(round_lanes(step(k))); };
    store_lanes(stored(0) | stored(1) << 8 | stored(2) << 16, rgb);
  } else {
    std::int32_t steps[3][kLanes16];
    for (int k = 0; k < 3; ++k) store_lanes(ints_of(round_lanes(step(k))), steps[k]);
    for (int i = 0; i < kLanes16; ++i)
      rgb[i] = shot.encoding[steps[0][i]] |
               static_cast<std::uint32_t>(shot.encoding[steps[1][i]]) << 8 |
               static_cast<std::uint32_t>(shot.encoding[steps[2][i]]) << 16;
  }
  if (shot.channels == 3) return write_triples(shot, left, top, rgb);
  std::uint32_t rgba[kLanes16];
  store_lanes(load_lanes<Words>(rgb) | words(0xff000000u), rgba);
  write_numbers(shot, left, top, rgba, shot.color);
}

PADDOCK_KERNEL Floats limited(const CameraShot& shot, Floats depth) {
  const Floats near = select(depth < shot.depth_min, floats(shot.near_value), depth);
  return select(depth > shot.depth_max, floats(shot.far_value), near);
}

PADDOCK_KERNEL void write_depth(const CameraShot& shot, int left, int top, const CameraTile& tile) {
  Floats depth = load_lanes<Floats>(tile.distance);
  if (shot.slant != 0) depth = depth * load_lanes<Floats>(tile.stretch);
  depth = select(lanes_of_bits(tile.met), depth, floats(kNothing));
  if (shot.raw_depth == 0) depth = limited(shot, depth);
  float values[kLanes16];
  store_lanes(depth, values);
  write_numbers(shot, left, top, values, shot.depth);
}

PADDOCK_KERNEL void write_parts(const CameraShot& shot, int left, int top, const CameraTile& tile) {
  const auto part_of = [&](int lane) PADDOCK_INLINE {
    const std::int32_t frame = tile.hits.frame[lane];
    return shot.surfaces.parts[frame != 0 ? shot.surfaces.frames[frame].part
                                          : shot.surfaces.triangles[tile.hits.triangle[lane]].part];
  };
  std::uint8_t tag[kLanes16]{};
  std::uint32_t instance[kLanes16]{};
  const auto put = [&](int lane, const SurfacePart& part) PADDOCK_INLINE {
    tag[lane] = static_cast<std::uint8_t>(part.tag), instance[lane] = part.instance;
  };
  // neighbours mostly see one thing
  const bool alike = tile.met == 0xffffu &&
                     surface::same_in_all(load_lanes<Ints>(tile.hits.triangle)) &&
                     surface::same_in_all(load_lanes<Ints>(tile.hits.frame));
  if (alike) {
    const SurfacePart part = part_of(0);
    for (int i = 0; i < kLanes16; ++i) put(i, part);
  } else {
    for (int i = 0; i < kLanes16; ++i)
      if ((tile.met >> i & 1u) != 0) put(i, part_of(i));
  }
  if (shot.tags != nullptr) write_numbers(shot, left, top, tag, shot.tags);
  if (shot.instances != nullptr) write_numbers(shot, left, top, instance, shot.instances);
}

/// From world axes to the camera's: x ahead, y left, z up.
PADDOCK_KERNEL void write_normals(const CameraShot& shot, int left, int top,
                                  const CameraTile& tile) {
  const Vec3Lanes n{load_lanes<Floats>(tile.nx), load_lanes<Floats>(tile.ny),
                    load_lanes<Floats>(tile.nz)};
  const auto along = [&](int column) PADDOCK_INLINE {
    return static_cast<float>(shot.turn[column]) * n.x +
           static_cast<float>(shot.turn[3 + column]) * n.y +
           static_cast<float>(shot.turn[6 + column]) * n.z;
  };
  const Ints met = lanes_of_bits(tile.met);
  float values[3][kLanes16];
  store_lanes(select(met, along(2), floats(0)), values[0]);
  store_lanes(select(met, -along(0), floats(0)), values[1]);
  store_lanes(select(met, -along(1), floats(0)), values[2]);
  each_pixel(shot, left, top, [&](int lane, int pixel) PADDOCK_INLINE {
    for (int k = 0; k < 3; ++k) shot.normals[3 * pixel + k] = values[k][lane];
  });
}

/// Everything but colour: one ray through the middle of the pixel answers it.
PADDOCK_KERNEL void write_geometry(const CameraShot& shot, int left, int top,
                                   const CameraTile& tile) {
  if (shot.depth != nullptr) write_depth(shot, left, top, tile);
  if (shot.tags != nullptr || shot.instances != nullptr) write_parts(shot, left, top, tile);
  if (shot.normals != nullptr) write_normals(shot, left, top, tile);
}

}  // namespace paddock::camera
