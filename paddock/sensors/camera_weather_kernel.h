// What a camera sees in weather: clouds, wet ground that mirrors, fog, lamps at dusk, rain. Stages
// that stand in for those of camera_kernel.h, so that pictures without weather have nothing of it.
// Equations (18) to (24) of docs/physics/camera.md.
#pragma once

#include "paddock/sensors/camera_kernel.h"

namespace paddock::camera {

// --- noise --------------------------------------------------------------------------------------

/// 0 to 1 by three whole numbers.
PADDOCK_KERNEL Floats hashed(Ints x, Ints y, std::uint32_t z) {
  Words h = (Words)x * words(0x9e3779b1u) ^ (Words)y * words(0x85ebca77u) ^ words(z * 0xc2b2ae3du);
  h = (h ^ (h >> 15)) * words(0x2c1b3c6du);
  h = (h ^ (h >> 12)) * words(0x297a2d39u);
  h = h ^ (h >> 15);
  return floats_of((Ints)(h >> 8)) * 5.9604645e-8f;
}

PADDOCK_KERNEL Floats eased(Floats t) {
  t = clamp_lanes(t, floats(0), floats(1));
  return t * t * (3.0f - 2.0f * t);
}

/// Smooth noise, 0 to 1, a hill or a dent at each whole place.
PADDOCK_KERNEL Floats noise(Floats x, Floats y, std::uint32_t seed) {
  x = clamp_lanes(x, floats(-1e6f), floats(1e6f)), y = clamp_lanes(y, floats(-1e6f), floats(1e6f));
  const Floats left = floor_lanes(x), low = floor_lanes(y);
  const Floats u = eased(x - left), v = eased(y - low);
  const Ints i = ints_of(left), j = ints_of(low);
  const Floats a = hashed(i, j, seed), b = hashed(i + 1, j, seed);
  const Floats c = hashed(i, j + 1, seed), d = hashed(i + 1, j + 1, seed);
  const Floats bottom = a + (b - a) * u, top = c + (d - c) * u;
  return bottom + (top - bottom) * v;
}

/// The same in several sizes, each half as large and as strong.
PADDOCK_KERNEL Floats rough_noise(Floats x, Floats y, int sizes) {
  Floats sum = floats(0);
  float strength = 0.5f, all = 0;
  for (int k = 0; k < sizes; ++k) {
    sum += strength * noise(x, y, static_cast<std::uint32_t>(k));
    all += strength;
    // turned besides, so that no grid shows
    const Floats turned = 1.6f * x + 1.2f * y;
    y = 1.6f * y - 1.2f * x, x = turned;
    strength *= 0.5f;
  }
  return sum * (1.0f / all);
}

// --- sky ----------------------------------------------------------------------------------------

PADDOCK_KERNEL Vec3Lanes mixed(const Vec3Lanes& a, const float (&b)[3], Floats part) {
  return {a.x + (b[0] - a.x) * part, a.y + (b[1] - a.y) * part, a.z + (b[2] - a.z) * part};
}

/// (21) The sky along `way`, unit: glow round the sun, clouds, and the air before them.
PADDOCK_KERNEL Vec3Lanes sky_in_weather(const CameraShot& shot, const Vec3Lanes& way) {
  const CameraWeather& w = shot.weather;
  const Floats rise = clamp_lanes(way.z, floats(0), floats(1));
  Vec3Lanes sky = sky_light(shot, way.z);
  const Vec3Lanes sun{floats(shot.to_sun[0]), floats(shot.to_sun[1]), floats(shot.to_sun[2])};
  const Floats towards = clamp_lanes(surface::dot(way, sun), floats(0), floats(1));
  Floats wide = towards;
  for (int k = 0; k < 3; ++k) wide = wide * wide;
  Floats narrow = wide;
  for (int k = 0; k < 5; ++k) narrow = narrow * narrow;
  const Floats disc = eased((towards - 0.99985f) * 1e4f);
  const Floats glow = 0.22f * wide + 0.4f * narrow + disc;
  sky = {sky.x + w.glow[0] * glow, sky.y + w.glow[1] * glow, sky.z + w.glow[2] * glow};
  if (w.clouds > 0) {
    // a layer seen from below, bent down to the horizon
    const Floats near = 1.6f / (rise + 0.14f);
    const Floats n = rough_noise(way.x * near + w.drift[0], way.y * near + w.drift[1], 5);
    const Floats over = n - (0.85f - 1.05f * w.clouds);
    const Floats there = eased(over * 5.0f) * clamp_lanes(7.0f * way.z, floats(0), floats(1));
    const Floats thick = eased(over * 1.6f);
    const Floats lining = 0.5f * wide * (1.0f - thick);
    const auto mix = [&](int k, Floats from) PADDOCK_INLINE {
      const Floats cloud =
          w.cloud[k] + (w.cloud_below[k] - w.cloud[k]) * thick + w.glow[k] * lining;
      return from + (cloud - from) * there;
    };
    sky = {mix(0, sky.x), mix(1, sky.y), mix(2, sky.z)};
  }
  if (shot.fog > 0) {
    const Floats clear = power_of_two((-60.0f * 1.44269504f * shot.fog) / (rise + 0.02f));
    sky = mixed(sky, shot.horizon, 1.0f - clear);
  }
  return sky;
}

// --- wet ground ---------------------------------------------------------------------------------

/// Which lanes see roads and pavements.
PADDOCK_KERNEL Ints is_paved(const CameraShot& shot, const CameraTile& tile) {
  std::int32_t paved[kLanes16]{};
  for (int i = 0; i < kLanes16; ++i) {
    if ((tile.met >> i & 1u) == 0 || tile.hits.frame[i] != 0) continue;
    const std::uint32_t tag =
        shot.surfaces.parts[shot.surfaces.triangles[tile.hits.triangle[i]].part].tag;
    paved[i] = tag >= 6 && tag <= 8 ? -1 : 0;  // road line, road, pavement
  }
  return load_lanes<Ints>(paved);
}

/// (22) Rays from wet ground to where it mirrors, and how much it does.
PADDOCK_KERNEL void aim_at_mirror(const CameraShot& shot, const CameraTile& tile,
                                  CameraMirror& mirror) {
  CameraTile& seen = mirror.seen;
  seen.met = seen.rays.wanted = 0;
  store_lanes(floats(0), mirror.share), store_lanes(floats(0), mirror.damp);
  const CameraWeather& w = shot.weather;
  if (tile.met == 0 || w.wetness <= 0) return;
  const Floats up = load_lanes<Floats>(tile.nz);
  const Ints level = (up > 0.9f) & lanes_of_bits(tile.met);
  if (bits_of_lanes(level) == 0) return;
  const Ints paved = level & is_paved(shot, tile);

  const Floats d = load_lanes<Floats>(tile.distance);
  const surface::Wide far = widened<PADDOCK_TARGET_BITS>(d);
  const auto place = [&](int k, const double* way) PADDOCK_INLINE {
    return narrowed(shot.at[k] + far * surface::Wide::load(way));
  };
  const Vec3Lanes at{place(0, tile.dx), place(1, tile.dy), place(2, tile.dz)};
  const Vec3Lanes way{load_lanes<Floats>(tile.rays.dx), load_lanes<Floats>(tile.rays.dy),
                      load_lanes<Floats>(tile.rays.dz)};
  const float damp = w.wetness * 1.6f < 1.0f ? w.wetness * 1.6f : 1.0f;
  const Floats water = rough_noise(0.45f * at.x, 0.45f * at.y, 3);
  const Floats puddle =
      w.wetness > 0.25f ? eased((water - (0.98f - 0.55f * w.wetness)) * 9.0f) : floats(0);
  store_lanes(select(paved, floats(damp), select(level, floats(0.5f * damp), floats(0))),
              mirror.damp);

  // rings where drops fall; and between puddles the film is as rough as what lies under it
  const float rings = 0.10f * w.rain;
  const Floats stir = rings + 0.03f * (1.0f - puddle);
  const Floats tilt_x = (noise(14.0f * at.x, 14.0f * at.y, w.falling) - 0.5f) * stir,
               tilt_y = (noise(14.0f * at.x, 14.0f * at.y, w.falling + 1) - 0.5f) * stir;
  const Vec3Lanes n = surface::unit({tilt_x, tilt_y, floats(1)});
  const Floats along = surface::dot(way, n), stretch = load_lanes<Floats>(tile.stretch);
  const Floats graze = 1.0f - clamp_lanes(-along / stretch, floats(0), floats(1));
  const Floats graze2 = graze * graze;
  const Floats fresnel = 0.02f + 0.98f * graze2 * graze2 * graze;
  const Floats film = 0.3f * damp * fresnel, pool = 0.03f + 0.97f * fresnel;
  const Floats share = film + (pool - film) * puddle;
  const Ints wanted = paved & (share > 0.012f);
  store_lanes(select(wanted, share, floats(0)), mirror.share);
  seen.rays.wanted = bits_of_lanes(wanted);
  if (seen.rays.wanted == 0) return;

  const Floats least = 0.002f * stretch;
  const Vec3Lanes away{way.x - 2.0f * along * n.x, way.y - 2.0f * along * n.y,
                       max_lanes(way.z - 2.0f * along * n.z, least)};
  const Floats off = 1e-3f + 4e-5f * d;
  store_lanes(at.x, seen.rays.ox), store_lanes(at.y, seen.rays.oy);
  store_lanes(at.z + off, seen.rays.oz);
  store_lanes(away.x, seen.rays.dx), store_lanes(away.y, seen.rays.dy);
  store_lanes(away.z, seen.rays.dz);
  widened<PADDOCK_TARGET_BITS>(away.x).store(seen.dx);
  widened<PADDOCK_TARGET_BITS>(away.y).store(seen.dy);
  widened<PADDOCK_TARGET_BITS>(away.z).store(seen.dz);
  store_lanes(sqrt_lanes(surface::dot(away, away)), seen.stretch);
  store_lanes(floats(0), seen.rays.near), store_lanes(floats(shot.far), seen.rays.far);
  seen.rays.may_meet_placed = surface::may_meet_placed(shot.surfaces, seen.rays);
}

/// Where the mirror's rays landed.
PADDOCK_KERNEL void land_mirror(const CameraShot& shot, CameraMirror& mirror) {
  CameraTile& seen = mirror.seen;
  seen.met = bits_of_lanes(load_lanes<Ints>(seen.hits.triangle) >= 0) & seen.rays.wanted;
  if (seen.met == 0) return;
  const surface::RayLanes rays{widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(seen.rays.ox)),
                               widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(seen.rays.oy)),
                               widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(seen.rays.oz)),
                               surface::Wide::load(seen.dx),
                               surface::Wide::load(seen.dy),
                               surface::Wide::load(seen.dz)};
  land_along(shot, rays, 0, seen);
}

// --- light --------------------------------------------------------------------------------------

/// (23) Windows and lamps that are lit from within.
PADDOCK_KERNEL Vec3Lanes lit_from_within(const CameraShot& shot, const OwnLanes& own,
                                         const Vec3Lanes& lit) {
  const CameraWeather& w = shot.weather;
  if (w.dusk <= 0 || bits_of_lanes(own.finish.lamp) == 0) return lit;
  const auto glow = [&](Floats seen, Floats color, float lamp) PADDOCK_INLINE {
    const Floats bright = max_lanes(color, floats(lamp));
    return select(own.finish.lamp, seen + (bright - seen) * w.dusk, seen);
  };
  return {glow(lit.x, own.color.x, w.window[0]), glow(lit.y, own.color.y, w.window[1]),
          glow(lit.z, own.color.z, w.window[2])};
}

PADDOCK_KERNEL Vec3Lanes shading_normal(const CameraTile& tile) {
  return {load_lanes<Floats>(tile.sx), load_lanes<Floats>(tile.sy), load_lanes<Floats>(tile.sz)};
}

/// What the ground mirrors: as it is, but for shadows, lamps' light and polish. `before`: m to the
/// ground.
PADDOCK_KERNEL Vec3Lanes mirrored(const CameraShot& shot, const CameraTile& tile, Floats before) {
  const Floats inverse = 1.0f / load_lanes<Floats>(tile.stretch);
  const Vec3Lanes way =
      surface::scaled({load_lanes<Floats>(tile.rays.dx), load_lanes<Floats>(tile.rays.dy),
                       load_lanes<Floats>(tile.rays.dz)},
                      inverse);
  Vec3Lanes seen{floats(0), floats(0), floats(0)};
  if (tile.met != 0) {
    const OwnLanes own = own_color(shot, tile);
    const Vec3Lanes n = shading_normal(tile);
    const Vec3Lanes sun{floats(shot.to_sun[0]), floats(shot.to_sun[1]), floats(shot.to_sun[2])};
    Vec3Lanes lit = lit_by_day(shot, own.color, n.z, max_lanes(surface::dot(n, sun), floats(0)));
    lit = lit_from_within(shot, own, lit);
    if (shot.fog > 0)
      lit = behind_fog(
          shot, lit, before + load_lanes<Floats>(tile.distance) * load_lanes<Floats>(tile.stretch));
    seen = surface::blend(own.finish.lit, lit, own.color);
  }
  if (tile.met == tile.rays.wanted) return seen;
  return surface::blend(lanes_of_bits(tile.met), seen, sky_in_weather(shot, way));
}

/// (24) Drops that fall before what is `far` away, m, while the shutter is open.
PADDOCK_KERNEL Vec3Lanes behind_rain(const CameraShot& shot, const float* xs, const float* ys,
                                     Floats far, Vec3Lanes seen) {
  const CameraWeather& w = shot.weather;
  if (w.rain <= 0) return seen;
  constexpr float kColumns[]{11, 23, 47}, kNear[]{1.2f, 3, 8}, kBright[]{0.34f, 0.26f, 0.2f};
  const Floats x = load_lanes<Floats>(xs), y = load_lanes<Floats>(ys);
  for (int layer = 0; layer < 3; ++layer) {
    const auto seed = w.falling * 3 + static_cast<std::uint32_t>(layer);
    const float columns = kColumns[layer];
    const Floats across = (x + 0.05f * y) * columns;
    const Floats column = floor_lanes(across);
    const Ints i = ints_of(clamp_lanes(column, floats(-1e6f), floats(1e6f)));
    const Floats down = y * (0.10f * columns) + 8.0f * hashed(i, ints(7), seed);
    const Floats row = floor_lanes(down);
    const Ints j = ints_of(clamp_lanes(row, floats(-1e6f), floats(1e6f)));
    const Floats falls = hashed(i, j, seed + 11), side = hashed(i, j, seed + 23);
    // no thinner than a pixel, and then fainter
    const float thin = 0.035f, pixel = 0.7f * shot.pixel * columns;
    const float half = pixel > thin ? pixel : thin;
    const Floats off = abs_lanes(across - column - (0.15f + 0.7f * side));
    const Floats line =
        clamp_lanes(1.0f - off * (1.0f / half), floats(0), floats(1)) * (thin / half);
    const Floats fall = down - row;
    const Floats tail = clamp_lanes(6.0f * fall * (1.0f - fall), floats(0), floats(1));
    const Floats there =
        select((falls < 0.85f * w.rain) & (far > kNear[layer]), line * tail, floats(0)) *
        kBright[layer];
    const auto brighten = [&](Floats c, float air)
                              PADDOCK_INLINE { return c + (0.25f + 0.75f * air - c) * there; };
    seen = {brighten(seen.x, shot.horizon[0]), brighten(seen.y, shot.horizon[1]),
            brighten(seen.z, shot.horizon[2])};
  }
  return seen;
}

/// paint() in weather.
PADDOCK_KERNEL void paint_in_weather(const CameraShot& shot, const float* xs, const float* ys,
                                     float weight, const CameraMirror& mirror, CameraTile& tile) {
  const Floats stretch = load_lanes<Floats>(tile.stretch);
  const Vec3Lanes way =
      surface::scaled({load_lanes<Floats>(tile.rays.dx), load_lanes<Floats>(tile.rays.dy),
                       load_lanes<Floats>(tile.rays.dz)},
                      1.0f / stretch);
  const Ints met = lanes_of_bits(tile.met);
  const Floats far = load_lanes<Floats>(tile.distance) * stretch;
  Vec3Lanes seen{floats(0), floats(0), floats(0)};
  if (tile.met != 0) {
    OwnLanes own = own_color(shot, tile);
    const Vec3Lanes exact = own.color;
    const Floats dark = 1.0f - 0.45f * load_lanes<Floats>(mirror.damp);
    own.color = surface::scaled(own.color, dark);
    const Vec3Lanes n = shading_normal(tile);
    const Floats sun = load_lanes<Floats>(tile.to_light) * sun_seen(tile);
    Vec3Lanes lit = lit_by_day(shot, own.color, n.z, sun);
    if (shot.lamp_count > 0) add_lamps(shot, tile, n, own.color, lit);
    const Floats gloss = own.finish.gloss;
    if (bits_of_lanes(gloss > 0.0f) != 0)
      polish(shot, tile, way, n, gloss, sun * shot.sun_light[1], lit);
    if (mirror.seen.rays.wanted != 0) {
      const Vec3Lanes image = mirrored(shot, mirror.seen, far);
      const Floats share = load_lanes<Floats>(mirror.share);
      lit = {lit.x + (image.x - lit.x) * share, lit.y + (image.y - lit.y) * share,
             lit.z + (image.z - lit.z) * share};
    }
    lit = lit_from_within(shot, own, lit);
    if (shot.fog > 0) lit = behind_fog(shot, lit, far);
    seen = surface::blend(own.finish.lit, lit, exact);
  }
  if (tile.met != 0xffffu) seen = surface::blend(met, seen, sky_in_weather(shot, way));
  seen = behind_rain(shot, xs, ys, select(met, far, floats(kNothing)), seen);
  add_light(seen, weight, tile);
}

/// paint_sky() in weather.
PADDOCK_KERNEL void paint_sky_in_weather(const CameraShot& shot, const float* xs, const float* ys,
                                         float off_x, float off_y, float weight, CameraTile& tile) {
  const surface::Wide x = widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(xs) + off_x),
                      y = widened<PADDOCK_TARGET_BITS>(load_lanes<Floats>(ys) + off_y);
  const double* r = shot.turn;
  const Floats inverse = 1.0f / sqrt_lanes(narrowed(x * x + y * y + 1.0));
  const auto along = [&](int k) PADDOCK_INLINE {
    return narrowed(r[k] * x + r[k + 1] * y + r[k + 2]) * inverse;
  };
  const Vec3Lanes sky = sky_in_weather(shot, {along(0), along(3), along(6)});
  add_light(behind_rain(shot, xs, ys, floats(kNothing), sky), weight, tile);
}

}  // namespace paddock::camera
