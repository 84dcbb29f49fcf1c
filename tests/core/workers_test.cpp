#include "paddock/core/workers.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

TEST(Workers, EveryPieceIsDoneOnceInEveryRound) {
  for (const int count : {1, 2, 8}) {
    Workers workers(count);
    std::vector<int> done(100);
    for (int round = 0; round < 200; ++round)
      workers.run(100, [&](int, int piece) { ++done[static_cast<std::size_t>(piece)]; });

    for (const int times : done) EXPECT_EQ(times, 200) << count << " workers";
  }
}

TEST(Workers, NoPiecesAreNoWork) {
  Workers workers(3);

  workers.run(0, [](int, int) { FAIL(); });
}

}  // namespace
}  // namespace paddock
