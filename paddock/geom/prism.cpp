// Ear clipping with holes, and the prism over it. A ring is a list of point indices; a hole's ring
// is spliced into its outline's ring through a bridge used in both directions (Eberly,
// "Triangulation by ear clipping").
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "paddock/geom/mesh.h"

namespace paddock {
namespace {

using Index = std::uint32_t;
using Ring = std::vector<Index>;
using Triangles = std::vector<std::array<Index, 3>>;

double turn(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - b); }

bool in_triangle(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

/// Clips ears off one ring without holes; links make each removal cheap.
class EarClipper {
 public:
  EarClipper(const std::vector<Vec2>& points, const Ring& ring) : points_(points), ring_(ring) {
    const std::size_t n = ring.size();
    next_.resize(n), before_.resize(n), reflex_.resize(n);
    for (std::size_t i = 0; i < n; ++i) next_[i] = (i + 1) % n, before_[i] = (i + n - 1) % n;
    for (std::size_t i = 0; i < n; ++i) reflex_[i] = is_reflex(i);
  }

  void clip(Triangles& out) {
    std::size_t left = ring_.size(), at = 0, tried = 0;
    while (left > 3) {
      // after a whole round without an ear, only flat or damaged corners are left: take one anyway,
      // so that the surface stays closed
      if (tried <= left && !is_ear(at)) {
        at = next_[at], ++tried;
        continue;
      }
      out.push_back({ring_[before_[at]], ring_[at], ring_[next_[at]]});
      next_[before_[at]] = next_[at], before_[next_[at]] = before_[at];
      const std::size_t previous = before_[at];
      at = next_[at], tried = 0, --left;
      reflex_[previous] = is_reflex(previous), reflex_[at] = is_reflex(at);
      // go on past the neighbour: fans of thin triangles come from clipping the same corner again
      at = next_[at];
    }
    if (left == 3) out.push_back({ring_[before_[at]], ring_[at], ring_[next_[at]]});
  }

 private:
  Vec2 point(std::size_t i) const { return points_[ring_[i]]; }
  bool is_reflex(std::size_t i) const {
    return turn(point(before_[i]), point(i), point(next_[i])) <= 0;
  }
  bool is_ear(std::size_t i) const {
    if (reflex_[i]) return false;
    const Vec2 a = point(before_[i]), b = point(i), c = point(next_[i]);
    for (std::size_t k = next_[next_[i]]; k != before_[i]; k = next_[k]) {
      if (!reflex_[k]) continue;
      const Vec2 p = point(k);
      // the two ends of a bridge stand in the ring twice; a twin does not lie in the way
      if (p == a || p == b || p == c) continue;
      if (in_triangle(p, a, b, c)) return false;
    }
    return true;
  }

  const std::vector<Vec2>& points_;
  const Ring& ring_;
  std::vector<std::size_t> next_, before_;
  std::vector<bool> reflex_;
};

std::size_t rightmost(const std::vector<Vec2>& points, const Ring& ring) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < ring.size(); ++i) {
    const Vec2 p = points[ring[i]], q = points[ring[best]];
    if (p.x > q.x || (p.x == q.x && p.y > q.y)) best = i;
  }
  return best;
}

// where a ray from `from` towards +x first meets the ring: the edge's index, or the ring's size
std::size_t edge_right_of(const std::vector<Vec2>& points, const Ring& ring, Vec2 from,
                          double& at_x) {
  std::size_t best = ring.size();
  at_x = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = points[ring[i]], b = points[ring[(i + 1) % ring.size()]];
    // the outline runs upwards where its solid lies to the left
    if (!(a.y <= from.y && b.y >= from.y) || a.y == b.y) continue;
    const double x = a.x + (from.y - a.y) / (b.y - a.y) * (b.x - a.x);
    if (x >= from.x && x < at_x) at_x = x, best = i;
  }
  return best;
}

// the ring's corner that `from`, a hole's rightmost point, sees to its right
std::size_t visible_corner(const std::vector<Vec2>& points, const Ring& ring, Vec2 from) {
  double hit_x = 0;
  const std::size_t edge = edge_right_of(points, ring, from, hit_x);
  if (edge == ring.size()) return 0;
  const Vec2 hit{hit_x, from.y};
  const std::size_t other = (edge + 1) % ring.size();
  const Vec2 a = points[ring[edge]], b = points[ring[other]];
  if (hit == a) return edge;
  if (hit == b) return other;
  // the edge's further end is seen unless reflex corners stand in the triangle; then the one
  // nearest in angle is seen
  std::size_t best = a.x > b.x ? edge : other;
  const Vec2 goal = points[ring[best]];
  const bool above = goal.y > from.y;
  double best_slope = std::numeric_limits<double>::infinity(), best_x = 0;
  const std::size_t n = ring.size(), first = best;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 p = points[ring[i]];
    if (i == first || turn(points[ring[(i + n - 1) % n]], p, points[ring[(i + 1) % n]]) > 0)
      continue;
    const bool in = above ? in_triangle(p, from, hit, goal) : in_triangle(p, from, goal, hit);
    if (!in || p.x <= from.x) continue;
    const double slope = std::fabs(p.y - from.y) / (p.x - from.x);
    if (slope < best_slope || (slope == best_slope && p.x < best_x))
      best = i, best_slope = slope, best_x = p.x;
  }
  return best;
}

// the corner of the ring whose inside is open towards `from`: bridge ends stand in a ring twice
std::size_t facing_twin(const std::vector<Vec2>& points, const Ring& ring, std::size_t corner,
                        Vec2 from) {
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (ring[i] != ring[corner]) continue;
    const Vec2 a = points[ring[(i + n - 1) % n]], b = points[ring[i]],
               c = points[ring[(i + 1) % n]];
    const bool left_of_in = turn(a, b, from) > 0, left_of_out = cross(c - b, from - b) > 0;
    if (turn(a, b, c) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out) return i;
  }
  return corner;
}

void splice_hole(const std::vector<Vec2>& points, Ring& ring, const Ring& hole) {
  const std::size_t tip = rightmost(points, hole);
  const Vec2 from = points[hole[tip]];
  const std::size_t corner = facing_twin(points, ring, visible_corner(points, ring, from), from);
  Ring joined(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(corner) + 1);
  for (std::size_t i = 0; i <= hole.size(); ++i) joined.push_back(hole[(tip + i) % hole.size()]);
  joined.insert(joined.end(), ring.begin() + static_cast<std::ptrdiff_t>(corner), ring.end());
  ring = std::move(joined);
}

double signed_area(std::span<const Vec2> loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i)
    twice += cross(loop[i] - loop[0], loop[(i + 1) % loop.size()] - loop[0]);
  return twice / 2;
}

bool inside_loop(std::span<const Vec2> loop, Vec2 point) {
  bool inside = false;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
    if ((a.y > point.y) == (b.y > point.y)) continue;
    if (point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

struct Part {
  std::size_t outline;
  std::vector<std::size_t> holes;
};

// each hole belongs to the smallest outline around it
std::vector<Part> parts_of(std::span<const std::vector<Vec2>> loops) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < loops.size(); ++i)
    if (loops[i].size() >= 3 && signed_area(loops[i]) > 0) parts.push_back({i, {}});
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].size() < 3 || signed_area(loops[i]) >= 0) continue;
    Part* around = nullptr;
    for (Part& part : parts) {
      if (!inside_loop(loops[part.outline], loops[i][0])) continue;
      if (around == nullptr ||
          signed_area(loops[part.outline]) < signed_area(loops[around->outline]))
        around = &part;
    }
    if (around != nullptr) around->holes.push_back(i);
  }
  return parts;
}

// triangles that fill the loops, as indices into all their points in order
Triangles fill_loops(std::span<const std::vector<Vec2>> loops) {
  std::vector<Vec2> points;
  std::vector<Ring> rings;
  for (const auto& loop : loops) {
    Ring& ring = rings.emplace_back();
    for (const Vec2 p : loop) {
      ring.push_back(static_cast<Index>(points.size()));
      points.push_back(p);
    }
  }
  Triangles triangles;
  for (Part& part : parts_of(loops)) {
    // from the right to the left: a bridge to the right never crosses a hole that is not joined yet
    std::sort(part.holes.begin(), part.holes.end(), [&](std::size_t a, std::size_t b) {
      const double xa = points[rings[a][rightmost(points, rings[a])]].x;
      const double xb = points[rings[b][rightmost(points, rings[b])]].x;
      return xa != xb ? xa > xb : a < b;
    });
    Ring ring = rings[part.outline];
    for (const std::size_t hole : part.holes) splice_hole(points, ring, rings[hole]);
    EarClipper(points, ring).clip(triangles);
  }
  return triangles;
}

}  // namespace

Mesh make_prism(std::span<const std::vector<Vec2>> loops, double height) {
  Mesh mesh;
  Index count = 0;
  for (const auto& loop : loops) count += static_cast<Index>(loop.size());
  for (const double z : {0.0, height})
    for (const auto& loop : loops)
      for (const Vec2 p : loop) mesh.points.push_back({p.x, p.y, z});

  // lids
  for (const auto& [a, b, c] : fill_loops(loops)) {
    mesh.triangles.push_back({a + count, b + count, c + count});
    mesh.triangles.push_back({a, c, b});
  }
  // sides: outlines and holes alike have the solid on their left
  Index first = 0;
  for (const auto& loop : loops) {
    const auto n = static_cast<Index>(loop.size());
    for (Index i = 0; n >= 3 && i < n; ++i) {
      const Index a = first + i, b = first + (i + 1) % n;
      mesh.triangles.push_back({a, b, b + count});
      mesh.triangles.push_back({a, b + count, a + count});
    }
    first += n;
  }
  return mesh;
}

}  // namespace paddock
