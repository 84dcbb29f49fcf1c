#include "paddock/raycast/sun_cover.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr int kMostCells = 512;         // along each side
constexpr double kSmallestCell = 0.05;  // m
constexpr double kLarge = 64;           // m; what is larger is ground that need not be in the grid
constexpr double kLowestSun = 0.2;      // rise of the light
constexpr std::uint32_t kCameras = 1;   // bit of SurfaceGroup::seen_by
constexpr float kNothing = -1e30f;      // stands in a cell
constexpr double kHalf = 0.51;          // of a cell, with room for rounding

/// Not below `z`, whatever is rounded.
double above(double z) { return z + 1e-5 + 1e-6 * std::fabs(z); }

template <class Call>
void each_triangle(const SurfaceView& view, std::span<const SurfaceGroup> groups, Call&& call) {
  for (const SurfaceGroup& group : groups) {
    if (group.frame != 0 || (group.seen_by & kCameras) == 0) continue;
    for (std::int32_t t = group.first; t < group.first + group.count; ++t) {
      Vec3 corners[3];
      for (int c = 0; c < 3; ++c)
        corners[c] = {static_cast<double>(view.corners[3 * c][t]),
                      static_cast<double>(view.corners[3 * c + 1][t]),
                      static_cast<double>(view.corners[3 * c + 2][t])};
      call(corners);
    }
  }
}

/// Raises the plane of a cell above another, or takes the other raised above it, whichever is less.
void raise(CoverCell& cell, const CoverCell& other) {
  if (cell.top == kNothing) {
    cell = other;
    return;
  }
  const double apart = static_cast<double>(other.top) - static_cast<double>(cell.top);
  const double tilt =
      kHalf * (std::fabs(static_cast<double>(other.slope[0]) - static_cast<double>(cell.slope[0])) +
               std::fabs(static_cast<double>(other.slope[1]) - static_cast<double>(cell.slope[1])));
  const double keep = std::max(0.0, tilt + apart), take = std::max(0.0, tilt - apart);
  if (keep <= take) {
    if (keep > 0) cell.top = static_cast<float>(above(static_cast<double>(cell.top) + keep));
  } else {
    cell = other;
    if (take > 0) cell.top = static_cast<float>(above(static_cast<double>(other.top) + take));
  }
}

/// One side of a triangle, seen along the light: how far outside of it a cell lies, at least.
struct Edge {
  double x{}, y{};    // a point of it
  double nx{}, ny{};  // away from the triangle, as long as the edge
  double length{};
  double half{};  // of a cell, along that way

  double to(double cell_x, double cell_y) const {
    return (nx * (cell_x - x) + ny * (cell_y - y) - half) / length;
  }
};

/// Those that have a length; says how many. `side`: 1 when the corners go round to the left.
std::size_t edges_of(const Vec3 (&p)[3], double side, double half, Edge (&edges)[3]) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 a = p[k], b = p[(k + 1) % 3];
    const double nx = side * (b.y - a.y), ny = -side * (b.x - a.x), n = std::hypot(nx, ny);
    if (n > 0) edges[count++] = {a.x, a.y, nx, ny, n, (std::fabs(nx) + std::fabs(ny)) * half};
  }
  return count;
}

/// The lowest that a cell's plane gets within the cell.
double lowest(const CoverCell& cell) {
  return static_cast<double>(cell.top) - kHalf * (std::fabs(static_cast<double>(cell.slope[0])) +
                                                  std::fabs(static_cast<double>(cell.slope[1])));
}

}  // namespace

SunCover::SunCover(const SurfaceView& view, std::span<const SurfaceGroup> groups, Vec3 to_sun,
                   double sun_radius) {
  const Vec3 sun = normalized(to_sun);
  grid_.to_sun[0] = static_cast<float>(sun.x), grid_.to_sun[1] = static_cast<float>(sun.y);
  grid_.to_sun[2] = static_cast<float>(sun.z);
  grid_.sun_radius = static_cast<float>(sun_radius);
  if (sun.z < kLowestSun || sun_radius > 0.25 * kLowestSun) return;
  grid_.shift[0] = static_cast<float>(sun.x / sun.z);
  grid_.shift[1] = static_cast<float>(sun.y / sun.z);
  for (int k = 0; k < 2; ++k) shift_[k] = static_cast<double>(grid_.shift[k]);
  spread_ =
      1.01 * sun_radius * (1 + std::hypot(shift_[0], shift_[1])) / (sun.z - sun_radius) + 1e-5;

  // the grid lies over what is small; beside it there is only wide ground
  Area area;
  double floor = 1e30, roof = -1e30;
  each_triangle(view, groups, [&](const Corners& corners) {
    const double size = std::max({length(corners[1] - corners[0]), length(corners[2] - corners[1]),
                                  length(corners[0] - corners[2])});
    for (const Vec3 p : corners) {
      floor = std::min(floor, p.z), roof = std::max(roof, p.z);
      if (size > kLarge) continue;
      const Vec3 at = along_light(p);
      area = {{std::min(area.low[0], at.x), std::min(area.low[1], at.y)},
              {std::max(area.high[0], at.x), std::max(area.high[1], at.y)}};
    }
  });
  if (!(area.low[0] <= area.high[0]) || !(roof - floor < 1e4)) return;
  grid_.floor = static_cast<float>(floor - 1e-3);
  const double most = spread_ * (roof - floor + 1);
  for (int k = 0; k < 2; ++k) area.low[k] -= most, area.high[k] += most;
  lay_out(area);
  for (const bool beside : {false, true})
    each_triangle(view, groups, [&](const Corners& corners) { add(corners, beside); });
  all_ = still_, beside_ = grid_.beside;
}

/// Places on one ray to the sun's middle have the same x and y, and keep their height.
Vec3 SunCover::along_light(Vec3 p) const {
  return {p.x - shift_[0] * p.z, p.y - shift_[1] * p.z, p.z};
}

void SunCover::lay_out(const Area& area) {
  const double size = std::max(area.high[0] - area.low[0], area.high[1] - area.low[1]);
  const double cell = std::max(kSmallestCell, size / (kMostCells - 2));
  grid_.per_m = static_cast<float>(1 / cell);
  for (int k = 0; k < 2; ++k) grid_.corner[k] = static_cast<float>(area.low[k] - cell);
  grid_.columns = static_cast<std::int32_t>((area.high[0] - area.low[0]) / cell) + 3;
  grid_.rows = static_cast<std::int32_t>((area.high[1] - area.low[1]) / cell) + 3;
  grid_.beside = kNothing;
  still_.assign(static_cast<std::size_t>(grid_.columns) * static_cast<std::size_t>(grid_.rows),
                CoverCell{kNothing, {0, 0}});
}

/// The cells of an area and `wide` m around it, and a little more: places are looked up in float.
SunCover::Cells SunCover::cells_of(const Area& area, double wide) const {
  const auto at = [&](double x, int k, double room, int most) {
    const double cell =
        (x - static_cast<double>(grid_.corner[k])) * static_cast<double>(grid_.per_m);
    return static_cast<int>(std::floor(std::clamp(cell + room, -1.0, static_cast<double>(most))));
  };
  constexpr double kRoom = 0.01;
  return {std::max(0, at(area.low[0] - wide, 0, -kRoom, grid_.columns)),
          std::min(grid_.columns - 1, at(area.high[0] + wide, 0, kRoom, grid_.columns)),
          std::max(0, at(area.low[1] - wide, 1, -kRoom, grid_.rows)),
          std::min(grid_.rows - 1, at(area.high[1] + wide, 1, kRoom, grid_.rows))};
}

/// Whether something that large reaches out of the grid.
bool SunCover::leaves(const Area& area, double wide) const {
  const double cell = 1 / static_cast<double>(grid_.per_m);
  const int count[2]{grid_.columns, grid_.rows};
  for (int k = 0; k < 2; ++k) {
    const double from = static_cast<double>(grid_.corner[k]);
    if (area.low[k] - wide < from + 0.5 * cell ||
        area.high[k] + wide > from + (count[k] - 0.5) * cell)
      return true;
  }
  return false;
}

/// A triangle covers the cells it lies in (`beside` false) by its own plane: a ray that leaves that
/// plane, less steep than rays to the sun's rim, does not come back to it. Of what lies beside a
/// cell, only what stands so high counts that a ray could drift there on its way up.
void SunCover::add(const Corners& corners, bool beside) {
  const Vec3 p[3]{along_light(corners[0]), along_light(corners[1]), along_light(corners[2])};
  Area area;
  double top = -1e30;
  for (const Vec3 q : p) {
    area = {{std::min(area.low[0], q.x), std::min(area.low[1], q.y)},
            {std::max(area.high[0], q.x), std::max(area.high[1], q.y)}};
    top = std::max(top, q.z);
  }
  const double wide = spread_ * (top - static_cast<double>(grid_.floor));
  if (leaves(area, wide)) grid_.beside = std::max(grid_.beside, static_cast<float>(above(top)));

  // height over the grid, unless the light only grazes the triangle
  const double ux = p[1].x - p[0].x, uy = p[1].y - p[0].y, uz = p[1].z - p[0].z;
  const double vx = p[2].x - p[0].x, vy = p[2].y - p[0].y, vz = p[2].z - p[0].z;
  const double twice = ux * vy - vx * uy;  // its area
  double slope[2]{(uz * vy - vz * uy) / twice, (vz * ux - uz * vx) / twice};
  const bool even =
      std::fabs(twice) > 1e-6 && (std::fabs(slope[0]) + std::fabs(slope[1])) * spread_ < 0.5;
  if (!even) slope[0] = slope[1] = 0;

  const Cells cells = cells_of(area, wide);
  const double cell = 1 / static_cast<double>(grid_.per_m), half = kHalf * cell;
  Edge edges[3];
  const std::size_t edge_count = even ? edges_of(p, twice > 0 ? 1 : -1, half, edges) : 0;
  for (int row = cells.low; row <= cells.high; ++row)
    for (int column = cells.left; column <= cells.right; ++column) {
      const double x = static_cast<double>(grid_.corner[0]) + (column + 0.5) * cell;
      const double y = static_cast<double>(grid_.corner[1]) + (row + 0.5) * cell;
      // how far the cell is from the triangle, at least
      double apart = std::max({area.low[0] - x - half, x - area.high[0] - half,
                               area.low[1] - y - half, y - area.high[1] - half});
      for (std::size_t k = 0; k < edge_count; ++k) apart = std::max(apart, edges[k].to(x, y));
      if ((apart > 0) != beside) continue;
      CoverCell& known = still_[static_cast<std::size_t>(row * grid_.columns + column)];
      const double drifted = top - apart / spread_;
      if (beside && (drifted <= lowest(known) || drifted < static_cast<double>(grid_.floor)))
        continue;
      const double height = even ? p[0].z + slope[0] * (x - p[0].x) + slope[1] * (y - p[0].y) : top;
      raise(known, {static_cast<float>(above(height)),
                    {static_cast<float>(slope[0] * cell), static_cast<float>(slope[1] * cell)}});
    }
}

void SunCover::place(std::span<const CoverBall> balls) {
  if (still_.empty()) return;
  for (const int cell : placed_)
    all_[static_cast<std::size_t>(cell)] = still_[static_cast<std::size_t>(cell)];
  placed_.clear();
  beside_ = grid_.beside;
  for (const CoverBall& ball : balls) {
    const double top = ball.center.z + ball.radius;
    const double wide = spread_ * std::max(0.0, top - static_cast<double>(grid_.floor)) + 1e-4;
    const Vec3 at = along_light(ball.center);
    const double reach[2]{ball.radius * std::sqrt(1 + shift_[0] * shift_[0]),
                          ball.radius * std::sqrt(1 + shift_[1] * shift_[1])};
    const Area area{{at.x - reach[0], at.y - reach[1]}, {at.x + reach[0], at.y + reach[1]}};
    const Cells cells = cells_of(area, wide);
    if (leaves(area, wide)) beside_ = std::max(beside_, static_cast<float>(above(top)));
    for (int row = cells.low; row <= cells.high; ++row)
      for (int column = cells.left; column <= cells.right; ++column) {
        const int cell = row * grid_.columns + column;
        raise(all_[static_cast<std::size_t>(cell)], {static_cast<float>(above(top)), {}});
        placed_.push_back(cell);
      }
  }
}

CoverView SunCover::view() const {
  CoverView view = grid_;
  view.beside = beside_;
  view.cells = all_.empty() ? nullptr : all_.data();
  return view;
}

}  // namespace paddock
