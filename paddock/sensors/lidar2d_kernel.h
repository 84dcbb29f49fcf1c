// Flat lidar as a one-dimensional z-buffer over beams: every face is turned into the interval of
// beams it covers, and along those beams the largest inverse range wins, which is linear in the
// beam's direction. Exact to float rounding: docs/physics/lidar2d.md says what that takes. Lidar
// frame: x ahead, y left; metres, radians, float; positions relative to the lidar are taken in
// double first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddock/core/doubles16.h"
#include "paddock/core/lanes16.h"
#include "paddock/sensors/lidar2d_layout.h"

namespace paddock {

namespace lidar {

using Doubles = DoublesOf<PADDOCK_TARGET_BITS>;

inline constexpr std::int32_t kWrapped =
    1 << 20;                               // added to the end of an interval that passes the seam
inline constexpr float kNearFirst = 4.0f;  // m; nearer chunks are drawn before the others are tried

/// atan2 to about 1e-6 rad: enough to name the nearest beam, whose side is then decided exactly.
PADDOCK_KERNEL Floats bearing_of(Floats y, Floats x) {
  const Floats ax = abs_lanes(x), ay = abs_lanes(y);
  const Floats a = min_lanes(ax, ay) / (max_lanes(ax, ay) + 1e-30f);
  const Floats s = a * a;
  Floats r =
      ((((((-0.004054058f * s + 0.021861f) * s - 0.05590986f) * s + 0.09642004f) * s - 0.1390853f) *
            s +
        0.19946536f) *
           s -
       0.33329856f) *
          s * a +
      a;
  r = select(ay > ax, 1.57079637f - r, r);
  r = select(x < 0.0f, 3.14159274f - r, r);
  return select(y < 0.0f, -r, r);
}

struct Vertices {
  Floats x, y;       // lidar frame
  Ints from, until;  // first beam at or after the vertex, last beam at or before it
};

PADDOCK_KERNEL void find_beams(const LidarFan& fan, Vertices& v) {
  Floats b = (bearing_of(v.y, v.x) - fan.start) * fan.inv_step;
  b = select(b < fan.seam, b + fan.period, b);
  b = select(b >= fan.seam + fan.period, b - fan.period, b);
  const Ints beam = ints_of(round_lanes(b));
  const Ints blind = (beam > fan.beams) | (beam < -1);
  const Ints known = select(beam > fan.beams, ints(fan.beams), select(beam < -1, ints(-1), beam));
  const Floats side =
      gather(fan.dx, known) * v.y - gather(fan.dy, known) * v.x;  // left of the beam: positive
  v.from = select(blind, beam, beam - (side > 0.0f));
  v.until = select(blind, beam, beam + (side < 0.0f));
}

/// Appends the faces with inverse range (ey dx - ex dy) / turn along beams `first` to `last`;
/// `turn` is the cross product of a vertex and the edge (ex, ey).
PADDOCK_KERNEL std::size_t emit_faces(const LidarFan& fan, Ints first, Ints last, Floats ex,
                                      Floats ey, Floats turn, std::uint32_t keep,
                                      const LidarBuffers& out, std::size_t count) {
  // a face never spans half a turn, so an interval this far backwards passes the seam
  const float backwards = -0.25f * fan.period - 0.5f;
  last = select(floats_of(last - first) < backwards, last + kWrapped, last);
  const Floats inv = 1.0f / turn;
  keep &= bits_of_lanes((first <= last) & (turn != 0.0f));  // edge on: nothing of it is seen
  compress_store(out.nx + count, keep, ey * inv);
  compress_store(out.ny + count, keep, -ex * inv);
  compress_store(out.first + count, keep, first);
  compress_store(out.last + count, keep, last);
  return count + static_cast<std::size_t>(__builtin_popcount(keep));
}

PADDOCK_KERNEL Floats turned_x(const LidarShot& at, Floats x, Floats y) {
  return at.cos_yaw * x + at.sin_yaw * y;
}
PADDOCK_KERNEL Floats turned_y(const LidarShot& at, Floats x, Floats y) {
  return at.cos_yaw * y - at.sin_yaw * x;
}

PADDOCK_KERNEL std::size_t emit_chunk(const LidarFan& fan, const LidarShot& at,
                                      const LidarChunk& chunk, const LidarBuffers& out,
                                      std::size_t count) {
  const Doubles px = Doubles::load(chunk.x) - at.x, py = Doubles::load(chunk.y) - at.y;
  const Floats x = narrowed(px), y = narrowed(py);
  // the distance term in double, from the vertices themselves: beside a wall floats cancel to
  // nothing
  const Floats turn = narrowed(px * from_next(py) - py * from_next(px));
  const Floats wx = load_lanes<Floats>(chunk.ex), wy = load_lanes<Floats>(chunk.ey);
  Vertices v{.x = turned_x(at, x, y), .y = turned_y(at, x, y), .from = {}, .until = {}};
  find_beams(fan, v);
  // a face shows its outside when it runs clockwise around the lidar; the others are behind their
  // own solid
  const std::uint32_t faces = chunk.faces & bits_of_lanes(turn < 0.0f);
  return emit_faces(fan, from_next(v.from), v.until, turned_x(at, wx, wy), turned_y(at, wx, wy),
                    turn, faces, out, count);
}

/// A corner of a box from the lidar, in world axes.
struct BoxCorner {
  Doubles x, y;
  Vertices seen;
};

PADDOCK_KERNEL BoxCorner corner_at(const LidarFan& fan, const LidarShot& at, Doubles x, Doubles y) {
  const Floats fx = narrowed(x), fy = narrowed(y);
  BoxCorner c{
      .x = x,
      .y = y,
      .seen = {.x = turned_x(at, fx, fy), .y = turned_y(at, fx, fy), .from = {}, .until = {}}};
  find_beams(fan, c.seen);
  return c;
}

/// The sides from the nearest corners of sixteen boxes to another of theirs.
PADDOCK_KERNEL std::size_t emit_sides(const LidarFan& fan, const LidarShot& at,
                                      const BoxCorner& near, const BoxCorner& end,
                                      std::uint32_t seen, const LidarBuffers& out,
                                      std::size_t count) {
  const Floats wx = narrowed(end.x - near.x), wy = narrowed(end.y - near.y);
  const Floats turn = narrowed(near.x * end.y - near.y * end.x);
  const Ints ahead = turn > 0.0f;  // which end comes first, counter-clockwise
  const Ints first = select(ahead, near.seen.from, end.seen.from),
             last = select(ahead, end.seen.until, near.seen.until);
  return emit_faces(fan, first, last, turned_x(at, wx, wy), turned_y(at, wx, wy), turn, seen, out,
                    count);
}

/// Sixteen boxes at once: of each the three corners and at most two sides that face the lidar.
PADDOCK_KERNEL std::size_t emit_boxes(const LidarFan& fan, const LidarShot& at,
                                      const LidarBoxes& boxes, const LidarBuffers& out,
                                      std::size_t count) {
  const Doubles qx = Doubles::load(boxes.x) - at.x, qy = Doubles::load(boxes.y) - at.y;
  Doubles ux = Doubles::load(boxes.ux), uy = Doubles::load(boxes.uy);
  Doubles vx = Doubles::load(boxes.vx), vy = Doubles::load(boxes.vy);
  // half sides that point away from the lidar, and how far it is outside of each pair of sides
  const Doubles along_u = qx * ux + qy * uy, along_v = qx * vx + qy * vy;
  ux = turned_by(along_u, ux), uy = turned_by(along_u, uy);
  vx = turned_by(along_v, vx), vy = turned_by(along_v, vy);
  const Floats outside_u = narrowed(qx * ux + qy * uy - ux * ux - uy * uy);
  const Floats outside_v = narrowed(qx * vx + qy * vy - vx * vx - vy * vy);

  const BoxCorner near = corner_at(fan, at, qx - ux - vx, qy - uy - vy);
  const BoxCorner u_end = corner_at(fan, at, qx - ux + vx, qy - uy + vy);
  const BoxCorner v_end = corner_at(fan, at, qx + ux - vx, qy + uy - vy);
  const std::uint32_t there = boxes.count >= 16 ? 0xffffu : (1u << boxes.count) - 1;
  count = emit_sides(fan, at, near, u_end, there & bits_of_lanes(outside_u > 0.0f), out, count);
  return emit_sides(fan, at, near, v_end, there & bits_of_lanes(outside_v > 0.0f), out, count);
}

/// Raises inverse ranges of beams first to last by `value(block)`, in whole aligned blocks.
template <class Value>
PADDOCK_KERNEL void raise(float* inverse, std::int32_t first, std::int32_t last, Value&& value) {
  const Ints lane = lane_numbers();
  for (std::int32_t block = first & ~15; block <= last; block += 16) {
    const Floats v = value(block);
    const Floats kept = load_lanes<Floats>(inverse + block);
    const Ints wins = (v > kept) & (lane >= first - block) & (lane <= last - block);
    store_lanes(select(wins, v, kept), inverse + block);
  }
}

/// The same for an interval that may pass the seam, kept to the beams that are wanted.
template <class Value>
PADDOCK_KERNEL void raise_wrapped(const LidarShot& at, float* inverse, std::int32_t first,
                                  std::int32_t last, Value&& value) {
  const std::int32_t a = first < at.first_beam ? at.first_beam : first;
  const std::int32_t b = last > at.last_beam ? at.last_beam : last;
  if (a <= b) raise(inverse, a, b, value);
  if (last < kWrapped / 2) return;
  const std::int32_t rest = last - kWrapped < at.last_beam ? last - kWrapped : at.last_beam;
  if (at.first_beam <= rest) raise(inverse, at.first_beam, rest, value);
}

PADDOCK_KERNEL void draw_faces(const LidarFan& fan, const LidarShot& at,
                               const LidarBuffers& buffers, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    const float nx = buffers.nx[i], ny = buffers.ny[i];
    raise_wrapped(at, buffers.inverse, buffers.first[i], buffers.last[i],
                  [&](std::int32_t block) PADDOCK_INLINE {
                    return nx * load_lanes<Floats>(fan.dx + block) +
                           ny * load_lanes<Floats>(fan.dy + block);
                  });
  }
}

/// 1 / r = (b + sqrt(R^2 - c^2)) / (d^2 - R^2), b and c the centre's parts along and across the
/// beam.
PADDOCK_KERNEL void draw_circle(const LidarFan& fan, const LidarShot& at, const LidarCircle& circle,
                                const LidarBuffers& buffers) {
  const auto wx = static_cast<float>(circle.x - at.x), wy = static_cast<float>(circle.y - at.y);
  const float x = at.cos_yaw * wx + at.sin_yaw * wy, y = at.cos_yaw * wy - at.sin_yaw * wx;
  const float rr = circle.radius * circle.radius, outside = x * x + y * y - rr;
  if (outside <= 0) return;  // inside it nothing of it is seen
  const float tangent = __builtin_sqrtf(outside);
  if (tangent > at.max_range + circle.radius) return;
  // the two tangents bound it: lane 0 on the right, lane 1 on the left
  const Ints right = lane_numbers() == 0;
  Vertices v{.x = select(right, floats(x * tangent + y * circle.radius),
                         floats(x * tangent - y * circle.radius)),
             .y = select(right, floats(y * tangent - x * circle.radius),
                         floats(y * tangent + x * circle.radius)),
             .from = {},
             .until = {}};
  find_beams(fan, v);
  const std::int32_t first = v.from[0];
  std::int32_t last = v.until[1];
  if (static_cast<float>(last - first) < -0.25f * fan.period - 0.5f) last += kWrapped;
  if (first > last) return;
  const float inv = 1 / outside;
  raise_wrapped(at, buffers.inverse, first, last, [&](std::int32_t block) PADDOCK_INLINE {
    const Floats dx = load_lanes<Floats>(fan.dx + block), dy = load_lanes<Floats>(fan.dy + block);
    const Floats across = dx * y - dy * x;
    return (dx * x + dy * y + sqrt_lanes(max_lanes(rr - across * across, floats(0.0f)))) * inv;
  });
}

/// Bounds of every chunk seen from here: its nearest distance and the beams it may cover.
PADDOCK_KERNEL void bound_chunks(const LidarFan& fan, const LidarShot& at, const LidarMapView& map,
                                 const LidarBuffers& buffers) {
  const auto px = static_cast<float>(at.x), py = static_cast<float>(at.y);
  for (std::size_t c = 0; c < map.chunk_count; c += 16) {
    const Floats wx = load_lanes<Floats>(map.bound_x + c) - px,
                 wy = load_lanes<Floats>(map.bound_y + c) - py;
    const Floats radius = load_lanes<Floats>(map.bound_radius + c);
    const Floats x = turned_x(at, wx, wy), y = turned_y(at, wx, wy);
    const Floats d = sqrt_lanes(x * x + y * y);
    const Floats ratio = radius / (d + 1e-30f);
    // asin(q) <= pi / 2 q; near or inside it may be anywhere
    const Floats half = select(ratio > 0.9f, floats(3.2f), ratio * 1.5708f + 1e-3f);
    Floats b = (bearing_of(y, x) - fan.start) * fan.inv_step;
    b = select(b < fan.seam, b + fan.period, b);
    store_lanes(d - radius, buffers.chunk_near + c);
    store_lanes(ints_of(round_lanes(b - half * fan.inv_step - 1.0f)), buffers.chunk_first + c);
    store_lanes(ints_of(round_lanes(b + half * fan.inv_step + 1.0f)), buffers.chunk_last + c);
  }
}

/// The farthest thing seen so far in each block of 16 beams, as the least inverse range.
PADDOCK_KERNEL void summarize_blocks(const LidarShot& at, const LidarBuffers& buffers) {
  for (int block = at.first_beam >> 4; block <= at.last_beam >> 4; ++block) {
    Floats r = load_lanes<Floats>(buffers.inverse + 16 * block);
    // beams that nobody wants must not count as far
    const Ints beam = lane_numbers() + 16 * block;
    r = select((beam < at.first_beam) | (beam > at.last_beam), floats(1e30f), r);
    buffers.block_least[block] = smallest_lane(r);
  }
}

PADDOCK_KERNEL bool may_show(const LidarShot& at, const LidarBuffers& buffers, std::int32_t first,
                             std::int32_t last, float inverse) {
  first = first < at.first_beam ? at.first_beam : first;
  last = last > at.last_beam ? at.last_beam : last;
  for (std::int32_t block = first >> 4; block <= last >> 4 && first <= last; ++block)
    if (buffers.block_least[block] < inverse) return true;
  return false;
}

/// Draws the chunks nearer than kNearFirst, then of the others those that may show behind them.
PADDOCK_KERNEL void draw_chunks(const LidarFan& fan, const LidarShot& at, const LidarMapView& map,
                                const LidarBuffers& buffers) {
  bound_chunks(fan, at, map, buffers);
  std::size_t faces = 0, far = 0;
  for (std::size_t c = 0; c < map.chunk_count; ++c) {
    const float near = buffers.chunk_near[c];
    if (near < kNearFirst) {
      faces = emit_chunk(fan, at, map.chunks[c], buffers, faces);
    } else if (near < at.max_range) {
      buffers.chunk_far[far++] = static_cast<std::int32_t>(c);
    }
  }
  draw_faces(fan, at, buffers, 0, faces);
  if (far == 0) return;

  summarize_blocks(at, buffers);
  const auto turn = static_cast<std::int32_t>(fan.period + 0.5f);
  std::size_t more = 0;
  for (std::size_t i = 0; i < far; ++i) {
    const std::int32_t c = buffers.chunk_far[i];
    const float inverse = 1.0001f / buffers.chunk_near[c];
    const std::int32_t first = buffers.chunk_first[c], last = buffers.chunk_last[c];
    if (may_show(at, buffers, first, last, inverse) ||
        may_show(at, buffers, first - turn - 1, last - turn + 1, inverse) ||
        may_show(at, buffers, first + turn - 1, last + turn + 1, inverse))
      more = emit_chunk(fan, at, map.chunks[c], buffers, more);
  }
  draw_faces(fan, at, buffers, 0, more);
}

}  // namespace lidar

/// The inverse range of every wanted beam into `buffers.inverse`; what nothing reaches keeps 1 /
/// max_range.
PADDOCK_KERNEL void scan_kernel(const LidarFan& fan, const LidarShot& at, const LidarMapView& map,
                                const LidarMapView& others, const LidarBuffers& buffers) {
  const float background = 1 / at.max_range;
  for (int block = at.first_beam & ~15; block <= at.last_beam; block += 16)
    store_lanes(floats(background), buffers.inverse + block);

  std::size_t faces = 0;
  for (std::size_t g = 0; g < map.box_groups; ++g)
    faces = lidar::emit_boxes(fan, at, map.boxes[g], buffers, faces);
  for (std::size_t c = 0; c < others.chunk_count; ++c)
    faces = lidar::emit_chunk(fan, at, others.chunks[c], buffers, faces);
  if (map.chunk_count <= 4) {  // too few to be worth bounding
    for (std::size_t c = 0; c < map.chunk_count; ++c)
      faces = lidar::emit_chunk(fan, at, map.chunks[c], buffers, faces);
    lidar::draw_faces(fan, at, buffers, 0, faces);
  } else {
    lidar::draw_faces(fan, at, buffers, 0, faces);
    lidar::draw_chunks(fan, at, map, buffers);
  }
  for (std::size_t i = 0; i < map.circle_count; ++i)
    lidar::draw_circle(fan, at, map.circles[i], buffers);
  for (std::size_t i = 0; i < others.circle_count; ++i)
    lidar::draw_circle(fan, at, others.circles[i], buffers);
}

}  // namespace paddock
