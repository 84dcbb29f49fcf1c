// Block grid: a walled square of cells with its corner at the origin, blocks of one cell at random,
// a start and a target kept free. Solvable worlds are found by redrawing until a flood fill
// connects them.
#include <algorithm>
#include <array>

#include "paddock/core/angle.h"
#include "paddock/core/random.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/track.h"

namespace paddock {
namespace {

enum Param { kCells, kScale, kBlocks, kSolvable, kWallHeight };

constexpr std::array kParams{
    GeneratorParam{"cells", 8, 2, 100, true, "along each side"},
    GeneratorParam{"scale", 0.5, 0.1, 20, false, "edge of a cell and of a block, m"},
    GeneratorParam{"blocks", 10, 0, 9998, true, "how many"},
    GeneratorParam{"solvable", 1, 0, 1, true, "1: the target can always be reached"},
    GeneratorParam{"wall_height", 0.25, 0.02, 5, false, "of the side walls, m"},
};

constexpr double kWallThickness = 0.02;
constexpr int kAttempts = 500;

struct Grid {
  int cells{};
  std::vector<bool> block;
  int start{}, target{};
  double yaw{};

  Vec2 middle(int cell, double scale) const {
    return {(cell % cells + 0.5) * scale, (cell / cells + 0.5) * scale};
  }
};

Grid draw_grid(int cells, int blocks, DrawSequence& draw) {
  const int count = cells * cells;
  // the first places of a shuffle: start, target, then blocks; never one cell twice
  std::vector<int> order(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i;
  for (int i = 0; i < blocks + 2; ++i)
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(draw.integer(i, count - 1))]);
  Grid grid{cells, std::vector<bool>(static_cast<std::size_t>(count)), order[0], order[1], 0};
  for (int i = 2; i < blocks + 2; ++i)
    grid.block[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = true;
  grid.yaw = radians(90) * static_cast<double>(draw.integer(0, 3) - 1);
  return grid;
}

// cells from start to target, each beside the next; empty when there is no way
std::vector<int> shortest_way(const Grid& grid) {
  std::vector<int> next(grid.block.size(), -1), queue{grid.target};
  next[static_cast<std::size_t>(grid.target)] = grid.target;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int at = queue[head], x = at % grid.cells, y = at / grid.cells;
    for (const auto& [dx, dy] : {std::array{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      const int nx = x + dx, ny = y + dy;
      if (nx < 0 || ny < 0 || nx >= grid.cells || ny >= grid.cells) continue;
      const int to = ny * grid.cells + nx;
      if (grid.block[static_cast<std::size_t>(to)] || next[static_cast<std::size_t>(to)] >= 0)
        continue;
      next[static_cast<std::size_t>(to)] = at;
      queue.push_back(to);
    }
  }
  std::vector<int> way;
  if (next[static_cast<std::size_t>(grid.start)] < 0) return way;
  for (int at = grid.start; at != grid.target; at = next[static_cast<std::size_t>(at)])
    way.push_back(at);
  way.push_back(grid.target);
  return way;
}

void add_arena(std::span<const double> values, LevelSpec& into) {
  // inner faces at 0 and at the far side
  const double low = -kWallThickness / 2, high = values[kCells] * values[kScale] - low;
  PieceSpec wall;
  wall.tag = SemanticTag::Wall;
  wall.shape = WallSpec{{{low, low}, {high, low}, {high, high}, {low, high}},
                        true,
                        values[kWallHeight],
                        kWallThickness};
  into.pieces.push_back(std::move(wall));
}

void add_cells(std::span<const double> values, const Grid& grid, LevelSpec& into) {
  const double scale = values[kScale];
  for (std::size_t i = 0; i < grid.block.size(); ++i) {
    if (!grid.block[i]) continue;
    PieceSpec block;
    const Vec2 at = grid.middle(static_cast<int>(i), scale);
    block.at = {at.x, at.y, 0};
    block.material = "cardboard";
    block.shape = BoxSpec{{scale, scale, scale}};
    into.pieces.push_back(std::move(block));
  }
  // the target as a green frame on the floor, which changes no friction
  const Vec2 target = grid.middle(grid.target, scale);
  const double arm = 0.4 * scale;
  PieceSpec frame;
  frame.at = {target.x, target.y, 0};
  frame.material = "green";
  frame.solid = false;
  frame.shape = TapeSpec{{{-arm, -arm}, {arm, -arm}, {arm, arm}, {-arm, arm}}, true, 0.1 * scale};
  into.pieces.push_back(std::move(frame));
  into.triggers.push_back({{}, "target", target, 0, {scale, scale}});
  const Vec2 start = grid.middle(grid.start, scale);
  into.starts.push_back({{}, {start.x, start.y, grid.yaw}, ""});
}

Result<void> make_block_grid(std::span<const double> values, std::uint64_t seed, LevelSpec& into) {
  const int cells = static_cast<int>(values[kCells]), blocks = static_cast<int>(values[kBlocks]);
  if (blocks > cells * cells - 2)
    return fail(ErrorCode::Invalid, "blocks must be at most ", cells * cells - 2,
                " to leave start and target free, got ", blocks);
  Grid grid;
  std::vector<int> way;
  const int attempts = values[kSolvable] > 0 ? kAttempts : 1;
  for (int i = 0; i < attempts && way.empty(); ++i) {
    DrawSequence draw(
        {.seed = seed, .stream = Stream::Generate, .tick = static_cast<std::uint64_t>(i)});
    grid = draw_grid(cells, blocks, draw);
    way = shortest_way(grid);
  }
  if (way.empty() && values[kSolvable] > 0)
    return fail(ErrorCode::Invalid, "blocks must leave a way to the target, got ", blocks, " in ",
                cells * cells, " cells: none of ", kAttempts, " draws did; take fewer");

  add_arena(values, into);
  add_cells(values, grid, into);
  if (way.size() > 1) {
    RouteSpec route{{}, "way to the target", {}, false, values[kScale]};
    for (const int cell : way) route.points.push_back(grid.middle(cell, values[kScale]));
    into.routes.push_back(std::move(route));
  }
  Bounds2 bounds;
  bounds.add({0, 0});
  bounds.add({cells * values[kScale], cells * values[kScale]});
  grow_ground(into, bounds, values[kScale]);
  return {};
}

}  // namespace

constinit const Generator kBlockGrid{
    "block_grid", "a walled square with blocks, a start and a target", kParams, make_block_grid};

}  // namespace paddock
