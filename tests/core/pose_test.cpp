#include "paddock/core/pose.h"

#include <gtest/gtest.h>

#include <random>

namespace paddock {
namespace {

constexpr double kRounding = 1e-13;  // a handful of operations on numbers of about 10

void expect_near(Vec2 a, Vec2 b) {
  EXPECT_NEAR(a.x, b.x, kRounding);
  EXPECT_NEAR(a.y, b.y, kRounding);
}

void expect_near(Vec3 a, Vec3 b) {
  EXPECT_NEAR(a.x, b.x, kRounding);
  EXPECT_NEAR(a.y, b.y, kRounding);
  EXPECT_NEAR(a.z, b.z, kRounding);
}

struct RandomPoses {
  std::mt19937_64 random{7};
  double operator()(double most) {
    return std::uniform_real_distribution<double>(-most, most)(random);
  }
  Pose2 flat() { return {(*this)(10), (*this)(10), (*this)(kPi)}; }
  Pose3 solid() {
    return {{(*this)(10), (*this)(10), (*this)(10)},
            Quat::from_yaw_pitch_roll((*this)(kPi), (*this)(kPi / 2), (*this)(kPi))};
  }
};

TEST(Pose2, PutsABodyPointIntoTheWorld) {
  const Pose2 world_from_body{1, 2, kPi / 2};

  expect_near(world_from_body * Vec2{3, 0}, {1, 5});
  expect_near(world_from_body * Vec2{0, 1}, {0, 2});
}

TEST(Pose2, ChainsRightToLeft) {
  RandomPoses next;
  for (int i = 0; i < 100; ++i) {
    const Pose2 a_from_b = next.flat(), b_from_c = next.flat();
    const Vec2 in_c{next(5), next(5)};

    expect_near((a_from_b * b_from_c) * in_c, a_from_b * (b_from_c * in_c));
  }
}

TEST(Pose2, TimesItsInverseIsNoMove) {
  RandomPoses next;
  for (int i = 0; i < 100; ++i) {
    const Pose2 pose = next.flat();
    const Pose2 none = pose * inverse(pose);

    expect_near(position(none), {0, 0});
    EXPECT_NEAR(none.yaw, 0, kRounding);
  }
}

TEST(Quat, YawTurnsLeftPitchLowersTheNoseRollLowersTheRight) {
  expect_near(Quat::from_yaw_pitch_roll(kPi / 2, 0, 0) * Vec3{1, 0, 0}, {0, 1, 0});
  expect_near(Quat::from_yaw_pitch_roll(0, kPi / 2, 0) * Vec3{1, 0, 0}, {0, 0, -1});
  expect_near(Quat::from_yaw_pitch_roll(0, 0, kPi / 2) * Vec3{0, 1, 0}, {0, 0, 1});
}

TEST(Quat, AnglesAreAppliedYawFirstAboutAxesThatTurnAlong) {
  // nose to the left, then lowered: it points down, whatever the yaw
  expect_near(Quat::from_yaw_pitch_roll(1.1, kPi / 2, 0) * Vec3{1, 0, 0}, {0, 0, -1});
  // the left side stays level under pitch and points along the yawed left
  expect_near(Quat::from_yaw_pitch_roll(kPi / 2, 0.7, 0) * Vec3{0, 1, 0}, {-1, 0, 0});
}

TEST(Quat, AgreesWithTheFlatRotation) {
  for (double yaw = -3; yaw < 3; yaw += 0.25) {
    const Vec2 flat = Rot2::of(yaw) * Vec2{2, -1};
    expect_near(Quat::from_yaw_pitch_roll(yaw, 0, 0) * Vec3{2, -1, 4}, {flat.x, flat.y, 4});
  }
}

TEST(Pose3, ChainsAndInverts) {
  RandomPoses next;
  for (int i = 0; i < 100; ++i) {
    const Pose3 a_from_b = next.solid(), b_from_c = next.solid();
    const Vec3 in_c{next(5), next(5), next(5)};

    expect_near((a_from_b * b_from_c) * in_c, a_from_b * (b_from_c * in_c));
    expect_near(inverse(a_from_b) * (a_from_b * in_c), in_c);
  }
}

}  // namespace
}  // namespace paddock
