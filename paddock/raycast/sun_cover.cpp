#include "paddock/raycast/sun_cover.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paddock {
namespace {

constexpr int kMostCells = 512;         // along each side
constexpr double kSmallestCell = 0.05;  // m
constexpr double kLowestSun = 0.2;      // rise of the light
constexpr std::uint32_t kCameras = 1;   // bit of SurfaceGroup::seen_by

/// Not below `z`, whatever is rounded.
float above(double z) { return static_cast<float>(z + 1e-6 * (1 + std::fabs(z))); }

}  // namespace

SunCover::SunCover(const SurfaceView& view, std::span<const SurfaceGroup> groups, Vec3 to_sun,
                   double sun_radius) {
  const Vec3 sun = normalized(to_sun);
  grid_.to_sun[0] = static_cast<float>(sun.x), grid_.to_sun[1] = static_cast<float>(sun.y);
  grid_.to_sun[2] = static_cast<float>(sun.z);
  grid_.sun_radius = static_cast<float>(sun_radius);
  if (sun.z < kLowestSun || sun_radius > 0.5 * kLowestSun) return;
  grid_.shift_x = static_cast<float>(sun.x / sun.z);
  grid_.shift_y = static_cast<float>(sun.y / sun.z);
  const double shift_x = static_cast<double>(grid_.shift_x),
               shift_y = static_cast<double>(grid_.shift_y);
  // a ray to the rim of the sun's disc leaves the middle one by so much
  spread_ = 1.01 * sun_radius * (1 + std::hypot(shift_x, shift_y)) / (sun.z - sun_radius) + 1e-5;

  const auto each = [&](auto&& call) {
    for (const SurfaceGroup& group : groups) {
      if (group.frame != 0 || (group.seen_by & kCameras) == 0) continue;
      for (std::int32_t t = group.first; t < group.first + group.count; ++t) {
        Vec3 corner[3];
        for (int c = 0; c < 3; ++c)
          corner[c] = {static_cast<double>(view.corners[3 * c][t]),
                       static_cast<double>(view.corners[3 * c + 1][t]),
                       static_cast<double>(view.corners[3 * c + 2][t])};
        call(corner);
      }
    }
  };
  double low[3]{1e30, 1e30, 1e30}, high[3]{-1e30, -1e30, -1e30};  // u, v, z
  each([&](const Vec3(&corner)[3]) {
    for (const Vec3 p : corner) {
      const double at[3]{p.x - shift_x * p.z, p.y - shift_y * p.z, p.z};
      for (int k = 0; k < 3; ++k)
        low[k] = std::min(low[k], at[k]), high[k] = std::max(high[k], at[k]);
    }
  });
  if (!(low[0] <= high[0]) || !(high[0] - low[0] < 1e5) || !(high[1] - low[1] < 1e5)) return;

  const double size = std::max(high[0] - low[0], high[1] - low[1]);
  const double cell = std::max(kSmallestCell, size / (kMostCells - 2));
  grid_.per_m = static_cast<float>(1 / cell);
  grid_.u = static_cast<float>(low[0] - cell), grid_.v = static_cast<float>(low[1] - cell);
  grid_.floor = static_cast<float>(low[2] - 1e-3);
  grid_.columns = static_cast<std::int32_t>((high[0] - low[0]) / cell) + 3;
  grid_.rows = static_cast<std::int32_t>((high[1] - low[1]) / cell) + 3;
  still_.assign(static_cast<std::size_t>(grid_.columns) * static_cast<std::size_t>(grid_.rows),
                std::numeric_limits<float>::lowest());
  each([&](const Vec3(&corner)[3]) { add(corner); });
  all_ = still_;
}

SunCover::Cells SunCover::cells_of(double u_low, double u_high, double v_low, double v_high) const {
  // a little wider than it is: places are looked up in float
  const auto at = [&](double x, float from, double room, int most) {
    const double cell = (x - static_cast<double>(from)) * static_cast<double>(grid_.per_m) + room;
    return static_cast<int>(std::floor(std::clamp(cell, -1.0, static_cast<double>(most))));
  };
  constexpr double kRoom = 0.01;
  return {std::max(0, at(u_low, grid_.u, -kRoom, grid_.columns)),
          std::min(grid_.columns - 1, at(u_high, grid_.u, kRoom, grid_.columns)),
          std::max(0, at(v_low, grid_.v, -kRoom, grid_.rows)),
          std::min(grid_.rows - 1, at(v_high, grid_.v, kRoom, grid_.rows))};
}

void SunCover::add(const Vec3 (&corner)[3]) {
  double u[3], v[3], z[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = corner[k].x - static_cast<double>(grid_.shift_x) * corner[k].z;
    v[k] = corner[k].y - static_cast<double>(grid_.shift_y) * corner[k].z;
    z[k] = corner[k].z;
  }
  const double top = std::max({z[0], z[1], z[2]});
  const double wide = spread_ * (top - static_cast<double>(grid_.floor));
  const Cells cells =
      cells_of(std::min({u[0], u[1], u[2]}) - wide, std::max({u[0], u[1], u[2]}) + wide,
               std::min({v[0], v[1], v[2]}) - wide, std::max({v[0], v[1], v[2]}) + wide);

  // height over the grid, and the edges' own sides, unless the light only grazes the triangle
  const double area = (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
  const bool flat = std::fabs(area) > 1e-6;
  double slope_u = 0, slope_v = 0;
  if (flat) {
    slope_u = ((z[1] - z[0]) * (v[2] - v[0]) - (z[2] - z[0]) * (v[1] - v[0])) / area;
    slope_v = ((z[2] - z[0]) * (u[1] - u[0]) - (z[1] - z[0]) * (u[2] - u[0])) / area;
  }
  const double cell = 1 / static_cast<double>(grid_.per_m), half = 0.51 * cell + wide;
  for (int row = cells.low; row <= cells.high; ++row)
    for (int column = cells.left; column <= cells.right; ++column) {
      const double cu = static_cast<double>(grid_.u) + (column + 0.5) * cell;
      const double cv = static_cast<double>(grid_.v) + (row + 0.5) * cell;
      double height = top;
      if (flat) {
        bool apart = false;
        for (int k = 0; k < 3; ++k) {
          const int next = (k + 1) % 3;
          const double side = area > 0 ? 1 : -1;
          const double nu = -side * (v[next] - v[k]), nv = side * (u[next] - u[k]);
          apart |= nu * (cu - u[k]) + nv * (cv - v[k]) < -(std::fabs(nu) + std::fabs(nv)) * half;
        }
        if (apart) continue;
        height = std::min(top, z[0] + slope_u * (cu - u[0]) + slope_v * (cv - v[0]) +
                                   (std::fabs(slope_u) + std::fabs(slope_v)) * half);
      }
      float& known = still_[static_cast<std::size_t>(row * grid_.columns + column)];
      known = std::max(known, above(height));
    }
}

void SunCover::place(std::span<const CoverBall> balls) {
  if (still_.empty()) return;
  for (const int cell : placed_)
    all_[static_cast<std::size_t>(cell)] = still_[static_cast<std::size_t>(cell)];
  placed_.clear();
  const double shift_x = static_cast<double>(grid_.shift_x),
               shift_y = static_cast<double>(grid_.shift_y);
  for (const CoverBall& ball : balls) {
    const double top = ball.center.z + ball.radius;
    const double wide = spread_ * std::max(0.0, top - static_cast<double>(grid_.floor)) + 1e-4;
    const double u = ball.center.x - shift_x * ball.center.z,
                 v = ball.center.y - shift_y * ball.center.z;
    const double du = ball.radius * std::sqrt(1 + shift_x * shift_x) + wide,
                 dv = ball.radius * std::sqrt(1 + shift_y * shift_y) + wide;
    const Cells cells = cells_of(u - du, u + du, v - dv, v + dv);
    for (int row = cells.low; row <= cells.high; ++row)
      for (int column = cells.left; column <= cells.right; ++column) {
        const int cell = row * grid_.columns + column;
        float& known = all_[static_cast<std::size_t>(cell)];
        if (above(top) <= known) continue;
        known = above(top);
        placed_.push_back(cell);
      }
  }
}

CoverView SunCover::view() const {
  CoverView view = grid_;
  view.top = all_.empty() ? nullptr : all_.data();
  return view;
}

}  // namespace paddock
