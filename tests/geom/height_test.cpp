// Height fields: exact on planes, continuous, and nothing outside.
#include "paddock/geom/height.h"

#include <gtest/gtest.h>

#include "paddock/core/random.h"

namespace paddock {
namespace {

/// A field over heights of a function of its own x and y.
template <class Function>
HeightField field_of(Pose2 pose, Vec2 size, int columns, int rows, Function height) {
  HeightField field{
      .world_from_field = pose, .size = size, .columns = columns, .rows = rows, .heights = {}};
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      field.heights.push_back(
          height(size.x * (x / (columns - 1.0) - 0.5), size.y * (y / (rows - 1.0) - 0.5)));
    }
  }
  return field;
}

TEST(HeightField, TiltedPlaneIsReproducedEverywhere) {
  const Pose2 pose{3, -2, 0.7};
  HeightField field =
      field_of(pose, {4, 6}, 5, 4, [](double x, double y) { return 0.3 * x - 0.1 * y; });
  field.base = 1.5;
  const Vec2 slope = Rot2::of(pose.yaw) * Vec2{0.3, -0.1};

  DrawSequence draw({.seed = 1, .stream = Stream::Generate});
  for (int i = 0; i < 1000; ++i) {
    const Vec2 p{draw.between(-2, 2), draw.between(-3, 3)};
    const auto height = height_under(field, pose * p);
    const auto gradient = slope_under(field, pose * p);
    ASSERT_TRUE(height && gradient);
    EXPECT_NEAR(*height, 1.5 + 0.3 * p.x - 0.1 * p.y, 1e-12);
    EXPECT_NEAR(gradient->x, slope.x, 1e-12);
    EXPECT_NEAR(gradient->y, slope.y, 1e-12);
  }
}

TEST(HeightField, SlopeIsTheDerivativeOfHeight) {
  const HeightField field = field_of({0, 0, 0.4}, {4, 4}, 9, 9,
                                     [](double x, double y) { return 0.2 * x * y + 0.1 * x * x; });
  const double h = 1e-6;
  DrawSequence draw({.seed = 2, .stream = Stream::Generate});
  for (int i = 0; i < 200; ++i) {
    const Vec2 p{draw.between(-1.3, 1.3), draw.between(-1.3, 1.3)};
    const double dx = *height_under(field, {p.x + h, p.y}) - *height_under(field, {p.x - h, p.y});
    const double dy = *height_under(field, {p.x, p.y + h}) - *height_under(field, {p.x, p.y - h});
    EXPECT_NEAR(slope_under(field, p)->x, dx / (2 * h), 1e-6);
    EXPECT_NEAR(slope_under(field, p)->y, dy / (2 * h), 1e-6);
  }
}

TEST(HeightField, CornersBelongToItAndTheOutsideDoesNot) {
  const HeightField field =
      field_of({}, {2, 4}, 2, 2, [](double x, double y) { return x + 10 * y; });

  EXPECT_EQ(height_under(field, {1, 2}), 21);
  EXPECT_EQ(height_under(field, {-1, -2}), -21);
  EXPECT_FALSE(height_under(field, {1.001, 0}));
  EXPECT_FALSE(height_under(field, {0, -2.001}));
  EXPECT_FALSE(slope_under(field, {9, 9}));
}

}  // namespace
}  // namespace paddock
