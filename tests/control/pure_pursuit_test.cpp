// Pure pursuit: carrots, progress along a path, lookahead and curvature.
#include "paddock/control/pure_pursuit.h"

#include <gtest/gtest.h>

#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

const std::vector<Vec2> kCorner{{100, 100}, {600, 100}, {600, 600}};
const std::vector<Vec2> kShort{{100, 100}, {600, 100}, {640, 100}, {640, 600}};
const std::vector<Vec2> kEnding{{100, 100}, {600, 100}, {620, 100}, {640, 100}};
const std::vector<Vec2> kHairpin{{100, 100}, {600, 100}, {600, 140}, {100, 140}};
const std::vector<Vec2> kSquare{{0, 0}, {10, 0}, {10, 10}, {0, 10}};

struct Golden {
  const std::vector<Vec2>& path;
  Vec2 vehicle;
  std::size_t segment;
  Vec2 carrot;
  std::size_t carrot_segment;
};

TEST(FindCarrot, GivesTheGoldenCarrots) {
  const Golden golden[] = {
      {kCorner, {300, 300}, 0, {300, 100}, 0},  // too far off: the nearest point
      {kCorner, {300, 205}, 0, {300, 100}, 0},
      {kCorner, {300, 120}, 0, {397.97959, 100}, 0},
      {kCorner, {50, 100}, 0, {150, 100}, 0},         // before the start
      {kCorner, {560, 110}, 0, {600, 201.65151}, 1},  // round the corner
      {kCorner, {620, 300}, 1, {600, 397.97959}, 1},
      {kCorner, {600, 550}, 1, {600, 600}, 1},  // the end is within reach
      {kShort, {560, 100}, 0, {640, 160}, 2},   // over a segment shorter than the lookahead
      {kEnding, {560, 100}, 0, {640, 100}, 2},
      {kHairpin, {300, 100}, 0, {400, 100}, 0},  // not onto the way back
  };
  for (const Golden& g : golden) {
    const Carrot carrot = find_carrot({g.path, false}, g.segment, g.vehicle, 100);

    EXPECT_NEAR(carrot.point.x, g.carrot.x, 1e-5)
        << g.vehicle.x << ' ' << g.vehicle.y;  // as printed
    EXPECT_NEAR(carrot.point.y, g.carrot.y, 1e-5) << g.vehicle.x << ' ' << g.vehicle.y;
    EXPECT_EQ(carrot.segment, g.carrot_segment) << g.vehicle.x << ' ' << g.vehicle.y;
  }
}

TEST(FindCarrot, IsOneLookaheadAwayWhereverTheCircleMeetsThePath) {
  DrawSequence draws({.seed = 1, .stream = Stream::Generate});
  for (int i = 0; i < 5000; ++i) {
    const Vec2 at{draws.between(0, 450), draws.between(10, 190)};  // the far end is out of reach

    const Carrot carrot = find_carrot({kCorner, false}, 0, at, 100);

    const double off = std::fabs(at.y - 100);
    if (at.x > 100 && off < 100) {
      ASSERT_NEAR(distance(carrot.point, at), 100, 1e-9) << at.x << ' ' << at.y;
      ASSERT_GT(carrot.point.x, at.x - 1e-9);  // ahead, never behind
    }
    ASSERT_EQ(carrot.point.y, 100);
  }
}

TEST(FindCarrot, SinglePointAndRepeatedPointsAreTheirOwnCarrots) {
  const std::vector<Vec2> one{{3, 4}}, same{{1, 1}, {1, 1}, {5, 1}};

  EXPECT_EQ(find_carrot({one, false}, 0, {0, 0}, 1).point, (Vec2{3, 4}));
  EXPECT_EQ(find_carrot({same, false}, 0, {-9, 1}, 1).point, (Vec2{1, 1}));
  EXPECT_EQ(find_carrot({same, false}, 0, {1, 1}, 1).point, (Vec2{2, 1}));
}

TEST(FindCarrot, GoesOnOverTheSeamOfAClosedPath) {
  const Carrot carrot = find_carrot({kSquare, true}, 3, {0, 2}, 4);

  EXPECT_NEAR(carrot.point.x, std::sqrt(12), 1e-12);
  EXPECT_EQ(carrot.point.y, 0);
  EXPECT_EQ(carrot.segment, 0u);
  EXPECT_EQ(find_carrot({kSquare, false}, 2, {5, 10}, 9).point, (Vec2{0, 10}));  // an open one ends
}

TEST(FindCarrot, StopsAfterOneLapWhenAllOfAClosedPathIsWithinReach) {
  const Carrot carrot = find_carrot({kSquare, true}, 1, {5, 5}, 100);

  EXPECT_EQ(carrot.segment, 0u);
}

TEST(LastMeeting, IsTheLargerParameterOrNegative) {
  EXPECT_NEAR(last_meeting({0, 0}, {10, 0}, {5, 0}, 2), 0.7, 1e-15);
  EXPECT_NEAR(last_meeting({0, 0}, {10, 0}, {9, 0}, 2), 0.7,
              1e-15);  // the other one is past the end
  EXPECT_NEAR(last_meeting({0, 0}, {10, 0}, {5, 2}, 2), 0.5, 1e-15);  // touches
  EXPECT_LT(last_meeting({0, 0}, {10, 0}, {5, 3}, 2), 0);
  EXPECT_LT(last_meeting({0, 0}, {10, 0}, {5, 0}, 20), 0);  // wholly inside
  EXPECT_LT(last_meeting({1, 1}, {1, 1}, {0, 0}, 1), 0);    // no length
}

TEST(AdvanceSegment, NeverGoesBackAndEndsOnTheLast) {
  DrawSequence draws({.seed = 2, .stream = Stream::Generate});
  for (const auto* path : {&kCorner, &kShort, &kEnding, &kHairpin}) {
    std::size_t segment = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec2 at{draws.between(0, 700), draws.between(0, 700)};
      const std::size_t next = advance_segment({*path, false}, segment, at, 20);
      ASSERT_GE(next, segment);
      segment = next;
    }
    EXPECT_EQ(segment, path->size() - 2);
  }
}

TEST(AdvanceSegment, PassesAnEndThatIsNearOrBehind) {
  EXPECT_EQ(advance_segment({kCorner, false}, 0, {579, 100}, 20), 0u);
  EXPECT_EQ(advance_segment({kCorner, false}, 0, {581, 100}, 20), 1u);
  EXPECT_EQ(advance_segment({kCorner, false}, 0, {600, 180}, 20), 1u);  // cut the corner: passed
  EXPECT_EQ(advance_segment({kEnding, false}, 0, {630, 100}, 20), 2u);  // several at once
}

TEST(AdvanceSegment, HairpinIsDrivenLegByLeg) {
  // along the first leg the way back is 40 away, closer than the lookahead: it must not catch
  std::size_t segment = 0;
  for (double x = 100; x < 575; x += 5) {
    segment = advance_segment({kHairpin, false}, segment, {x, 105}, 20);
    ASSERT_EQ(segment, 0u);
    ASSERT_LT(find_carrot({kHairpin, false}, segment, {x, 105}, 100).segment, x > 490 ? 3u : 1u);
  }
  segment = advance_segment({kHairpin, false}, segment, {600, 110}, 20);
  segment = advance_segment({kHairpin, false}, segment, {590, 140}, 20);
  EXPECT_EQ(segment, 2u);
}

TEST(AdvanceSegment, ClosedPathWrapsRound) {
  std::size_t segment = 0;
  std::vector<std::size_t> seen{0};
  for (double s = 0; s < 85; s += 0.5) {  // two laps of 40 m and a bit
    const double t = std::fmod(s, 40), r = std::fmod(t, 10);
    const Vec2 at = t < 10   ? Vec2{r, 0}
                    : t < 20 ? Vec2{10, r}
                    : t < 30 ? Vec2{10 - r, 10}
                             : Vec2{0, 10 - r};
    segment = advance_segment({kSquare, true}, segment, at, 0.4);
    if (segment != seen.back()) seen.push_back(segment);
  }
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3, 0, 1, 2, 3, 0}));
}

TEST(Lookahead, GrowsWithSpeedBetweenItsLimits) {
  const LookaheadParams params{.least = 1, .most = 10, .gain = 0.5};

  EXPECT_EQ(lookahead_at(params, 0), 1);
  EXPECT_EQ(lookahead_at(params, 4), 3);
  EXPECT_EQ(lookahead_at(params, -4), 3);
  EXPECT_EQ(lookahead_at(params, 100), 10);
  EXPECT_EQ(lookahead_at({.least = 2, .most = 10, .gain = 0}, 50), 2);
}

TEST(PursuitCurvature, StraightAheadIsZeroAndMirrorsToTheOtherSide) {
  DrawSequence draws({.seed = 3, .stream = Stream::Generate});
  EXPECT_EQ(pursuit_curvature({0, 0, 0}, {5, 0}), 0);
  EXPECT_EQ(pursuit_curvature({1, 2, 0.3}, {1, 2}), 0);
  for (int i = 0; i < 1000; ++i) {
    const Vec2 target{draws.between(-5, 5), draws.between(-5, 5)};
    const double yaw = draws.between(-3, 3);

    const double left = pursuit_curvature({0, 0, yaw}, target);

    ASSERT_EQ(left,
              -pursuit_curvature({0, 0, -yaw}, {target.x, -target.y}));  // exact: all odd or even
  }
}

TEST(PursuitCurvature, IsThatOfTheCircleThroughTheTarget) {
  DrawSequence draws({.seed = 4, .stream = Stream::Generate});
  for (int i = 0; i < 1000; ++i) {
    // start anywhere on a circle of known radius, drive an arc of it
    const double radius = draws.between(0.5, 20), yaw = draws.between(-3, 3),
                 arc = draws.between(0.05, 3);
    const double side = draws.integer(0, 1) == 0 ? 1 : -1;
    const Pose2 pose{draws.between(-9, 9), draws.between(-9, 9), yaw};
    const Vec2 target = pose * Vec2{radius * std::sin(arc), side * radius * (1 - std::cos(arc))};

    ASSERT_NEAR(pursuit_curvature(pose, target), side / radius, 1e-9)
        << i;  // cancellation at short arcs
  }
}

}  // namespace
}  // namespace paddock
