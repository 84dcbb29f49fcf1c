#include "paddock/core/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string_view>

namespace paddock {
namespace {

template <class... Values>
std::uint64_t hash_of(const Values&... values) {
  Hasher hasher;
  (hasher.add(values), ...);
  return hasher.value();
}

TEST(Hash, OrderMatters) { EXPECT_NE(hash_of(1.0, 2.0), hash_of(2.0, 1.0)); }

TEST(Hash, EveryBitOfANumberMatters) {
  const auto one = std::bit_cast<std::uint64_t>(1.0);
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_NE(hash_of(1.0), hash_of(std::bit_cast<double>(one ^ std::uint64_t{1} << bit))) << bit;
  }
}

TEST(Hash, BothZerosAreOneNumber) { EXPECT_EQ(hash_of(0.0), hash_of(-0.0)); }

TEST(Hash, FloatsAndWholeNumbersOfAnyWidthHashByValue) {
  EXPECT_EQ(hash_of(0.5f), hash_of(0.5));
  EXPECT_EQ(hash_of(std::int32_t{-7}), hash_of(std::int64_t{-7}));
  EXPECT_EQ(hash_of(std::uint32_t{7}), hash_of(std::int64_t{7}));
}

TEST(Hash, WordsKeepTheirBorders) {
  using std::string_view;
  EXPECT_NE(hash_of(string_view("ab"), string_view("c")),
            hash_of(string_view("a"), string_view("bc")));
  EXPECT_NE(hash_of(string_view("")), Hasher{}.value());
}

TEST(Hash, ALiteralIsHashedAsTextNotAsTruth) {
  Hasher literal;
  literal.add("oval");

  EXPECT_EQ(literal.value(), hash_of(std::string_view("oval")));
  EXPECT_NE(literal.value(), hash_of(true));
}

TEST(Hash, IsTheSameOnEveryMachine) {
  EXPECT_EQ(hash_of(std::uint64_t{1}, -2, 0.25, true, std::string_view("paddock")),
            11111474721954893825u);
}

}  // namespace
}  // namespace paddock
