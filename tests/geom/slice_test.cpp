// Slices: closed loops with the solid on their left, exact at every height.
#include "paddock/geom/slice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

double area_of(const Loop2& loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.points.size(); ++i) {
    twice += cross(loop.points[i], loop.points[(i + 1) % loop.points.size()]);
  }
  return twice / 2;
}

double area_of(const std::vector<Loop2>& loops) {
  double sum = 0;
  for (const Loop2& loop : loops) sum += area_of(loop);
  return sum;
}

Mesh moved(const Mesh& mesh, const Pose3& pose) {
  Mesh out;
  append(out, mesh, pose);
  return out;
}

TEST(Slice, BoxGivesItsFourCornersHoweverItIsTurned) {
  for (int i = 0; i < 50; ++i) {
    const Mesh box =
        moved(make_box({1, 2, 3}), {{0.1 * i, -3, 0}, Quat::from_yaw_pitch_roll(0.37 * i, 0, 0)});

    const auto loops = slice(box, 1.3);

    ASSERT_EQ(loops.size(), 1u);
    EXPECT_EQ(loops[0].points.size(), 4u);
    EXPECT_NEAR(area_of(loops), 2, 1e-12);  // positive: counter-clockwise around the solid
  }
}

TEST(Slice, VertexOnThePlaneCountsAsAbove) {
  const Mesh box = make_box({1, 2, 3});

  EXPECT_EQ(slice(box, 3).size(), 1u);
  EXPECT_TRUE(slice(box, 0).empty());
  EXPECT_TRUE(slice(box, 3.0000001).empty());
  EXPECT_TRUE(slice(make_frustum(1, 0, 1, 8), 1).empty());  // only the tip
}

TEST(Slice, ClosedWallGivesAnOuterLoopAndAHole) {
  const std::vector<Vec2> square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};

  const auto loops = slice(make_wall(square, true, 0.2, 1), 0.5);

  ASSERT_EQ(loops.size(), 2u);
  const double outer = std::fmax(area_of(loops[0]), area_of(loops[1]));
  const double hole = std::fmin(area_of(loops[0]), area_of(loops[1]));
  EXPECT_NEAR(outer, 4.2 * 4.2, 1e-12);
  EXPECT_NEAR(hole, -3.8 * 3.8, 1e-12);
  for (const Loop2& loop : loops) EXPECT_EQ(loop.points.size(), 4u);
}

TEST(Slice, WallCornerAddsOnePointOnEachSide) {
  const std::vector<Vec2> bend{{0, 0}, {1, 0}, {2, 0}, {2, 2}};

  const auto loops = slice(make_wall(bend, false, 0.1, 1), 0.5);

  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].points.size(), 6u);
}

TEST(Slice, AreasOverAllHeightsAddUpToTheVolume) {
  // Cavalieri, with a tilted box and a ball side by side
  Mesh mesh = moved(make_box({1, 0.7, 0.5}), {{3, 0, 1}, Quat::from_yaw_pitch_roll(0.4, 0.5, 0.6)});
  append(mesh, make_frustum(1, 0.2, 2, 12), {});

  const int layers = 4000;
  const double low = -1, high = 3, step = (high - low) / layers;
  double volume = 0;
  for (int i = 0; i < layers; ++i) volume += step * area_of(slice(mesh, low + (i + 0.5) * step));

  const double frustum = 0.5 * 12 * std::sin(2 * kPi / 12) * 2 / 3 * (1 + 0.2 + 0.04);
  EXPECT_NEAR(volume, 0.35 + frustum, 1e-4);  // midpoint rule at 1 mm
}

TEST(Slice, EveryHeightOfATurnedSolidGivesOneConvexLoop) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    DrawSequence draw({.seed = seed, .stream = Stream::Generate});
    const Quat turn =
        Quat::from_yaw_pitch_roll(draw.between(-3, 3), draw.between(-1, 1), draw.between(-1, 1));
    const Mesh box = moved(make_box({1, 1, 1}), {{0, 0, 0}, turn});
    double low = 1e300, high = -1e300;
    for (const Vec3 p : box.points) low = std::fmin(low, p.z), high = std::fmax(high, p.z);

    for (int i = 1; i < 20; ++i) {
      const auto loops = slice(box, low + (high - low) * i / 20);
      ASSERT_EQ(loops.size(), 1u);
      EXPECT_GT(area_of(loops), 0);
      EXPECT_LE(loops[0].points.size(), 6u);  // a plane meets at most six faces
    }
  }
}

TEST(Slice, PlaneThroughVerticesLeavesClosedLoops) {
  const Mesh ball = make_ball(1, 16);
  for (const Vec3 p : ball.points) {
    for (const Loop2& loop : slice(ball, p.z)) EXPECT_GT(area_of(loop), 0);
  }
}

TEST(Slice, OpenSurfacesGiveNothing) {
  EXPECT_TRUE(
      slice(moved(make_mat({1, 1}), {{}, Quat::from_yaw_pitch_roll(0, 0.5, 0)}), 0.1).empty());
  EXPECT_TRUE(slice(Mesh{}, 0).empty());
}

}  // namespace
}  // namespace paddock
