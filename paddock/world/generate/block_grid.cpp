// Block grid: a walled square of cells with its corner at the origin, blocks of one cell at random,
// a start and a target kept free: the worlds of EES-PEES (block_field.h). Where only solvable ones
// are wanted, a seed stands for the first solvable world from it on.
#include <array>

#include "paddock/world/generate/block_field.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/track.h"

namespace paddock {
namespace {

enum Param { kCells, kScale, kBlocks, kSolvable, kRobots, kWallHeight };

constexpr std::array kParams{
    GeneratorParam{"cells", 8, 1, 100, true, "along each side"},
    GeneratorParam{"scale", 0.5, 0.1, 20, false, "edge of a cell and of a block, m"},
    GeneratorParam{"blocks", 10, 0, 9998, true, "how many"},
    GeneratorParam{"solvable", 1, 0, 1, true, "1: the target can always be reached"},
    GeneratorParam{"robots", 1, 1, 8, true, "starts, each in a free cell"},
    GeneratorParam{"wall_height", 0.1, 0.02, 5, false, "of the side walls, m"},
};

constexpr double kWallThickness = 0.01;  // m
constexpr double kTargetSide = 0.2505;   // m, of the original's green tile
constexpr int kAttempts = 500;

void add_walls(std::span<const double> values, LevelSpec& into) {
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

void add_blocks(const BlockField& field, double scale, LevelSpec& into) {
  for (const FieldCell cell : field.blocks) {
    PieceSpec block;
    const Vec2 at = middle_of(cell, scale);
    block.at = {at.x, at.y, 0};
    block.material = "cardboard";
    block.shape = BoxSpec{{scale, scale, scale}};
    into.pieces.push_back(std::move(block));
  }
}

void add_target(const BlockField& field, double scale, LevelSpec& into) {
  // a strip as wide as it is long: paint, which changes no friction
  const Vec2 at = middle_of(field.target, scale);
  PieceSpec tile;
  tile.at = {at.x, at.y, 0};
  tile.material = "green";
  tile.solid = false;
  tile.shape = TapeSpec{{{-kTargetSide / 2, 0}, {kTargetSide / 2, 0}}, false, kTargetSide};
  into.pieces.push_back(std::move(tile));
  into.triggers.push_back({{}, "target", at, 0, {kTargetSide, kTargetSide}});
}

Result<void> make_block_grid(std::span<const double> values, std::uint64_t seed, LevelSpec& into) {
  const FieldSize size{.cells = static_cast<int>(values[kCells]),
                       .blocks = static_cast<int>(values[kBlocks]),
                       .robots = static_cast<int>(values[kRobots])};
  BlockField field;
  std::vector<FieldCell> way;
  const bool solvable = values[kSolvable] > 0;
  for (int i = 0; i == 0 || (solvable && way.empty() && i < kAttempts); ++i) {
    auto drawn =
        draw_block_field(static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(i), size);
    if (!drawn) return tl::unexpected(drawn.error());
    field = std::move(*drawn);
    way = shortest_way(field);
  }
  if (solvable && way.empty())
    return fail(ErrorCode::Invalid, "blocks must leave a way to the target, got ", size.blocks,
                " in ", size.cells * size.cells, " cells: none of ", kAttempts,
                " draws did; take fewer");

  const double scale = values[kScale], side = size.cells * scale;
  add_walls(values, into);
  add_blocks(field, scale, into);
  add_target(field, scale, into);
  into.starts.push_back({{}, start_pose(field, field.start, scale), ""});
  for (const FieldStart& start : field.further)
    into.starts.push_back({{}, start_pose(field, start, scale), ""});
  if (!way.empty()) {
    RouteSpec route{{}, "way to the target", {}, false, scale};
    for (const FieldCell cell : way) route.points.push_back(middle_of(cell, scale));
    into.routes.push_back(std::move(route));
  }
  Bounds2 bounds;
  bounds.add({0, 0});
  bounds.add({side, side});
  grow_ground(into, bounds, scale);
  return {};
}

}  // namespace

constinit const Generator kBlockGrid{
    "block_grid", "a walled square with blocks, a start and a target", kParams, make_block_grid};

}  // namespace paddock
