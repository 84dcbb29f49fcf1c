// The distance a trainer rewards progress by leads around blocks, never between two that touch.
#include "paddock/train/distance_field.h"

#include <gtest/gtest.h>

#include "paddock/game/task_levels.h"
#include "paddock/train/blocks_practice.h"

namespace paddock {
namespace {

/// Four cells by four with blocks at these; the target in the middle of the first cell.
Arena arena_with(std::vector<Vec2> blocks) {
  LevelSpec level;
  level.name = "field";
  level.vehicle = "rover";
  level.ground.center = {1, 1}, level.ground.size = {3, 3};
  PieceSpec wall;
  wall.shape = WallSpec{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, true, 0.1, 0.0001};
  level.pieces.push_back(wall);
  for (const Vec2 at : blocks) {
    PieceSpec block;
    block.at = {at.x, at.y, 0};
    block.shape = BoxSpec{{0.5, 0.5, 0.5}};
    level.pieces.push_back(block);
  }
  level.triggers.push_back({{}, "target", {0.25, 0.25}, 0, {0.25, 0.25}});
  level.starts.push_back({{}, {1.75, 1.75, 0}, ""});
  return make_arena(build_level(level), kind_of<Rover>(), 1, {.target = true}).value();
}

TEST(DistanceField, IsTheStraightDistanceWhereNothingStands) {
  const DistanceField field = distance_field(arena_with({}));
  EXPECT_NEAR(field.at({0.25, 0.25}), 0, 0.1);
  // the grid's own error: straight along an axis none, a tenth at most aslant
  EXPECT_NEAR(field.at({1.45, 0.25}), 1.2, 0.1);
  EXPECT_NEAR(field.at({1.75, 1.75}), 2.12, 0.2);
}

TEST(DistanceField, LeadsAroundABlock) {
  const Arena free = arena_with({}), blocked = arena_with({{0.75, 0.25}, {0.75, 0.75}});
  const Vec2 behind{1.25, 0.25};
  EXPECT_GT(distance_field(blocked).at(behind), distance_field(free).at(behind) + 1);
}

TEST(DistanceField, DoesNotLeadBetweenBlocksThatTouch) {
  // two blocks corner to corner close the first cell: the way costs as much as through a block
  const DistanceField field = distance_field(arena_with({{0.75, 0.25}, {0.25, 0.75}}));
  EXPECT_GT(field.at({0.75, 0.75}), 5);
}

}  // namespace
}  // namespace paddock
