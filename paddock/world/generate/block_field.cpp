#include "paddock/world/generate/block_field.h"

#include <algorithm>

#include "paddock/core/angle.h"
#include "paddock/geom/shape.h"

namespace paddock {
namespace {

constexpr int kMostCells = 1000;  // along a side

// The box that the original's controller calls touching, about the robot's origin: its outline and
// 4 to 14 mm more. In cells of 0.25 m its rear corners reach 17 mm into the cells beside.
constexpr std::array<Vec2, 4> kTouchCorners{
    {{-0.11, -0.09}, {-0.11, 0.09}, {0.07, 0.09}, {0.07, -0.09}}};
constexpr double kClearance = 0.001;  // m
constexpr double kFar = 1e9;          // m

struct Extent {
  double low{}, high{};
};

/// How far something of this extent must go to stay within `reach` of 0 on the sides that are
/// taken; where it is too wide for both it goes half-way between them.
double way_clear(const Extent& extent, double reach, bool low_taken, bool high_taken) {
  const double least = low_taken ? -reach - extent.low : -kFar;
  const double most = high_taken ? reach - extent.high : kFar;
  return least > most ? (least + most) / 2 : std::clamp(0.0, least, most);
}

std::size_t index_in(int cells, FieldCell cell) {
  return static_cast<std::size_t>(cell.z * cells + cell.x);
}

/// What the original draws with, and which cells it has given away.
class FieldDraw {
 public:
  FieldDraw(std::uint32_t seed, int cells)
      : random_(seed), cells_(cells), used_(static_cast<std::size_t>(cells * cells)) {}

  int below(int end) { return static_cast<int>(random_.next() % static_cast<std::uint32_t>(end)); }
  FieldCell cell() {
    const int x = below(cells_);
    return {x, below(cells_)};
  }
  /// Cells are drawn until one is free; that one is taken.
  FieldCell free_cell() {
    FieldCell drawn = cell();
    while (used_[index_in(cells_, drawn)]) drawn = cell();
    take(drawn);
    return drawn;
  }
  void take(FieldCell at) { used_[index_in(cells_, at)] = true; }

 private:
  GlibcRandom random_;
  int cells_;
  std::vector<bool> used_;
};

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

Result<BlockField> draw_block_field(std::uint32_t seed, const FieldSize& size) {
  if (size.cells < 1 || size.cells > kMostCells)
    return fail(ErrorCode::Invalid, "cells must be 1 to ", kMostCells, ", got ", size.cells);
  if (size.robots < 1) return fail(ErrorCode::Invalid, "robots must be at least 1");
  FieldDraw draw(seed, size.cells);
  BlockField field;
  field.cells = size.cells;
  field.target = draw.cell();
  field.start.cell = draw.cell();
  field.start.yaw_deg = draw.below(360);
  const int taken = field.start.cell == field.target ? 1 : 2;
  const int room = size.cells * size.cells - taken - (size.robots - 1);
  if (size.blocks < 0 || size.blocks > room)
    return fail(ErrorCode::Invalid, "blocks must be 0 to ", std::max(room, 0),
                " to leave start and target free, got ", size.blocks);

  draw.take(field.start.cell), draw.take(field.target);
  for (int i = 0; i < size.blocks; ++i) field.blocks.push_back(draw.free_cell());
  for (int i = 1; i < size.robots; ++i) {
    const FieldCell cell = draw.free_cell();
    field.further.push_back({cell, draw.below(360)});
  }
  return field;
}

std::vector<FieldCell> shortest_way(const BlockField& field) {
  if (field.start.cell == field.target) return {};
  // flood from the target; each cell remembers the next one on the way
  const FieldCell unseen{-1, -1}, closed{-2, -2};
  std::vector<FieldCell> next(static_cast<std::size_t>(field.cells * field.cells), unseen);
  for (const FieldCell block : field.blocks) next[index_in(field.cells, block)] = closed;
  std::vector<FieldCell> queue{field.target};
  next[index_in(field.cells, field.target)] = field.target;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const FieldCell at = queue[head];
    for (const FieldCell to : {FieldCell{at.x + 1, at.z}, FieldCell{at.x, at.z + 1},
                               FieldCell{at.x - 1, at.z}, FieldCell{at.x, at.z - 1}}) {
      if (to.x < 0 || to.z < 0 || to.x >= field.cells || to.z >= field.cells) continue;
      if (next[index_in(field.cells, to)] != unseen) continue;
      next[index_in(field.cells, to)] = at;
      queue.push_back(to);
    }
  }
  if (next[index_in(field.cells, field.start.cell)] == unseen) return {};
  std::vector<FieldCell> way{field.start.cell};
  while (way.back() != field.target) way.push_back(next[index_in(field.cells, way.back())]);
  return way;
}

Vec2 middle_of(FieldCell cell, double scale) {
  return {(cell.z + 0.5) * scale, (cell.x + 0.5) * scale};
}

Pose2 start_pose(const BlockField& field, const FieldStart& start, double scale) {
  const double yaw = wrap_angle(radians(static_cast<double>(start.yaw_deg)));
  Bounds2 robot;  // about the middle of its cell
  for (const Vec2 corner : kTouchCorners) robot.add(Rot2::of(yaw) * corner);
  const auto taken = [&](int x, int z) {
    const FieldCell cell{start.cell.x + x, start.cell.z + z};
    return cell.x < 0 || cell.z < 0 || cell.x >= field.cells || cell.z >= field.cells ||
           std::find(field.blocks.begin(), field.blocks.end(), cell) != field.blocks.end();
  };
  const double reach = scale / 2 - kClearance;
  const Vec2 middle = middle_of(start.cell, scale);
  return {middle.x + way_clear({robot.low.x, robot.high.x}, reach, taken(0, -1), taken(0, 1)),
          middle.y + way_clear({robot.low.y, robot.high.y}, reach, taken(-1, 0), taken(1, 0)), yaw};
}

}  // namespace paddock
