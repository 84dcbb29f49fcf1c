// Tracks from control points: what is laid down, and what is refused with which words.
#include "paddock/world/track.h"

#include <gtest/gtest.h>

#include "paddock/core/angle.h"
#include "paddock/world/track_line.h"

namespace paddock {
namespace {

TrackSpec round_track() {
  TrackSpec track;
  for (int i = 0; i < 12; ++i) track.points.push_back(Rot2::of(2 * kPi * i / 12) * Vec2{8, 0});
  return track;
}

std::string refusal(const TrackSpec& track) {
  LevelSpec level;
  const Result<void> result = add_track(track, level);
  EXPECT_TRUE(level.pieces.empty() || result) << "nothing is added by a refused track";
  return result ? "" : result.error().message;
}

template <class Shape>
std::size_t count(const LevelSpec& level) {
  std::size_t n = 0;
  for (const PieceSpec& piece : level.pieces)
    n += std::holds_alternative<Shape>(piece.shape) ? 1 : 0;
  return n;
}

TEST(TrackLine, SplinePassesThroughItsPoints) {
  const std::vector<Vec2> points{{0, 0}, {5, 1}, {6, 6}, {-1, 4}};
  for (const bool closed : {true, false}) {
    const std::vector<Vec2> line = smooth_line(points, closed, 0.1);
    for (const Vec2 p : points) {
      double nearest = 1e9;
      for (const Vec2 q : line) nearest = std::min(nearest, distance(p, q));
      EXPECT_LT(nearest, 1e-12);
    }
  }
}

TEST(TrackLine, EvenSpacingIsEven) {
  const std::vector<Vec2> points{{0, 0}, {5, 1}, {6, 6}, {-1, 4}};
  const std::vector<Vec2> line = space_evenly(smooth_line(points, true, 0.1), true, 0.1);
  const double step = line_length(line, true) / static_cast<double>(line.size());
  EXPECT_NEAR(step, 0.1, 0.001);
  for (std::size_t i = 0; i < line.size(); ++i)
    EXPECT_NEAR(distance(line[i], line[(i + 1) % line.size()]), step, 0.002);
  EXPECT_EQ(line.size() % 2, 0u);
}

TEST(TrackLine, CurvatureOfACircleIsOneOverItsRadius) {
  std::vector<Vec2> circle;
  for (int i = 0; i < 100; ++i) circle.push_back(Rot2::of(2 * kPi * i / 100) * Vec2{4, 0});
  EXPECT_NEAR(curvature_at(circle, true, 17), 0.25, 1e-12);
  EXPECT_NEAR(length(offset_line(circle, true, 1)[3]), 3, 1e-12);
}

TEST(TrackLine, ThinnedLineKeepsItsTolerance) {
  std::vector<Vec2> circle;
  for (int i = 0; i < 1000; ++i) circle.push_back(Rot2::of(2 * kPi * i / 1000) * Vec2{4, 0});
  const std::vector<Vec2> thin = thin_line(circle, true, 0.01);
  EXPECT_LT(thin.size(), 80u);
  for (std::size_t i = 0; i < thin.size(); ++i)
    EXPECT_GT(length((thin[i] + thin[(i + 1) % thin.size()]) / 2), 4 - 0.0101);
}

TEST(TrackLine, StripTestFindsTheExactBorderOfACircle) {
  std::vector<Vec2> circle;
  for (int i = 0; i < 400; ++i) circle.push_back(Rot2::of(2 * kPi * i / 400) * Vec2{4, 0});
  EXPECT_TRUE(check_strip(circle, true, 3.999));
  EXPECT_FALSE(check_strip(circle, true, 4.001));
}

TEST(Track, LaysWallsKerbsRouteGatesAndGrid) {
  LevelSpec level;
  ASSERT_TRUE(add_track(round_track(), level));
  EXPECT_EQ(count<WallSpec>(level), 2u);
  EXPECT_GE(count<TapeSpec>(level), 6u);  // a kerb, the start line, four marks
  EXPECT_EQ(level.gates.size(), 8u);
  EXPECT_EQ(level.starts.size(), 4u);
  ASSERT_EQ(level.routes.size(), 1u);
  EXPECT_TRUE(level.routes[0].closed);
  // the start line crosses the first control point, forward is counter-clockwise
  EXPECT_NEAR(distance(level.gates[0].left, {6.8, 0}), 0, 1e-6);
  EXPECT_NEAR(distance(level.gates[0].right, {9.2, 0}), 0, 1e-6);
  EXPECT_GE(level.ground.size.x, 2 * (8 + 1.2 + 0.1) + 2);
}

TEST(Track, OpenTrackStartsBehindItsFirstGateAndEndsAtItsLast) {
  TrackSpec track;
  track.points = {{0, 0}, {20, 0}, {30, 8}};
  track.closed = false;
  LevelSpec level;
  ASSERT_TRUE(add_track(track, level));
  for (const StartSpec& start : level.starts) {
    EXPECT_GT(start.pose.x, 0);
    EXPECT_LT(start.pose.x, level.gates[0].left.x);
  }
  EXPECT_LT(distance((level.gates[7].left + level.gates[7].right) / 2, {30, 8}), 0.2);
}

TEST(Track, ConesStandAlongBothSidesOnTheirOwnGround) {
  TrackSpec track = round_track();
  track.border = TrackBorder::Cones;
  LevelSpec level;
  ASSERT_TRUE(add_track(track, level));
  EXPECT_EQ(count<WallSpec>(level), 0u);
  EXPECT_GT(count<ConeSpec>(level), 60u);
  for (const PieceSpec& piece : level.pieces)
    if (std::holds_alternative<ConeSpec>(piece.shape)) {
      EXPECT_NEAR(std::fabs(length(xy(piece.at)) - 8), 1.3, 0.02);
    }
}

TEST(Track, FigureOfEightIsRefusedWithBothPlaces) {
  TrackSpec track;
  track.points = {{-16, -10}, {0, 0}, {16, 10}, {28, 0}, {16, -10}, {0.1, 0}, {-16, 10}, {-28, 0}};
  const std::string message = refusal(track);
  EXPECT_NE(message.find("track: the line must keep 2.81 from its own other stretches, got 0."),
            std::string::npos)
      << message;
}

TEST(Track, CornerTooTightForTheWidthIsRefusedWithItsRadius) {
  TrackSpec track;
  track.points = {{0, 0}, {10, 0}, {10, 1}, {0, 12}};
  const std::string message = refusal(track);
  EXPECT_NE(message.find("track: the line must turn with a radius of at least 1.405, got 0."),
            std::string::npos)
      << message;
}

TEST(Track, NumbersOutOfRangeAreRefused) {
  TrackSpec track = round_track();
  track.width = -1.5;
  EXPECT_EQ(refusal(track), "track.width must be 0.1 to 100, got -1.5");
  track = round_track();
  track.points = {{0, 0}, {1, 0}};
  EXPECT_EQ(refusal(track), "track.points must hold 3 to 10000 places, got 2");
  track = round_track();
  track.points.push_back(track.points.back());
  EXPECT_NE(refusal(track).find("track.points must differ from their neighbours"),
            std::string::npos);
  track = round_track();
  track.points[3].x = std::nan("");
  EXPECT_NE(refusal(track).find("track.points must lie within"), std::string::npos);
  track = round_track();
  track.starts = 80;
  EXPECT_NE(refusal(track).find("track.starts must fit on the track"), std::string::npos);
}

TEST(Track, VergeCoversAllBeyondTheWalls) {
  TrackSpec track = round_track();
  track.verge = "grass";
  LevelSpec level;
  ASSERT_TRUE(add_track(track, level));
  std::vector<const PrismSpec*> flats;
  for (const PieceSpec& piece : level.pieces)
    if (const auto* flat = std::get_if<PrismSpec>(&piece.shape)) {
      EXPECT_EQ(piece.material, "grass");
      EXPECT_FALSE(piece.solid);
      flats.push_back(flat);
    }
  ASSERT_EQ(flats.size(), 2u);
  EXPECT_EQ(flats[0]->loops.size(), 1u);  // inside
  ASSERT_EQ(flats[1]->loops.size(), 2u);  // around, with the track as a hole
  for (const Vec2 p : flats[0]->loops[0]) EXPECT_LT(length(p), 8 - 1.2);
  for (const Vec2 p : flats[1]->loops[1]) EXPECT_GT(length(p), 8 + 1.2);
  track.closed = false;
  EXPECT_NE(refusal(track).find("track.verge must be left out"), std::string::npos);
}

TEST(Track, GroundOfItsOwnIsNeverMadeSmaller) {
  LevelSpec level;
  level.ground.size = {100, 100};
  ASSERT_TRUE(add_track(round_track(), level));
  EXPECT_EQ(level.ground.size, (Vec2{100, 100}));
}

}  // namespace
}  // namespace paddock
