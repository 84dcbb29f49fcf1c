// Pictures on surfaces, for sixteen lanes at once: the level whose texels are about as large as the
// pixel's footprint, four texels blended. Equations (9) and (10) of docs/physics/camera.md.
#pragma once

#include "paddock/core/lanes16.h"
#include "paddock/raycast/surface.h"
#include "paddock/sensors/surface_kernel.h"

namespace paddock::surface {

/// The textures of all lanes as levels they can index.
struct TextureLanes {
  Ints first_level, levels, repeats;
};

PADDOCK_KERNEL TextureLanes load_textures(const SurfaceTexture* table, Ints index) {
  if (same_in_all(index)) {
    const SurfaceTexture& t = table[index[0]];
    return {ints(t.first_level), ints(t.levels), ints(t.repeats)};
  }
  std::int32_t first[kLanes16], levels[kLanes16], repeats[kLanes16];
  for (int i = 0; i < kLanes16; ++i) {
    const SurfaceTexture& t = table[index[i]];
    first[i] = t.first_level, levels[i] = t.levels, repeats[i] = t.repeats;
  }
  return {load_lanes<Ints>(first), load_lanes<Ints>(levels), load_lanes<Ints>(repeats)};
}

/// One size of a texture for each lane.
struct LevelLanes {
  Ints first, width, height;
};

PADDOCK_KERNEL LevelLanes load_levels(const TextureLevel* table, Ints index) {
  if (same_in_all(index)) {
    const TextureLevel& l = table[index[0]];
    return {ints(l.first), ints(l.width), ints(l.height)};
  }
  std::int32_t first[kLanes16], width[kLanes16], height[kLanes16];
  for (int i = 0; i < kLanes16; ++i) {
    const TextureLevel& l = table[index[i]];
    first[i] = l.first, width[i] = l.width, height[i] = l.height;
  }
  return {load_lanes<Ints>(first), load_lanes<Ints>(width), load_lanes<Ints>(height)};
}

/// Where a coordinate lies between texels.
struct Between {
  Ints low, high;
  Floats part;  // of the way from low to high
};

/// Down the rows, which are apart in memory.
PADDOCK_KERNEL Between between_rows(Floats at, Ints size, Ints repeats) {
  const Floats whole = floor_lanes(at);
  const Ints low = ints_of(whole), high = low + 1, last = size - 1;
  // one step outside wraps or stays; anything further is no number, and must stay inside too
  const Ints low_in =
      select(low < 0, select(repeats, last, ints(0)), select(low > last, last, low));
  const Ints high_in =
      select(high > last, select(repeats, ints(0), last), select(high < 0, ints(0), high));
  return {low_in, high_in, at - whole};
}

/// Along a row, where the right neighbour of the last texel is stored after it.
PADDOCK_KERNEL Between between_columns(Floats at, Ints size, Ints repeats) {
  const Floats whole = floor_lanes(at);
  const Ints low = ints_of(whole), last = size - 1;
  const Ints left = low < 0;
  const Ints low_in = select(left, select(repeats, last, ints(0)), select(low > last, last, low));
  const Floats part = at - whole;
  return {low_in, low_in + 1, select(left, select(repeats, part, floats(0)), part)};
}

/// A texel and its right neighbour for each lane: one load of eight bytes.
struct Pairs {
  Words left, right;
};

PADDOCK_KERNEL Pairs load_pairs(const std::uint32_t* texels, Ints at) {
  Pairs pairs;
  gather_pairs(texels, at, pairs.left, pairs.right);
  return pairs;
}

PADDOCK_KERNEL Floats blend4(const Pairs& upper, const Pairs& lower, int shift, Floats x,
                             Floats y) {
  const auto channel = [&](Words texel)
                           PADDOCK_INLINE { return floats_of((Ints)(texel >> shift & 255u)); };
  const Floats a = channel(upper.left), b = channel(upper.right);
  const Floats c = channel(lower.left), d = channel(lower.right);
  const Floats top = a + (b - a) * x, bottom = c + (d - c) * x;
  return (top + (bottom - top) * y) * (1.0f / 255.0f);
}

/// Stored colour at (u, v).
PADDOCK_KERNEL Vec3Lanes sample(const SurfaceView& view, const TextureLanes& texture,
                                const LevelLanes& level, Floats u, Floats v) {
  const Ints repeats = texture.repeats != 0;
  const Floats u_in = select(repeats, u - floor_lanes(u), clamp_lanes(u, floats(0), floats(1)));
  const Floats v_in = select(repeats, v - floor_lanes(v), clamp_lanes(v, floats(0), floats(1)));
  // rows are stored from the top
  const Floats x = u_in * floats_of(level.width) - 0.5f;
  const Floats y = (1.0f - v_in) * floats_of(level.height) - 0.5f;
  const Between across = between_columns(x, level.width, repeats);
  const Between down = between_rows(y, level.height, repeats);
  const Ints stride = level.width + 1, first = level.first + across.low;
  const Pairs upper = load_pairs(view.texels, first + down.low * stride);
  const Pairs lower = load_pairs(view.texels, first + down.high * stride);
  return {blend4(upper, lower, 0, across.part, down.part),
          blend4(upper, lower, 8, across.part, down.part),
          blend4(upper, lower, 16, across.part, down.part)};
}

/// The level whose texels are nearest to `footprint` texels of the largest one.
PADDOCK_KERNEL Ints level_for(Floats footprint, Ints levels) {
  const Floats x = max_lanes(footprint, floats(1e-3f)) * 1.41421356f;
  const Ints power = ((Ints)x >> 23) - 127;
  const Ints low = select(power < 0, ints(0), power);
  return select(low < levels, low, levels - 1);
}

}  // namespace paddock::surface
