#include "paddock/vehicles/quad2d/quad2d.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "paddock/core/random.h"
#include "paddock/core/vec.h"
#include "tests/support/drive.h"

namespace paddock {
namespace {

constexpr double kPixel = 0.01;  // m
constexpr double kDt = 1.0 / 60;

Quad2dParams<double> calm(double air = QuadAir::Corrected) {
  Quad2dParams<double> p;
  p.wind = 0;
  p.air = air;
  return p;
}

Quad2dParams<double> without_drag() {
  auto p = calm();
  p.linear_drag = p.quadratic_drag = 0;
  return p;
}

Vec2 drag_at(const Quad2dParams<double>& p, double vx, double vy) {
  Vec2 drag;
  drag_of(p, vx, vy, drag.x, drag.y);
  return drag;
}

TEST(Quad2d, OriginalDragHasTheValuesOfSimplesim) {
  auto p = calm(QuadAir::Original);
  p.linear_drag = 5e-6;              // 1/s
  p.quadratic_drag = 5e-6 / kPixel;  // 1/px
  p.drag_threshold = 100 * kPixel;   // px/s
  constexpr double kPixels[][2] = {{10, -9.5e-5}, {50, -6.375e-3}, {100, -0.05}, {150, -0.168375},
                                   {500, -6.24},  {-500, -6.26}};  // px/s, px/s^2
  for (const auto& [v, a] : kPixels) {
    EXPECT_NEAR(drag_at(p, v * kPixel, 0).x, a * kPixel,
                std::fabs(a) * kPixel * 1e-14);  // rounding
    // its y points down: the component that loses its sign is mirrored with it
    EXPECT_NEAR(drag_at(p, 0, -v * kPixel).y, -a * kPixel, std::fabs(a) * kPixel * 1e-14);
  }
}

TEST(Quad2d, CorrectedDragOpposesMotionInEveryDirection) {
  const auto p = calm();
  for (double speed : {0.05, 0.5, 1.0, 1.5, 5.0}) {
    const double share = std::fmin(speed, 1),
                 along = -((1 - share) * 0.05 + share * 0.05 * speed) * speed;
    for (double angle = 0; angle < 6.2; angle += 0.3) {
      const Vec2 way{std::cos(angle), std::sin(angle)};
      const Vec2 drag = drag_at(p, speed * way.x, speed * way.y);
      EXPECT_NEAR(dot(drag, way), along, 1e-15);
      EXPECT_NEAR(cross(drag, way), 0, 1e-15);
    }
  }
}

TEST(Quad2d, CorrectedDragIsPurelyQuadraticWithoutAThreshold) {
  auto p = calm();
  p.drag_threshold = 0;

  EXPECT_DOUBLE_EQ(drag_at(p, 2, 0).x, -0.05 * 4);
  EXPECT_EQ(drag_at(p, 0, 0).x, 0);
}

TEST(Quad2d, ConstantAccelerationMovesItAsTheClosedFormSays) {
  const auto p = without_drag();
  Quad2dState<double> state;
  const int steps = 120;

  drive(p, state, Quad2dInput<double>{2, -1}, steps * kDt, kDt);

  // semi-implicit Euler: x = a dt^2 n (n + 1) / 2, half a step of travel ahead of a t^2 / 2
  const double factor = kDt * kDt * steps * (steps + 1) / 2;
  EXPECT_NEAR(state.vx, 2 * steps * kDt, 1e-12);
  EXPECT_NEAR(state.x, 2 * factor, 1e-12);
  EXPECT_NEAR(state.y, -1 * factor, 1e-12);
}

TEST(Quad2d, CommandIsLimitedInLengthAndKeepsItsDirection) {
  const auto p = without_drag();
  Quad2dState<double> state;
  state = step(p, state, Quad2dInput<double>{30, 40}, kOpenGround, 1.0);

  EXPECT_DOUBLE_EQ(state.vx, 3);
  EXPECT_DOUBLE_EQ(state.vy, 4);
}

TEST(Quad2d, TopSpeedIsWhereDragEqualsTheCommand) {
  const auto p = calm();
  Quad2dState<double> state;

  drive(p, state, Quad2dInput<double>{5, 0}, 20, kDt);

  EXPECT_NEAR(state.vx, std::sqrt(p.max_accel / p.quadratic_drag),
              1e-6);  // time constant 1 s, 20 of them
}

TEST(Quad2d, SpeedsUpAsTheHyperbolicTangentUnderQuadraticDrag) {
  auto p = calm();
  p.drag_threshold = 0;
  Quad2dState<double> state;

  drive(p, state, Quad2dInput<double>{5, 0}, 1, 0.001);

  EXPECT_NEAR(state.vx, 10 * std::tanh(0.5), 2e-3);  // first order: half a step of 5 m/s^2
}

TEST(Quad2d, VelocityModeTakesTheCommandAtOnce) {
  auto p = without_drag();
  p.control_mode = QuadMode::Velocity;
  Quad2dState<double> state;

  state = step(p, state, Quad2dInput<double>{3, -1}, kOpenGround, kDt);
  EXPECT_EQ(state.vx, 3);
  EXPECT_EQ(state.vy, -1);
  EXPECT_EQ(state.x, 3 * kDt);

  state = step(p, state, Quad2dInput<double>{0, 50}, kOpenGround, kDt);
  EXPECT_EQ(state.vy, 5);  // its limit
}

/// Variance of the wind after one second of steps of `dt`, over many walks.
double wind_variance(const Quad2dParams<double>& p, double dt, std::uint32_t walks) {
  double sum = 0;
  const long steps = std::lround(1 / dt);
  for (std::uint32_t walk = 0; walk < walks; ++walk) {
    Quad2dState<double> state;
    DrawSequence draw({.seed = 9, .stream = Stream::Wind, .entity = walk});
    for (long i = 0; i < steps; ++i) {
      const double x = draw.between(-1, 1), y = draw.between(-1, 1);
      move_wind(p, {.gust_x = x, .gust_y = y}, dt, state);
    }
    sum += state.wind_x * state.wind_x + state.wind_y * state.wind_y;
  }
  return sum / (2 * walks);
}

TEST(Quad2d, WindSpreadsAlikeAtEveryTickLength) {
  Quad2dParams<double> p;
  p.max_wind = 1e9;
  const double want =
      p.wind * p.wind * 60 / 3;  // 60 kicks a second, each uniform: variance w^2 / 3
  for (const double hz : {30.0, 60.0, 144.0}) {
    EXPECT_NEAR(wind_variance(p, 1 / hz, 2000) / want, 1, 5 * std::sqrt(2.0 / 4000))
        << hz;  // five deviations
  }
}

TEST(Quad2d, OriginalWindTakesOneKickATick) {
  Quad2dParams<double> p;
  p.air = QuadAir::Original;

  EXPECT_NEAR(wind_variance(p, 1.0 / 144, 2000) / (p.wind * p.wind * 144 / 3), 1,
              5 * std::sqrt(2.0 / 4000));
}

TEST(Quad2d, WindStopsAtItsLimit) {
  Quad2dParams<double> p;
  Quad2dState<double> state;
  for (int i = 0; i < 2000; ++i) move_wind(p, {.gust_x = 1, .gust_y = 0.5}, kDt, state);

  EXPECT_NEAR(std::hypot(state.wind_x, state.wind_y), p.max_wind, 1e-12);
}

TEST(Quad2d, WindReturnsToItsMean) {
  auto p = calm();
  p.wind_return = 2;
  p.mean_wind_x = 1.5;
  Quad2dState<double> state;
  for (int i = 0; i < 1000; ++i) move_wind(p, {}, 0.001, state);

  EXPECT_NEAR(state.wind_x, 1.5 * (1 - std::exp(-2)), 1e-3);  // first order, steps of 1 ms
}

TEST(Quad2d, DragIsThatOfTheVelocityThroughTheAir) {
  const auto p = calm();
  Quad2dState<double> moving, still;
  moving.vx = 3;
  const Quad2dState<double> carried = step(p, still, {}, {.air_x = 3}, kDt);
  const Quad2dState<double> braked = step(p, moving, {}, {}, kDt);

  EXPECT_NEAR(carried.vx, 3 - braked.vx, 1e-15);  // Galileo, to the rounding of 3 m/s
  moving = step(p, moving, {}, {.air_x = 3}, kDt);
  EXPECT_EQ(moving.vx, 3);
}

TEST(Quad2d, GustsAreBoundedSmoothAndThoseOfTheirSeed) {
  auto p = calm();
  p.gust = 6, p.gust_time = 2, p.air_x = 1;
  auto other = p;
  other.wind_seed = 1;
  double strongest = 0, differs = 0;
  for (int i = 0; i < 20000; ++i) {
    const double t = 0.01 * i;
    const Vec2 air = Quad2dDynamics::air(p, 5, t), gust = air - Vec2{1, 0};
    ASSERT_LE(length(gust), 6 + 1e-12);
    // the steepest of (31): 3/2 of twice the gust over its time
    ASSERT_LE(distance(air, Quad2dDynamics::air(p, 5, t + 0.001)), 0.001 * 1.5 * 2 * 6 / 2 + 1e-9);
    ASSERT_EQ(air, Quad2dDynamics::air(p, 5, t));
    strongest = std::max(strongest, length(gust));
    differs = std::max(differs, distance(air, Quad2dDynamics::air(other, 5, t)));
  }
  EXPECT_GT(strongest, 5);
  EXPECT_GT(differs, 1);
  p.air = QuadAir::Original;
  EXPECT_EQ(Quad2dDynamics::air(p, 5, 1.3), (Vec2{1, 0}));
}

}  // namespace
}  // namespace paddock
