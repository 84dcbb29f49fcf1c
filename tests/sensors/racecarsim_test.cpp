// The sensors of RacecarSim, in its axes and units.
#include "paddock/sensors/racecarsim.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/lone_sensor.h"
#include "tests/support/run_sensors.h"

namespace paddock {
namespace {

TEST(RacecarsimImu, AtRestItFeelsGravityDownward) {
  LoneSensor imu("racecarsim_imu ideal=1");
  EXPECT_EQ(imu.read(), std::vector<double>(6, 0)) << "just switched on";
  for (int tick = 1; tick <= 3; ++tick) {
    imu.advance();
    EXPECT_NEAR(imu.read()[1], -9.81 * (1 - std::pow(0.75, tick)), 1e-12) << tick;
  }

  LoneSensor settled("racecarsim_imu ideal=1 settled=1");
  EXPECT_EQ(settled.read(), (std::vector<double>{0, -9.81, 0, 0, 0, 0}));
}

TEST(RacecarsimImu, ShowsDifferencesOfTheVelocityInTheBodysOwnAxes) {
  LoneSensor imu("racecarsim_imu ideal=1 settled=1 smoothing=1");
  // nose to the north, ever faster
  imu.sight.world_from_body.turn = Quat::from_yaw_pitch_roll(kPi / 2, 0, 0);
  imu.sight.velocity = {0, 0.02, 0};
  imu.advance();
  EXPECT_NEAR(imu.read()[2], 2, 1e-9) << "forward";
  EXPECT_NEAR(imu.read()[0], 0, 1e-9);

  // steady cornering shows nothing
  imu.sight.world_from_body.turn = Quat::from_yaw_pitch_roll(kPi / 2 + 0.1, 0, 0);
  imu.sight.velocity = imu.sight.world_from_body.turn * Vec3{0.02, 0, 0};
  imu.advance();
  EXPECT_NEAR(imu.read()[0], 0, 1e-9);
  EXPECT_NEAR(imu.read()[2], 0, 1e-9);
}

TEST(RacecarsimImu, SwitchedOnWhileItDrivesItFeelsNoBlow) {
  LoneSensor imu("racecarsim_imu ideal=1 settled=1");
  imu.sight.velocity = {3, 0, 0};
  imu.memory = imu.sensor->start(imu.sight);
  imu.advance();
  EXPECT_NEAR(imu.read()[2], 0, 1e-12);
}

TEST(RacecarsimImu, TellsTheSpinAboutTheWorldsAxes) {
  LoneSensor imu("racecarsim_imu ideal=1");
  imu.sight.spin = {0.1, 0.2, 0.3};
  const std::vector<double> values = imu.read();
  EXPECT_EQ(std::vector(values.begin() + 3, values.end()), (std::vector<double>{-0.2, 0.3, 0.1}));
  EXPECT_EQ(imu.form().channels[4].title, "yaw rate (y)");
}

TEST(RacecarsimImu, ItsNoiseIsThatOfTheTick) {
  LoneSensor imu("racecarsim_imu"), same("racecarsim_imu");
  imu.sight.spin = same.sight.spin = {0, 0, 1};
  double force = 0, rate = 0;
  constexpr int kTicks = 2000;
  for (int tick = 1; tick <= kTicks; ++tick) {
    imu.sight.noise.tick = same.sight.noise.tick = static_cast<std::uint64_t>(tick);
    imu.advance(), same.advance();
    EXPECT_EQ(imu.read(), same.read());
    EXPECT_EQ(imu.read(), imu.read());
    force += imu.read()[2] * imu.read()[2];
    rate += imu.read()[3] * imu.read()[3];
  }
  // an average that takes a quarter has a seventh of the variance: 0.25 / (2 - 0.25)
  EXPECT_NEAR(std::sqrt(force / kTicks), 0.05 / std::sqrt(7), 0.002);
  EXPECT_NEAR(std::sqrt(rate / kTicks), 0.005, 0.0005);
}

/// A wall 1.5 m ahead of the car's origin.
TestRun robotcar_before_a_wall(std::uint64_t seed = 1) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{.size = {0.1, 6, 0.5}}, {1.55, 0, 0}));
  return {build_shared(level), {vehicle_at(kind_of<Robotcar>(), {})}, seed};
}

std::vector<float> depth_of(TestRun& run, const std::string& words, bool ideal = true) {
  return std::get<CameraReading>(read_now(run, words, 0, ideal)).depth;
}

TEST(RacecarsimDepth, IsFromTheBumperAlongEachRay) {
  TestRun run = robotcar_before_a_wall();
  const std::vector<float> depth = depth_of(run, "racecarsim_depth");
  ASSERT_EQ(depth.size(), 80u * 60);
  EXPECT_NEAR(depth[30 * 80 + 40], 1.32, 0.006);  // 1.5 m less the bumper at 0.18 m
  // along a ray at the right edge, 27.4 degrees from the axis
  EXPECT_NEAR(depth[30 * 80 + 79], 1.32 / std::cos(27.4 * kPi / 180), 0.006);
  EXPECT_EQ(depth[0], 0) << "above the wall";

  EXPECT_EQ(depth_of(run, "racecarsim_depth cell=16").size(), 40u * 30);
  EXPECT_EQ(depth_of(run, "racecarsim_depth cell=32").size(), 20u * 15);
  EXPECT_EQ(depth_of(run, "racecarsim_depth max=1.3")[30 * 80 + 40], 0);
  EXPECT_EQ(depth_of(run, "racecarsim_depth min=1.4")[30 * 80 + 40], 0);
}

TEST(RacecarsimDepth, ItsNoiseIsTwoPercentAndThatOfTheSeed) {
  TestRun run = robotcar_before_a_wall(3), same = robotcar_before_a_wall(3),
          other = robotcar_before_a_wall(4);
  const std::vector<float> exact = depth_of(run, "racecarsim_depth");
  const std::vector<float> noisy = depth_of(run, "racecarsim_depth", false);
  EXPECT_EQ(depth_of(same, "racecarsim_depth", false), noisy);
  EXPECT_NE(depth_of(other, "racecarsim_depth", false), noisy);
  double sum = 0;
  int seen = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    if (exact[i] > 0) {
      const double off = static_cast<double>(noisy[i] / exact[i]) - 1;
      sum += off * off, ++seen;
    }
  ASSERT_GT(seen, 1000);
  EXPECT_NEAR(std::sqrt(sum / seen), 0.02, 0.002);
}

TEST(RacecarsimDepth, OtherCellsAreRefused) {
  const TestRun run = robotcar_before_a_wall();
  const auto mount = resolve_sensor(run.model, mount_of("racecarsim_depth cell=10"), true);
  const auto sensor = make_sensor(run.model, mount.value());
  ASSERT_FALSE(sensor);
  EXPECT_EQ(sensor.error().message, "racecarsim_depth cell must be 8, 16 or 32 px, got 10");
}

TEST(RacecarsimDepth, WhereNothingCanLookItIsAllZero) {
  LoneSensor depth("racecarsim_depth");
  SensorReading reading = CameraReading{};
  depth.sensor->read(depth.sight, depth.memory, reading);
  EXPECT_EQ(std::get<CameraReading>(reading).depth, std::vector<float>(80 * 60, 0));
}

TEST(RacecarsimPosition, IsNegatedInTenthsOfAMetre) {
  LoneSensor position("racecarsim_position ideal=1");
  position.sight.world_from_body.at = {1, 2, 3};
  EXPECT_EQ(position.read(), (std::vector<double>{20, -30, -10}));
  EXPECT_EQ(position.form().channels[0].unit, "dm");

  LoneSensor noisy("racecarsim_position");
  EXPECT_NEAR(noisy.read()[0], 0, 0.03);
  EXPECT_NE(noisy.read()[0], 0);
}

}  // namespace
}  // namespace paddock
