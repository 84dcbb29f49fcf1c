#include "paddock/record/best_times.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>
#include <thread>

#include "paddock/io/file.h"

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

class BestTimesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              concat("best_times_", getpid(), "_",
                     testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "best_times.sqlite").string(); }
  std::unique_ptr<BestTimes> open() const {
    auto times = BestTimes::open(path());
    EXPECT_TRUE(times) << times.error().message;
    return times ? std::move(*times) : nullptr;
  }

  std::filesystem::path folder_;
};

BestTime run_of(std::string level, std::vector<Nanos> splits, std::string user = "Ada") {
  const Nanos total = std::accumulate(splits.begin(), splits.end(), Nanos{0});
  return {std::move(level), std::move(user), total, std::move(splits)};
}

TEST_F(BestTimesTest, KeepsTheFastestRunOfALevelWithItsSplits) {
  const auto times = open();

  EXPECT_TRUE(*times->offer(run_of("racecar/lab4b", {5 * kSecond, 7 * kSecond})));
  EXPECT_FALSE(*times->offer(run_of("racecar/lab4b", {6 * kSecond, 7 * kSecond})));
  EXPECT_FALSE(*times->offer(run_of("racecar/lab4b", {6 * kSecond, 6 * kSecond})));  // as fast
  EXPECT_TRUE(*times->offer(run_of("racecar/lab4b", {6 * kSecond, 5 * kSecond}, "Alan")));

  EXPECT_EQ(*times->best("racecar/lab4b"),
            run_of("racecar/lab4b", {6 * kSecond, 5 * kSecond}, "Alan"));
}

TEST_F(BestTimesTest, ListsEveryLevelByName) {
  const auto times = open();
  EXPECT_EQ(times->list()->size(), 0u);
  const std::vector<BestTime> runs{run_of("racecar/bonus2", {}), run_of("racecar/lab5", {0, 3}),
                                   run_of("racecar/test1", {kSecond})};

  for (const std::size_t i : {1u, 2u, 0u}) EXPECT_TRUE(*times->offer(runs[i]));

  EXPECT_EQ(*times->list(), runs);
  EXPECT_EQ(*times->best("racecar/demo"), std::nullopt);
}

TEST_F(BestTimesTest, AreThereWhenTheFileIsOpenedAgain) {
  EXPECT_TRUE(*open()->offer(run_of("racecar/test1", {kSecond}, "Zoë \"O'Hara\"")));
  EXPECT_EQ((*open()->best("racecar/test1"))->user, "Zoë \"O'Hara\"");
}

TEST_F(BestTimesTest, OfferedByManyAtOnceTheFastestStays) {
  const auto offer_all = [&](Nanos last) {
    const auto times = open();
    for (Nanos t = 20; t > 0; --t)
      EXPECT_TRUE(times->offer(run_of("racecar/test1", {t * 100 + last})));
  };
  std::thread other([&] { offer_all(7); });
  offer_all(8);
  other.join();

  EXPECT_EQ((*open()->best("racecar/test1"))->total, 107);
}

TEST_F(BestTimesTest, WhatIsNoSuchFileIsRefusedWithItsName) {
  std::filesystem::create_directories(folder_);
  ASSERT_TRUE(write_file(path(), std::string(5000, 'x')));

  const auto times = BestTimes::open(path());

  ASSERT_FALSE(times);
  EXPECT_NE(times.error().message.find("best_times.sqlite"), std::string::npos)
      << times.error().message;
}

TEST_F(BestTimesTest, OfARaceAreKeptAsIntervals) {
  const KeepTimes keep = keep_best_times(folder_.string(), "Ada");
  EXPECT_FALSE(keep("racecar/test1", {}));
  EXPECT_TRUE(keep("racecar/test1", {5 * kSecond, -1, 12 * kSecond}));
  EXPECT_FALSE(keep("racecar/test1", {5 * kSecond, 6 * kSecond, 13 * kSecond}));
  const BestTime best{"racecar/test1", "Ada", 12 * kSecond, {5 * kSecond, -1, 7 * kSecond}};
  EXPECT_EQ(*open()->best("racecar/test1"), best);
}

TEST_F(BestTimesTest, ThatCannotBeWrittenAreNoBestTimes) {
  std::filesystem::create_directories(folder_);
  ASSERT_TRUE(write_file((folder_ / "no_folder").string(), "x"));
  EXPECT_FALSE(
      keep_best_times((folder_ / "no_folder").string(), "Ada")("racecar/test1", {kSecond}));
}

/// Offers ever faster runs, a byte to `told` after each, until it is killed.
[[noreturn]] void offer_for_ever(const std::string& path, Nanos from, int told) {
  const auto times = BestTimes::open(path);
  for (Nanos t = from; times && t > 0; --t) {
    const auto kept = (*times)->offer(run_of("racecar/test2", {t, 2 * t, 3 * t, 4 * t}));
    if (!kept || !*kept || write(told, "x", 1) != 1) break;
  }
  _exit(1);
}

TEST_F(BestTimesTest, SurviveAWriterThatIsKilledAtAnyTime) {
  Nanos slowest = 1'000'000;
  ASSERT_TRUE(
      *open()->offer(run_of("racecar/test2", {slowest, 2 * slowest, 3 * slowest, 4 * slowest})));
  for (int round = 0; round < 12; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t writer = fork();
    if (writer == 0) offer_for_ever(path(), slowest - 1, ends[1]);
    close(ends[1]);
    // some are written, then it is killed in the middle of another
    Nanos told = 0;
    char byte{};
    for (; told < 3; ++told) ASSERT_EQ(read(ends[0], &byte, 1), 1) << "the writer failed";
    for (volatile int spin = 0; spin < round * 40'000;) spin = spin + 1;
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    while (read(ends[0], &byte, 1) == 1) ++told;
    close(ends[0]);

    const auto best = open()->best("racecar/test2");

    // nothing that was told is lost, and no run is half there
    ASSERT_TRUE(best && *best) << round;
    const std::vector<Nanos>& splits = (*best)->splits;
    ASSERT_EQ(splits.size(), 4u);
    EXPECT_LE(splits[0], slowest - told);
    EXPECT_EQ(**best,
              run_of("racecar/test2", {splits[0], 2 * splits[0], 3 * splits[0], 4 * splits[0]}));
    slowest = splits[0];
  }
}

}  // namespace
}  // namespace paddock
