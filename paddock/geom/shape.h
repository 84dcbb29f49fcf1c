// Flat shapes: what a body's outline and a slice of the world are made of. Metres.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"

namespace paddock {

struct Segment2 {
  Vec2 from, to;
  bool operator==(const Segment2&) const = default;
};

struct Circle2 {
  Vec2 center;
  double radius{};
  bool operator==(const Circle2&) const = default;
};

struct Bounds2 {
  Vec2 low{1e300, 1e300}, high{-1e300, -1e300};  // empty until something is added

  void add(Vec2 p) {
    low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y)};
    high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y)};
  }
  Bounds2 grown(double by) const { return {{low.x - by, low.y - by}, {high.x + by, high.y + by}}; }
  bool overlaps(const Bounds2& other) const {
    return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y &&
           other.low.y <= high.y;
  }
  bool empty() const { return low.x > high.x; }
};

/// A closed line, its last point joined to its first. Seen from above solid material lies on its
/// left: counter-clockwise around a solid, clockwise around a hole.
struct Loop2 {
  std::vector<Vec2> points;
  PieceId piece{};  // whose outline it is
  bool operator==(const Loop2&) const = default;
};

struct SliceCircle {
  Circle2 circle;
  PieceId piece{};
  bool operator==(const SliceCircle&) const = default;
};

/// The world cut at one height: all that a flat lidar and a planar bumper can meet.
struct FlatSlice {
  std::vector<Loop2> loops;
  std::vector<SliceCircle> circles;  // exact, never polygons
};

/// A body's outline in its own frame: a convex polygon, counter-clockwise, or a circle.
struct Outline2 {
  static constexpr std::size_t kMaxCorners = 8;
  std::array<Vec2, kMaxCorners> corners{};
  std::size_t corner_count{};  // 0: a circle about the origin
  double radius{};             // of the circle, or of the circle around all corners

  std::span<const Vec2> polygon() const { return {corners.data(), corner_count}; }
  bool is_circle() const { return corner_count == 0; }
  bool operator==(const Outline2&) const = default;

  static Outline2 circle(double radius) { return {.radius = radius}; }
  static Outline2 rectangle(Vec2 low, Vec2 high) {
    const std::array<Vec2, 4> corners{
        {{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}}};
    return polygon_of(corners);
  }
  /// At most kMaxCorners points, convex and counter-clockwise.
  static Outline2 polygon_of(std::span<const Vec2> points) {
    Outline2 outline;
    for (const Vec2 p : points) {
      outline.corners[outline.corner_count++] = p;
      outline.radius = std::fmax(outline.radius, length(p));
    }
    return outline;
  }
};

}  // namespace paddock
