// Maze: every cell reached, no way round (randomised depth-first search), an entrance in the south
// wall of the first cell and an exit in the north wall of the last. Walls that continue each other
// are one piece, and no two pieces overlap.
#include <algorithm>
#include <array>
#include <cstdint>

#include "paddock/core/angle.h"
#include "paddock/core/random.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/track.h"

namespace paddock {
namespace {

enum Param { kColumns, kRows, kCell, kWallHeight, kWallThickness };

constexpr std::array kParams{
    GeneratorParam{"columns", 8, 2, 100, true, "cells from west to east"},
    GeneratorParam{"rows", 8, 2, 100, true, "cells from south to north"},
    GeneratorParam{"cell", 1.5, 0.2, 20, false, "from wall middle to wall middle, m"},
    GeneratorParam{"wall_height", 0.4, 0.05, 5, false, "m"},
    GeneratorParam{"wall_thickness", 0.08, 0.005, 1, false, "m"},
};

struct Maze {
  int columns{}, rows{};
  // walls between grid points: along_x from (x, y) to (x + 1, y), along_y from (x, y) to (x, y + 1)
  std::vector<bool> along_x, along_y;
  std::vector<int>
      came_from;  // for each cell the one before it on the way from the entrance; -1 there

  int cell(int x, int y) const { return y * columns + x; }
  bool wall_x(int x, int y) const {
    if (x < 0 || x >= columns) return false;
    return along_x[static_cast<std::size_t>(y * columns + x)];
  }
  bool wall_y(int x, int y) const {
    if (y < 0 || y >= rows) return false;
    return along_y[static_cast<std::size_t>(x * rows + y)];
  }
  void open_x(int x, int y) { along_x[static_cast<std::size_t>(y * columns + x)] = false; }
  void open_y(int x, int y) { along_y[static_cast<std::size_t>(x * rows + y)] = false; }
};

Maze draw_maze(int columns, int rows, std::uint64_t seed) {
  Maze maze{columns, rows, {}, {}, {}};
  maze.along_x.assign(static_cast<std::size_t>(columns * (rows + 1)), true);
  maze.along_y.assign(static_cast<std::size_t>((columns + 1) * rows), true);
  maze.came_from.assign(static_cast<std::size_t>(columns * rows), -2);
  maze.open_x(0, 0);
  maze.open_x(columns - 1, rows);

  DrawSequence draw({.seed = seed, .stream = Stream::Generate});
  std::vector<int> path{0};
  maze.came_from[0] = -1;
  while (!path.empty()) {
    const int here = path.back(), x = here % columns, y = here / columns;
    // neighbours not visited yet
    std::array<std::array<int, 2>, 4> able{};
    int count = 0;
    for (const auto& [dx, dy] : {std::array{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      const int nx = x + dx, ny = y + dy;
      if (nx < 0 || ny < 0 || nx >= columns || ny >= rows) continue;
      if (maze.came_from[static_cast<std::size_t>(maze.cell(nx, ny))] == -2)
        able[static_cast<std::size_t>(count++)] = {dx, dy};
    }
    if (count == 0) {
      path.pop_back();
      continue;
    }
    const auto [dx, dy] = able[static_cast<std::size_t>(draw.integer(0, count - 1))];
    if (dx != 0)
      maze.open_y(std::max(x, x + dx), y);
    else
      maze.open_x(x, std::max(y, y + dy));
    const int next = maze.cell(x + dx, y + dy);
    maze.came_from[static_cast<std::size_t>(next)] = here;
    path.push_back(next);
  }
  return maze;
}

/// Lays the walls. Walls along x own the square where walls meet, except where a wall along y
/// passes straight through and they only reach it.
struct WallLayer {
  const Maze& maze;
  std::span<const double> values;
  LevelSpec& into;

  void lay(Vec2 from, Vec2 to) const {
    PieceSpec piece;
    piece.tag = SemanticTag::Wall;
    piece.shape = WallSpec{{from, to}, false, values[kWallHeight], values[kWallThickness]};
    into.pieces.push_back(std::move(piece));
  }
  bool passes_y(int x, int y) const { return maze.wall_y(x, y) && maze.wall_y(x, y - 1); }
  bool passes_x(int x, int y) const { return maze.wall_x(x, y) && maze.wall_x(x - 1, y); }

  void along_x(int y) const {
    const double cell = values[kCell], half = values[kWallThickness] / 2;
    for (int x = 0; x < maze.columns; ++x) {
      if (!maze.wall_x(x, y)) continue;
      const int first = x;
      while (maze.wall_x(x + 1, y)) ++x;
      const double from = first * cell + (passes_y(first, y) ? half : -half);
      const double to = (x + 1) * cell + (passes_y(x + 1, y) ? -half : half);
      lay({from, y * cell}, {to, y * cell});
    }
  }
  void along_y(int x) const {
    const double cell = values[kCell], half = values[kWallThickness] / 2;
    const auto taken = [&](int y) { return maze.wall_x(x, y) || maze.wall_x(x - 1, y); };
    for (int y = 0; y < maze.rows; ++y) {
      if (!maze.wall_y(x, y)) continue;
      const int first = y;
      while (maze.wall_y(x, y + 1) && !passes_x(x, y + 1)) ++y;
      const double from = first * cell + (taken(first) ? half : -half);
      const double to = (y + 1) * cell + (taken(y + 1) ? -half : half);
      lay({x * cell, from}, {x * cell, to});
    }
  }
};

// through the middles of the cells, from a cell before the entrance to a cell behind the exit
std::vector<Vec2> solution(const Maze& maze, double cell) {
  const auto middle = [&](int x, int y) { return Vec2{(x + 0.5) * cell, (y + 0.5) * cell}; };
  std::vector<Vec2> back{middle(maze.columns - 1, maze.rows)};
  for (int at = maze.columns * maze.rows - 1; at >= 0;
       at = maze.came_from[static_cast<std::size_t>(at)])
    back.push_back(middle(at % maze.columns, at / maze.columns));
  back.push_back(middle(0, -1));
  std::vector<Vec2> route;
  // only where it turns
  for (auto p = back.rbegin(); p != back.rend(); ++p) {
    const std::size_t n = route.size();
    if (n >= 2 && cross(route[n - 1] - route[n - 2], *p - route[n - 1]) == 0) route.pop_back();
    route.push_back(*p);
  }
  return route;
}

Result<void> make_maze(std::span<const double> values, std::uint64_t seed, LevelSpec& into) {
  const double cell = values[kCell];
  if (values[kWallThickness] > cell / 2)
    return fail(ErrorCode::Invalid, "wall_thickness must be at most half the cell of ", cell,
                ", got ", values[kWallThickness]);
  const Maze maze =
      draw_maze(static_cast<int>(values[kColumns]), static_cast<int>(values[kRows]), seed);
  const WallLayer layer{maze, values, into};
  for (int y = 0; y <= maze.rows; ++y) layer.along_x(y);
  for (int x = 0; x <= maze.columns; ++x) layer.along_y(x);

  const double width = maze.columns * cell, depth = maze.rows * cell;
  into.routes.push_back(
      {{}, "solution", solution(maze, cell), false, cell - values[kWallThickness]});
  into.gates.push_back({{}, "entrance", {0, 0}, {cell, 0}});
  into.gates.push_back({{}, "exit", {width - cell, depth}, {width, depth}});
  into.starts.push_back({{}, {cell / 2, -cell / 2, kPi / 2}, ""});

  Bounds2 bounds;
  bounds.add({0, -cell});
  bounds.add({width, depth + cell});
  grow_ground(into, bounds, cell);
  return {};
}

}  // namespace

constinit const Generator kMaze{"maze", "corridors with one way from the entrance to the exit",
                                kParams, make_maze};

}  // namespace paddock
