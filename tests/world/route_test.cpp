// Routes: arc length, wrapping, the nearest place and a driver's memory of it.
#include "paddock/world/route.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

Route ring() { return make_route("ring", {{0, 0}, {4, 0}, {4, 3}, {0, 3}}, true, 1); }
Route line() { return make_route("line", {{0, 0}, {3, 0}, {3, 4}}, false, 1); }

/// An eight whose branches cross at the origin.
Route eight() {
  std::vector<Vec2> points;
  for (int i = 0; i < 200; ++i) {
    const double t = 2 * kPi * i / 200;
    points.push_back({10 * det::sin(t), 10 * det::sin(t) * det::cos(t)});
  }
  return make_route("eight", points, true, 1);
}

TEST(Route, LengthCountsTheWayBackOnlyWhenClosed) {
  EXPECT_DOUBLE_EQ(ring().length, 14);
  EXPECT_DOUBLE_EQ(line().length, 7);
  EXPECT_EQ(ring().along, (std::vector<double>{0, 4, 7, 11}));
}

TEST(Route, RepeatedPointsAreDropped) {
  const Route route =
      make_route("", {{0, 0}, {0, 0}, {4, 0}, {4, 3}, {4, 3}, {0, 3}, {0, 0}}, true, 1);

  EXPECT_EQ(route.points, ring().points);
  EXPECT_DOUBLE_EQ(route.length, 14);
}

TEST(Route, ClosedWrapsAndOpenHoldsItsEnds) {
  const Route closed = ring(), open = line();
  for (double s = -20; s < 20; s += 0.37) {
    EXPECT_NEAR(distance(place_at(closed, s).point, place_at(closed, s + 14).point), 0, 1e-12);
  }
  EXPECT_EQ(place_at(open, -1).point, (Vec2{0, 0}));
  EXPECT_EQ(place_at(open, 99).point, (Vec2{3, 4}));
  EXPECT_EQ(place_at(open, 99).direction, (Vec2{0, 1}));
}

TEST(Route, PlaceAtThenNearestComesBack) {
  for (const Route& route : {ring(), line()}) {
    for (double s = 0.05; s < route.length; s += 0.1) {
      const RoutePlace place = place_at(route, s);
      const RoutePlace back = nearest_place(route, place.point);
      EXPECT_NEAR(back.along, s, 1e-12);
      EXPECT_NEAR(back.offset, 0, 1e-12);
    }
  }
}

TEST(Route, OffsetIsPositiveToTheLeft) {
  EXPECT_NEAR(nearest_place(ring(), {2, 0.4}).offset, 0.4, 1e-12);
  EXPECT_NEAR(nearest_place(ring(), {2, -0.4}).offset, -0.4, 1e-12);
  EXPECT_NEAR(nearest_place(ring(), {3.5, 1.5}).offset, 0.5, 1e-12);
}

TEST(Route, NearestIsNoFartherThanAnyPlace) {
  const Route route = eight();
  DrawSequence draw({.seed = 3, .stream = Stream::Generate});
  for (int i = 0; i < 200; ++i) {
    const Vec2 p{draw.between(-12, 12), draw.between(-7, 7)};
    const double found = std::fabs(nearest_place(route, p).offset);
    for (double s = 0; s < route.length; s += 0.25) {
      ASSERT_LE(found, distance(place_at(route, s).point, p) + 1e-12);
    }
  }
}

TEST(Route, MemoryDoesNotJumpToTheOtherBranchOfAnEight) {
  const Route route = eight();
  double along = 0;
  for (double s = 0; s < 2 * route.length; s += 0.1) {
    const RoutePlace at = place_at(route, s);
    const Vec2 beside = at.point + 0.3 * perpendicular(at.direction);

    const RoutePlace found = nearest_place_near(route, beside, along, 1, 2);

    double ahead = found.along - along;
    if (ahead < -route.length / 2) ahead += route.length;
    EXPECT_NEAR(ahead, 0.1, 0.2);
    along = found.along;
  }
}

TEST(Route, WindowHoldsThePlaceInside) {
  const Route route = line();
  for (double s = 0; s <= 7; s += 0.5) {
    const RoutePlace found = nearest_place_near(route, {100, 100}, s, 0.5, 1);
    EXPECT_GE(found.along, std::fmax(s - 0.5, 0) - 1e-12);
    EXPECT_LE(found.along, std::fmin(s + 1, 7) + 1e-12);
  }
  EXPECT_NEAR(nearest_place_near(ring(), {0, 1}, 13.8, 2, 2).along, 13, 1e-12);
  EXPECT_NEAR(nearest_place_near(ring(), {1, 0}, 13.8, 2, 2).along, 1, 1e-12);
}

TEST(Route, OneOrNoPointIsStillAPlace) {
  EXPECT_EQ(place_at(make_route("", {{2, 1}}, true, 0), 5).point, (Vec2{2, 1}));
  EXPECT_EQ(nearest_place(make_route("", {}, false, 0), {1, 1}).segment, 0u);
  EXPECT_EQ(nearest_place_near(make_route("", {{2, 1}}, false, 0), {1, 1}, 0, 1, 1).point,
            (Vec2{2, 1}));
}

}  // namespace
}  // namespace paddock
