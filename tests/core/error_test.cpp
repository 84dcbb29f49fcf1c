#include "paddock/core/error.h"

#include <gtest/gtest.h>

#include <string>

namespace paddock {
namespace {

Result<int> positive(int number) {
  if (number > 0) return number;
  return fail(ErrorCode::Invalid, "must be positive, got ", number);
}

Result<int> width_of_track(int number) {
  auto width = positive(number);
  if (!width) return tl::unexpected(width.error().within("track.width"));
  return width;
}

TEST(Error, ResultHoldsAValue) {
  const auto result = width_of_track(3);

  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 3);
}

TEST(Error, ResultHoldsTheReasonWhyThereIsNoValue) {
  const auto result = positive(-2);

  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::Invalid);
  EXPECT_EQ(result.error().message, "must be positive, got -2");
}

TEST(Error, WithinSaysWhereAndKeepsTheCode) {
  const auto result = width_of_track(0);

  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().within("levels/oval.toml:12").message,
            "levels/oval.toml:12: track.width: must be positive, got 0");
  EXPECT_EQ(result.error().within("here").code, ErrorCode::Invalid);
}

TEST(Error, MessagesPrintNumbersInTheirShortestExactForm) {
  EXPECT_EQ(concat("a ", 0.1, ' ', -1.5, ' ', 42, ' ', std::string("end")), "a 0.1 -1.5 42 end");
  EXPECT_EQ(concat(1e300), "1e+300");
  EXPECT_EQ(concat(), "");
}

}  // namespace
}  // namespace paddock
