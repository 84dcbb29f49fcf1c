// Depth passes of the rasteriser: heights are planes over the samples of each triangle.
#include "paddock/world/draw/raster.h"

#include <array>

namespace paddock::draw {
namespace {

/// Calls visit(index, z) for each sample of a triangle whose corners stand at `at`, in samples.
template <class Visit>
void scan_heights(const std::array<Vec2, 3>& at, const std::array<double, 3>& z, const View& view,
                  Visit visit) {
  const Vec2 u = at[1] - at[0], v = at[2] - at[0];
  const double area = cross(u, v);
  if (area == 0) return;
  const double du = z[1] - z[0], dv = z[2] - z[0];
  const Vec2 slope{(du * v.y - dv * u.y) / area, (dv * u.x - du * v.x) / area};
  scan_convex(at, view, [&](int row, int first, int past) {
    const double start = z[0] + (row + 0.5 - at[0].y) * slope.y - at[0].x * slope.x;
    for (int column = first; column < past; ++column) {
      visit(view.index(column, row), static_cast<float>(start + (column + 0.5) * slope.x));
    }
  });
}

}  // namespace

DepthGrid draw_from_above(std::span<const Facet> facets, const View& view) {
  DepthGrid grid{std::vector<float>(view.size(), kNothing),
                 std::vector<std::uint32_t>(view.size(), kNoFacet)};
  for (std::size_t i = 0; i < facets.size(); ++i) {
    const Facet& f = facets[i];
    if (cross(xy(f.b) - xy(f.a), xy(f.c) - xy(f.a)) <= 0) continue;
    const std::array<Vec2, 3> at{view.sample_from_world(xy(f.a)), view.sample_from_world(xy(f.b)),
                                 view.sample_from_world(xy(f.c))};
    scan_heights(at, {f.a.z, f.b.z, f.c.z}, view, [&](std::size_t index, float z) {
      if (z <= grid.z[index] || (f.surface == kGround && grid.facet[index] != kNoFacet)) return;
      grid.z[index] = z;
      grid.facet[index] = static_cast<std::uint32_t>(i);
    });
  }
  return grid;
}

std::vector<float> draw_from_sun(std::span<const Facet> facets, const View& view, Vec2 shift) {
  std::vector<float> highest(view.size(), kNothing);
  const auto moved = [&](Vec3 p) { return view.sample_from_world(xy(p) + p.z * shift); };
  for (const Facet& f : facets) {
    if (f.surface == kGround) continue;
    scan_heights(
        {moved(f.a), moved(f.b), moved(f.c)}, {f.a.z, f.b.z, f.c.z}, view,
        [&](std::size_t index, float z) { highest[index] = std::fmax(highest[index], z); });
  }
  return highest;
}

}  // namespace paddock::draw
