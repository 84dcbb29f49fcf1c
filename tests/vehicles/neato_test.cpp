#include "paddock/vehicles/neato/neato_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/drive.h"

namespace paddock {
namespace {

constexpr NeatoParams<double> kNeato{};
constexpr double kDt = 0.02;

NeatoState<double> settled(NeatoInput<double> input) {
  NeatoState<double> state;
  drive(kNeato, state, input, 2, kDt);
  return state;
}

TEST(Neato, WheelLimitSlowsForwardAndTurningAlike) {
  struct Row {
    NeatoInput<double> asked;
    double speed, turn;
  };
  // effective speeds of the real robot, given to 3 digits
  constexpr Row kRows[] = {{{0.2, 0}, 0.200, 0}, {{0.2, 1.0}, 0.185, 0.926},
                           {{0.3, 0}, 0.300, 0}, {{0.3, 1.0}, 0.212, 0.708},
                           {{0, 2.0}, 0, 2.0},   {{0.2, -1.0}, 0.185, -0.926}};
  for (const Row& row : kRows) {
    const auto state = settled(row.asked);

    EXPECT_NEAR(state.body.vx, row.speed, 5e-4);
    EXPECT_NEAR(state.body.yaw_rate, row.turn, 5e-4);
    EXPECT_NEAR(state.body.vy, 0, 1e-15);
  }
}

TEST(Neato, KeepsTheShapeOfTheCurveWhenItSlowsDown) {
  const auto state = settled({.speed = 3.0, .turn = 4.0});

  EXPECT_NEAR(state.body.yaw_rate / state.body.vx, 4.0 / 3.0, 1e-12);  // rounding
  EXPECT_NEAR(std::fmax(std::fabs(state.left), std::fabs(state.right)), 0.3, 1e-15);
}

TEST(Neato, WheelsSpeedUpAtTheirLimit) {
  NeatoState<double> state;
  state = step(kNeato, state, NeatoInput<double>{.speed = 0.3}, kOpenGround, kDt);

  EXPECT_DOUBLE_EQ(state.left, 0.02);
  EXPECT_DOUBLE_EQ(state.right, 0.02);
}

TEST(Neato, DrivesACircleOfSpeedOverTurn) {
  NeatoState<double> state = settled({.speed = 0.15, .turn = 0.5});
  const double start_x = state.body.x, start_y = state.body.y, start_yaw = state.body.yaw;
  drive(kNeato, state, NeatoInput<double>{.speed = 0.15, .turn = 0.5}, kPi / 0.5, 0.001);

  // half a turn leads to the far side, along the left of the start
  const double far_x = start_x - 2 * 0.3 * std::sin(start_yaw),
               far_y = start_y + 2 * 0.3 * std::cos(start_yaw);
  EXPECT_NEAR(state.body.x, far_x,
              2e-4);  // half a step of travel, 0.5 ms at 0.15 m/s, and the midpoint rule
  EXPECT_NEAR(state.body.y, far_y, 2e-4);
}

TEST(Neato, ASidewaysShoveIsTakenUpByFriction) {
  NeatoState<double> state;
  state.body.vy = 0.5;
  double slid = 0;
  drive(kNeato, state, NeatoInput<double>{}, 1, 0.001, [&](const auto& s) { slid = s.body.y; });

  EXPECT_EQ(state.body.vy, 0);
  EXPECT_NEAR(slid, 0.5 * 0.5 / (2 * kGravity), 5e-4);  // v^2 / 2 mu g, one step of 1 ms at 0.5 m/s
}

TEST(Neato, HoldsStillOnASlopeWithinItsGripAndSlidesBeyond) {
  NeatoState<double> gentle, steep;
  drive(kNeato, gentle, NeatoInput<double>{}, 1, kDt,
        Surroundings<double>{.pull_x = 3, .pull_y = -2});
  drive(kNeato, steep, NeatoInput<double>{}, 1, kDt,
        Surroundings<double>{.friction = 0.1, .pull_x = 3});

  EXPECT_EQ(gentle.body.x, 0);
  EXPECT_EQ(gentle.body.y, 0);
  EXPECT_NEAR(steep.body.vx, 3 - 0.981, 1e-12);  // what friction leaves of the pull, for one second
}

}  // namespace
}  // namespace paddock
