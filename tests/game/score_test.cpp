#include "paddock/game/score.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

TEST(Score, AesAgreesWithTheWorkedExampleOfTheStandard) {
  // FIPS-197, appendix B
  const AesBlock input{0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
                       0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
  const AesBlock output{0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
                        0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};

  EXPECT_EQ(aes128_encrypt(kScoreKey, input), output);
}

TEST(Score, AesAgreesWithTheStandardsVectorOfAnotherKey) {
  // FIPS-197, appendix C.1
  AesBlock key{}, input{};
  for (std::uint8_t i = 0; i < 16; ++i) key[i] = i, input[i] = static_cast<std::uint8_t>(17 * i);
  const AesBlock output{0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                        0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};

  EXPECT_EQ(aes128_encrypt(key, input), output);
}

/// The same by OpenSSL: printf 'lab1|2.5|10|Default' | openssl enc -aes-128-ecb -nopad, after
/// filling up with zeros.
TEST(Score, CodeIsTheTextInBlocksFilledUpWithZeros) {
  EXPECT_EQ(score_code("lab1", 2.5, 10, "Default"),
            "0C389994C93166A108A57F77CE3ECB01F2013D9C8345D0146F8BAF31D832D156");
}

TEST(Score, TextThatFillsItsBlocksGetsNoOther) {
  EXPECT_EQ(score_code("lab1", 10, 10, "Alan").size(), 32u);   // 15 characters
  EXPECT_EQ(score_code("lab1", 10, 10, "Alan2").size(), 32u);  // 16
  EXPECT_EQ(score_code("lab1", 10, 10, "Alan23").size(), 64u);
}

}  // namespace
}  // namespace paddock
