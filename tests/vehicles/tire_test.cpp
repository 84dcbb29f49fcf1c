#include "paddock/vehicles/tire_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr TireParams<double> kTire{};

TEST(Tire, PushesAgainstItsSideways) {
  EXPECT_LT(side_force(kTire, 0.1, 5.0), 0);
  EXPECT_GT(side_force(kTire, -0.1, 5.0), 0);
  EXPECT_EQ(side_force(kTire, 0.0, 5.0), 0);
}

TEST(Tire, IsOddToTheLastBit) {
  for (double side = 1e-9; side < 100; side *= 1.3) {
    EXPECT_EQ(side_force(kTire, -side, 3.0), -side_force(kTire, side, 3.0));
  }
}

TEST(Tire, StartsWithTheSlopeBTimesC) {
  const double slip = 1e-6;  // where the cubic term is below 1e-11 of the linear one

  EXPECT_NEAR(-side_force(kTire, slip, 1.0) / slip, kTire.stiffness * kTire.shape, 1e-9);
}

TEST(Tire, PeaksAtOneWhereTheFormulaSays) {
  // sin(C atan(B s)) = 1 at s = tan(pi / 2C) / B
  const double peak = std::tan(kPi / 2 / kTire.shape) / kTire.stiffness;

  EXPECT_NEAR(-side_force(kTire, peak, 1.0), 1,
              1e-15);  // flat there: rounding of the angle vanishes
  EXPECT_LT(-side_force(kTire, peak * 1.05, 1.0), 1);
  EXPECT_LT(-side_force(kTire, peak * 0.95, 1.0), 1);
}

TEST(Tire, NeverGivesMoreThanItsGripAndKeepsMostOfItSideways) {
  for (double side = 0; side < 1000; side = side * 1.01 + 0.001) {
    ASSERT_LE(-side_force(kTire, side, 1.0), 1);
  }
  // fully sideways the formula ends at sin(C pi / 2)
  EXPECT_NEAR(-side_force(kTire, 1e9, 1.0), std::sin(kTire.shape * kPi / 2),
              1e-8);  // 1 / (B * 1e9)
}

TEST(Tire, DependsOnTheSlipAngleNotOnTheSpeed) {
  EXPECT_NEAR(side_force(kTire, 0.2, 2.0), side_force(kTire, 2.0, 20.0), 1e-15);  // one rounding
}

TEST(Tire, SharesItsGripAlongAnEllipse) {
  EXPECT_EQ(grip_left(0.0), 1);
  EXPECT_NEAR(grip_left(0.6), 0.8, 1e-15);  // one rounding
  EXPECT_EQ(grip_left(1.0), 0);
  EXPECT_EQ(grip_left(1.5), 0);
  EXPECT_EQ(grip_left(-0.6), grip_left(0.6));
}

}  // namespace
}  // namespace paddock
