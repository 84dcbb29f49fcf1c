// What sensors write, as the network finds it: the original's cases of SensorDataInbox.
#include "capi/source/episode.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "paddock/io/bytes.h"

namespace paddock::capi {
namespace {

carla::Measurements numbered(std::uint64_t frame) {
  carla::Measurements measurements;
  measurements.frame_number = frame;
  return measurements;
}

std::vector<std::uint32_t> ids(std::uint32_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 1000U);
  return all;
}

std::string message(std::uint32_t id, std::string_view content) {
  ByteWriter w;
  w.u32(static_cast<std::uint32_t>(4 + content.size()));
  w.u32(id);
  w.bytes(content);
  return w.take();
}

void every_round_is_whole(std::uint32_t sensors, int rounds) {
  Episode episode(ids(sensors));
  for (int round = 0; round < rounds; ++round) {
    const std::string data(static_cast<std::size_t>(round % 97), static_cast<char>(round));
    for (const std::uint32_t id : ids(sensors))
      ASSERT_TRUE(episode.write_sensor(id, "header", data));
    episode.write(numbered(static_cast<std::uint64_t>(round)));
    const Frame* const frame = episode.take_frame();
    ASSERT_NE(frame, nullptr);
    EXPECT_EQ(frame->measurements.frame_number, static_cast<std::uint64_t>(round));
    ASSERT_EQ(frame->sensors.size(), sensors);
    for (std::uint32_t i = 0; i < sensors; ++i) {
      ASSERT_TRUE(frame->sensors[i].fresh);
      ASSERT_EQ(frame->sensors[i].message, message(1000 + i, "header" + data));
    }
  }
}

TEST(Episode, WhatOneSensorWritesIsInTheNextFrame) { every_round_is_whole(1, 1000); }
TEST(Episode, WhatFiftySensorsWriteIsInTheNextFrame) { every_round_is_whole(50, 1000); }

TEST(Episode, ASensorThatIsNotOfTheSceneIsRefused) {
  Episode episode(ids(2));

  EXPECT_FALSE(episode.write_sensor(999, "", ""));
  EXPECT_TRUE(episode.write_sensor(1001, "", ""));
}

TEST(Episode, ASensorWithNothingNewIsLeftOut) {
  Episode episode(ids(2));
  episode.write_sensor(1000, "", "a");
  episode.write(numbered(1));
  episode.take_frame();
  episode.write_sensor(1001, "", "b");
  episode.write(numbered(2));

  const Frame* const frame = episode.take_frame();
  ASSERT_NE(frame, nullptr);
  EXPECT_FALSE(frame->sensors[0].fresh);
  EXPECT_EQ(frame->sensors[1].message, message(1001, "b"));
}

TEST(Episode, AFrameInPlaceOfAnotherKeepsTheNewestOfEachSensor) {
  Episode episode(ids(3));
  episode.write_sensor(1000, "", "slow");
  episode.write_sensor(1001, "", "old");
  episode.write(numbered(1));
  episode.write_sensor(1001, "", "new");
  episode.write(numbered(2));
  episode.write(numbered(3));

  const Frame* const frame = episode.take_frame();
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->measurements.frame_number, 3U);
  ASSERT_TRUE(frame->sensors[0].fresh && frame->sensors[1].fresh);
  EXPECT_EQ(frame->sensors[0].message, message(1000, "slow"));
  EXPECT_EQ(frame->sensors[1].message, message(1001, "new"));
  EXPECT_FALSE(frame->sensors[2].fresh);
  EXPECT_EQ(episode.take_frame(), nullptr);
}

TEST(Episode, WhatWasShownIsNotShownAgainWithALaterFrame) {
  Episode episode(ids(1));
  episode.write_sensor(1000, "", "once");
  episode.write(numbered(1));
  ASSERT_NE(episode.take_frame(), nullptr);
  for (std::uint64_t i = 2; i < 9; ++i) {
    episode.write(numbered(i));
    if (i % 2 == 0) continue;
    EXPECT_FALSE(episode.take_frame()->sensors[0].fresh);
  }
}

// 50 sensors, each of a thread of its own would be what the original promises; four share them
// here.
TEST(Episode, SensorsOfManyThreadsAreWholeWhileFramesAreTaken) {
  constexpr std::uint32_t kSensors = 50, kThreads = 4;
  constexpr int kWrites = 200;
  Episode episode(ids(kSensors));
  std::atomic<std::uint32_t> writing{kThreads};
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kWrites; ++i)
        for (std::uint32_t s = t; s < kSensors; s += kThreads)
          episode.write_sensor(1000 + s, std::to_string(i), std::string(500, static_cast<char>(i)));
      --writing;
    });
  std::thread game([&] {
    for (std::uint64_t i = 0; writing > 0; ++i) episode.write(numbered(i));
    episode.write(numbered(~0ULL));
  });
  std::vector<int> last(kSensors, -1);
  for (bool over = false; !over;) {
    const Frame* const frame = episode.take_frame();
    if (frame == nullptr) continue;
    over = frame->measurements.frame_number == ~0ULL;
    for (std::uint32_t s = 0; s < kSensors; ++s) {
      if (!frame->sensors[s].fresh) continue;
      const std::string& bytes = frame->sensors[s].message;
      const int number = std::stoi(bytes.substr(8));
      ASSERT_GT(number, last[s]);
      last[s] = number;
      ASSERT_EQ(bytes.size(), 8 + std::to_string(number).size() + 500);
      ASSERT_EQ(bytes.find_first_not_of(static_cast<char>(number), bytes.size() - 500),
                std::string::npos);
    }
  }
  for (std::thread& thread : threads) thread.join();
  game.join();
  EXPECT_EQ(last, std::vector<int>(kSensors, kWrites - 1));
}

}  // namespace
}  // namespace paddock::capi
