#include "apps/paddock/process_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace paddock {
namespace {

// --- the clock: a second passes, and what has the program done?

double counted(double wall, const TreeUse& use) {
  FairClock clock;
  clock.pass(wall, use);
  return clock.seconds();
}

TEST(FairClock, RunsWhileAProgramComputesOrSleeps) {
  EXPECT_EQ(counted(1, {.cpu = 1, .runnable = true}), 1);
  EXPECT_EQ(counted(1, {.cpu = 0}), 1);
  EXPECT_EQ(counted(1, {.cpu = 0.25, .waited = 0}), 1) << "the rest it slept";
}

TEST(FairClock, StandsWhileAProgramOrTheSimulatorIsNotLet) {
  EXPECT_EQ(counted(1, {.cpu = 0, .runnable = true}), 0) << "it waits now";
  EXPECT_EQ(counted(1, {.cpu = 0.25, .waited = 0.75}), 0.25) << "it waited, and sleeps now";
  EXPECT_EQ(counted(1, {.cpu = 0, .own_wait = 0.75}), 0.25);
  EXPECT_EQ(counted(1, {.cpu = 0.5, .own_wait = 1}), 0.5) << "it computed meanwhile";
}

TEST(FairClock, IsNeverFasterThanTheWallHoweverManyThreadsThereAre) {
  EXPECT_EQ(counted(1, {.cpu = 8, .runnable = true}), 1);
}

TEST(FairClock, TakesOffWaitsThatAreToldAfterwardsOnceAndNotForEver) {
  FairClock clock;
  TreeUse use{.cpu = 0.1, .waited = 0.5};
  clock.pass(0.1, use);
  EXPECT_EQ(clock.seconds(), 0.1) << "what it computed counts";
  for (int i = 0; i < 100; ++i) clock.pass(0.1, use);

  EXPECT_NEAR(clock.seconds(), 0.1 + 10 - 0.5, 1e-9);  // a hundred roundings of 0.1

  // threads of its own that wait for each other buy no sleep: a second of it at most
  use.waited += 1e6;
  for (int i = 0; i < 100; ++i) clock.pass(0.1, use);
  EXPECT_NEAR(clock.seconds(), 0.1 + 10 - 0.5 + 10 - 1, 1e-9);
}

// --- processes: this one has no others below it

/// A process below this one that runs `child`; its number.
template <class Child>
pid_t start(const Child& child) {
  const pid_t pid = fork();
  if (pid == 0) child(), _exit(0);
  return pid;
}

TEST(ProcessTree, CountsWhatAProcessUsedAlsoWhenItHasEnded) {
  const pid_t pid = start([] {
    std::atomic<unsigned> spun{};
    while (true) ++spun;
  });
  ProcessTree tree;
  TreeUse use;
  while (use.cpu < 0.05) use = tree.measure();
  EXPECT_EQ(use.tasks, 1u);
  EXPECT_TRUE(use.runnable);
  EXPECT_GT(use.resident, 0u);
  EXPECT_GT(tree.memory(), 0u);

  kill(pid, SIGKILL);
  end_descendants();
  const TreeUse after = tree.measure();

  EXPECT_EQ(after.tasks, 0u);
  EXPECT_GE(after.cpu, use.cpu);
  EXPECT_FALSE(after.runnable);
}

TEST(ProcessTree, EndsThoseWhoLeftTheirParentAndIgnoreSignals) {
  adopt_orphans();
  start([] {
    start([] {
      setsid();
      for (const int number : {SIGTERM, SIGINT, SIGHUP}) signal(number, SIG_IGN);
      while (true) pause();
    });
  });
  ProcessTree tree;
  while (tree.measure().tasks == 0) {
  }

  end_descendants();

  EXPECT_EQ(tree.measure().tasks, 0u);
}

}  // namespace
}  // namespace paddock
