#include "paddock/core/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>

namespace paddock {
namespace {

TEST(ThreadPool, EverythingPostedIsDoneOnceBeforeItEnds) {
  std::vector<std::atomic<int>> done(1000);
  {
    ThreadPool pool(3);
    for (auto& count : done) pool.post([&count] { ++count; });
  }

  for (const auto& count : done) EXPECT_EQ(count, 1);
}

TEST(ThreadPool, OneThreadKeepsTheOrderOfPosting) {
  std::vector<int> order;
  {
    ThreadPool pool(1);
    for (int i = 0; i < 100; ++i) pool.post([&order, i] { order.push_back(i); });
  }

  ASSERT_EQ(order.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(ThreadPool, ATaskThatWaitsForAnotherFindsAThreadForIt) {
  // shared: whoever sets one may still be at it when the other has gone on
  const auto first = std::make_shared<std::promise<void>>();
  const auto second = std::make_shared<std::promise<void>>();
  const std::shared_future<void> seconds = second->get_future().share();
  const std::future<void> firsts = first->get_future();

  ThreadPool::shared().post([=] { seconds.wait(), first->set_value(); });
  ThreadPool::shared().post([=] { second->set_value(); });

  firsts.wait();
}

TEST(ThreadPool, WhatATaskPostsWhileThePoolEndsIsDoneToo) {
  std::atomic<int> done{};
  {
    ThreadPool pool(2);
    for (int i = 0; i < 50; ++i) pool.post([&] { pool.post([&] { pool.post([&] { ++done; }); }); });
  }

  EXPECT_EQ(done, 50);
}

TEST(ThreadPool, WhatATaskHoldsIsLetGoWhenItIsDone) {
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> seen = held;
  {
    ThreadPool pool(2);
    pool.post([kept = std::move(held)] { EXPECT_EQ(*kept, 1); });
  }

  EXPECT_TRUE(seen.expired());
}

}  // namespace
}  // namespace paddock
