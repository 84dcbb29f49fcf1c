#include "paddock/protocols/carla/peer.h"

#include <gtest/gtest.h>

#include <sstream>

#include "paddock/core/text.h"
#include "paddock/io/file.h"
#include "paddock/protocols/carla/wire/codec.h"
#include "tests/protocols/carla/vectors.h"

namespace paddock::carla {
namespace {

const SceneDescription kScene{
    .map_name = "Town02", .player_start_spots = std::vector<Transform>(83), .sensors = {}};

std::string asking(std::string_view ini) {
  return framed(encode(RequestNewEpisode{std::string(ini)}));
}
std::string starting(std::uint32_t spot) { return framed(encode(EpisodeStart{spot})); }
std::string driving(const Control& control) { return framed(encode(control)); }

/// A client that drives.
ClientPeer on_the_road() {
  ClientPeer peer;
  peer.hear_world(asking(""));
  peer.take_request();
  peer.describe(kScene);
  peer.hear_world(starting(0));
  peer.take_start();
  peer.ready();
  peer.connected();
  return peer;
}

TEST(CarlaPeer, IsTalkedWithInTurns) {
  ClientPeer peer;
  EXPECT_EQ(peer.phase(), Phase::Waiting);
  peer.hear_world(asking("[CARLA/LevelSettings]\nNumberOfVehicles=7"));
  EXPECT_EQ(peer.phase(), Phase::Describing);
  EXPECT_EQ(peer.take_request()->settings.vehicles, 7U);
  EXPECT_FALSE(peer.take_request());

  EXPECT_EQ(decode_scene(std::string_view(peer.describe(kScene)).substr(4)), kScene);
  EXPECT_EQ(peer.phase(), Phase::Choosing);
  peer.hear_world(starting(82));
  EXPECT_EQ(peer.phase(), Phase::Preparing);
  EXPECT_EQ(peer.take_start(), 82U);

  EXPECT_EQ(peer.ready(), std::string("\2\0\0\0\x08\x01", 6));
  EXPECT_EQ(peer.phase(), Phase::Connecting);
  peer.connected();
  EXPECT_EQ(peer.phase(), Phase::Driving);
}

TEST(CarlaPeer, AStartWithoutBytesIsTheFirstSpot) {
  ClientPeer peer;
  peer.hear_world(asking(""));
  peer.describe(kScene);
  peer.hear_world(std::string(4, '\0'));

  EXPECT_EQ(peer.take_start(), 0U);
}

TEST(CarlaPeer, HearsTheSameHoweverBytesAreCut) {
  const std::string said = asking("[CARLA/Server]\nSynchronousMode=False") + starting(5);
  for (std::size_t cut = 0; cut <= said.size(); ++cut) {
    ClientPeer peer;
    peer.hear_world(std::string_view(said).substr(0, cut));
    peer.hear_world(std::string_view(said).substr(cut));
    const auto request = peer.take_request();
    ASSERT_TRUE(request.has_value()) << cut;
    EXPECT_FALSE(request->settings.synchronous);
    EXPECT_FALSE(peer.take_start()) << "it is not its turn";
    peer.describe(kScene);

    EXPECT_EQ(peer.take_start(), 5U) << cut;
  }
}

TEST(CarlaPeer, ANewRequestEndsTheEpisodeAndKeepsWhatItDoesNotSay) {
  ClientPeer peer;
  peer.hear_world(asking("[CARLA/LevelSettings]\nNumberOfVehicles=7"));
  peer.take_request();
  peer.describe(kScene);
  peer.hear_world(starting(1));
  peer.take_start();
  peer.ready(), peer.connected();
  peer.hear_control(driving({.throttle = 1}));
  peer.hear_control("\x0e");  // the beginning of another
  peer.hear_world(asking("[CARLA/LevelSettings]\nWeatherId=3"));

  const auto request = peer.take_request();
  EXPECT_EQ(request->settings.vehicles, 7U);
  EXPECT_EQ(request->settings.weather, 3);
  EXPECT_FALSE(peer.take_control());
  peer.describe(kScene);
  peer.hear_world(starting(2));
  peer.ready(), peer.connected();
  peer.hear_control(driving({.brake = 1}));
  EXPECT_EQ(peer.take_control(), (Control{.brake = 1}));
}

TEST(CarlaPeer, AskingAgainBeforeComingToTheOtherPortsIsNoFault) {
  ClientPeer peer;
  peer.hear_world(asking(""));
  peer.describe(kScene);
  peer.hear_world(starting(0));
  peer.ready();
  peer.hear_world(asking("[CARLA/LevelSettings]\nWeatherId=1"));

  EXPECT_EQ(peer.phase(), Phase::Describing);
}

TEST(CarlaPeer, TheNewestControlCountsInItsRange) {
  ClientPeer peer = on_the_road();
  EXPECT_FALSE(peer.take_control());
  peer.hear_control(driving({.throttle = 0.1F}) + driving({}) +
                    driving({.steer = -9, .throttle = 0.5F}));

  EXPECT_EQ(peer.take_control(), (Control{.steer = -1, .throttle = 0.5F}));
  EXPECT_FALSE(peer.take_control());
  EXPECT_EQ(peer.controls(), 3U);
}

TEST(CarlaPeer, AControlWithoutBytesIsAControl) {
  ClientPeer peer = on_the_road();
  peer.hear_control(std::string(4, '\0'));

  EXPECT_EQ(peer.take_control(), Control{});
}

TEST(CarlaPeer, WhatCannotBeMeantEndsTheTalkAndSaysWhy) {
  const auto trouble_of = [](ClientPeer peer, std::string_view world, std::string_view control) {
    peer.hear_world(world);
    peer.hear_control(control);
    EXPECT_EQ(peer.phase(), Phase::Over);
    peer.hear_world(asking(""));
    EXPECT_FALSE(peer.take_request());
    return peer.trouble();
  };
  const std::string huge("\xff\xff\xff\x7f", 4);

  EXPECT_EQ(trouble_of(ClientPeer(), "GET / HTTP/1.1\r\n", ""),
            "a message of 542393671 bytes on the world's port");
  EXPECT_EQ(trouble_of(ClientPeer(), framed("\xff\xff"), ""), "2 bytes are no RequestNewEpisode");
  EXPECT_EQ(trouble_of(on_the_road(), huge, ""),
            "a message of 2147483647 bytes on the world's port");
  EXPECT_EQ(trouble_of(on_the_road(), "", huge),
            "a message of 2147483647 bytes on the control's port");
  EXPECT_EQ(trouble_of(on_the_road(), "", framed(std::string(257, ' '))),
            "a message of 257 bytes on the control's port");
  EXPECT_EQ(trouble_of(on_the_road(), "", framed("\x0d\x01")), "2 bytes are no Control");
  EXPECT_EQ(trouble_of(ClientPeer(), asking("[CARLA/SceneCapture]\nCameras=A"), ""),
            "its settings are those of CARLA 0.7, whose messages differ; 0.8 is spoken here");
}

TEST(CarlaPeer, WhoSpeaksWithoutEndIsNotListenedTo) {
  ClientPeer peer;
  peer.hear_world(asking(""));
  for (int i = 0; i < 100 && peer.phase() != Phase::Over; ++i)
    peer.hear_world(std::string(100'000, '\0'));

  EXPECT_EQ(peer.trouble(), "it speaks without waiting for answers");
}

TEST(CarlaPeer, ControlsOutsideAnEpisodeAreNotHeard) {
  ClientPeer peer;
  peer.hear_control("anything at all");

  EXPECT_EQ(peer.phase(), Phase::Waiting);
  EXPECT_FALSE(peer.take_control());
}

/// Lines of that speaker in the page's conversation, as bytes.
std::vector<std::string> said_on_the_page(std::string_view speaker) {
  const std::string page =
      *read_file(PADDOCK_SOURCE_DIR "/docs/protocols/carla.md", std::size_t{1} << 20);
  std::vector<std::string> said;
  std::istringstream lines(page.substr(page.find("## A conversation in hex")));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(speaker)) said.push_back(bytes_of(line.substr(speaker.size())));
  return said;
}

TEST(CarlaPeer, TalksAsItsPageSays) {
  const auto heard = said_on_the_page("world   >"), told = said_on_the_page("world   <");
  ASSERT_EQ(heard.size(), 2U);
  ASSERT_EQ(told.size(), 2U);
  ClientPeer peer;
  peer.hear_world(heard[0]);
  ASSERT_TRUE(peer.take_request().has_value());
  EXPECT_EQ(peer.describe({.map_name = "Town01",
                           .player_start_spots = {{{1, 0, 0}, {0, 1, 0}, {0, 90, 0}}},
                           .sensors = {{1, SensorType::Camera, "A"}}}),
            told[0]);
  peer.hear_world(heard[1]);
  EXPECT_EQ(peer.take_start(), 0U);
  EXPECT_EQ(peer.ready(), told[1]);
  peer.connected();
  peer.hear_control(said_on_the_page("control >").at(0));
  EXPECT_EQ(peer.take_control(), (Control{-0.5F, 1, 0, true, true}));
}

}  // namespace
}  // namespace paddock::carla
