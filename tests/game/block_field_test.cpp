#include "paddock/game/block_field.h"

#include <gtest/gtest.h>

#include "paddock/world/world.h"

namespace paddock {
namespace {

TEST(GlibcRandom, GivesThePublishedFirstNumbersOfSeedOne) {
  GlibcRandom random(1);

  for (const std::uint32_t expected : {1804289383u, 846930886u, 1681692777u, 1714636915u})
    EXPECT_EQ(random.next(), expected);
}

TEST(GlibcRandom, SeedZeroIsSeedOne) { EXPECT_EQ(GlibcRandom(0).next(), GlibcRandom(1).next()); }

struct Vector {
  std::uint32_t seed{};
  int cells{};
  FieldCell target, start;
  int yaw_deg{};
  std::vector<FieldCell> blocks;
};

// computed with the original's C library
const std::vector<Vector> kVectors{
    {1,
     8,
     {7, 6},
     {1, 3},
     113,
     {{7, 2}, {4, 1}, {5, 2}, {3, 2}, {3, 3}, {6, 4}, {2, 4}, {0, 3}, {0, 7}, {5, 6}}},
    {42,
     8,
     {6, 4},
     {1, 1},
     172,
     {{6, 5}, {4, 7}, {7, 2}, {7, 5}, {0, 0}, {2, 4}, {0, 2}, {3, 3}, {0, 1}, {1, 7}}},
    {0, 3, {1, 1}, {0, 1}, 113, {}},
    {12345,
     8,
     {7, 5},
     {5, 3},
     321,
     {{0, 1},
      {6, 0},
      {0, 3},
      {1, 1},
      {5, 6},
      {5, 2},
      {3, 4},
      {6, 3},
      {3, 3},
      {6, 1},
      {3, 5},
      {2, 3},
      {4, 1},
      {4, 4},
      {5, 1},
      {2, 2}}},
    {65535, 6, {5, 0}, {4, 2}, 114, {{2, 5}, {1, 2}, {5, 4}, {3, 0}}},
    {7, 5, {2, 4}, {4, 1}, 245, {{3, 1}, {2, 0}, {3, 0}}},
};

TEST(BlockField, DrawsTheOriginalsWorlds) {
  for (const Vector& v : kVectors) {
    const auto field = draw_block_field(v.seed, v.cells, static_cast<int>(v.blocks.size()));

    ASSERT_TRUE(field) << field.error().message;
    EXPECT_EQ(field->target, v.target) << v.seed;
    EXPECT_EQ(field->start, v.start) << v.seed;
    EXPECT_EQ(field->yaw_deg, v.yaw_deg) << v.seed;
    EXPECT_EQ(field->blocks, v.blocks) << v.seed;
  }
}

TEST(BlockField, RefusesMoreBlocksThanFit) {
  EXPECT_FALSE(draw_block_field(1, 8, 63));
  EXPECT_FALSE(draw_block_field(1, 0, 0));
  EXPECT_FALSE(draw_block_field(1, 8, -1));
}

TEST(BlockField, AboutOneInAHundredCannotBeSolved) {
  int unsolvable = 0, same = 0;
  for (std::uint32_t seed = 0; seed < 65536; seed += 16) {
    const auto field = draw_block_field(seed, 8, 10);
    same += field->start == field->target ? 1 : 0;
    unsolvable += field->start != field->target && !solvable(*field) ? 1 : 0;
  }

  EXPECT_NEAR(unsolvable / 4096.0, 0.011, 0.006);  // 1.1 % of all seeds; a sixteenth is drawn
  EXPECT_NEAR(same / 4096.0, 1.0 / 64, 0.007);
}

TEST(BlockField, RoverStartsInItsCellLookingTheOriginalsWay) {
  // yaw 0 looks along z there, which is our x
  const auto field = draw_block_field(42, 8, 10);

  const World world = build_world(level_of(*field, 0.5));

  EXPECT_DOUBLE_EQ(world.starts[0].pose.x, 0.75);
  EXPECT_DOUBLE_EQ(world.starts[0].pose.y, 0.75);
  EXPECT_NEAR(world.starts[0].pose.yaw, radians(172), 1e-12);  // rounding of one product
  EXPECT_EQ(world.triggers[0].pose.x, 2.25);                   // target z = 4
  EXPECT_EQ(world.triggers[0].pose.y, 3.25);                   // target x = 6
  EXPECT_DOUBLE_EQ(world.clock.tick_seconds(), 0.032);
}

}  // namespace
}  // namespace paddock
