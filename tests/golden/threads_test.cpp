// Runs side by side share models, levels and logs but no state: for the thread sanitizer.
#include <gtest/gtest.h>

#include "apps/paddock/golden.h"

namespace paddock {
namespace {

TEST(Threads, ManyRunsSideBySideGiveTheHashesOfOneAfterTheOther) {
  const auto together = golden_rows(200, 8, false);
  const auto alone = golden_rows(200, 1, false);

  ASSERT_TRUE(together && alone);
  EXPECT_EQ(*together, *alone);
}

}  // namespace
}  // namespace paddock
