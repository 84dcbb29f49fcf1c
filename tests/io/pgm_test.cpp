// PGM: both forms, both depths, and every way of being cut short.
#include "paddock/io/pgm.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Pgm, TextIsReadWithCommentsAnywhereInTheHeader) {
  const auto image = read_pgm_bytes("P2 # map\n# made by hand\n3 2\n255\n0 128 255\n1 2 3\n");

  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->width, 3);
  EXPECT_EQ(image->height, 2);
  EXPECT_EQ(image->channels, 1);
  EXPECT_EQ(image->pixels, (Bytes{0, 128, 255, 1, 2, 3}));
}

TEST(Pgm, BinaryIsReadEvenWhenItsFirstValueLooksLikeABlank) {
  const auto image = read_pgm_bytes(std::string_view("P5\n2 2\n255\n\n\x20\x00\xff", 15));

  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->pixels, (Bytes{10, 32, 0, 255}));
}

TEST(Pgm, SixteenBitsAreBigEndianAndScaled) {
  const auto image = read_pgm_bytes(std::string_view("P5 2 1 65535\n\xff\xff\x80\x00", 17));

  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->pixels, (Bytes{255, 128}));
}

TEST(Pgm, OtherMaximaAreScaled) {
  const auto image = read_pgm_bytes("P2\n3 1\n100\n0 50 100\n");

  ASSERT_TRUE(image);
  EXPECT_EQ(image->pixels, (Bytes{0, 128, 255}));
}

TEST(Pgm, EveryShorterFileIsAnError) {
  const std::string text = "P2\n3 2\n255\n10 20 30 40 50 60";
  for (std::size_t n = 0; n + 1 < text.size(); ++n)
    EXPECT_FALSE(read_pgm_bytes(text.substr(0, n))) << n;
  const std::string binary = std::string("P5\n3 2\n255\n") + "abcdef";
  for (std::size_t n = 0; n < binary.size(); ++n)
    EXPECT_FALSE(read_pgm_bytes(binary.substr(0, n))) << n;
  EXPECT_TRUE(read_pgm_bytes(binary));
}

TEST(Pgm, HugeSizesAreRefusedBeforeAnyMemoryIsTaken) {
  EXPECT_EQ(read_pgm_bytes("P5 99999 99999 255\n").error().code, ErrorCode::Limit);
  EXPECT_FALSE(read_pgm_bytes("P5 999999999999 1 255\n"));
  EXPECT_FALSE(read_pgm_bytes("P2 8000 8000 255\n1 2 3"));
}

TEST(Pgm, WrongContentIsNamed) {
  EXPECT_FALSE(read_pgm_bytes(""));
  EXPECT_FALSE(read_pgm_bytes("P6 1 1 255 a"));
  EXPECT_FALSE(read_pgm_bytes("P2 0 1 255 1"));
  EXPECT_FALSE(read_pgm_bytes("P2 -1 1 255 1"));
  EXPECT_EQ(read_pgm_bytes("P2 1 1 100 101").error().message,
            "PGM values must be at most 100, got 101");
  EXPECT_EQ(read_pgm_bytes("P2 2 2 9 1 2 3 x").error().message,
            "PGM must hold 2 x 2 values, got 3");
  EXPECT_FALSE(read_pgm("no/such/file.pgm"));
}

}  // namespace
}  // namespace paddock
