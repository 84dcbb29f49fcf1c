// Noise by name: what there is, what is said of what there is not, and that the figures hold
// together.
#include "paddock/sensors/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace paddock {
namespace {

TEST(LidarUnits, EveryOneIsFoundByItsNameAndPassesTheCheck) {
  std::set<std::string_view> names;
  for (const LidarUnit& unit : lidar_units()) {
    const auto found = find_lidar_unit(unit.name);

    ASSERT_TRUE(found) << unit.name;
    EXPECT_EQ(found->params, unit.params);
    EXPECT_EQ(found->noise, unit.noise);
    EXPECT_TRUE(check_range_noise(unit.noise)) << unit.name;
    EXPECT_FALSE(unit.about.empty());
    EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
    EXPECT_LE(std::fabs(unit.params.span), 2 * kPi) << unit.name;
    EXPECT_LT(unit.params.min_range, unit.params.max_range) << unit.name;
  }
  for (const char* name : {"ideal", "ust-10lx", "ydlidar-x4", "lds-01", "f1tenth_gym"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(LidarUnits, BeamsLieWhereTheOriginalsHaveThem) {
  const Lidar2dParams hokuyo = find_lidar_unit("ust-10lx")->params;
  EXPECT_NEAR(degrees(hokuyo.angle(540)), 0, 1e-12);
  EXPECT_NEAR(degrees(hokuyo.angle(541) - hokuyo.angle(540)), 0.25, 1e-12);

  const Lidar2dParams x4 = find_lidar_unit("ydlidar-x4")->params;
  EXPECT_EQ(x4.angle(0), 0);
  EXPECT_NEAR(degrees(x4.angle(180)), -90, 1e-12);  // a quarter of the way: to the right
  EXPECT_NEAR(degrees(x4.angle(719)), -359.5, 1e-12);
  EXPECT_EQ(x4.far_value, 0);

  const Lidar2dParams lds = find_lidar_unit("lds-01")->params;
  EXPECT_NEAR(degrees(lds.angle(1)), 1, 1e-12);
  EXPECT_NEAR(degrees(lds.angle(359)), 359, 1e-12);

  const Lidar2dParams gym = find_lidar_unit("f1tenth_gym")->params;
  EXPECT_NEAR(gym.angle(1079), 2.35, 1e-15);
  EXPECT_NEAR(gym.angle(1) - gym.angle(0), 4.7 / 1079, 1e-15);
}

TEST(LidarUnits, IdealHasNoNoise) {
  EXPECT_EQ(find_lidar_unit("ideal")->noise, RangeNoise{});
  EXPECT_EQ(find_lidar_unit("ideal")->params, Lidar2dParams{});
}

TEST(ImuUnits, EveryOneIsFoundByItsNameAndPassesTheCheck) {
  std::set<std::string_view> names;
  for (const ImuUnit& unit : imu_units()) {
    ASSERT_TRUE(find_imu_unit(unit.name)) << unit.name;
    EXPECT_EQ(find_imu_unit(unit.name)->noise, unit.noise);
    EXPECT_TRUE(check_imu({.body_from_imu = {}, .noise = unit.noise})) << unit.name;
    EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
  }
  for (const char* name : {"ideal", "d435i", "racecarsim"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_EQ(find_imu_unit("ideal")->noise, ImuNoise{});
}

TEST(ImuUnits, DataSheetDensitiesAreInSi) {
  const ImuNoise noise = find_imu_unit("d435i")->noise;
  EXPECT_NEAR(degrees(noise.rate.density), 0.014, 1e-15);
  EXPECT_NEAR(noise.force.density, 1.471e-3, 1e-6);  // 150 micro g
}

TEST(SpeedUnits, EveryOneIsFoundByItsNameAndPassesTheCheck) {
  std::set<std::string_view> names;
  for (const SpeedUnit& unit : speed_units()) {
    ASSERT_TRUE(find_speed_unit(unit.name)) << unit.name;
    EXPECT_EQ(find_speed_unit(unit.name)->params, unit.params);
    EXPECT_TRUE(check_speed(unit.params)) << unit.name;
    EXPECT_EQ(unit.params == SpeedParams{}, unit.name == "ideal") << unit.name;
    EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
  }
  for (const char* name : {"ideal", "vesc", "encoder"}) EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Noise, UnknownNamesAreAnsweredWithThoseThereAre) {
  const auto lidar = find_lidar_unit("velodyne");
  const auto imu = find_imu_unit("");

  ASSERT_FALSE(lidar);
  EXPECT_EQ(lidar.error().code, ErrorCode::NotFound);
  EXPECT_EQ(lidar.error().message,
            "there is no lidar \"velodyne\"; known: ideal, ust-10lx, ydlidar-x4, lds-01, "
            "f1tenth_gym");
  ASSERT_FALSE(imu);
  EXPECT_EQ(imu.error().message, "there is no imu \"\"; known: ideal, d435i, racecarsim");
}

TEST(Noise, BrokenFiguresAreNamed) {
  EXPECT_TRUE(check_range_noise({.sigma = 0.1f, .relative = 0.1f, .quantum = 0.1f, .dropout = 1}));
  EXPECT_EQ(check_range_noise({.sigma = -1}).error().message,
            "lidar sigma must be finite and at least 0, got -1");
  EXPECT_EQ(
      check_range_noise({.sigma = 0, .relative = 0, .quantum = 0, .dropout = 1.5f}).error().message,
      "lidar dropout must be at most 1, got 1.5");
  EXPECT_FALSE(check_range_noise({.sigma = NAN}));
}

}  // namespace
}  // namespace paddock
