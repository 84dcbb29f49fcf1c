#include "paddock/world/districts/free_ground.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr double kMostCells = 4e6;
constexpr double kMargin = 0.1;  // m about a lane: no cell whose middle lies there is free

bool is_inside(std::span<const Vec2> outline, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec2 a = outline[i], b = outline[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
      inside = !inside;
  }
  return inside;
}

}  // namespace

FreeGround::FreeGround(const RoadNetwork& network, const Bounds2& bounds,
                       std::span<const Vec2> outline)
    : bounds_(bounds) {
  const Vec2 size = bounds.high - bounds.low;
  if (!(size.x > 0 && size.y > 0)) return;
  cell_ = std::max(cell_, std::sqrt(size.x * size.y / kMostCells));
  columns_ = static_cast<std::size_t>(size.x / cell_) + 1;
  rows_ = static_cast<std::size_t>(size.y / cell_) + 1;
  block_of_.assign(columns_ * rows_, 0), taken_.assign(columns_ * rows_, false);
  for (const RoadLane& lane : network.lanes) leave_out(lane);
  leave_outside(outline);
  find_blocks();
}

void FreeGround::leave_out(const RoadLane& lane) {
  for (std::size_t i = 0; i + 1 < lane.middle.size(); ++i)
    leave_out_quad({lane.right[i], lane.right[i + 1], lane.left[i + 1], lane.left[i]});
}

/// Quads run counter-clockwise.
void FreeGround::leave_out_quad(const std::array<Vec2, 4>& quad) {
  Bounds2 around;
  for (const Vec2 p : quad) around.add(p);
  const auto index = [&](double metres, std::size_t count) {
    return static_cast<std::size_t>(
        std::clamp(metres / cell_, 0.0, static_cast<double>(count - 1)));
  };
  const std::size_t x0 = index(around.low.x - kMargin - bounds_.low.x, columns_),
                    x1 = index(around.high.x + kMargin - bounds_.low.x, columns_),
                    y0 = index(around.low.y - kMargin - bounds_.low.y, rows_),
                    y1 = index(around.high.y + kMargin - bounds_.low.y, rows_);
  for (std::size_t y = y0; y <= y1; ++y)
    for (std::size_t x = x0; x <= x1; ++x) {
      const std::size_t cell = y * columns_ + x;
      const Vec2 p = middle(cell);
      bool inside = true;
      for (std::size_t i = 0; i < 4 && inside; ++i) {
        const Vec2 along = quad[(i + 1) % 4] - quad[i];
        const double run = length(along);
        inside = run < 1e-9 || cross(along, p - quad[i]) / run > -kMargin;
      }
      if (inside) block_of_[cell] = kRoad;
    }
}

void FreeGround::leave_outside(std::span<const Vec2> outline) {
  if (outline.empty()) return;
  for (std::size_t cell = 0; cell < block_of_.size(); ++cell)
    if (!is_inside(outline, middle(cell))) block_of_[cell] = kRoad;
}

void FreeGround::find_blocks() {
  for (std::int32_t& block : block_of_)
    if (block != kRoad) block = kUnseen;  // not looked at yet
  for (std::size_t cell = 0; cell < block_of_.size(); ++cell)
    if (block_of_[cell] == kUnseen) fill_block(cell);
}

void FreeGround::fill_block(std::size_t seed) {
  const auto id = static_cast<std::int32_t>(blocks_.size());
  Block block{.bounds = {}, .area = 0, .inner = true};
  std::vector<std::size_t> open{seed};
  block_of_[seed] = id;
  while (!open.empty()) {
    const std::size_t cell = open.back(), x = cell % columns_, y = cell / columns_;
    open.pop_back();
    block.bounds.add(middle(cell)), block.area += cell_ * cell_;
    if (x == 0 || y == 0 || x + 1 == columns_ || y + 1 == rows_) {
      block.inner = false;
    }
    const auto reach = [&](bool there, std::size_t next) {
      if (there && block_of_[next] == kUnseen) block_of_[next] = id, open.push_back(next);
    };
    reach(x > 0, cell - 1), reach(x + 1 < columns_, cell + 1);
    reach(y > 0, cell - columns_), reach(y + 1 < rows_, cell + columns_);
  }
  blocks_.push_back(block);
}

std::optional<std::size_t> FreeGround::cell_at(Vec2 at) const {
  const Vec2 p = (at - bounds_.low) / cell_;
  if (!(p.x >= 0 && p.y >= 0)) return std::nullopt;
  const auto x = static_cast<std::size_t>(p.x), y = static_cast<std::size_t>(p.y);
  if (x >= columns_ || y >= rows_) return std::nullopt;
  return y * columns_ + x;
}

Vec2 FreeGround::middle(std::size_t cell) const {
  return bounds_.low + cell_ * Vec2{static_cast<double>(cell % columns_) + 0.5,
                                    static_cast<double>(cell / columns_) + 0.5};
}

template <class Visit>
bool FreeGround::visit(const Plot& plot, const Visit& each) const {
  // points closer than a cell: no cell is passed over
  const Vec2 size = plot.high - plot.low;
  const int nx = static_cast<int>(std::ceil(size.x / (0.7 * cell_))) + 1;
  const int ny = static_cast<int>(std::ceil(size.y / (0.7 * cell_))) + 1;
  for (int i = 0; i <= nx; ++i)
    for (int j = 0; j <= ny; ++j) {
      const Vec2 at = plot.pose * (plot.low + Vec2{size.x * i / nx, size.y * j / ny});
      const auto cell = cell_at(at);
      if (!cell || !each(*cell)) return false;
    }
  return true;
}

bool FreeGround::is_free(const Plot& plot) const {
  return visit(plot, [&](std::size_t cell) { return block_of_[cell] != kRoad && !taken_[cell]; });
}

bool FreeGround::has_road(const Plot& plot) const {
  return !visit(plot, [&](std::size_t cell) { return block_of_[cell] != kRoad; });
}

void FreeGround::take(const Plot& plot) {
  visit(plot, [&](std::size_t cell) {
    taken_[cell] = true;
    return true;
  });
}

std::optional<std::size_t> FreeGround::block_at(Vec2 at) const {
  const auto cell = cell_at(at);
  if (!cell || block_of_[*cell] == kRoad) return std::nullopt;
  return static_cast<std::size_t>(block_of_[*cell]);
}

}  // namespace paddock
