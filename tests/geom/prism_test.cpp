// Prisms of any outline, with holes: closed, and as large as their outline.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/core/random.h"
#include "paddock/geom/mesh.h"
#include "paddock/geom/slice.h"
#include "tests/support/mesh_checks.h"

namespace paddock {
namespace {

using Loops = std::vector<std::vector<Vec2>>;

std::vector<Vec2> rectangle(Vec2 low, Vec2 high) {
  return {{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}};
}
std::vector<Vec2> reversed(std::vector<Vec2> loop) { return {loop.rbegin(), loop.rend()}; }

double area_of(const Loops& loops) {
  double twice = 0;
  for (const auto& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i)
      twice += cross(loop[i], loop[(i + 1) % loop.size()]);
  }
  return twice / 2;
}

/// A star-shaped line about `center` that bends in and out.
std::vector<Vec2> star(Vec2 center, double radius, DrawSequence& draw) {
  std::vector<Vec2> loop;
  const std::int64_t n = draw.integer(3, 24);
  for (std::int64_t i = 0; i < n; ++i) {
    const double r = draw.between(0.2, 1) * radius;
    loop.push_back(center + Rot2::of(2 * kPi * static_cast<double>(i) / static_cast<double>(n)) *
                                Vec2{r, 0});
  }
  return loop;
}

void expect_solid(const Loops& loops) {
  const Mesh mesh = make_prism(loops, 0.5);
  EXPECT_EQ(open_edges(mesh), 0u);
  EXPECT_NEAR(volume_of(mesh), 0.5 * area_of(loops), 1e-9);
  double upward = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 n =
        cross(mesh.points[t[1]] - mesh.points[t[0]], mesh.points[t[2]] - mesh.points[t[0]]);
    upward += std::fmax(n.z, 0) / 2;
  }
  EXPECT_NEAR(upward, area_of(loops), 1e-9);  // no triangle overlaps another
}

TEST(Prism, OutlineThatBendsInwardsKeepsItsArea) {
  expect_solid({{{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}});
}

TEST(Prism, PointsOnStraightEdgesAreHarmless) {
  expect_solid({{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}});
}

TEST(Prism, HolesStayOpen) {
  Loops loops{rectangle({0, 0}, {10, 6})};
  for (double x = 1; x < 9; x += 2) {
    for (double y = 1; y < 5; y += 2) loops.push_back(reversed(rectangle({x, y}, {x + 1, y + 1})));
  }
  expect_solid(loops);
}

TEST(Prism, IslandsMayStandInHoles) {
  expect_solid({rectangle({0, 0}, {10, 10}), reversed(rectangle({1, 1}, {9, 9})),
                rectangle({2, 2}, {8, 8}), reversed(rectangle({3, 3}, {7, 7})),
                rectangle({20, 0}, {21, 1})});
}

TEST(Prism, RandomOutlinesWithRandomHolesAreClosed) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    DrawSequence draw({.seed = seed, .stream = Stream::Generate});
    Loops loops{rectangle({-5, -5}, {5, 5})};
    for (double x = -4; x <= 4; x += 2) {
      for (double y = -4; y <= 4; y += 2) {
        if (draw.between(0, 1) < 0.6) loops.push_back(reversed(star({x, y}, 0.9, draw)));
      }
    }
    loops.push_back(star({20, 0}, 3, draw));

    expect_solid(loops);
  }
}

TEST(Prism, NothingGivesNothing) {
  EXPECT_TRUE(make_prism(Loops{}, 1).triangles.empty());
  EXPECT_TRUE(make_prism(Loops{{{0, 0}, {1, 0}}}, 1).triangles.empty());
}

TEST(Prism, SliceGivesTheOutlineBack) {
  const Loops loops{rectangle({0, 0}, {4, 4}), reversed(rectangle({1, 1}, {2, 2}))};

  const std::vector<Loop2> cut = slice(make_prism(loops, 1), 0.5);

  ASSERT_EQ(cut.size(), 2u);
  EXPECT_NEAR(area_of({cut[0].points, cut[1].points}), 15, 1e-12);
}

}  // namespace
}  // namespace paddock
