// The grid answers what a walk over all rectangles answers.
#include "paddock/world/ground_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "paddock/core/random.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// As many mats as a town has, turned and on top of each other, of four frictions.
LevelSpec patchwork(DrawSequence& draws) {
  constexpr std::string_view kMaterials[] = {"ice", "wet", "asphalt", "carpet"};
  LevelSpec level = open_level();
  for (std::size_t i = 0; i < 300; ++i) {
    PieceSpec mat = piece_of(MatSpec{{draws.between(0.5, 40), draws.between(0.5, 8)}},
                             {draws.between(-60, 60), draws.between(-60, 60), 0},
                             i % 3 == 0 ? 0 : draws.between(-kPi, kPi));
    mat.material = kMaterials[i % 4];
    level.pieces.push_back(mat);
  }
  return level;
}

/// The last mat that covers the place, found among all.
double friction_by_walk(const World& world, Vec2 at) {
  for (auto patch = world.patches.rbegin(); patch != world.patches.rend(); ++patch) {
    const Vec2 p = inverse(Rot2::of(patch->pose.yaw)) * (at - position(patch->pose));
    if (std::fabs(p.x) <= patch->half_size.x && std::fabs(p.y) <= patch->half_size.y)
      return patch->friction;
  }
  return world.ground_material->friction;
}

double height_by_walk(const World& world, Vec2 at) {
  double highest = -std::numeric_limits<double>::infinity();
  for (const HeightField& field : world.terrains)
    highest = std::max(highest, height_under(field, at).value_or(highest));
  return std::isfinite(highest) ? highest : 0;
}

TEST(GroundGrid, FrictionIsThatOfAWalkOverAllMatsAtTenThousandPlaces) {
  DrawSequence draws({.seed = 7, .stream = Stream::RandomInput, .entity = 0});
  const World world = build_world(patchwork(draws));
  int covered = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Vec2 at{draws.between(-90, 90), draws.between(-90, 90)};

    const double friction = ground_friction(world, at);

    ASSERT_EQ(friction, friction_by_walk(world, at)) << at.x << ' ' << at.y;
    covered += friction != world.ground_material->friction ? 1 : 0;
  }
  EXPECT_GT(covered, 3000);
  EXPECT_LT(covered, 9000);
}

TEST(GroundGrid, HeightIsThatOfTheHighestTerrainOrRamp) {
  DrawSequence draws({.seed = 8, .stream = Stream::RandomInput, .entity = 0});
  LevelSpec level = open_level();
  for (int i = 0; i < 60; ++i)
    level.pieces.push_back(
        piece_of(RampSpec{{draws.between(1, 9), draws.between(1, 9), draws.between(0.2, 2)}},
                 {draws.between(-30, 30), draws.between(-30, 30), 0}, draws.between(-kPi, kPi)));
  const World world = build_world(level);
  for (int i = 0; i < 10'000; ++i) {
    const Vec2 at{draws.between(-40, 40), draws.between(-40, 40)};

    ASSERT_EQ(ground_height(world, at), height_by_walk(world, at)) << at.x << ' ' << at.y;
  }
}

TEST(GroundGrid, CornersAndEdgesBelongToTheRectangle) {
  DrawSequence draws({.seed = 9, .stream = Stream::RandomInput, .entity = 0});
  std::vector<FloorRect> rects;
  for (int i = 0; i < 200; ++i)
    rects.push_back({{draws.between(-50, 50), draws.between(-50, 50), draws.between(-kPi, kPi)},
                     {draws.between(0, 20), draws.between(0, 5)}});
  const GroundGrid grid(rects);
  for (std::uint32_t i = 0; i < rects.size(); ++i)
    for (const double x : {-1.0, 0.0, 1.0})
      for (const double y : {-1.0, 0.0, 1.0}) {
        const auto near =
            grid.near(rects[i].pose * Vec2{x * rects[i].half_size.x, y * rects[i].half_size.y});

        EXPECT_TRUE(std::binary_search(near.begin(), near.end(), i)) << i;
      }
}

TEST(GroundGrid, NothingIsNearWhatIsNoPlaceOrFarAway) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const FloorRect rect{{1, 2, 0.5}, {3, 4}};
  const GroundGrid one(std::span(&rect, 1)), none;

  EXPECT_TRUE(one.near({nan, 0}).empty());
  EXPECT_TRUE(one.near({0, nan}).empty());
  EXPECT_TRUE(one.near({1e300, 0}).empty());
  EXPECT_TRUE(none.near({0, 0}).empty());
  EXPECT_EQ(one.near({1, 2}).size(), 1u);
}

}  // namespace
}  // namespace paddock
