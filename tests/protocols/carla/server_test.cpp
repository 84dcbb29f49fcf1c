#include "paddock/protocols/carla/server.h"

#include <gtest/gtest.h>

#include <functional>

#include "paddock/core/text.h"
#include "tests/protocols/carla/stand_in.h"

namespace paddock::carla {
namespace {

/// An episode from the request to three frames, and another over the same connection.
void expect_served(std::uint16_t port, std::uint32_t spot = 4) {
  StandInClient client(port);
  for (int episode = 0; episode < 2; ++episode) {
    ASSERT_TRUE(client.begin("", spot));
    for (int i = 0; i < 3; ++i) {
      const auto frame = client.frame();
      ASSERT_TRUE(frame.has_value());
      EXPECT_EQ(frame->game_timestamp, spot);
      client.drive();
    }
    client.leave_episode();
  }
}

TEST(CarlaServer, TalksThroughEpisodesAsTheOriginalDoes) {
  StandInTown town;
  StandInClient client(town.port());
  client.ask("[CARLA/LevelSettings]\nNumberOfVehicles=3");
  const auto scene = client.scene();
  ASSERT_TRUE(scene.has_value());
  EXPECT_EQ(scene->map_name, "Town02");
  EXPECT_EQ(scene->player_start_spots.size(), 83U);
  client.start(9);
  ASSERT_TRUE(client.ready());
  client.come_to_stream(), client.come_to_control();
  std::uint64_t last = 0;
  for (int i = 0; i < 20; ++i) {
    const auto frame = client.frame();
    ASSERT_TRUE(frame.has_value());
    EXPECT_GT(frame->frame_number, last);
    last = frame->frame_number;
    client.drive({.throttle = 0.5F});
  }
  client.leave_episode();
  expect_served(town.port());
}

TEST(CarlaServer, AClientThatDiesAnywhereIsGoneAndTheNextIsServed) {
  // what a client does, one step after the other; it is killed after each of them
  const std::string request = framed(encode(RequestNewEpisode{"[CARLA/Server]\n"}));
  const std::vector<std::pair<std::string, std::function<void(StandInClient&)>>> steps{
      {"connecting", [](StandInClient&) {}},
      {"half a length", [&](StandInClient& c) { c.world->send(request.substr(0, 2)); }},
      {"half a request", [&](StandInClient& c) { c.world->send(request.substr(2, 8)); }},
      {"a request", [&](StandInClient& c) { c.world->send(request.substr(10)); }},
      {"reading the scene", [](StandInClient& c) { c.scene(); }},
      {"half a start", [](StandInClient& c) { c.world->send(std::string("\2\0\0", 3)); }},
      {"a start", [](StandInClient& c) { c.world->send(std::string("\0\x08\x05", 3)); }},
      {"reading that all is ready", [](StandInClient& c) { c.ready(); }},
      {"coming to the stream", [](StandInClient& c) { c.come_to_stream(); }},
      {"coming to the control", [](StandInClient& c) { c.come_to_control(); }},
      {"half a frame", [](StandInClient& c) { c.stream->receive(1000); }},
      {"a frame", [](StandInClient& c) { c.frame(); }},
      {"half a control", [](StandInClient& c) { c.control->send(std::string("\x0e\0", 2)); }},
      {"a control",
       [](StandInClient& c) {
         c.control->send(std::string("\0\0", 2) + encode(Control{-0.5F, 1, 0, true, true}));
       }},
      {"leaving the stream", [](StandInClient& c) { c.stream.reset(); }},
      {"leaving the control", [](StandInClient& c) { c.control.reset(); }},
      {"asking again", [](StandInClient& c) { c.ask(); }},
      {"reading the scene again", [](StandInClient& c) { c.scene(); }},
      {"starting again", [](StandInClient& c) { c.start(0); }},
  };
  StandInTown town({.world_port = 0}, 100'000);
  for (std::size_t last = 0; last < steps.size(); ++last) {
    {
      StandInClient client(town.port());
      for (std::size_t i = 0; i <= last; ++i) steps[i].second(client);
    }
    EXPECT_EQ(town.gone(last * 2 + 1).size(), last * 2 + 1) << "after " << steps[last].first;
    expect_served(town.port());
    ASSERT_EQ(town.gone(last * 2 + 2).size(), last * 2 + 2) << "after " << steps[last].first;
  }
  EXPECT_TRUE(town.empties());
}

TEST(CarlaServer, ClientsThatComeAtOnceGetEachTheirOwnFrames) {
  StandInTown town;
  std::vector<std::thread> clients;
  for (std::uint32_t i = 0; i < 8; ++i)
    clients.emplace_back([&, i] { expect_served(town.port(), i); });
  for (std::thread& client : clients) client.join();

  EXPECT_TRUE(town.empties());
}

/// Polls at that time until something is told.
ClientEvent next_event(ClientServer& server, EventLoop& loop, Nanos now) {
  for (;;) {
    const std::vector<ClientEvent> events = server.poll(now);
    if (!events.empty()) return events.front();
    loop.wait(server.again() == 0 ? 0 : 1'000'000'000);
  }
}

TEST(CarlaServer, WhoIsCalledAndDoesNotComeLosesItsTurn) {
  EventLoop loop;
  ClientServer server = *ClientServer::open(loop, {.world_port = 0});
  const SceneDescription scene{.map_name = "Town01", .player_start_spots = {}, .sensors = {}};
  StandInClient idle(server.world_port()), patient(server.world_port());
  std::vector<SessionId> sessions;
  for (StandInClient* client : {&idle, &patient}) {
    client->ask();
    sessions.push_back(next_event(server, loop, 0).session);
    server.describe(sessions.back(), scene);
    ASSERT_TRUE(client->scene());
    client->start(0);
    next_event(server, loop, 0);
    server.ready(sessions.back());
    EXPECT_TRUE(server.poll(0).empty());
  }
  ASSERT_TRUE(idle.ready());  // and the other's turn has not come

  constexpr Nanos kLate = 10'000'000'000;
  const std::vector<ClientEvent> gone = server.poll(kLate);
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0].session, sessions[0]);
  EXPECT_EQ(std::get<ClientGone>(gone[0].what).why,
            concat("it did not come to the ports ", server.world_port() + 1, " and ",
                   server.world_port() + 2, " in time"));
  ASSERT_TRUE(patient.ready());
  patient.come_to_stream(), patient.come_to_control();
  const ClientEvent begun = next_event(server, loop, kLate);
  EXPECT_EQ(begun.session, sessions[1]);
  EXPECT_TRUE(std::holds_alternative<DriveBegun>(begun.what));
}

TEST(CarlaServer, WhoComesUncalledToTheOtherPortsIsSentAway) {
  StandInTown town;
  RawClient stream(static_cast<std::uint16_t>(town.port() + 1));
  RawClient control(static_cast<std::uint16_t>(town.port() + 2));
  expect_served(town.port());

  EXPECT_FALSE(next_message(stream));
  EXPECT_FALSE(stream.open());
  EXPECT_FALSE(next_message(control));
  EXPECT_FALSE(control.open());
}

TEST(CarlaServer, WhatCannotBeMeantEndsOneSessionAndNoOther) {
  StandInTown town;
  StandInClient good(town.port());
  ASSERT_TRUE(good.begin("", 3));
  const std::string huge("\xff\xff\xff\xff", 4);
  const std::vector<std::function<void(StandInClient&)>> crimes{
      [&](StandInClient& c) { c.world->send(huge); },
      [&](StandInClient& c) { c.world->send("GET / HTTP/1.1\r\n\r\n"); },
      [&](StandInClient& c) { c.world->send(framed("\xff\xff\xff")); },
      [&](StandInClient& c) { c.begin(), c.world->send(huge); },
      [&](StandInClient& c) { c.begin(), c.frame(), c.control->send(huge); },
      [&](StandInClient& c) { c.begin(), c.frame(), c.control->send(framed("\x0d\x01")); },
      [&](StandInClient& c) { c.begin(), c.frame(), c.control->send(std::string(5000, '\x20')); },
  };
  for (std::size_t i = 0; i < crimes.size(); ++i) {
    StandInClient bad(town.port());
    crimes[i](bad);
    EXPECT_EQ(town.gone(i + 1).size(), i + 1) << i;
    EXPECT_FALSE(next_message(*bad.world)) << i;
    const auto frame = good.frame();
    ASSERT_TRUE(frame.has_value()) << i;
    EXPECT_EQ(frame->game_timestamp, 3U);
    good.drive();
  }
}

TEST(CarlaServer, AClientThatStopsReadingGetsNoMoreAndOthersGoOn) {
  constexpr std::size_t kBig = std::size_t{12} << 20;  // more than sockets hold
  StandInTown town({.world_port = 0}, kBig);
  StandInClient stuck(town.port());
  stuck.ask(), stuck.scene(), stuck.start(1), stuck.ready();
  stuck.come_to_stream(4096), stuck.come_to_control();
  // it goes on saying controls; were each answered, more than may wait would wait
  for (int i = 0; i < 200; ++i) stuck.drive();
  expect_served(town.port());

  // and when it reads again, it goes on
  const auto frame = stuck.frame();
  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->game_timestamp, 1U);
  EXPECT_TRUE(stuck.frame().has_value());
}

TEST(CarlaServer, ConnectionsThatSayNothingKeepNobodyOut) {
  StandInTown town;
  std::vector<std::unique_ptr<RawClient>> silent;
  for (std::size_t i = 0; i < ClientServer::kMostSessions + 10; ++i)
    silent.push_back(std::make_unique<RawClient>(town.port()));

  expect_served(town.port());
}

TEST(CarlaServer, PortsThatAreTakenAreNamed) {
  StandInTown town;
  EventLoop loop;
  const auto second = ClientServer::open(loop, {.world_port = town.port()});

  ASSERT_FALSE(second.has_value());
  EXPECT_NE(second.error().message.find(concat(town.port())), std::string::npos);
  EXPECT_FALSE(ClientServer::open(loop, {.world_port = 65534}).has_value());
}

}  // namespace
}  // namespace paddock::carla
