// A server that runs for long, and clients that do what no client should: what stays behind, and
// what the others notice of it.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>

#include "tests/protocols/carla/house.h"

namespace paddock::carla {
namespace {

std::size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

/// Bytes that are in use, whatever the system has been asked for.
std::size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// PADDOCK_CARLA_EPISODES says another number than a test has time for.
int episodes_to_run() {
  const char* said = std::getenv("PADDOCK_CARLA_EPISODES");
  return said == nullptr ? 300 : std::atoi(said);
}

TEST(CarlaSoak, EpisodesLeaveNothingBehind) {
  const std::string ini =
      "[CARLA/LevelSettings]\nNumberOfVehicles=5\nNumberOfPedestrians=5\nSeedVehicles=";
  House house;
  StandInClient client(house.door->port());
  const int episodes = episodes_to_run();
  std::size_t files = 0, bytes = 0;
  const Nanos began = steady_now();
  Nanos tenth = 0, last_tenth = 0;
  for (int i = 0; i < episodes; ++i) {
    ASSERT_TRUE(client.begin(concat(ini, i % 7, "\n"), static_cast<std::uint32_t>(i % 83))) << i;
    const auto frame = client.frame();
    ASSERT_TRUE(frame.has_value()) << i;
    ASSERT_EQ(frame->game_timestamp, 100U);
    client.drive({.throttle = 1});
    client.leave_episode();
    if (i == episodes / 10) files = open_files(), bytes = bytes_in_use(), tenth = steady_now();
    if (i == episodes - episodes / 10) last_tenth = steady_now();
  }
  const auto ms = [](Nanos time) { return std::to_string(time / 1'000'000); };
  RecordProperty("first tenth in ms", ms(tenth - began));
  RecordProperty("last tenth in ms", ms(steady_now() - last_tenth));
  RecordProperty("bytes in use", std::to_string(bytes_in_use()));

  EXPECT_LE(open_files(), files + 2);  // stream and control may just be closing
  EXPECT_LT(bytes_in_use(), bytes + (std::size_t{4} << 20));
}

constexpr int kFrames = 40;

/// What a client that behaves sees of a drive with traffic; `meanwhile` is called at each frame.
std::vector<Measurements> well_behaved(std::uint16_t port,
                                       const std::function<void(int)>& meanwhile) {
  StandInClient client(port);
  EXPECT_TRUE(
      client.begin("[CARLA/Server]\nSendNonPlayerAgentsInfo=True\n[CARLA/LevelSettings]\n"
                   "NumberOfVehicles=6\nNumberOfPedestrians=6\n",
                   5));
  std::vector<Measurements> film;
  for (int i = 0; i < kFrames; ++i) {
    auto frame = client.frame();
    EXPECT_TRUE(frame.has_value()) << i;
    if (!frame) break;
    meanwhile(i);
    client.drive(frame->player.autopilot_control);
    frame->frame_number = 0, frame->platform_timestamp = 0;
    film.push_back(std::move(*frame));
  }
  return film;
}

/// What clients do before they are killed: each step of the dialogue, and what is none.
std::vector<std::function<void(StandInClient&)>> rude_steps() {
  const std::string huge("\xff\xff\xff\xff", 4);
  return {
      [](StandInClient&) {},
      [](StandInClient& c) { c.world->send("GET / HTTP/1.1\r\n\r\n"); },
      [huge](StandInClient& c) { c.world->send(huge); },
      [](StandInClient& c) { c.world->send(std::string("\x10\0\0\0half", 8)); },
      [](StandInClient& c) { c.world->send(framed("\xff\xff\xff")); },
      [](StandInClient& c) { c.ask(), c.ask(), c.ask(); },
      [](StandInClient& c) { c.start(3), c.start(4); },
      [](StandInClient& c) { c.ask(), c.scene(), c.start(4'000'000'000U); },
      [](StandInClient& c) { c.ask(), c.scene(), c.start(1), c.ready(), c.come_to_stream(); },
      [](StandInClient& c) { c.ask(), c.scene(), c.start(1), c.ready(), c.come_to_control(); },
      [](StandInClient& c) { c.begin(kEmptyTown), c.frame(); },
      [huge](StandInClient& c) { c.begin(kEmptyTown), c.frame(), c.control->send(huge); },
      [](StandInClient& c) { c.begin(kEmptyTown), c.control->send(framed("\x0d\x01")); },
      [](StandInClient& c) { c.begin(kEmptyTown), c.control->send("\x0e"), c.stream.reset(); },
      [](StandInClient& c) { c.begin(kEmptyTown), c.frame(), c.ask(), c.scene(); },
  };
}

TEST(CarlaSoak, WhereverAClientIsKilledTheNextIsServed) {
  House house;
  Nanos slowest = 0;
  for (const auto& step : rude_steps()) {
    {
      StandInClient bad(house.door->port());
      step(bad);
    }
    const Nanos began = steady_now();
    StandInClient next(house.door->port());
    ASSERT_TRUE(next.begin(kEmptyTown, 3));
    ASSERT_TRUE(next.frame().has_value());
    slowest = std::max(slowest, steady_now() - began);
  }
  RecordProperty("longest wait in ms", std::to_string(slowest / 1'000'000));
}

TEST(CarlaSoak, WhatOneClientDoesNoOtherNotices) {
  constexpr std::string_view kPicture =
      "[CARLA/LevelSettings]\nNumberOfVehicles=0\nNumberOfPedestrians=0\n[CARLA/Sensor]\n"
      "Sensors=lidar\nSensorType=LIDAR_RAY_CAST\nPointsPerSecond=2000000\n";
  std::vector<std::unique_ptr<StandInClient>> stuck;
  const auto rude = rude_steps();
  House calm, house;
  const std::vector<Measurements> undisturbed = well_behaved(calm.door->port(), [](int) {});
  const std::vector<Measurements> seen = well_behaved(house.door->port(), [&](int frame) {
    const auto i = static_cast<std::size_t>(frame);
    if (i < rude.size()) {
      StandInClient bad(house.door->port());
      rude[i](bad);
    } else if (i == rude.size()) {  // and one that asks for much, says more and reads nothing
      stuck.push_back(std::make_unique<StandInClient>(house.door->port()));
      StandInClient& bad = *stuck.back();
      bad.ask(kPicture), bad.scene(), bad.start(1), bad.ready();
      bad.come_to_stream(4096), bad.come_to_control();
      for (int k = 0; k < 500; ++k) bad.drive({.throttle = 1});
    }
  });

  ASSERT_EQ(seen.size(), undisturbed.size());
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], undisturbed[i]) << i;
}

}  // namespace
}  // namespace paddock::carla
