// A small software rasteriser: convex polygons into a grid of samples seen from above.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "paddock/core/vec.h"

namespace paddock::draw {

/// A grid of samples over a rectangle of the world; row 0 is the northernmost.
struct View {
  Vec2 low;             // south-west corner
  double per_metre{1};  // samples
  int columns{}, rows{};

  Vec2 sample_from_world(Vec2 p) const {
    return {(p.x - low.x) * per_metre, rows - (p.y - low.y) * per_metre};
  }
  /// The middle of a sample.
  Vec2 world_from_sample(int column, int row) const {
    return {low.x + (column + 0.5) / per_metre, low.y + (rows - row - 0.5) / per_metre};
  }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  std::size_t size() const {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
};

/// Calls visit(row, first, past) for each run of samples whose middles lie in a convex polygon,
/// given in samples.
template <class Visit>
void scan_convex(std::span<const Vec2> polygon, const View& view, Visit visit) {
  double top = 1e300, bottom = -1e300;
  for (const Vec2 p : polygon) top = std::fmin(top, p.y), bottom = std::fmax(bottom, p.y);
  const int first_row = static_cast<int>(std::ceil(std::clamp(top - 0.5, 0.0, double(view.rows))));
  const int past_row =
      static_cast<int>(std::ceil(std::clamp(bottom - 0.5, 0.0, double(view.rows))));
  for (int row = first_row; row < past_row; ++row) {
    const double y = row + 0.5;
    double left = 1e300, right = -1e300;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
      left = std::fmin(left, x), right = std::fmax(right, x);
    }
    const int first =
        static_cast<int>(std::ceil(std::clamp(left - 0.5, 0.0, double(view.columns))));
    const int past =
        static_cast<int>(std::ceil(std::clamp(right - 0.5, 0.0, double(view.columns))));
    if (first < past) visit(row, first, past);
  }
}

/// A triangle of the scene in world metres.
struct Facet {
  Vec3 a, b, c;
  std::uint32_t surface{};
};

/// The surface of the floor at z = 0. It hides nothing, not even what lies below it.
inline constexpr std::uint32_t kGround = 0;
inline constexpr std::uint32_t kNoFacet = std::numeric_limits<std::uint32_t>::max();
inline constexpr float kNothing = -1e30f;

/// For each sample the highest facet and its height.
struct DepthGrid {
  std::vector<float> z;
  std::vector<std::uint32_t> facet;
};

/// What is seen from straight above: facets that face down are not drawn.
DepthGrid draw_from_above(std::span<const Facet> facets, const View& view);

/// Heights seen along the sun's rays, each point moved along its ray to z = 0: `shift` is how far a
/// metre of height moves it. Two points share a sample when one stands in the other's light.
std::vector<float> draw_from_sun(std::span<const Facet> facets, const View& view, Vec2 shift);

}  // namespace paddock::draw
