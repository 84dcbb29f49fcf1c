// Every error bound that det_math.h states, against long double, which has 11 more bits.
#include "paddock/core/det_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr long double kHalfPi = 1.57079632679489661923132169163975144L;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The spacing of doubles around `x`.
double ulp_of(double x) {
  int exponent = 0;
  std::frexp(std::fabs(x), &exponent);
  return std::fabs(x) < 0x1p-1022 ? 0x1p-1074 : std::ldexp(1.0, exponent - 53);
}

/// The largest error so far, in ulps of the true value, and where it was.
struct Worst {
  double ulps{}, at{};
  void add(double got, long double want, double x) {
    const double error =
        static_cast<double>(std::fabs(got - want)) / ulp_of(static_cast<double>(want));
    if (!(error <= ulps)) ulps = error, at = x;
  }
};

struct Draw {
  std::mt19937_64 random{42};
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  /// Either sign, every power of ten between the two alike.
  double scaled(double lowest_power, double highest_power) {
    return between(-1, 1) * std::pow(10, between(lowest_power, highest_power));
  }
};

/// Into the test report, for whoever wants the figure behind a bound.
void record(const char* function, double ulps) {
  testing::Test::RecordProperty(std::string(function) + "_ulps", std::to_string(ulps));
}

struct TrigErrors {
  Worst sine, cosine, tangent;
  void add(double x) {
    double s = 0, c = 0;
    det::sincos(x, s, c);
    sine.add(s, std::sin(static_cast<long double>(x)), x);
    cosine.add(c, std::cos(static_cast<long double>(x)), x);
    tangent.add(det::tan(x), std::tan(static_cast<long double>(x)), x);
  }
  void expect_within_bounds() const {
    EXPECT_LE(sine.ulps, 1) << "at " << sine.at;
    EXPECT_LE(cosine.ulps, 1) << "at " << cosine.at;
    EXPECT_LE(tangent.ulps, 3) << "at " << tangent.at;
    record("sin", sine.ulps);
    record("cos", cosine.ulps);
    record("tan", tangent.ulps);
  }
};

TEST(DetMath, SineCosineAndTangentKeepTheirBoundsUpTo1e5) {
  Draw draw;
  TrigErrors errors;
  for (int i = 0; i < 500000; ++i) errors.add(draw.scaled(-7, 5));
  for (int i = 0; i < 500000; ++i) errors.add(draw.between(-4, 4));

  errors.expect_within_bounds();
}

TEST(DetMath, SineCosineAndTangentKeepTheirBoundsNextToEveryQuarterTurn) {
  TrigErrors errors;
  for (int quarter = -63661; quarter <= 63661; ++quarter) {
    double x = static_cast<double>(quarter * kHalfPi);
    for (int step = 0; step < 3; ++step, x = std::nextafter(x, kInfinity)) errors.add(x);
  }

  errors.expect_within_bounds();
}

TEST(DetMath, SineCosineAndTangentKeepTheirBoundsWhereTheReductionSwitches) {
  TrigErrors errors;
  for (int eighth = -40001; eighth <= 40001; eighth += 2) {
    double x = static_cast<double>(eighth * kHalfPi / 2);
    for (int step = 0; step < 5; ++step, x = std::nextafter(x, kInfinity)) errors.add(x);
  }

  errors.expect_within_bounds();
}

TEST(DetMath, TinyAnglesAreTheirOwnSine) {
  for (const double x : {5e-324, 1e-310, 2.3e-308, 1e-100, 1e-9}) {
    EXPECT_EQ(det::sin(x), x);
    EXPECT_EQ(det::tan(x), x);
    EXPECT_EQ(det::atan(x), x);
    EXPECT_EQ(det::cos(x), 1);
  }
}

TEST(DetMath, SineTangentAndArctangentAreOddAndCosineEvenToTheLastBit) {
  Draw draw;
  for (int i = 0; i < 300000; ++i) {
    const double x = draw.scaled(-12, 5);
    ASSERT_EQ(bits_of(det::sin(-x)), bits_of(-det::sin(x))) << x;
    ASSERT_EQ(bits_of(det::cos(-x)), bits_of(det::cos(x))) << x;
    ASSERT_EQ(bits_of(det::tan(-x)), bits_of(-det::tan(x))) << x;
    ASSERT_EQ(bits_of(det::atan(-x)), bits_of(-det::atan(x))) << x;
  }
  EXPECT_EQ(bits_of(det::sin(0.0)), bits_of(0.0));
  EXPECT_EQ(bits_of(det::sin(-0.0)), bits_of(0.0));  // the one place that is not odd
  EXPECT_EQ(bits_of(det::atan(-0.0)), bits_of(-0.0));
}

TEST(DetMath, ArctangentKeepsItsBoundForAllFiniteNumbers) {
  Draw draw;
  Worst worst;
  const auto add = [&](double x) {
    worst.add(det::atan(x), std::atan(static_cast<long double>(x)), x);
  };
  for (int i = 0; i < 400000; ++i) add(draw.between(-4, 4)), add(draw.scaled(-300, 300));
  for (const double edge : {0.66, 2.41421356237309504880, 1.0}) {
    double x = edge * (1 - 1e-13);
    for (int step = 0; step < 2000; ++step, x = std::nextafter(x, kInfinity)) add(x), add(-x);
  }
  for (double x = 5e-324; x < 1e308; x *= 1.7) add(x);
  add(1.7e308);

  EXPECT_LE(worst.ulps, 1) << "at " << worst.at;
  record("atan", worst.ulps);
}

TEST(DetMath, Arctangent2KeepsItsBoundInAllQuadrants) {
  Draw draw;
  Worst worst;
  const auto add = [&](double y, double x) {
    worst.add(det::atan2(y, x),
              std::atan2(static_cast<long double>(y), static_cast<long double>(x)), y);
  };
  for (int i = 0; i < 300000; ++i) {
    add(draw.between(-1, 1), draw.between(-1, 1));
    add(draw.scaled(-100, 100), draw.scaled(-100, 100));
  }
  for (double y = 1e-300; y < 1e300; y *= 97) {
    for (double x = 1e-300; x < 1e300; x *= 89) add(y, x), add(-y, -x);
  }

  EXPECT_LE(worst.ulps, 2) << "at y = " << worst.at;
  record("atan2", worst.ulps);
}

TEST(DetMath, Arctangent2OfTheAxes) {
  EXPECT_EQ(det::atan2(0.0, 0.0), 0);
  EXPECT_EQ(det::atan2(0.0, 3.0), 0);
  EXPECT_EQ(det::atan2(2.0, 0.0), kPi / 2);
  EXPECT_EQ(det::atan2(-2.0, 0.0), -kPi / 2);
  EXPECT_EQ(det::atan2(0.0, -1.0), kPi);
  EXPECT_EQ(det::atan2(-0.0, -1.0), -kPi);
}

TEST(DetMath, ExponentialKeepsItsBoundOverItsWholeRange) {
  Draw draw;
  Worst worst;
  const auto add = [&](double x) {
    worst.add(det::exp(x), std::exp(static_cast<long double>(x)), x);
  };
  for (int i = 0; i < 400000; ++i) add(draw.between(-708, 709)), add(draw.scaled(-17, 0));
  for (const double x :
       {-708.0, 709.0, 0.0, -0.0, 5e-324, 0.34657359027997264, -0.34657359027997264})
    add(x);

  EXPECT_LE(worst.ulps, 2) << "at " << worst.at;
  record("exp", worst.ulps);
}

TEST(DetMath, ExponentialStopsAtTheEndsOfItsRange) {
  EXPECT_EQ(det::exp(0.0), 1);
  EXPECT_EQ(det::exp(1e6), det::exp(709.0));
  EXPECT_EQ(det::exp(-1e6), det::exp(-708.0));
  EXPECT_EQ(det::exp(kInfinity), det::exp(709.0));
  EXPECT_TRUE(std::isnan(det::exp(std::numeric_limits<double>::quiet_NaN())));
}

TEST(DetMath, LogarithmKeepsItsBoundForNormalNumbers) {
  Draw draw;
  Worst worst;
  const auto add = [&](double x) {
    worst.add(det::log(x), std::log(static_cast<long double>(x)), x);
  };
  for (int i = 0; i < 400000; ++i) {
    add(std::ldexp(draw.between(1, 2), static_cast<int>(draw.between(-1022, 1023))));
    add(draw.between(0.5, 2));
  }
  for (const double x : {std::numeric_limits<double>::min(), std::numeric_limits<double>::max()})
    add(x);

  EXPECT_LE(worst.ulps, 1) << "at " << worst.at;
  record("log", worst.ulps);
}

TEST(DetMath, LogarithmKeepsItsBoundNextToOne) {
  Draw draw;
  Worst worst;
  for (int i = 0; i < 300000; ++i) {
    const double x = 1 + draw.scaled(-15.9, -0.4);
    if (x != 1) worst.add(det::log(x), std::log(static_cast<long double>(x)), x);
  }

  EXPECT_LE(worst.ulps, 1) << "at " << worst.at;
  EXPECT_EQ(det::log(1.0), 0);
}

}  // namespace
}  // namespace paddock
