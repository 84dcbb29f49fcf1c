// Packs of the width every processor of the family has, against plain doubles. The wide ones are
// compared target by target in tests/parity.
#include "paddock/core/simd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "paddock/core/simd_target.h"

namespace paddock {
namespace {

using Pair = Pack<double, 2>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kNumbers[] = {
    0.0,  -0.0, 1.0, -1.0,   0.5,     1.5,       2.5,        -2.5, 0.49999999999999994,
    1e-9, -7.3, 1e9, 5e-324, -1e-310, kInfinity, -kInfinity, kNan};

Pair pair_of(double a, double b) {
  const double lanes[2] = {a, b};
  return Pair::load(lanes);
}

void expect_same(Pair got, double first, double second) {
  double lanes[2];
  got.store(lanes);
  const double want[2] = {first, second};
  for (int i = 0; i < 2; ++i) {
    if (std::isnan(want[i])) {
      EXPECT_TRUE(std::isnan(lanes[i]));
    } else {
      EXPECT_EQ(bits_of(lanes[i]), bits_of(want[i])) << lanes[i] << " for " << want[i];
    }
  }
}

TEST(Simd, APackDoesInEachLaneWhatOneNumberDoes) {
  for (const double a : kNumbers) {
    for (const double b : kNumbers) {
      const Pair p = pair_of(a, b), q = pair_of(b, a);
      expect_same(p + q, a + b, b + a);
      expect_same(p - q, a - b, b - a);
      expect_same(p * q, a * b, b * a);
      expect_same(p / q, a / b, b / a);
      expect_same(-p, -a, -b);
      expect_same(min_of(p, q), min_of(a, b), min_of(b, a));
      expect_same(max_of(p, q), max_of(a, b), max_of(b, a));
      expect_same(clamp_abs(p, q), clamp_abs(a, b), clamp_abs(b, a));
      expect_same(abs_of(p), abs_of(a), abs_of(b));
      expect_same(copy_sign(p, q), copy_sign(a, b), copy_sign(b, a));
      expect_same(floor_of(p), floor_of(a), floor_of(b));
      expect_same(round_even(p), round_even(a), round_even(b));
      expect_same(sqrt_exact(abs_of(p)), sqrt_exact(abs_of(a)), sqrt_exact(abs_of(b)));
      expect_same(select((p < q) | (p == q), p, q), a <= b ? a : b, b <= a ? b : a);
      expect_same(select((!(p > q)) & (p >= p), p, q), !(a > b) && a == a ? a : b,
                  !(b > a) && b == b ? b : a);
    }
  }
}

TEST(Simd, FloatPacksWorkInEachLane) {
  const float lanes[4] = {1, -2, 3.5f, 0.25f};
  const auto pack = Pack<float, 4>::load(lanes);

  float got[4];
  select(pack > Pack<float, 4>(0.0f), sqrt_exact(pack), Pack<float, 4>(-1.0f)).store(got);

  for (int i = 0; i < 4; ++i) EXPECT_EQ(got[i], lanes[i] > 0 ? std::sqrt(lanes[i]) : -1.0f);
}

TEST(Simd, AnyIsTrueForOneLane) {
  EXPECT_TRUE(any(pair_of(1, 5) > pair_of(2, 2)));
  EXPECT_FALSE(any(pair_of(1, 2) > pair_of(2, 2)));
}

TEST(Simd, RoundingGoesToTheEvenNeighbour) {
  EXPECT_EQ(round_even(0.5), 0);
  EXPECT_EQ(round_even(1.5), 2);
  EXPECT_EQ(round_even(-2.5), -2);
  EXPECT_EQ(round_even(1e15 + 0.3), 1e15);
  for (double x = -3; x < 3; x += 0.1) {
    EXPECT_EQ(round_even(x), std::nearbyint(x));
    EXPECT_EQ(floor_of(x), std::floor(x));
  }
}

TEST(Simd, ClampKeepsWhatIsInsideAndNan) {
  EXPECT_EQ(clamp(5.0, -1.0, 2.0), 2);
  EXPECT_EQ(clamp(-5.0, -1.0, 2.0), -1);
  EXPECT_EQ(clamp(0.5, -1.0, 2.0), 0.5);
  EXPECT_TRUE(std::isnan(clamp(kNan, -1.0, 2.0)));
}

TEST(SimdTarget, ScalarRunsEverywhereAndEveryTargetHasAName) {
  EXPECT_TRUE(supported(SimdTarget::Scalar));
  EXPECT_EQ(name_of(SimdTarget::Scalar), "scalar");
  EXPECT_EQ(name_of(SimdTarget::V4), "v4");
}

TEST(SimdTarget, AWiderTargetNeedsTheNarrowerOnes) {
  for (std::size_t i = 1; i < kSimdTargets.size(); ++i) {
    EXPECT_LE(supported(kSimdTargets[i]), supported(kSimdTargets[i - 1]));
  }
}

TEST(SimdTarget, TheChosenOneIsSupported) { EXPECT_TRUE(supported(simd_target())); }

}  // namespace
}  // namespace paddock
