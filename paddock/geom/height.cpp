// Bilinear height: a cell's four corners weighted by where the point stands in it.
#include "paddock/geom/height.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace paddock {
namespace {

struct CellPlace {
  double h00{}, h10{}, h01{}, h11{};  // corner heights: first digit along x, second along y
  double u{}, v{};                    // place in the cell, 0 to 1
  Vec2 cell;                          // its size
  Rot2 turn;                          // world from field
};

std::optional<CellPlace> find_cell(const HeightField& field, Vec2 point) {
  // the circle around the rectangle first: most points are far away and need no rotation
  const Vec2 offset = point - position(field.world_from_field);
  if (dot(offset, offset) > dot(field.size, field.size) / 4) return {};
  const Rot2 turn = Rot2::of(field.world_from_field.yaw);
  const Vec2 p = inverse(turn) * offset + field.size / 2;
  if (!(p.x >= 0 && p.y >= 0 && p.x <= field.size.x && p.y <= field.size.y)) return {};

  const Vec2 cell{field.size.x / (field.columns - 1), field.size.y / (field.rows - 1)};
  const int x = std::min(static_cast<int>(p.x / cell.x), field.columns - 2);
  const int y = std::min(static_cast<int>(p.y / cell.y), field.rows - 2);
  const double* row = field.heights.data() + static_cast<std::ptrdiff_t>(y) * field.columns + x;
  const double* next = row + field.columns;
  return CellPlace{.h00 = row[0],
                   .h10 = row[1],
                   .h01 = next[0],
                   .h11 = next[1],
                   .u = p.x / cell.x - x,
                   .v = p.y / cell.y - y,
                   .cell = cell,
                   .turn = turn};
}

}  // namespace

std::optional<double> height_under(const HeightField& field, Vec2 point_in_world) {
  const auto c = find_cell(field, point_in_world);
  if (!c) return {};
  const double low = c->h00 + c->u * (c->h10 - c->h00);
  const double high = c->h01 + c->u * (c->h11 - c->h01);
  return field.base + low + c->v * (high - low);
}

std::optional<Vec2> slope_under(const HeightField& field, Vec2 point_in_world) {
  const auto c = find_cell(field, point_in_world);
  if (!c) return {};
  const double along_x = (1 - c->v) * (c->h10 - c->h00) + c->v * (c->h11 - c->h01);
  const double along_y = (1 - c->u) * (c->h01 - c->h00) + c->u * (c->h11 - c->h10);
  return c->turn * Vec2{along_x / c->cell.x, along_y / c->cell.y};
}

}  // namespace paddock
