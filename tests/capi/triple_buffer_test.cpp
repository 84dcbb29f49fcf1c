#include "capi/source/triple_buffer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

namespace paddock::capi {
namespace {

TEST(TripleBuffer, NothingIsThereBeforeTheFirstValue) {
  TripleBuffer<int> buffer;

  EXPECT_FALSE(buffer.unread());
  EXPECT_EQ(buffer.take(), nullptr);
  EXPECT_FALSE(buffer.recall());
}

TEST(TripleBuffer, OnlyTheNewestIsReadAndOnlyOnce) {
  TripleBuffer<int> buffer;
  for (int i = 1; i <= 5; ++i) {
    buffer.cell() = i;
    buffer.publish();
  }

  ASSERT_TRUE(buffer.unread());
  EXPECT_EQ(*buffer.take(), 5);
  EXPECT_EQ(buffer.take(), nullptr);
}

TEST(TripleBuffer, WhatIsBeingReadIsNotWrittenOver) {
  TripleBuffer<int> buffer;
  buffer.cell() = 1;
  buffer.publish();
  const int* const held = buffer.take();
  for (int i = 2; i <= 9; ++i) {
    buffer.cell() = i;
    buffer.publish();
    EXPECT_EQ(*held, 1);
  }

  EXPECT_EQ(*buffer.take(), 9);
}

TEST(TripleBuffer, AnUnreadValueCanBeTakenBack) {
  TripleBuffer<int> buffer;
  buffer.cell() = 1;
  buffer.publish();

  ASSERT_TRUE(buffer.recall());
  EXPECT_EQ(buffer.cell(), 1);
  EXPECT_EQ(buffer.take(), nullptr);
  buffer.cell() += 10;
  buffer.publish();
  EXPECT_EQ(*buffer.take(), 11);
  EXPECT_FALSE(buffer.recall());
}

// The original's DoubleBuffer.WriteAndRead: a slow writer loses nothing.
TEST(TripleBuffer, AReaderThatLooksOftenerSeesEveryValueInOrder) {
  TripleBuffer<int> buffer;
  std::thread writer([&] {
    for (int i = 1; i <= 50; ++i) {
      buffer.cell() = i;
      buffer.publish();
      while (buffer.unread()) std::this_thread::yield();
    }
  });
  for (int expected = 1; expected <= 50;) {
    const int* const got = buffer.take();
    if (got == nullptr) continue;
    EXPECT_EQ(*got, expected);
    ++expected;
  }
  writer.join();
}

// The original's DoubleBuffer.LongMessage, with a writer that never waits and takes back now and
// then.
TEST(TripleBuffer, ValuesAreWholeHoweverFastTheyAreWritten) {
  constexpr int kValues = 20'000;
  TripleBuffer<std::string> buffer;
  std::thread writer([&] {
    for (int i = 1; i <= kValues; ++i) {
      if (i % 3 == 0) buffer.recall();
      buffer.cell().assign(1000, static_cast<char>('a' + i % 26));
      buffer.cell() += std::to_string(i);
      buffer.publish();
    }
  });
  int last = 0;
  while (last < kValues) {
    const std::string* const got = buffer.take();
    if (got == nullptr) continue;
    const int number = std::stoi(got->substr(1000));
    ASSERT_GT(number, last);
    ASSERT_EQ(got->find_first_not_of(static_cast<char>('a' + number % 26)), 1000U);
    last = number;
  }
  writer.join();
}

}  // namespace
}  // namespace paddock::capi
