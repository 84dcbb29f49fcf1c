// Which triangle each pixel sees, without tracing: the clusters of a scene from near to far, what
// is hidden behind what was drawn is left out, and each tile keeps the nearest of the triangles
// that reach into it. Equation (16) of docs/physics/camera.md.
#pragma once

#include "paddock/core/doubles16.h"
#include "paddock/core/lanes16.h"
#include "paddock/raycast/ray_packet.h"
#include "paddock/sensors/camera_draw_layout.h"

namespace paddock::camera {

inline constexpr float kBehind = 1e-3f;    // m ahead of the eye: what is less has no place at z = 1
inline constexpr float kAnywhere = 1e30f;  // 1 / depth of what may be as near as can be

// --- where something may be seen ----------------------------------------------------------------

/// From where to where, at z = 1.
struct Extent {
  Floats low, high;
};

/// The pixels, or through a lens those of whole tiles, of sixteen things; none where `there` is 0.
struct PixelRange {
  Ints first, last, there;
};

/// Without a lens: those with the middle of a pixel in the extent. Halves are rounded to whole
/// pixels in whichever way: `spare` leaves room for that.
PADDOCK_KERNEL PixelRange pixels_in(const Extent& at, float f, float c, float spare, int size) {
  const Floats low = f * at.low + (c - spare + 0.5f), high = f * at.high + (c + spare - 0.5f);
  const auto last = static_cast<float>(size - 1);
  const Ints from = ints_of(clamp_lanes(low, floats(0), floats(last + 1))),
             to = ints_of(clamp_lanes(high, floats(-1), floats(last)));
  return {from, to, from <= to};
}

/// Through a lens: those whose rays come near.
PADDOCK_KERNEL PixelRange tiles_in(const Extent& at, float left, float right, float per_m,
                                   const std::int32_t* first, const std::int32_t* last) {
  const auto step = [&](const Floats& x) PADDOCK_INLINE {
    const Floats steps =
        clamp_lanes((x - left) * per_m, floats(0), floats(static_cast<float>(kLensSteps - 1)));
    return ints_of(floor_lanes(steps));
  };
  const Ints from = gather(first, step(at.low)), to = gather(last, step(at.high));
  return {from << 2, (to << 2) + 3, (at.low <= right) & (at.high >= left) & (from <= to)};
}

PADDOCK_KERNEL PixelRange columns_of(const DrawView& view, const Extent& x) {
  if (view.lens == 0) return pixels_in(x, view.fx, view.cx, view.spare, view.width);
  return tiles_in(x, view.left, view.right, view.per_x, view.first_column, view.last_column);
}
PADDOCK_KERNEL PixelRange rows_of(const DrawView& view, const Extent& y) {
  if (view.lens == 0) return pixels_in(y, view.fy, view.cy, view.spare, view.height);
  return tiles_in(y, view.top, view.bottom, view.per_y, view.first_row, view.last_row);
}

PADDOCK_KERNEL Extent widened_by(const Extent& extent, const Floats& at, bool first) {
  if (first) return {at, at};
  return {min_lanes(extent.low, at), max_lanes(extent.high, at)};
}

/// Where a box of these halves may be at z = 1.
PADDOCK_KERNEL Extent box_extent(const Floats& at, const Floats& half, const Floats& by_near,
                                 const Floats& by_far) {
  const Floats low = at - half, high = at + half;
  return {low * select(low < 0.0f, by_near, by_far), high * select(high < 0.0f, by_far, by_near)};
}

/// Appends the clusters `first` to `first + count` of a group that may be seen; says how many.
PADDOCK_KERNEL int cull(const SurfaceView& scene, const DrawView& view, const DrawGroup& group,
                        std::int32_t group_index, std::int32_t first, std::int32_t count,
                        DrawCluster* clusters) {
  int made = 0;
  const float* r = group.turn;
  for (std::int32_t i = 0; i < count; i += kLanes16) {
    Floats c[3], h[3];
    for (int k = 0; k < 3; ++k) {
      c[k] = load_lanes<Floats>(scene.cluster_at[k] + first + i);
      h[k] = load_lanes<Floats>(scene.cluster_half[k] + first + i);
    }
    Floats at[3], half[3];
    Floats size = floats(0);
    for (int k = 0; k < 3; ++k) {
      at[k] = r[3 * k] * c[0] + r[3 * k + 1] * c[1] + r[3 * k + 2] * c[2] + group.at[k];
      half[k] = abs_lanes(floats(r[3 * k])) * h[0] + abs_lanes(floats(r[3 * k + 1])) * h[1] +
                abs_lanes(floats(r[3 * k + 2])) * h[2];
      size += abs_lanes(at[k]) + half[k];
    }
    const Floats room = group.room + group.share * size;
    for (int k = 0; k < 3; ++k) half[k] += room;

    const Floats near = at[2] - half[2], far = at[2] + half[2];
    // wholly on one side of the picture
    const auto outside = [&](int k, float edge, float side) PADDOCK_INLINE {
      return side * (at[k] - edge * at[2]) > half[k] + abs_lanes(floats(edge)) * half[2];
    };
    Ints there = (far >= view.near) & (near <= view.far) & ~outside(0, view.left, -1) &
                 ~outside(0, view.right, 1) & ~outside(1, view.top, -1) &
                 ~outside(1, view.bottom, 1) & (lane_numbers() < count - i);
    const Ints ahead = near > kBehind;
    const Floats by_near = 1.0f / select(ahead, near, floats(1)), by_far = 1.0f / far;
    const PixelRange x = columns_of(view, box_extent(at[0], half[0], by_near, by_far));
    const PixelRange y = rows_of(view, box_extent(at[1], half[1], by_near, by_far));
    there = there & (~ahead | (x.there & y.there));
    std::uint32_t left = bits_of_lanes(there);
    if (left == 0) continue;

    std::int32_t ranges[4][kLanes16];
    float nearness[kLanes16], rooms[kLanes16];
    store_lanes(room, rooms);
    store_lanes(select(ahead, x.first >> 2, ints(0)), ranges[0]);
    store_lanes(select(ahead, x.last >> 2, ints(view.columns - 1)), ranges[1]);
    store_lanes(select(ahead, y.first >> 2, ints(0)), ranges[2]);
    store_lanes(select(ahead, y.last >> 2, ints(view.rows - 1)), ranges[3]);
    store_lanes(select(ahead, by_near * 1.0001f, floats(kAnywhere)), nearness);
    for (; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      clusters[made++] = {.nearness = nearness[lane],
                          .room = rooms[lane],
                          .group = group_index,
                          .first = scene.cluster_first[first + i + lane],
                          .count = scene.cluster_count[first + i + lane],
                          .left = static_cast<std::int16_t>(ranges[0][lane]),
                          .right = static_cast<std::int16_t>(ranges[1][lane]),
                          .top = static_cast<std::int16_t>(ranges[2][lane]),
                          .bottom = static_cast<std::int16_t>(ranges[3][lane])};
    }
  }
  return made;
}

// --- triangles of a cluster ---------------------------------------------------------------------

/// Triangles of one group that wait to be drawn, sixteen at a time.
struct WaitingTriangles {
  std::int32_t index[2 * kLanes16];
  // px; through a lens: of whole tiles
  std::int32_t left[2 * kLanes16], right[2 * kLanes16], top[2 * kLanes16], bottom[2 * kLanes16];
  float nearness[2 * kLanes16];  // at most
};

/// Which of sixteen triangles lie wholly on one side of the picture, also where they reach behind
/// the eye.
PADDOCK_KERNEL Ints beside_picture(const DrawView& view, const Floats (&right)[3],
                                   const Floats (&down)[3], const Floats (&depth)[3], float room) {
  Ints sides[4];
  for (int corner = 0; corner < 3; ++corner) {
    const Floats &x = right[corner], &y = down[corner], &z = depth[corner];
    const Ints outside[4]{x - view.left * z<-room, x - view.right * z> room,
                          y - view.top * z<-room, y - view.bottom * z> room};
    for (int k = 0; k < 4; ++k) sides[k] = corner == 0 ? outside[k] : sides[k] & outside[k];
  }
  return sides[0] | sides[1] | sides[2] | sides[3];
}

/// Appends those that may be seen in the band, that is, have the middle of a pixel in them.
PADDOCK_KERNEL int wait_for(const SurfaceView& scene, const DrawView& view, const DrawGroup& group,
                            const DrawCluster& cluster, const DrawTarget& target,
                            WaitingTriangles& waiting, int count) {
  const float* r = group.turn;
  Floats right[3], down[3], depth[3];
  Floats at_x[3], at_y[3];  // at z = 1
  Extent x, y;
  Floats least, by;  // depth, and one over it
  for (int corner = 0; corner < 3; ++corner) {
    const auto load = [&](int k) PADDOCK_INLINE {
      return load_lanes<Floats>(scene.corners[3 * corner + k] + cluster.first);
    };
    const Floats px = load(0), py = load(1), pz = load(2);
    const auto row = [&](int k) PADDOCK_INLINE {
      return r[3 * k] * px + r[3 * k + 1] * py + r[3 * k + 2] * pz + group.at[k];
    };
    right[corner] = row(0), down[corner] = row(1), depth[corner] = row(2);
    const Floats per_m = 1.0f / depth[corner];
    at_x[corner] = right[corner] * per_m, at_y[corner] = down[corner] * per_m;
    x = widened_by(x, at_x[corner], corner == 0);
    y = widened_by(y, at_y[corner], corner == 0);
    least = corner == 0 ? depth[0] : min_lanes(least, depth[corner]);
  }
  const Ints lane = lane_numbers(), there = lane < cluster.count;
  const Ints ahead = least - cluster.room > kBehind;
  // of what is off by `room` where it stands, at z = 1; twice, since that is no less near
  by = 1.0f / select(ahead, least - cluster.room, floats(1));
  const Floats wide = (2 * cluster.room * view.widest) * by;
  const PixelRange columns = columns_of(view, {x.low - wide, x.high + wide}),
                   rows = rows_of(view, {y.low - wide, y.high + wide});
  const Floats first_row = select(ahead, floats_of(rows.first), floats(0)),
               last_row = select(ahead, floats_of(rows.last), floats(1e6f));
  const Ints top = ints_of(max_lanes(first_row, floats(static_cast<float>(4 * target.first_row))));
  const Ints bottom =
      ints_of(min_lanes(last_row, floats(static_cast<float>(4 * target.last_row + 3))));
  Ints seen = there & (top <= bottom) & (~ahead | (columns.there & rows.there)) &
              (least - cluster.room <= view.far);
  // the backs of solids, which the eye is outside of: a front of the same solid is before them
  const Floats solid = load_lanes<Floats>(scene.closed + cluster.first) * group.scale;
  const Ints outside = least - cluster.room > solid + view.near * view.widest;
  const Floats turn =
      (at_x[1] - at_x[0]) * (at_y[2] - at_y[0]) - (at_x[2] - at_x[0]) * (at_y[1] - at_y[0]);
  const Floats doubt = 4.0f * wide * ((x.high - x.low) + (y.high - y.low) + wide);
  seen = seen & ~(ahead & outside & (turn > doubt));
  if (bits_of_lanes(seen & ~ahead) != 0)
    seen = seen & ~beside_picture(view, right, down, depth, cluster.room);
  const std::uint32_t keep = bits_of_lanes(seen);
  if (keep == 0) return count;
  compress_store(waiting.index + count, keep, lane + cluster.first);
  compress_store(waiting.left + count, keep, select(ahead, columns.first, ints(0)));
  compress_store(waiting.right + count, keep,
                 select(ahead, columns.last, ints(4 * view.columns - 1)));
  compress_store(waiting.top + count, keep, top);
  compress_store(waiting.bottom + count, keep, bottom);
  compress_store(waiting.nearness + count, keep, select(ahead, by * 1.0001f, floats(kAnywhere)));
  return count + __builtin_popcount(keep);
}

/// (16) Sixteen triangles as one camera sees them: the pixel with the direction (x, y, 1) lies
/// inside where none of the three edges is below 0. Three numbers each: times x, times y, alone.
struct alignas(64) Outlines {
  float edge[3][3][kLanes16];
  float nearness[3][kLanes16];  // the same for 1 / depth
  std::uint32_t flat;           // bits: seen from their own plane, they have no width
};

PADDOCK_KERNEL void outline(const SurfaceView& scene, const DrawGroup& group,
                            const std::int32_t* index, Outlines& out) {
  using Wide = DoublesOf<PADDOCK_TARGET_BITS>;
  const Ints at = load_lanes<Ints>(index);
  const bool in_a_row = bits_of_lanes(at == lane_numbers() + index[0]) == 0xffffu;
  Wide v[3][3];  // corners as the camera sees them
  for (int corner = 0; corner < 3; ++corner) {
    const auto load = [&](int k) PADDOCK_INLINE {
      const float* from = scene.corners[3 * corner + k];
      return widened<PADDOCK_TARGET_BITS>(in_a_row ? load_lanes<Floats>(from + index[0])
                                                   : gather(from, at));
    };
    const Wide x = load(0), y = load(1), z = load(2);
    const double* turn = group.exact_turn;
    for (int k = 0; k < 3; ++k)
      v[corner][k] =
          turn[3 * k] * x + turn[3 * k + 1] * y + turn[3 * k + 2] * z + group.exact_at[k];
  }
  // an edge shared by two triangles is the same plane with the other sign, to the last bit
  Wide edge[3][3];
  for (int e = 0; e < 3; ++e) {
    const Wide* a = v[e];
    const Wide* b = v[(e + 1) % 3];
    edge[e][0] = a[1] * b[2] - a[2] * b[1];
    edge[e][1] = a[2] * b[0] - a[0] * b[2];
    edge[e][2] = a[0] * b[1] - a[1] * b[0];
  }
  const Wide volume = v[0][0] * edge[1][0] + v[0][1] * edge[1][1] + v[0][2] * edge[1][2];
  const Wide inverse = Wide(1.0) / volume;
  for (int k = 0; k < 3; ++k) {
    for (int e = 0; e < 3; ++e)
      store_lanes(narrowed(turned_by(volume, edge[e][k])), out.edge[e][k]);
    store_lanes(narrowed((edge[0][k] + edge[1][k] + edge[2][k]) * inverse), out.nearness[k]);
  }
  double volumes[kLanes16];
  volume.store(volumes);
  out.flat = 0;
  for (int lane = 0; lane < kLanes16; ++lane)
    out.flat |= static_cast<std::uint32_t>(volumes[lane] == 0) << lane;
}

/// One of them.
struct Outline {
  float edge[3][3], nearness[3];
};

// --- tiles --------------------------------------------------------------------------------------

/// Draws one triangle into one tile.
PADDOCK_KERNEL void draw_tile(const DrawView& view, const Outline& o, std::int32_t hit, int row,
                              int column, const Floats& most, const DrawTarget& target) {
  const std::int32_t place = (row - target.first_row) * view.columns + column;
  const Floats x =
      load_lanes<Floats>(view.xs + kLanes16 * (row * view.x_rows + column)) + target.off_x;
  const Floats y =
      load_lanes<Floats>(view.ys + kLanes16 * (row * view.y_rows + column * view.y_columns)) +
      target.off_y;
  const auto at = [&](const float* f) PADDOCK_INLINE { return f[0] * x + (f[1] * y + f[2]); };
  float* nearest = target.nearest + kLanes16 * place;
  const Floats nearness = at(o.nearness), before = load_lanes<Floats>(nearest);
  const Ints seen = (at(o.edge[0]) >= 0.0f) & (at(o.edge[1]) >= 0.0f) & (at(o.edge[2]) >= 0.0f) &
                    (nearness > before) & (nearness <= most);
  if (bits_of_lanes(seen) == 0) return;
  std::int32_t* hits = target.hit + kLanes16 * place;
  const Floats now = select(seen, nearness, before);
  store_lanes(now, nearest);
  store_lanes(select(seen, ints(hit), load_lanes<Ints>(hits)), hits);
  target.least[(row - target.first_row) * target.stride + column] = smallest_lane(now);
}

/// Which of sixteen tiles in a row a triangle may be seen in, from the tile at `column` on.
/// Rounding is monotone: no ray of a tile gets more than the tile's own bounds.
PADDOCK_KERNEL std::uint32_t reaches(const DrawView& view, const Outline& o, int row, int column,
                                     const DrawTarget& target) {
  const std::int32_t x_at = row * view.x_rows + column, y_at = row * view.y_rows + column;
  const Floats left = load_lanes<Floats>(view.tile_left + x_at),
               right = load_lanes<Floats>(view.tile_right + x_at);
  const Floats top =
      view.lens != 0 ? load_lanes<Floats>(view.tile_top + y_at) : floats(view.tile_top[row]);
  const Floats bottom =
      view.lens != 0 ? load_lanes<Floats>(view.tile_bottom + y_at) : floats(view.tile_bottom[row]);
  const auto most = [&](const float* f) PADDOCK_INLINE {
    return max_lanes(f[0] * left, f[0] * right) + (max_lanes(f[1] * top, f[1] * bottom) + f[2]);
  };
  const Floats least =
      load_lanes<Floats>(target.least + (row - target.first_row) * target.stride + column);
  return bits_of_lanes((most(o.edge[0]) >= 0.0f) & (most(o.edge[1]) >= 0.0f) &
                       (most(o.edge[2]) >= 0.0f) & (most(o.nearness) > least));
}

/// Which of the first sixteen triangles that wait may have the middle of one of their pixels
/// inside. Most of those far away have one such pixel, and it lies beside their edges.
PADDOCK_KERNEL std::uint32_t reach_middles(const DrawView& view, const Outlines& all,
                                           const WaitingTriangles& waiting) {
  if (view.lens != 0) return 0xffffu;
  const auto place = [&](const std::int32_t* pixels, float aside, float per_px)
                         PADDOCK_INLINE -> Floats {
    return (floats_of(load_lanes<Ints>(pixels)) + aside) * per_px;
  };
  const float per_x = 1 / view.fx, per_y = 1 / view.fy;
  const Floats left = place(waiting.left, -view.spare - view.cx, per_x),
               right = place(waiting.right, view.spare - view.cx, per_x),
               top = place(waiting.top, -view.spare - view.cy, per_y),
               bottom = place(waiting.bottom, view.spare - view.cy, per_y);
  Ints inside;
  for (int e = 0; e < 3; ++e) {
    const Floats fx = load_lanes<Floats>(all.edge[e][0]), fy = load_lanes<Floats>(all.edge[e][1]),
                 f = load_lanes<Floats>(all.edge[e][2]);
    const Ints within =
        max_lanes(fx * left, fx * right) + (max_lanes(fy * top, fy * bottom) + f) >= 0.0f;
    inside = e == 0 ? within : inside & within;
  }
  return bits_of_lanes(inside);
}

/// Draws the first `count` of the triangles that wait; says how many hits there are then.
PADDOCK_KERNEL std::int32_t draw_waiting(const SurfaceView& scene, const DrawView& view,
                                         const DrawGroup& group, const WaitingTriangles& waiting,
                                         int count, std::int32_t hits, const DrawTarget& target) {
  constexpr int kFewTiles = 4;  // each is looked at at once
  Outlines all;
  outline(scene, group, waiting.index, all);
  const Floats most = floats(1.0f / view.near);
  std::uint32_t left_over = reach_middles(view, all, waiting) & ~all.flat & ((1u << count) - 1);
  for (; left_over != 0; left_over &= left_over - 1) {
    const int i = __builtin_ctz(left_over);
    Outline o;
    for (int k = 0; k < 3; ++k) {
      for (int e = 0; e < 3; ++e) o.edge[e][k] = all.edge[e][k][i];
      o.nearness[k] = all.nearness[k][i];
    }
    target.triangle[hits] = waiting.index[i], target.frame[hits] = group.frame;
    const std::int32_t left = waiting.left[i] >> 2, right = waiting.right[i] >> 2,
                       top = waiting.top[i] >> 2, bottom = waiting.bottom[i] >> 2;
    const bool few = (right - left + 1) * (bottom - top + 1) <= kFewTiles;
    for (std::int32_t row = top; row <= bottom; ++row) {
      const float* least = target.least + (row - target.first_row) * target.stride;
      if (few) {
        for (std::int32_t column = left; column <= right; ++column)
          if (least[column] < waiting.nearness[i])
            draw_tile(view, o, hits, row, column, most, target);
        continue;
      }
      for (std::int32_t column = left; column <= right; column += kLanes16) {
        std::uint32_t tiles = reaches(view, o, row, column, target);
        if (right - column < kLanes16 - 1) tiles &= (2u << (right - column)) - 1;
        for (; tiles != 0; tiles &= tiles - 1)
          draw_tile(view, o, hits, row, column + __builtin_ctz(tiles), most, target);
      }
    }
    ++hits;
  }
  return hits;
}

/// Whether all that a cluster could show in the band lies behind what is drawn there.
PADDOCK_KERNEL bool hidden(const DrawCluster& cluster, const DrawTarget& target) {
  const std::int32_t top = cluster.top > target.first_row ? cluster.top : target.first_row;
  const std::int32_t bottom = cluster.bottom < target.last_row ? cluster.bottom : target.last_row;
  const Ints lane = lane_numbers();
  for (std::int32_t row = top; row <= bottom; ++row) {
    const float* least = target.least + (row - target.first_row) * target.stride;
    for (std::int32_t column = cluster.left; column <= cluster.right; column += kLanes16)
      if (bits_of_lanes((load_lanes<Floats>(least + column) < cluster.nearness) &
                        (lane <= cluster.right - column)) != 0)
        return false;
  }
  return true;
}

/// Draws the listed clusters, near ones first, into a band that was cleared.
PADDOCK_KERNEL void draw(const SurfaceView& scene, const DrawView& view, const DrawGroup* groups,
                         const DrawCluster* clusters, const std::int32_t* list, int count,
                         const DrawTarget& target) {
  WaitingTriangles waiting{};
  int waits = 0;
  std::int32_t group = -1, hits = 0;
  for (int i = 0; i < count; ++i) {
    const DrawCluster& cluster = clusters[list[i]];
    if (hidden(cluster, target)) continue;
    if (cluster.group != group) {
      if (waits > 0) hits = draw_waiting(scene, view, groups[group], waiting, waits, hits, target);
      waits = 0, group = cluster.group;
    }
    waits = wait_for(scene, view, groups[group], cluster, target, waiting, waits);
    if (waits < kLanes16) continue;
    hits = draw_waiting(scene, view, groups[group], waiting, kLanes16, hits, target);
    waits -= kLanes16;
    const auto move_up = [](auto* lanes) PADDOCK_INLINE {
      __builtin_memcpy(lanes, lanes + kLanes16, kLanes16 * sizeof *lanes);
    };
    move_up(waiting.index), move_up(waiting.left), move_up(waiting.right), move_up(waiting.top);
    move_up(waiting.bottom), move_up(waiting.nearness);
  }
  if (waits > 0) draw_waiting(scene, view, groups[group], waiting, waits, hits, target);
}

/// What the rays of a tile meet; false where none meets anything.
PADDOCK_KERNEL bool take_hits(const DrawTarget& target, int place, RayHits& hits) {
  const Ints hit = load_lanes<Ints>(target.hit + kLanes16 * place);
  const Ints none = hit < 0;
  if (bits_of_lanes(none) == 0xffffu) return false;
  const Ints known = select(none, ints(0), hit);
  if (bits_of_lanes(hit == ints(hit[0])) == 0xffffu) {
    store_lanes(ints(target.triangle[hit[0]]), hits.triangle);
    store_lanes(ints(target.frame[hit[0]]), hits.frame);
    return true;
  }
  store_lanes(select(none, ints(-1), gather(target.triangle, known)), hits.triangle);
  store_lanes(select(none, ints(0), gather(target.frame, known)), hits.frame);
  return true;
}

}  // namespace paddock::camera
