// simplesim's carrots as it codes them, in its own pixels, and beside each the cured one.
#include "paddock/control/path_as_coded.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "paddock/control/pure_pursuit.h"

namespace paddock {
namespace {

constexpr double kReach = 100;  // px
const std::array<Vec2, 3> kCodedCorner{{{100, 100}, {600, 100}, {600, 600}}};

Vec2 coded(std::span<const Vec2> points, std::size_t next, Vec2 at) {
  return carrot_as_coded({.waypoints = points, .next = next, .lookahead = kReach, .beyond = {}},
                         at);
}
Carrot cured(std::span<const Vec2> points, std::size_t segment, Vec2 at) {
  return find_carrot({points, false}, segment, at, kReach);
}

void expect_near(Vec2 got, Vec2 want) {
  EXPECT_NEAR(got.x, want.x, 5e-5);  // as many digits as are written
  EXPECT_NEAR(got.y, want.y, 5e-5);
}

TEST(PathAsCoded, CarrotsAreThoseOfSimplesim) {
  expect_near(coded(kCodedCorner, 1, {300, 300}), {100, 100});
  expect_near(coded(kCodedCorner, 1, {300, 120}), {397.9796, 100});
  expect_near(coded(kCodedCorner, 1, {560, 110}), {600, 201.6515});
}

TEST(PathAsCoded, BlownFarOffItGoesToTheSegmentsStartAndTheCuredOneToTheNearestPoint) {  // PP-1
  expect_near(coded(kCodedCorner, 1, {300, 300}), {100, 100});
  expect_near(cured(kCodedCorner, 0, {300, 300}).point, {300, 100});
  EXPECT_EQ(cured(kCodedCorner, 0, {300, 300}).why, CarrotWhy::Projection);
}

TEST(PathAsCoded, TheCuredProjectionIsOnTheSegmentThatIsFlown) {  // PP-2
  // the segment after the current one would give (600, 300)
  expect_near(cured(kCodedCorner, 0, {300, 300}).point, {300, 100});
  expect_near(cured(kCodedCorner, 1, {900, 300}).point, {600, 300});
}

TEST(PathAsCoded, OnTheLastLegItJumpsToTheEndAndTheCuredOneDoesNot) {  // PP-3
  expect_near(coded(kCodedCorner, 2, {600, 200}), {600, 600});
  expect_near(cured(kCodedCorner, 1, {600, 200}).point, {600, 300});
}

TEST(PathAsCoded, NearTheEndItReadsBeyondTheListAndTheCuredOneStopsThere) {  // PP-4
  const Vec2 pulled = coded(kCodedCorner, 1, {600, 560});
  EXPECT_LT(pulled.y, 600);  // towards what happens to stand there, here (0, 0)
  EXPECT_LT(pulled.x, 600);
  expect_near(cured(kCodedCorner, 1, {600, 560}).point, {600, 600});
}

TEST(PathAsCoded, TouchingCirclesAndEqualWaypointsGiveNumbers) {  // PP-6
  const std::array<Vec2, 3> twice{{{100, 100}, {100, 100}, {600, 100}}};
  for (const Vec2 at : {Vec2{300, 200}, Vec2{100, 100}, Vec2{100, 0}, Vec2{-200, 200}}) {
    for (std::size_t segment = 0; segment < 2; ++segment) {
      const Vec2 carrot = cured(twice, segment, at).point;
      EXPECT_TRUE(std::isfinite(carrot.x) && std::isfinite(carrot.y));
      EXPECT_GE(carrot.x, 100);
      EXPECT_LE(carrot.x, 600);
    }
    EXPECT_TRUE(std::isfinite(coded(twice, 0, at).x));
  }
  // the touching root lies before the segment: as coded it is taken all the same
  const std::array<Vec2, 3> ahead{{{500, 100}, {900, 100}, {900, 500}}};
  expect_near(cured(ahead, 0, {300, 200}).point, {500, 100});
}

}  // namespace
}  // namespace paddock
