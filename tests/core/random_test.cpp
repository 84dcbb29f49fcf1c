#include "paddock/core/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace paddock {
namespace {

constexpr DrawAddress kAddress{
    .seed = 0x0123456789abcdef, .stream = Stream::Wind, .entity = 5, .tick = 77, .index = 0};

DrawAddress at_index(std::uint32_t index) {
  DrawAddress address = kAddress;
  address.index = index;
  return address;
}

// the known answers published with Random123 for philox4x32 of 10 rounds
TEST(Philox, GivesThePublishedAnswers) {
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, IndexAddressesAWordSoThatSixteenLanesDraw64Numbers) {
  for (std::uint32_t index = 0; index < 1000; ++index) {
    const std::uint32_t block = index / 64 * 16 + index % 16, word = index / 16 % 4;
    const std::uint32_t stream = 4u | 5u << 8;

    const PhiloxBlock words = philox({block, 77, stream, 0}, {0x89abcdef, 0x01234567});

    ASSERT_EQ(draw_bits(at_index(index)), words[word]) << index;
  }
}

TEST(Random, EveryPartOfTheAddressMatters) {
  std::set<std::uint32_t> seen{draw_bits(kAddress)};
  auto other = kAddress;
  other.seed ^= std::uint64_t{1} << 63;
  seen.insert(draw_bits(other));
  other = kAddress, other.seed ^= 1;
  seen.insert(draw_bits(other));
  other = kAddress, other.stream = Stream::Spawn;
  seen.insert(draw_bits(other));
  other = kAddress, other.entity = 6;
  seen.insert(draw_bits(other));
  other = kAddress, other.tick += 1;
  seen.insert(draw_bits(other));
  other = kAddress, other.tick += std::uint64_t{1} << 32;
  seen.insert(draw_bits(other));
  other = kAddress, other.index = 1;
  seen.insert(draw_bits(other));

  EXPECT_EQ(seen.size(), 8u);
}

TEST(Random, UnitIsUniform) {
  constexpr std::uint32_t kDraws = 160000;
  std::array<int, 16> counts{};
  double sum = 0;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const double unit = draw_unit(at_index(i));
    ASSERT_GE(unit, 0);
    ASSERT_LT(unit, 1);
    ++counts[static_cast<std::size_t>(unit * 16)];
    sum += unit;
  }

  EXPECT_NEAR(sum / kDraws, 0.5, 5 * std::sqrt(1.0 / 12 / kDraws));  // five deviations of the mean
  double chi_squared = 0;
  for (const int n : counts) chi_squared += (n - 10000) * (n - 10000) / 10000.0;
  EXPECT_LT(chi_squared, 37.7);  // 15 degrees of freedom, one in a thousand
}

TEST(Random, BetweenAndIntegerStayInTheirRanges) {
  int lowest = 0, highest = 0;
  for (std::uint32_t i = 0; i < 6000; ++i) {
    const double between = draw_between(at_index(i), -2, 3);
    ASSERT_GE(between, -2);
    ASSERT_LT(between, 3);
    const std::int64_t integer = draw_integer(at_index(i), -1, 4);
    ASSERT_GE(integer, -1);
    ASSERT_LE(integer, 4);
    lowest += integer == -1;
    highest += integer == 4;
  }

  EXPECT_NEAR(lowest, 1000, 150);  // five deviations of a binomial, sqrt(6000 * 1/6 * 5/6) = 29
  EXPECT_NEAR(highest, 1000, 150);
  EXPECT_EQ(draw_integer(kAddress, 9, 9), 9);
}

TEST(Random, GaussianHasTheMomentsOfANormal) {
  constexpr std::uint32_t kDraws = 200000;
  double sum = 0, square = 0, cube = 0, fourth = 0, neighbour = 0, before = 0;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const double z = draw_gaussian(at_index(i));
    sum += z, square += z * z, cube += z * z * z, fourth += z * z * z * z;
    neighbour += z * before;
    before = z;
  }

  // five deviations of each sample moment: sqrt(1, 2, 15, 96, 1) / sqrt(n)
  const double root = std::sqrt(double{kDraws});
  EXPECT_NEAR(sum / kDraws, 0, 5 / root);
  EXPECT_NEAR(square / kDraws, 1, 5 * std::sqrt(2.0) / root);
  EXPECT_NEAR(cube / kDraws, 0, 5 * std::sqrt(15.0) / root);
  EXPECT_NEAR(fourth / kDraws, 3, 5 * std::sqrt(96.0) / root);
  EXPECT_NEAR(neighbour / kDraws, 0, 5 / root);
}

TEST(Random, GaussiansOfOnePairAreIndependent) {
  // words 0 and 1 of a block share radius and angle: their squares must still not go together
  constexpr std::uint32_t kPairs = 100000;
  double product = 0, squares = 0;
  for (std::uint32_t i = 0; i < kPairs; ++i) {
    const double a = draw_gaussian(at_index(i / 16 * 64 + i % 16));
    const double b = draw_gaussian(at_index(i / 16 * 64 + i % 16 + 16));
    product += a * b;
    squares += (a * a - 1) * (b * b - 1);
  }

  EXPECT_NEAR(product / kPairs, 0, 5 / std::sqrt(double{kPairs}));  // five deviations
  EXPECT_NEAR(squares / kPairs, 0, 5 * 2 / std::sqrt(double{kPairs}));
}

TEST(Random, SequenceTakesConsecutiveIndices) {
  DrawSequence sequence(kAddress);

  EXPECT_EQ(sequence.between(0, 1), draw_unit(at_index(0)));
  EXPECT_EQ(sequence.integer(1, 6), draw_integer(at_index(1), 1, 6));
  EXPECT_EQ(sequence.gaussian(), draw_gaussian(at_index(2)));
}

}  // namespace
}  // namespace paddock
