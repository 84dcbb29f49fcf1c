#include "paddock/sensors/lidar3d.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/scenes.h"

namespace paddock {
namespace {

Lidar3dSpec small_spec() {
  Lidar3dSpec spec;
  spec.channels = 8, spec.upper = 0.2, spec.lower = -0.2;
  spec.points_per_second = 8 * 200 * 10, spec.turns_per_second = 10, spec.max_range = 60;
  return spec;
}

RayScene room(double half) {
  LookPart box =
      part_of("room", look_of(make_box({2 * half, 2 * half, 40}), paint_of({255, 255, 255})),
              {{0, 0, -20}, {}}, 4, SemanticTag::Wall);
  return RayScene(*open_ray_device(), std::vector{box});
}

TEST(Lidar3d, PointsLieOnTheWallsOfARoom) {
  const RayScene scene = room(10);
  const auto params = check_lidar3d(small_spec());
  ASSERT_TRUE(params) << params.error().message;
  Lidar3d lidar(*params);
  Workers two(2);
  Lidar3dReading reading;
  const Pose3 pose{{1, -2, 0.5}, Quat::from_yaw_pitch_roll(0.3, 0.05, -0.02)};

  lidar.measure(scene, {pose, pose}, whole_turn(*params), {}, two, reading);

  ASSERT_EQ(reading.points.size(), 8u * 200u);
  for (const Lidar3dPoint& p : reading.points) {
    const Vec3 at =
        pose * Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
    const double outermost = std::max(std::fabs(at.x), std::fabs(at.y));
    ASSERT_NEAR(outermost, 10, 1e-5);
    ASSERT_EQ(p.tag, static_cast<std::uint32_t>(SemanticTag::Wall));
    ASSERT_EQ(p.instance, 4u);
    ASSERT_GT(p.intensity, 0.5f);
    ASSERT_LE(p.intensity, 1.0f);
  }
  for (const std::uint32_t count : reading.points_of_channel) EXPECT_EQ(count, 200u);
}

TEST(Lidar3d, ChannelsRunEvenlyFromUpperToLower) {
  const RayScene scene = room(10);
  Lidar3d lidar(*check_lidar3d(small_spec()));
  Workers one(1);
  Lidar3dReading reading;

  lidar.measure(scene, {}, {0, 1}, {}, one, reading);

  ASSERT_EQ(reading.points.size(), 8u);
  for (std::size_t channel = 0; channel < 8; ++channel) {
    const Lidar3dPoint& p = reading.points[channel];
    EXPECT_NEAR(std::atan2(p.z, p.x), 0.2 - 0.4 * static_cast<double>(channel) / 7, 1e-6);
  }
}

TEST(Lidar3d, TicksOfATurnSweepEveryColumnOnce) {
  const auto params = *check_lidar3d(small_spec());
  int next = 0;
  for (std::int64_t tick = 0; tick < 300; ++tick) {
    const ColumnWindow window = swept_columns(params, tick, 1.0 / 60);
    ASSERT_EQ(window.first, next);
    next = (window.first + window.count) % params.columns;
  }
}

TEST(Lidar3d, AWindowAcrossTheSeamEqualsTheSameColumnsOfAWholeTurn) {
  const RayScene scene = room(10);
  Lidar3dSpec spec = small_spec();
  spec.noise.sigma = 0.01f;
  spec.noise.dropout = 0.1f;
  Lidar3d lidar(*check_lidar3d(spec));
  Workers one(1);
  Lidar3dReading turn, part;
  const DrawAddress at{.seed = 4, .tick = 9};
  lidar.measure(scene, {}, whole_turn(lidar.params()), at, one, turn);

  lidar.measure(scene, {}, {194, 14}, at, one, part);

  for (const Lidar3dPoint& p : part.points) {
    EXPECT_TRUE(p.column >= 194 || p.column < 8);
    EXPECT_NE(std::find(turn.points.begin(), turn.points.end(), p), turn.points.end())
        << p.channel << ' ' << p.column;
  }
  EXPECT_GT(part.points.size(), 80u);
  EXPECT_LT(part.points.size(), 8u * 14u) << "some are lost";
}

TEST(Lidar3d, AMovingLidarFiresEachColumnFromItsOwnPlace) {
  const RayScene scene = room(10);
  Lidar3dSpec spec = small_spec();
  spec.channels = 1, spec.upper = spec.lower = 0;
  spec.points_per_second = 2000;
  Lidar3d lidar(*check_lidar3d(spec));
  Workers one(1);
  Lidar3dReading reading;

  lidar.measure(scene, {{{0, 0, 0}, {}}, {{4, 0, 0}, {}}}, {0, 200}, {}, one, reading);

  // straight ahead at the start, straight back half a turn later, 2 m further on
  EXPECT_NEAR(reading.points[0].x, 10, 1e-5);
  EXPECT_NEAR(reading.points[100].x, -12, 1e-5);
}

TEST(Lidar3d, NonsenseIsRefusedWithAReason) {
  const auto refused = [](auto change, const char* reason) {
    Lidar3dSpec spec = small_spec();
    change(spec);
    const auto params = check_lidar3d(spec);
    ASSERT_FALSE(params) << reason;
    EXPECT_NE(params.error().message.find(reason), std::string::npos) << params.error().message;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused([](Lidar3dSpec& s) { s.channels = 0; }, "channels");
  refused([](Lidar3dSpec& s) { s.upper = -1; }, "angles");
  refused([&](Lidar3dSpec& s) { s.lower = nan; }, "angles");
  refused([](Lidar3dSpec& s) { s.points_per_second = 1e12; }, "firings");
  refused([](Lidar3dSpec& s) { s.points_per_second = 0; }, "firings");
  refused([](Lidar3dSpec& s) { s.turns_per_second = 0; }, "turns_per_second");
  refused([](Lidar3dSpec& s) { s.max_range = 0; }, "ranges");
  refused([&](Lidar3dSpec& s) { s.body_from_lidar.at.x = nan; }, "pose");
  refused([](Lidar3dSpec& s) { s.noise.sigma = -1; }, "sigma");
}

}  // namespace
}  // namespace paddock
