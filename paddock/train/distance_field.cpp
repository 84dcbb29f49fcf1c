#include "paddock/train/distance_field.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kSpacing = 0.1;  // m; corners of blocks stand on nodes, so no way leads between
constexpr double kSolid = 0.09;   // m from a surface to the robot's middle: not without touching
constexpr double kRoomy = 0.2;    // m: as free as can be
constexpr float kFar = 1e6f;

/// Metres from `p` to the nearest block or wall, negative inside.
double room_at(const std::vector<Vec2>& blocks, double half_block, double side, Vec2 p) {
  double room = std::min(std::min(p.x, p.y), std::min(side - p.x, side - p.y));
  for (const Vec2 block : blocks) {
    const double dx = std::fabs(p.x - block.x) - half_block;
    const double dy = std::fabs(p.y - block.y) - half_block;
    const Vec2 outside{std::max(dx, 0.0), std::max(dy, 0.0)};
    room = std::min(room, length(outside) + std::min(std::max(dx, dy), 0.0));
  }
  return room;
}

double cost_of(double room) {
  if (room < kSolid) return 100;
  return 1 + 3 * std::max(0.0, (kRoomy - room) / (kRoomy - kSolid));
}

/// The upwind solution at one node from its nearer neighbour along each axis.
double meet(double a, double b, double step) {
  if (std::fabs(a - b) >= step) return std::min(a, b) + step;
  return 0.5 * (a + b + std::sqrt(2 * step * step - (a - b) * (a - b)));
}

}  // namespace

double DistanceField::at(Vec2 place) const {
  const auto split = [&](double x, int& cell, double& part) {
    const double grid = std::clamp(x / spacing, 0.0, nodes - 1.0);
    cell = std::min(static_cast<int>(grid), nodes - 2);
    part = grid - cell;
  };
  int ix = 0, iy = 0;
  double fx = 0, fy = 0;
  split(place.x, ix, fx), split(place.y, iy, fy);
  const auto value = [&](int x, int y) {
    return static_cast<double>(values[static_cast<std::size_t>(y * nodes + x)]);
  };
  const double low = value(ix, iy) + fx * (value(ix + 1, iy) - value(ix, iy));
  const double high = value(ix, iy + 1) + fx * (value(ix + 1, iy + 1) - value(ix, iy + 1));
  return low + fy * (high - low);
}

DistanceField distance_field(const Arena& arena) {
  const World& world = arena.world();
  std::vector<Vec2> blocks;
  double half_block = 0, side = 0;  // of the field, a corner at the origin
  for (const WorldPiece& piece : world.pieces) {
    if (const auto* box = std::get_if<BoxSpec>(&piece.shape)) {
      blocks.push_back({piece.world_from_piece.at.x, piece.world_from_piece.at.y});
      half_block = 0.5 * box->size.x;
    } else if (const auto* wall = std::get_if<WallSpec>(&piece.shape)) {
      for (const Vec2 corner : wall->points)
        side = std::max(side, corner.x - 0.5 * wall->thickness);
    }
  }

  DistanceField field{.nodes = static_cast<int>(std::lround(side / kSpacing)) + 1,
                      .spacing = kSpacing,
                      .values = {}};
  const int n = field.nodes;
  const auto index = [n](int x, int y) { return static_cast<std::size_t>(y * n + x); };
  std::vector<double> cost(static_cast<std::size_t>(n * n));
  field.values.assign(cost.size(), kFar);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const Vec2 p{x * kSpacing, y * kSpacing};
      cost[index(x, y)] = cost_of(room_at(blocks, half_block, side, p));
      if (const double away = distance(p, arena.target); away < 1.5 * kSpacing)
        field.values[index(x, y)] = static_cast<float>(away);
    }

  // sweeps in the four diagonal directions until nothing changes
  const auto sweep = [&](int from_x, int to_x, int from_y, int to_y) {
    float change = 0;
    const int step_x = from_x < to_x ? 1 : -1, step_y = from_y < to_y ? 1 : -1;
    const auto value = [&](int x, int y) {
      return x < 0 || y < 0 || x >= n || y >= n ? kFar : field.values[index(x, y)];
    };
    for (int y = from_y; y != to_y + step_y; y += step_y)
      for (int x = from_x; x != to_x + step_x; x += step_x) {
        const auto a = static_cast<double>(std::min(value(x - 1, y), value(x + 1, y)));
        const auto b = static_cast<double>(std::min(value(x, y - 1), value(x, y + 1)));
        const auto found = static_cast<float>(meet(a, b, kSpacing * cost[index(x, y)]));
        float& kept = field.values[index(x, y)];
        if (found < kept) change = std::max(change, kept - found), kept = found;
      }
    return change;
  };
  for (int round = 0; round < 64; ++round) {
    const float change = std::max(std::max(sweep(0, n - 1, 0, n - 1), sweep(n - 1, 0, 0, n - 1)),
                                  std::max(sweep(n - 1, 0, n - 1, 0), sweep(0, n - 1, n - 1, 0)));
    if (change < 1e-4f) break;
  }
  return field;
}

}  // namespace paddock
