// Contacts: what they free, what they leave alone, and that walls made of pieces feel like one.
#include "paddock/geom/contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr double kFree = 1e-8;  // m: ten times what contact.cpp calls rounding

const Outline2 kCar = Outline2::rectangle({-0.3, -0.15}, {0.3, 0.15});
const Outline2 kDisc = Outline2::circle(0.15);

DrawSequence draws_of(std::uint64_t seed) {
  return DrawSequence({.seed = seed, .stream = Stream::Generate});
}

Loop2 box(Vec2 low, Vec2 high) {
  return {{{low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}}, {}};
}

ContactMap map_of(std::vector<Loop2> loops, std::vector<SliceCircle> circles = {}) {
  return ContactMap(FlatSlice{std::move(loops), std::move(circles)});
}

ContactList contacts_of(const ContactMap& map, const Outline2& outline, const Pose2& pose) {
  ContactList list;
  map.collect(place(outline, pose), list);
  return list;
}

double deepest(const ContactList& list) {
  double depth = 0;
  for (const Contact2& c : list.all()) depth = std::max(depth, c.depth);
  return depth;
}

/// Moves the body out, the shallowest contact first, as physics does; how deep it still is after.
double push_out(const ContactMap& map, const Outline2& outline, Pose2& pose, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const ContactList list = contacts_of(map, outline, pose);
    if (list.count == 0) return 0;
    const auto all = list.all();
    const auto least =
        std::min_element(all.begin(), all.end(),
                         [](const Contact2& a, const Contact2& b) { return a.depth < b.depth; });
    pose.x += least->depth * least->normal.x;
    pose.y += least->depth * least->normal.y;
  }
  return deepest(contacts_of(map, outline, pose));
}

// --- plain shapes -------------------------------------------------------------------------------

TEST(Overlap, CircleMeetsASegmentExactlyUpToItsRadius) {
  const Segment2 s{{0, 0}, {2, 0}};

  EXPECT_TRUE(overlap(Circle2{{1, 0.5}, 0.5}, s));
  EXPECT_FALSE(overlap(Circle2{{1, 0.51}, 0.5}, s));
  EXPECT_TRUE(overlap(Circle2{{2.3, 0.4}, 0.5}, s));  // 3, 4, 5 from the end
  EXPECT_FALSE(overlap(Circle2{{2.3, 0.41}, 0.5}, s));
  EXPECT_TRUE(overlap(Circle2{{5, 5}, 0.1}, Segment2{{5, 5}, {5, 5}}));
}

TEST(Overlap, SegmentsCrossTouchOrMiss) {
  const Segment2 s{{0, 0}, {2, 0}};

  EXPECT_TRUE(overlap(s, Segment2{{1, -1}, {1, 1}}));
  EXPECT_TRUE(overlap(s, Segment2{{1, 0}, {1, 1}}));  // touches
  EXPECT_TRUE(overlap(s, Segment2{{1, 0}, {3, 0}}));  // collinear
  EXPECT_FALSE(overlap(s, Segment2{{2.1, 0}, {3, 0}}));
  EXPECT_FALSE(overlap(s, Segment2{{3, -1}, {3, 1}}));
}

TEST(CollectPair, IsSymmetricForEveryMixOfShapes) {
  DrawSequence draws = draws_of(1);
  const Outline2 shapes[] = {kCar, kDisc, Outline2::rectangle({-0.1, -0.1}, {0.1, 0.1})};
  int met = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto pick = [&] {
      return place(shapes[draws.integer(0, 2)],
                   {draws.between(-0.4, 0.4), draws.between(-0.4, 0.4), draws.between(-3, 3)});
    };
    const PosedOutline a = pick(), b = pick();
    ContactList ab, ba;

    collect_pair(a, b, ab);
    collect_pair(b, a, ba);

    ASSERT_EQ(ab.count, ba.count) << "case " << i;
    ASSERT_EQ(overlap(a, b), ab.count > 0);
    for (std::size_t k = 0; k < ab.count; ++k) {
      const Contact2& c = ab.items[k];
      const auto same = std::find_if(
          ba.items.begin(), ba.items.begin() + static_cast<long>(ba.count), [&](const Contact2& d) {
            return distance(c.point, d.point) < kFree + c.depth &&
                   length(c.normal + d.normal) < kFree && std::fabs(c.depth - d.depth) < kFree;
          });
      ASSERT_NE(same, ba.items.begin() + static_cast<long>(ba.count)) << "case " << i;
    }
    met += ab.count > 0 ? 1 : 0;
  }
  EXPECT_GT(met, 5000);
}

TEST(CollectPair, PushingByOneContactSeparates) {
  DrawSequence draws = draws_of(2);
  for (int i = 0; i < 20000; ++i) {
    Pose2 pose{draws.between(-0.5, 0.5), draws.between(-0.5, 0.5), draws.between(-3, 3)};
    const PosedOutline other =
        place(draws.integer(0, 1) == 0 ? kCar : kDisc, {0, 0, draws.between(-3, 3)});
    const Outline2& shape = draws.integer(0, 1) == 0 ? kCar : kDisc;
    ContactList list;
    collect_pair(place(shape, pose), other, list);
    if (list.count == 0) continue;

    pose.x += list.items[0].depth * list.items[0].normal.x;
    pose.y += list.items[0].depth * list.items[0].normal.y;

    ContactList after;
    collect_pair(place(shape, pose), other, after);
    ASSERT_LT(deepest(after), kFree) << "case " << i;
  }
}

TEST(CollectPair, ContactPointsLieInBothBodies) {
  const PosedOutline a = place(kCar, {0, 0, 0}), b = place(kCar, {0.55, 0.05, 0});
  ContactList list;

  collect_pair(a, b, list);

  ASSERT_EQ(list.count, 2u);  // one corner of each
  for (const Contact2& c : list.all()) {
    EXPECT_NEAR(c.depth, 0.05, 1e-12);
    EXPECT_EQ(c.normal, (Vec2{-1, 0}));
    EXPECT_GE(c.point.x, 0.25 - 1e-12);
    EXPECT_LE(c.point.x, 0.3 + 1e-12);
  }
}

// --- against the world --------------------------------------------------------------------------

TEST(ContactMap, AnEmptyWorldTouchesNothing) {
  const ContactMap map;

  EXPECT_EQ(contacts_of(map, kCar, {}).count, 0u);
  EXPECT_FALSE(map.any_near({{-1, -1}, {1, 1}}));
}

TEST(ContactMap, FindsNothingOnlyWhereNothingIsNear) {
  const ContactMap map = map_of({box({0, 0}, {1, 1})}, {{{{3, 3}, 0.2}, {}}});

  EXPECT_TRUE(map.any_near({{-0.1, -0.1}, {0, 0}}));
  EXPECT_TRUE(map.any_near({{3.1, 3.1}, {4, 4}}));
  EXPECT_FALSE(map.any_near({{1.1, 0}, {2, 1}}));
  EXPECT_FALSE(map.any_near({{-9, -9}, {-8, -8}}));
}

TEST(ContactMap, ContactNamesThePieceItTouches) {
  Loop2 loop = box({0, 0}, {1, 1});
  loop.piece = PieceId{7};
  const ContactMap map = map_of({loop}, {{{{3, 0.5}, 0.2}, PieceId{9}}});

  const ContactList at_box = contacts_of(map, kCar, {-0.29, 0.5, 0}),
                    at_post = contacts_of(map, kCar, {3.49, 0.5, 0});

  ASSERT_EQ(at_box.count, 2u);
  EXPECT_EQ(at_box.items[0].piece, PieceId{7});
  ASSERT_EQ(at_post.count, 1u);
  EXPECT_EQ(at_post.items[0].piece, PieceId{9});
  EXPECT_NEAR(at_post.items[0].depth, 0.01, 1e-12);
  EXPECT_NEAR(at_post.items[0].normal.x, 1, 1e-12);
}

/// Bodies anywhere near a thing, their centres free and at most a little deep, as between two
/// looks.
void expect_pushed_free(const ContactMap& map, const std::function<double(Vec2)>& gap, double reach,
                        int rounds) {
  DrawSequence draws = draws_of(3);
  int met = 0;
  for (int i = 0; i < 20000; ++i) {
    const bool round = draws.integer(0, 1) == 0;
    const Outline2& shape = round ? kDisc : kCar;
    Pose2 pose{draws.between(-reach, reach), draws.between(-reach, reach),
               draws.between(-3.1, 3.1)};
    if (gap(position(pose)) < 0.12) continue;  // m: the centre is well outside
    const ContactList before = contacts_of(map, shape, pose);
    if (before.count == 0 || deepest(before) > 0.06) continue;

    ASSERT_LT(push_out(map, shape, pose, rounds), kFree) << "case " << i;

    EXPECT_GT(gap(position(pose)), 0.1);
    ++met;
  }
  EXPECT_GT(met, 300);
}

double gap_to_box(Vec2 p, Vec2 low, Vec2 high) {
  const double x = std::max({low.x - p.x, p.x - high.x, 0.0}),
               y = std::max({low.y - p.y, p.y - high.y, 0.0});
  return x == 0 && y == 0 ? -1 : length(Vec2{x, y});
}

TEST(ContactMap, PushesOutOfAConvexSolid) {
  expect_pushed_free(
      map_of({box({-0.5, -0.5}, {0.5, 0.5})}),
      [](Vec2 p) {
        return gap_to_box(p, {-0.5, -0.5}, {0.5, 0.5});
      },
      1.2, 8);
}

TEST(ContactMap, PushesOutOfAThinWall) {
  expect_pushed_free(
      map_of({box({-0.5, -0.01}, {0.5, 0.01})}),
      [](Vec2 p) {
        return gap_to_box(p, {-0.5, -0.01}, {0.5, 0.01});
      },
      1.0, 8);
}

TEST(ContactMap, PushesOutOfPosts) {
  expect_pushed_free(
      map_of({}, {{{{0, 0}, 0.2}, {}}}), [](Vec2 p) { return length(p) - 0.2; }, 0.8, 8);
}

TEST(ContactMap, PushesOutOfTheCornersOfARoom) {
  Loop2 hole{{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}, {}};  // clockwise: solid outside it
  const ContactMap map = map_of({box({-1.1, -1.1}, {1.1, 1.1}), hole});

  expect_pushed_free(
      map, [](Vec2 p) { return 1 - std::max(std::fabs(p.x), std::fabs(p.y)); }, 1.0, 16);
}

TEST(ContactMap, DeepInAThinWallGoesBackToTheSideItsCentreIsOn) {
  const ContactMap map = map_of({box({-5, 0}, {5, 0.02})});
  DrawSequence draws = draws_of(4);
  for (int i = 0; i < 5000; ++i) {
    const double side = draws.integer(0, 1) == 0 ? 1 : -1;
    const double y = 0.01 + side * draws.between(0.012, 0.3);
    Pose2 pose{draws.between(-4, 4), y, draws.between(-3.1, 3.1)};

    ASSERT_LT(push_out(map, draws.integer(0, 1) == 0 ? kCar : kDisc, pose, 8), kFree)
        << "case " << i;

    ASSERT_GT(side * (pose.y - 0.01), side * (y - 0.01) - kFree) << "case " << i;
  }
}

TEST(ContactMap, RoundingTheEndOfAThinWallIsNoContactUntilItTouches) {
  const ContactMap map = map_of({box({0, 0}, {5, 0.02})});

  // centre below the wall's line, front corner above it, the wall's end 1 cm in front of the side
  const double yaw = 1.2;
  const Pose2 pose = Pose2{-0.01 - 0.15 / std::sin(yaw), 0.01, yaw};

  EXPECT_EQ(contacts_of(map, kCar, pose).count, 0u);
}

TEST(ContactMap, FarEndOfAThinWallNeverPullsABodyThrough) {
  const ContactMap map = map_of({box({0, 0}, {5, 0.02})});

  // 7 cm deep from below, both corners of the wall's end inside the body
  const ContactList list = contacts_of(map, kCar, {0.1, -0.08, 0});

  ASSERT_GT(list.count, 0u);
  for (const Contact2& c : list.all()) EXPECT_LT(c.normal.y, 0.5);
}

// --- sliding ------------------------------------------------------------------------------------

struct Slide {
  double worst{};  // the most any normal opposed the motion, as a cosine
  int contacts{};
};

/// Slides a body along the bottom of things that face down along y = 0, sunk in by `sink`.
Slide slide_along(const ContactMap& map, const Outline2& shape, double from, double to, double sink,
                  double yaw) {
  const PosedOutline still = place(shape, {0, 0, yaw});
  Slide result;
  for (double x = from; x < to; x += 0.00037) {
    const ContactList list = contacts_of(map, shape, {x, sink - still.bounds.high.y, yaw});
    for (const Contact2& c : list.all()) result.worst = std::max(result.worst, -c.normal.x);
    result.contacts += static_cast<int>(list.count);
  }
  return result;
}

void expect_smooth(const ContactMap& map, double from, double to, double allowed) {
  for (const double sink : {1e-4, 1e-3, 0.01, 0.03})
    for (const double yaw : {0.0, 0.02, -0.02, 0.3, -0.7, kPi / 2}) {
      for (const Outline2& shape : {kCar, kDisc}) {
        const Slide slide = slide_along(map, shape, from, to, sink, yaw);
        EXPECT_GT(slide.contacts, 1000) << sink << ' ' << yaw;
        EXPECT_LE(slide.worst, allowed)
            << "sink " << sink << " yaw " << yaw << (shape.is_circle() ? " disc" : " car");
      }
    }
}

TEST(ContactMap, SlidesAlongCollinearSegmentsWithoutCatching) {
  Loop2 wall{{{6, 1}, {0, 1}}, {}};
  for (int i = 0; i <= 60; ++i) wall.points.push_back({0.1 * i, 0});

  expect_smooth(map_of({wall}), 0.6, 5.4, 1e-9);
}

TEST(ContactMap, SlidesAlongBoxesPlacedSideBySideWithoutCatching) {
  std::vector<Loop2> boxes;
  for (int i = 0; i < 12; ++i) boxes.push_back(box({0.5 * i, 0}, {0.5 * (i + 1), 0.1}));

  expect_smooth(map_of(boxes), 0.6, 5.4, 1e-9);
}

TEST(ContactMap, SlidesAlongBoxesWithHairlineGapsOrOverlapsWithoutCatching) {
  std::vector<Loop2> gaps, overlaps;
  for (int i = 0; i < 12; ++i) {
    gaps.push_back(box({0.5 * i, 0}, {0.5 * (i + 1) - 5e-5, 0.1}));
    overlaps.push_back(box({0.5 * i, 0}, {0.5 * (i + 1) + 0.02, 0.1 + 0.01 * (i % 2)}));
  }

  expect_smooth(map_of(gaps), 0.6, 5.4, 1e-9);
  expect_smooth(map_of(overlaps), 0.6, 5.4, 1e-9);
}

TEST(ContactMap, SlidesAlongGentleBendsNeverOpposedByMoreThanTheBend) {
  // a wall that sags and rises: slopes of at most 0.05 both ways
  Loop2 wall{{{6, 1}, {0, 1}}, {}};
  const auto height = [](double x) { return 0.02 * std::sin(2.5 * x) - 0.02; };
  for (int i = 0; i <= 120; ++i) wall.points.push_back({0.05 * i, height(0.05 * i)});

  expect_smooth(map_of({wall}), 0.6, 5.4, 0.05);
}

TEST(ContactMap, BodySideRestsOnAConvexCorner) {
  const ContactMap map = map_of({Loop2{{{0, 0}, {1, 1}, {-1, 1}}, {}}});  // a wedge pointing down

  const ContactList list = contacts_of(map, kCar, {0.05, -0.14, 0});

  ASSERT_EQ(list.count, 1u);
  EXPECT_NEAR(list.items[0].depth, 0.01, 1e-12);
  EXPECT_EQ(list.items[0].point, (Vec2{0, 0}));
  EXPECT_NEAR(list.items[0].normal.y, -1, 1e-12);
}

TEST(ContactMap, DiscAtAConvexCornerIsPushedAwayFromIt) {
  const ContactMap map = map_of({box({0, 0}, {1, 1})});

  const ContactList list = contacts_of(map, kDisc, {-0.1, -0.1, 0});

  ASSERT_EQ(list.count, 1u);
  EXPECT_NEAR(list.items[0].depth, 0.15 - std::sqrt(0.02), 1e-12);
  EXPECT_NEAR(list.items[0].normal.x, -std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(list.items[0].normal.y, -std::sqrt(0.5), 1e-12);
}

TEST(ContactMap, SquareHitGivesBothFrontCornersTheSameDepth) {
  const ContactMap map = map_of({box({0, -1}, {1, 1})});

  const ContactList list = contacts_of(map, kCar, {-0.28, 0, 0});

  ASSERT_EQ(list.count, 2u);
  for (const Contact2& c : list.all()) {
    EXPECT_NEAR(c.depth, 0.02, 1e-12);
    EXPECT_EQ(c.normal, (Vec2{-1, 0}));
  }
}

TEST(ContactMap, AnswersAlikeWhereverTheWorldStands) {
  // the grid must not show: the same scene 1 km away gives the same contacts
  std::vector<Loop2> near, far;
  DrawSequence draws = draws_of(5);
  for (int i = 0; i < 40; ++i) {
    const Vec2 at{draws.between(-3, 3), draws.between(-3, 3)};
    near.push_back(box(at, at + Vec2{0.3, 0.1}));
    far.push_back(box(at + Vec2{1024, -1024}, at + Vec2{1024.3, -1023.9}));
  }
  far.push_back(box({-1100, -1100}, {-1099, -1099}));
  const ContactMap a = map_of(near), b = map_of(far);
  for (int i = 0; i < 5000; ++i) {
    const Pose2 pose{draws.between(-3, 3), draws.between(-3, 3), draws.between(-3, 3)};

    const ContactList here = contacts_of(a, kCar, pose),
                      there = contacts_of(b, kCar, {pose.x + 1024, pose.y - 1024, pose.yaw});

    if (here.count == ContactList::kCapacity) continue;
    ASSERT_EQ(here.count, there.count) << "case " << i;
    ASSERT_NEAR(deepest(here), deepest(there), 1e-9);  // 1 km of rounding is 1e-13
  }
}

}  // namespace
}  // namespace paddock
