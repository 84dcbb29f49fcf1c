// Same seed, same inputs, same bits: every planar level with every vehicle, every rigid one with
// its own, against the hashes kept in trajectories.txt. The same file serves every compiler,
// optimisation level and SIMD target; rigid rows hold for Debian 12's build of Bullet.
#include <gtest/gtest.h>

#include "apps/paddock/golden.h"
#include "apps/paddock/print.h"

namespace paddock {
namespace {

void expect_as_kept(const Result<std::vector<GoldenRow>>& rows) {
  ASSERT_TRUE(rows) << rows.error().message;
  const auto kept = read_golden(golden_file());
  ASSERT_TRUE(kept) << kept.error().message;
  ASSERT_EQ(rows->size(), kept->size())
      << "levels or vehicles came or went: paddock golden --update";
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const GoldenRow &row = (*rows)[i], &old = (*kept)[i];
    EXPECT_EQ(row, old) << row.level << " " << row.vehicle << ": " << hash_text(row.hash)
                        << ", kept " << hash_text(old.hash) << " for " << old.level << " "
                        << old.vehicle;
  }
}

TEST(Golden, EveryLevelAndVehicleEndsInTheHashKept) {
  expect_as_kept(golden_rows(kGoldenTicks, 1, false));
}

TEST(Golden, EightThreadsGiveTheSameHashes) { expect_as_kept(golden_rows(kGoldenTicks, 8, false)); }

TEST(Golden, RestoringASnapshotHalfWayChangesNothing) {
  expect_as_kept(golden_rows(kGoldenTicks, 1, true));
}

}  // namespace
}  // namespace paddock
