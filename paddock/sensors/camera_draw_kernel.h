// Which triangle each pixel sees, without tracing: triangles become outlines, and each tile keeps
// the nearest of those that reach into it. Equation (16) of docs/physics/camera.md.
#pragma once

#include "paddock/core/doubles16.h"
#include "paddock/core/lanes16.h"
#include "paddock/raycast/ray_packet.h"
#include "paddock/sensors/camera_draw_layout.h"

namespace paddock::camera {

/// Writes which triangles of a group are not wholly on one side of the picture, and says how many;
/// sixteen more places at `kept` may be overwritten.
PADDOCK_KERNEL int cull(const SurfaceView& view, const DrawView& window, const DrawGroup& group,
                        std::int32_t* kept) {
  float turn[9], at[3];
  for (int k = 0; k < 9; ++k) turn[k] = static_cast<float>(group.turn[k]);
  for (int k = 0; k < 3; ++k) at[k] = static_cast<float>(group.at[k]);
  Ints lane{};
  for (int i = 0; i < kLanes16; ++i) lane[i] = i;
  int count = 0;
  for (std::int32_t i = 0; i < group.count; i += kLanes16) {
    Ints out[6];
    for (int corner = 0; corner < 3; ++corner) {
      const auto load = [&](int k) PADDOCK_INLINE {
        return load_lanes<Floats>(view.corners[3 * corner + k] + group.first + i);
      };
      const Floats x = load(0), y = load(1), z = load(2);
      const auto row = [&](int k) PADDOCK_INLINE {
        return turn[3 * k] * x + turn[3 * k + 1] * y + turn[3 * k + 2] * z + at[k];
      };
      const Floats right = row(0), down = row(1), ahead = row(2);
      const Floats room =
          group.room + group.share * (abs_lanes(right) + abs_lanes(down) + abs_lanes(ahead));
      const Ints outside[6]{
          (Ints)(right - window.left * ahead < -room), (Ints)(right - window.right * ahead > room),
          (Ints)(down - window.top * ahead < -room),   (Ints)(down - window.bottom * ahead > room),
          (Ints)(ahead - window.near < -room),         (Ints)(ahead - window.far > room)};
      for (int k = 0; k < 6; ++k) out[k] = corner == 0 ? outside[k] : out[k] & outside[k];
    }
    const Ints gone = out[0] | out[1] | out[2] | out[3] | out[4] | out[5];
    const std::uint32_t keep =
        ~bits_of_lanes(gone) & bits_of_lanes(lane < ints(group.count - i)) & 0xffffu;
    compress_store(kept + count, keep, lane + (group.first + i));
    count += __builtin_popcount(keep);
  }
  return count;
}

/// The blocks from `low` to `high`, in pixels and with a pixel to spare; false when there are none.
PADDOCK_KERNEL bool blocks_of(double low, double high, int size, int blocks, std::int16_t& first,
                              std::int16_t& last) {
  const double end = blocks * size;
  if (!(high + 1 >= 0) || !(low - 1 <= end)) return false;
  const double from = low - 1 > 0 ? low - 1 : 0, to = high + 1 < end - 1 ? high + 1 : end - 1;
  first = static_cast<std::int16_t>(static_cast<int>(from) / size);
  last = static_cast<std::int16_t>(static_cast<int>(to) / size);
  return first <= last;
}

/// Triangles that cull() kept, as outlines; says how many are left.
PADDOCK_KERNEL int outline(const SurfaceView& view, const DrawView& window, const DrawGroup& group,
                           const std::int32_t* kept, int count, Outline* outlines) {
  using Wide = DoublesOf<PADDOCK_TARGET_BITS>;
  int made = 0;
  for (int i = 0; i < count; i += kLanes16) {
    const Ints index = load_lanes<Ints>(kept + i);
    Wide v[3][3];  // corners as the camera sees them
    for (int corner = 0; corner < 3; ++corner) {
      const auto load = [&](int k) PADDOCK_INLINE {
        return widened<PADDOCK_TARGET_BITS>(gather(view.corners[3 * corner + k], index));
      };
      const Wide x = load(0), y = load(1), z = load(2);
      for (int k = 0; k < 3; ++k)
        v[corner][k] = group.turn[3 * k] * x + group.turn[3 * k + 1] * y +
                       group.turn[3 * k + 2] * z + group.at[k];
    }
    // an edge shared by two triangles is the same plane with the other sign, to the last bit
    double edge[3][3][kLanes16], volume[kLanes16], place[3][3][kLanes16];
    for (int e = 0; e < 3; ++e) {
      const Wide* a = v[e];
      const Wide* b = v[(e + 1) % 3];
      (a[1] * b[2] - a[2] * b[1]).store(edge[e][0]);
      (a[2] * b[0] - a[0] * b[2]).store(edge[e][1]);
      (a[0] * b[1] - a[1] * b[0]).store(edge[e][2]);
      for (int k = 0; k < 3; ++k) v[e][k].store(place[e][k]);
    }
    (v[0][0] * Wide::load(edge[1][0]) + v[0][1] * Wide::load(edge[1][1]) +
     v[0][2] * Wide::load(edge[1][2]))
        .store(volume);

    for (int lane = 0; lane < kLanes16 && i + lane < count; ++lane) {
      if (volume[lane] == 0) continue;  // seen from its own plane, it has no width
      Outline& o = outlines[made];
      const double side = volume[lane] < 0 ? -1 : 1, inverse = 1 / volume[lane];
      for (int k = 0; k < 3; ++k) {
        for (int e = 0; e < 3; ++e) o.edge[e][k] = static_cast<float>(side * edge[e][k][lane]);
        o.nearness[k] =
            static_cast<float>((edge[0][k][lane] + edge[1][k][lane] + edge[2][k][lane]) * inverse);
      }
      o.triangle = kept[i + lane], o.frame = group.frame;
      o.first_band = 0, o.last_band = static_cast<std::int16_t>(window.bands - 1);
      o.first_block = 0, o.last_block = static_cast<std::int16_t>(window.blocks - 1);
      double low[2]{1e30, 1e30}, high[2]{-1e30, -1e30};
      bool ahead = true;
      for (int corner = 0; corner < 3; ++corner) {
        const double z = place[corner][2][lane];
        ahead = ahead && z > 1e-3;
        for (int k = 0; k < 2; ++k) {
          const double at = place[corner][k][lane] / z;
          low[k] = at < low[k] ? at : low[k], high[k] = at > high[k] ? at : high[k];
        }
      }
      if (ahead) {
        const double* f[2]{&window.fx, &window.fy};
        const double* c[2]{&window.cx, &window.cy};
        if (!blocks_of(*f[0] * low[0] + *c[0], *f[0] * high[0] + *c[0], kBlockWidth, window.blocks,
                       o.first_block, o.last_block) ||
            !blocks_of(*f[1] * low[1] + *c[1], *f[1] * high[1] + *c[1], kBandHeight, window.bands,
                       o.first_band, o.last_band))
          continue;
      }
      ++made;
    }
  }
  return made;
}

/// What sixteen rays at z = 1 meet first, of `count` outlines; of equally near ones the first.
PADDOCK_KERNEL void draw(const Outline* outlines, const std::int32_t* list, int count,
                         const DrawView& window, const float* xs, const float* ys, float off_x,
                         float off_y, RayHits& hits) {
  const Floats x = load_lanes<Floats>(xs) + off_x, y = load_lanes<Floats>(ys) + off_y;
  const Floats most = floats(1.0f / window.near);
  Floats nearest = floats(1.0f / window.far);
  Ints triangle = ints(-1), frame = ints(0);
  for (int i = 0; i < count; ++i) {
    const Outline& o = outlines[list[i]];
    const auto at = [&](const float* f) PADDOCK_INLINE { return f[0] * x + (f[1] * y + f[2]); };
    const Floats nearness = at(o.nearness);
    const Ints seen = (Ints)(at(o.edge[0]) >= 0.0f) & (Ints)(at(o.edge[1]) >= 0.0f) &
                      (Ints)(at(o.edge[2]) >= 0.0f) & (Ints)(nearness > nearest) &
                      (Ints)(nearness <= most);
    nearest = seen ? nearness : nearest;
    triangle = seen ? ints(o.triangle) : triangle;
    frame = seen ? ints(o.frame) : frame;
  }
  store_lanes(triangle, hits.triangle);
  store_lanes(frame, hits.frame);
}

}  // namespace paddock::camera
