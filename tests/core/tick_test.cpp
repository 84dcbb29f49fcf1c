#include "paddock/core/tick.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

constexpr Clock kRobotCar{.grid_hz = 300, .grid_per_tick = 6, .grid_per_frame = 5};

TEST(Tick, NextCountsByOne) { EXPECT_EQ(count(next(Tick{41})), 42); }

TEST(Tick, NanosecondsDoNotDrift) {
  EXPECT_EQ(kRobotCar.nanos(Tick{0}), 0);
  EXPECT_EQ(kRobotCar.nanos(Tick{1}), 20'000'000);
  EXPECT_EQ(kRobotCar.nanos(Tick{50LL * 3600 * 24 * 365}), 3600LL * 24 * 365 * 1'000'000'000);
}

TEST(Tick, NanosecondsThatAreNotWholeAreCutNotSummed) {
  const Clock third{.grid_hz = 3, .grid_per_tick = 1, .grid_per_frame = 1};

  EXPECT_EQ(third.nanos(Tick{1}), 333'333'333);
  EXPECT_EQ(third.nanos(Tick{2}), 666'666'666);
  EXPECT_EQ(third.nanos(Tick{3}), 1'000'000'000);
}

TEST(Tick, SecondsAreOneRoundingFromTheTruth) {
  EXPECT_EQ(kRobotCar.tick_seconds(), 0.02);
  EXPECT_EQ(kRobotCar.seconds(Tick{123}), 2.46);
}

TEST(Tick, AFrameOfTheRobotCarEndsNoneOrOneTick) {
  for (std::int64_t frame = 0; frame < 60; ++frame) {
    const std::int64_t before = frame * kRobotCar.grid_per_frame / kRobotCar.grid_per_tick;
    const std::int64_t after = (frame + 1) * kRobotCar.grid_per_frame / kRobotCar.grid_per_tick;
    EXPECT_GE(after - before, 0);
    EXPECT_LE(after - before, 1);
  }
}

}  // namespace
}  // namespace paddock
