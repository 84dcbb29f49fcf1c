// Outlines and bounds.
#include "paddock/geom/shape.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

TEST(Outline2, RectangleRunsCounterClockwiseInsideItsRadius) {
  const Outline2 outline = Outline2::rectangle({-1, -0.5}, {3, 0.5});

  const auto polygon = outline.polygon();
  ASSERT_EQ(polygon.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % 4], c = polygon[(i + 2) % 4];
    EXPECT_GT(cross(b - a, c - b), 0);
    EXPECT_LE(length(a), outline.radius);
  }
  EXPECT_FALSE(outline.is_circle());
}

TEST(Outline2, CircleHasNoCorners) {
  EXPECT_TRUE(Outline2::circle(0.2).is_circle());
  EXPECT_EQ(Outline2::circle(0.2).radius, 0.2);
  EXPECT_TRUE(Outline2::circle(0.2).polygon().empty());
}

TEST(Bounds2, AreEmptyUntilAPointIsAddedAndThenHoldAllOfThem) {
  Bounds2 bounds;
  EXPECT_TRUE(bounds.empty());

  bounds.add({2, -1});
  bounds.add({-3, 4});

  EXPECT_FALSE(bounds.empty());
  EXPECT_EQ(bounds.low, (Vec2{-3, -1}));
  EXPECT_EQ(bounds.high, (Vec2{2, 4}));
}

TEST(Bounds2, OverlapIsMutualAndIncludesTouching) {
  const Bounds2 a{{0, 0}, {1, 1}}, touching{{1, 1}, {2, 2}}, apart{{1.1, 0}, {2, 1}};

  EXPECT_TRUE(a.overlaps(touching) && touching.overlaps(a));
  EXPECT_FALSE(a.overlaps(apart) || apart.overlaps(a));
  EXPECT_TRUE(a.grown(0.2).overlaps(apart));
  EXPECT_FALSE(Bounds2{}.overlaps(a));
}

}  // namespace
}  // namespace paddock
