#include "paddock/game/block_field.h"

#include <algorithm>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr double kWallThickness = 0.01, kWallHeight = 0.1;  // m
constexpr double kTargetSide = 0.2505;                      // m

std::size_t index_in(const BlockField& field, FieldCell cell) {
  return static_cast<std::size_t>(cell.z * field.cells + cell.x);
}

PieceSpec block_at(Vec2 at, double scale) {
  PieceSpec block;
  block.at = {at.x, at.y, 0};
  block.material = "cardboard";
  block.shape = BoxSpec{{scale, scale, scale}};
  return block;
}

PieceSpec walls_around(double side) {
  const double low = -kWallThickness / 2, high = side - low;  // inner faces at 0 and at the side
  PieceSpec wall;
  wall.tag = SemanticTag::Wall;
  wall.shape = WallSpec{
      {{low, low}, {high, low}, {high, high}, {low, high}}, true, kWallHeight, kWallThickness};
  return wall;
}

}  // namespace

GlibcRandom::GlibcRandom(std::uint32_t seed) {
  // Park-Miller fills the words, then feedback mixes them
  std::int64_t word = static_cast<std::int32_t>(seed == 0 ? 1 : seed);
  for (std::uint32_t& to : words_) {
    to = static_cast<std::uint32_t>(word);
    word = 16807 * word % 2147483647;
    if (word < 0) word += 2147483647;
  }
  for (int i = 0; i < 310; ++i) next();
}

std::uint32_t GlibcRandom::next() {
  // words_[at_] is the one 31 back and is replaced by its sum with the one 3 back
  const std::size_t three_back = (at_ + 28) % 31;
  words_[at_] += words_[three_back];
  const std::uint32_t sum = words_[at_];
  at_ = (at_ + 1) % 31;
  return sum >> 1;
}

Result<BlockField> draw_block_field(std::uint32_t seed, int cells, int blocks) {
  if (cells < 1 || cells > 1000)
    return fail(ErrorCode::Invalid, "cells must be 1 to 1000, got ", cells);
  GlibcRandom random(seed);
  const auto draw_cell = [&] {
    const int x = static_cast<int>(random.next() % static_cast<std::uint32_t>(cells));
    return FieldCell{x, static_cast<int>(random.next() % static_cast<std::uint32_t>(cells))};
  };
  BlockField field{.cells = cells, .target = draw_cell(), .start = {}, .yaw_deg = 0, .blocks = {}};
  field.start = draw_cell();
  field.yaw_deg = static_cast<int>(random.next() % 360);
  const int room = cells * cells - (field.start == field.target ? 1 : 2);
  if (blocks < 0 || blocks > room)
    return fail(ErrorCode::Invalid, "blocks must be 0 to ", room, " to fit, got ", blocks);

  std::vector<bool> used(static_cast<std::size_t>(cells * cells));
  used[index_in(field, field.start)] = used[index_in(field, field.target)] = true;
  while (static_cast<int>(field.blocks.size()) < blocks) {
    const FieldCell cell = draw_cell();
    if (used[index_in(field, cell)]) continue;
    used[index_in(field, cell)] = true;
    field.blocks.push_back(cell);
  }
  return field;
}

bool solvable(const BlockField& field) {
  if (field.start == field.target) return false;
  std::vector<bool> closed(static_cast<std::size_t>(field.cells * field.cells));
  for (const FieldCell block : field.blocks) closed[index_in(field, block)] = true;
  std::vector<FieldCell> queue{field.start};
  closed[index_in(field, field.start)] = true;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const FieldCell at = queue[head];
    if (at == field.target) return true;
    for (const FieldCell to : {FieldCell{at.x + 1, at.z}, FieldCell{at.x - 1, at.z},
                               FieldCell{at.x, at.z + 1}, FieldCell{at.x, at.z - 1}}) {
      if (to.x < 0 || to.z < 0 || to.x >= field.cells || to.z >= field.cells) continue;
      if (closed[index_in(field, to)]) continue;
      closed[index_in(field, to)] = true;
      queue.push_back(to);
    }
  }
  return false;
}

Vec2 middle_of(FieldCell cell, double scale) {
  return {(cell.z + 0.5) * scale, (cell.x + 0.5) * scale};
}

LevelSpec level_of(const BlockField& field, double scale) {
  const double side = field.cells * scale;
  LevelSpec level;
  level.name = "block_field";
  level.title = "Block Field";
  level.vehicle = "rover";
  level.clock = {.grid_hz = 1000, .grid_per_tick = 32, .grid_per_frame = 32};
  level.ground.center = {side / 2, side / 2};
  level.ground.size = {side + scale, side + scale};
  level.pieces.push_back(walls_around(side));
  for (const FieldCell block : field.blocks)
    level.pieces.push_back(block_at(middle_of(block, scale), scale));
  const Vec2 start = middle_of(field.start, scale), target = middle_of(field.target, scale);
  level.triggers.push_back({{}, "target", target, 0, {kTargetSide, kTargetSide}});
  level.starts.push_back(
      {{}, {start.x, start.y, wrap_angle(radians(static_cast<double>(field.yaw_deg)))}, ""});
  return level;
}

}  // namespace paddock
