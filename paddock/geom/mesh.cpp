// Builders of solids. Round things are a profile turned about z; walls and tape are one strip of
// cross sections along a line, so neighbouring triangles always share their corners by index.
#include "paddock/geom/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"

namespace paddock {
namespace {

std::uint32_t add_point(Mesh& mesh, Vec3 point) {
  mesh.points.push_back(point);
  return static_cast<std::uint32_t>(mesh.points.size() - 1);
}

/// A triangle, unless two of its corners are one.
void add_triangle(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
}

void add_quad(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  add_triangle(mesh, a, b, c);
  add_triangle(mesh, a, c, d);
}

// --- solids of revolution -----------------------------------------------------------------------

/// One ring of the profile: `sides` points, or a single one on the axis.
struct SweptRing {
  std::uint32_t first{};
  bool pole{};
  std::uint32_t at(std::uint32_t side, std::uint32_t sides) const {
    return pole ? first : first + side % sides;
  }
};

/// Closes a ring with a fan of triangles, facing up or down.
void add_cap(Mesh& mesh, const SweptRing& ring, std::uint32_t sides, bool up) {
  if (ring.pole) return;
  for (std::uint32_t i = 1; i + 1 < sides; ++i) {
    const std::uint32_t a = ring.first + i, b = a + 1;
    add_triangle(mesh, ring.first, up ? a : b, up ? b : a);
  }
}

/// The surface between the profile's rings.
Mesh sweep(std::span<const ProfilePoint> profile, std::uint32_t sides,
           std::vector<SweptRing>& rings) {
  Mesh mesh;
  for (const ProfilePoint& p : profile) {
    const SweptRing ring{static_cast<std::uint32_t>(mesh.points.size()), p.radius <= 0};
    rings.push_back(ring);
    for (std::uint32_t i = 0; i < (ring.pole ? 1 : sides); ++i) {
      const Vec2 around = Rot2::of(2 * kPi * i / sides) * Vec2{ring.pole ? 0 : p.radius, 0};
      add_point(mesh, {around.x, around.y, p.z});
    }
  }
  for (std::size_t r = 0; r + 1 < rings.size(); ++r) {
    for (std::uint32_t i = 0; i < sides; ++i) {
      add_quad(mesh, rings[r].at(i, sides), rings[r].at(i + 1, sides),
               rings[r + 1].at(i + 1, sides), rings[r + 1].at(i, sides));
    }
  }
  return mesh;
}

// --- strips along a line ------------------------------------------------------------------------

constexpr double kSamePoint = 1e-9;  // metres; closer points are one
// beyond a turn of 120 degrees a mitre is longer than the wall is thick: cut it off there
constexpr double kSharpestMitre = -0.5;

/// One cross section of a strip: where its left and right edges pass.
struct Section {
  Vec2 left, right;
  bool same_left{}, same_right{};  // shared with the section before
};

std::vector<Vec2> without_repeats(std::span<const Vec2> points, bool closed) {
  std::vector<Vec2> kept;
  for (const Vec2 p : points) {
    if (kept.empty() || distance(kept.back(), p) > kSamePoint) kept.push_back(p);
  }
  while (closed && kept.size() > 1 && distance(kept.back(), kept.front()) <= kSamePoint) {
    kept.pop_back();
  }
  return kept;
}

/// The corner at `p`, arriving along `a` and leaving along `b` (units): one mitred section, or two
/// that share the inner point and cut the outer corner off, tangent to the circle of the half
/// width.
void add_corner(std::vector<Section>& sections, Vec2 p, Vec2 a, Vec2 b, double half,
                double shortest) {
  const double cosine = dot(a, b);
  const double half_cosine = std::sqrt(std::max(1 + cosine, 0.0) / 2);  // of half the turn
  const Vec2 na = perpendicular(a), nb = perpendicular(b);
  const double side = cross(a, b) >= 0 ? 1 : -1;  // the inner one: +1 left

  // the inner point lies where the edges meet, but never behind the neighbouring corner; where the
  // line turns right back on itself it is the corner itself
  const double reach = std::sqrt(half * half + shortest * shortest);
  const double away = half_cosine * reach > half ? half / half_cosine : reach;
  const Vec2 inner = p + (side * away) * normalized(na + nb);

  if (cosine > kSharpestMitre) {
    const Vec2 outer = p - (half * side / half_cosine) * normalized(na + nb);
    sections.push_back(side > 0 ? Section{inner, outer} : Section{outer, inner});
    return;
  }
  const double past = std::sqrt((1 - half_cosine) / (1 + half_cosine));  // tan(turn / 4)
  const Vec2 first = p + half * (past * a - side * na);
  const Vec2 second = p - half * (past * b + side * nb);
  if (side > 0) {
    sections.push_back({inner, first});
    sections.push_back({.left = inner, .right = second, .same_left = true});
  } else {
    sections.push_back({first, inner});
    sections.push_back({.left = second, .right = inner, .same_right = true});
  }
}

std::vector<Section> strip_sections(std::span<const Vec2> points, bool closed, double width) {
  std::vector<Section> sections;
  const std::size_t n = points.size();
  const double half = width / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = points[(i + n - 1) % n], after = points[(i + 1) % n], p = points[i];
    const Vec2 a = normalized(p - before), b = normalized(after - p);
    if (!closed && (i == 0 || i + 1 == n)) {
      const Vec2 across = half * perpendicular(i == 0 ? b : a);
      sections.push_back({p + across, p - across});
    } else {
      const double shortest = std::min(distance(before, p), distance(p, after));
      add_corner(sections, p, a, b, half, shortest);
    }
  }
  return sections;
}

/// The corners of a strip at one height, left and right of each section.
struct StripLayer {
  std::vector<std::uint32_t> left, right;
};

StripLayer add_layer(Mesh& mesh, std::span<const Section> sections, double z) {
  StripLayer layer;
  for (const Section& s : sections) {
    layer.left.push_back(s.same_left ? layer.left.back()
                                     : add_point(mesh, {s.left.x, s.left.y, z}));
    layer.right.push_back(s.same_right ? layer.right.back()
                                       : add_point(mesh, {s.right.x, s.right.y, z}));
  }
  return layer;
}

struct Strip {
  std::vector<Section> sections;
  bool closed{};
};

Strip make_strip(std::span<const Vec2> points, bool closed, double width) {
  const std::vector<Vec2> line = without_repeats(points, closed);
  const bool ring = closed && line.size() > 2;
  if (line.size() < 2 || !(width > 0)) return {};
  return {strip_sections(line, ring, width), ring};
}

}  // namespace

Mesh make_box(Vec3 size) {
  Mesh mesh;
  for (const double z : {0.0, size.z}) {
    add_point(mesh, {-size.x / 2, -size.y / 2, z});
    add_point(mesh, {size.x / 2, -size.y / 2, z});
    add_point(mesh, {size.x / 2, size.y / 2, z});
    add_point(mesh, {-size.x / 2, size.y / 2, z});
  }
  add_quad(mesh, 3, 2, 1, 0);
  add_quad(mesh, 4, 5, 6, 7);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    add_quad(mesh, i, j, j + 4, i + 4);
  }
  return mesh;
}

Mesh make_ramp(Vec3 size) {
  Mesh mesh;
  add_point(mesh, {-size.x / 2, -size.y / 2, 0});
  add_point(mesh, {size.x / 2, -size.y / 2, 0});
  add_point(mesh, {size.x / 2, size.y / 2, 0});
  add_point(mesh, {-size.x / 2, size.y / 2, 0});
  add_point(mesh, {size.x / 2, -size.y / 2, size.z});
  add_point(mesh, {size.x / 2, size.y / 2, size.z});
  add_quad(mesh, 3, 2, 1, 0);  // foot
  add_quad(mesh, 0, 4, 5, 3);  // the way up
  add_quad(mesh, 1, 2, 5, 4);  // back
  add_triangle(mesh, 0, 1, 4);
  add_triangle(mesh, 3, 5, 2);
  return mesh;
}

Mesh make_revolved(std::span<const ProfilePoint> profile, int side_count) {
  const auto sides = static_cast<std::uint32_t>(std::max(side_count, 3));
  std::vector<SweptRing> rings;
  Mesh mesh = sweep(profile, sides, rings);
  add_cap(mesh, rings.front(), sides, false);
  add_cap(mesh, rings.back(), sides, true);
  return mesh;
}

Mesh make_hoop(std::span<const ProfilePoint> profile, int side_count) {
  std::vector<SweptRing> rings;
  return sweep(profile, static_cast<std::uint32_t>(std::max(side_count, 3)), rings);
}

Mesh make_loft(std::span<const std::vector<Vec3>> rings) {
  Mesh mesh;
  if (rings.size() < 2) return mesh;
  const auto sides = static_cast<std::uint32_t>(rings.front().size());
  for (const std::vector<Vec3>& ring : rings) {
    for (const Vec3 p : ring) add_point(mesh, p);
  }
  const auto last = static_cast<std::uint32_t>(rings.size() - 1) * sides;
  add_cap(mesh, {0, false}, sides, false);
  for (std::uint32_t r = 0; r < last; r += sides) {
    for (std::uint32_t i = 0; i < sides; ++i) {
      const std::uint32_t j = (i + 1) % sides;
      add_quad(mesh, r + i, r + j, r + sides + j, r + sides + i);
    }
  }
  add_cap(mesh, {last, false}, sides, true);
  return mesh;
}

Mesh make_frustum(double bottom_radius, double top_radius, double height, int sides) {
  const std::array<ProfilePoint, 2> profile{{{bottom_radius, 0}, {top_radius, height}}};
  return make_revolved(profile, sides);
}

Mesh make_ball(double radius, int sides) {
  const int steps = std::max(sides / 2, 2);
  std::vector<ProfilePoint> profile;
  for (int i = 0; i <= steps; ++i) {
    const Rot2 turn = Rot2::of(kPi * i / steps);
    const bool pole = i == 0 || i == steps;
    profile.push_back({pole ? 0 : radius * turn.s, radius * (1 - turn.c)});
  }
  return make_revolved(profile, sides);
}

// A tyre bulges from 86 % of its radius at the bead to all of it along the tread.
namespace {
constexpr double kBead = 0.86, kShoulder = 0.25, kHub = 0.5;
}

double tyres_radius(double radius, double tyre_height, double z) {
  const double within = z / tyre_height - std::floor(z / tyre_height);
  const double from_bead = std::min(within, 1 - within);
  return radius * std::min(kBead + (1 - kBead) * from_bead / kShoulder, 1.0);
}

Mesh make_tyres(double radius, double tyre_height, int count, int sides) {
  const int tyres = std::max(count, 1);
  std::vector<ProfilePoint> profile{{kBead * radius, 0}};
  for (int i = 0; i < tyres; ++i) {
    const double z = i * tyre_height;
    profile.push_back({radius, z + kShoulder * tyre_height});
    profile.push_back({radius, z + (1 - kShoulder) * tyre_height});
    profile.push_back({kBead * radius, z + tyre_height});
  }
  // the topmost shows its hub
  profile.push_back({kHub * radius, tyres * tyre_height});
  profile.push_back({kHub * radius, (tyres - 0.6) * tyre_height});
  return make_revolved(profile, sides);
}

Mesh make_wall(std::span<const Vec2> points, bool closed, double thickness, double height) {
  Mesh mesh;
  const Strip strip = make_strip(points, closed, thickness);
  const std::size_t n = strip.sections.size();
  if (n == 0 || !(height > 0)) return mesh;
  const StripLayer low = add_layer(mesh, strip.sections, 0);
  const StripLayer high = add_layer(mesh, strip.sections, height);

  // a ring closes on its first section, an open wall gets two ends
  for (std::size_t i = 0; i < (strip.closed ? n : n - 1); ++i) {
    const std::size_t j = (i + 1) % n;
    add_quad(mesh, high.right[i], high.right[j], high.left[j], high.left[i]);
    add_quad(mesh, low.left[i], low.left[j], low.right[j], low.right[i]);
    if (low.right[i] != low.right[j]) {
      add_quad(mesh, low.right[i], low.right[j], high.right[j], high.right[i]);
    }
    if (low.left[i] != low.left[j]) {
      add_quad(mesh, low.left[j], low.left[i], high.left[i], high.left[j]);
    }
  }
  if (!strip.closed) {
    add_quad(mesh, low.left[0], low.right[0], high.right[0], high.left[0]);
    add_quad(mesh, low.right[n - 1], low.left[n - 1], high.left[n - 1], high.right[n - 1]);
  }
  return mesh;
}

Mesh make_tape(std::span<const Vec2> points, bool closed, double width) {
  Mesh mesh;
  const Strip strip = make_strip(points, closed, width);
  const std::size_t n = strip.sections.size();
  if (n == 0) return mesh;
  const StripLayer layer = add_layer(mesh, strip.sections, 0);
  for (std::size_t i = 0; i < (strip.closed ? n : n - 1); ++i) {
    const std::size_t j = (i + 1) % n;
    add_quad(mesh, layer.right[i], layer.right[j], layer.left[j], layer.left[i]);
  }
  return mesh;
}

Mesh make_mat(Vec2 size) {
  Mesh mesh;
  add_point(mesh, {-size.x / 2, -size.y / 2, 0});
  add_point(mesh, {size.x / 2, -size.y / 2, 0});
  add_point(mesh, {size.x / 2, size.y / 2, 0});
  add_point(mesh, {-size.x / 2, size.y / 2, 0});
  add_quad(mesh, 0, 1, 2, 3);
  return mesh;
}

Mesh make_terrain(Vec2 size, int columns, int rows, std::span<const double> heights) {
  Mesh mesh;
  if (columns < 2 || rows < 2) return mesh;
  const auto nx = static_cast<std::uint32_t>(columns), ny = static_cast<std::uint32_t>(rows);
  if (heights.size() != std::size_t{nx} * ny) return mesh;
  // the underside is flat, a little below the lowest point
  const double low = *std::min_element(heights.begin(), heights.end()) - 0.1;
  for (const bool top : {false, true}) {
    for (std::uint32_t i = 0; i < nx * ny; ++i) {
      add_point(mesh, {size.x * ((i % nx) / (nx - 1.0) - 0.5),
                       size.y * ((i / nx) / (ny - 1.0) - 0.5), top ? heights[i] : low});
    }
  }

  const std::uint32_t up = nx * ny;
  for (std::uint32_t y = 0; y + 1 < ny; ++y) {
    for (std::uint32_t x = 0; x + 1 < nx; ++x) {
      const std::uint32_t a = y * nx + x, b = a + 1, c = b + nx, d = a + nx;
      add_quad(mesh, a + up, b + up, c + up, d + up);
      add_quad(mesh, a, d, c, b);
    }
  }
  const auto add_side = [&](std::uint32_t a, std::uint32_t b) {
    add_quad(mesh, a, b, b + up, a + up);
  };
  for (std::uint32_t x = 0; x + 1 < nx; ++x) {
    add_side(x, x + 1);
    add_side((ny - 1) * nx + x + 1, (ny - 1) * nx + x);
  }
  for (std::uint32_t y = 0; y + 1 < ny; ++y) {
    add_side((y + 1) * nx, y * nx);
    add_side(y * nx + nx - 1, (y + 1) * nx + nx - 1);
  }
  return mesh;
}

void append(Mesh& mesh, const Mesh& other, const Pose3& mesh_from_other) {
  const auto offset = static_cast<std::uint32_t>(mesh.points.size());
  for (const Vec3 p : other.points) mesh.points.push_back(mesh_from_other * p);
  for (const auto& t : other.triangles) {
    mesh.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  }
}

}  // namespace paddock
