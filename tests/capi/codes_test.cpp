// What each call returns when it is made out of turn, when nobody is there, and when the client
// says what cannot be meant or goes.
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <functional>
#include <thread>

#include "tests/capi/client.h"

namespace paddock::capi {
namespace {

constexpr std::int32_t kHungUpCode = 2, kShort = 20;

/// How far a dialogue went before something happens.
enum class Point { Connected, Asked, Described, Started, Driving };

/// Client and server at that point.
struct Scene {
  explicit Scene(Point point, std::uint32_t timeout_ms = 0) : library(0, timeout_ms) {
    client = std::make_unique<Client>(library.port());
    if (point >= Point::Asked) {
      client->ask();
      EXPECT_EQ(read_request(library), 0);
    }
    if (point >= Point::Described) {
      EXPECT_EQ(write_scene(library, {7}), 0);
      EXPECT_TRUE(client->scene());
    }
    if (point >= Point::Started) {
      client->start();
      EXPECT_EQ(read_start(library), 0);
    }
    if (point >= Point::Driving) {
      EXPECT_EQ(write_ready(library), 0);
      EXPECT_TRUE(client->ready());
      client->come();
      EXPECT_EQ(show(library, 1), 0);
      EXPECT_TRUE(client->frame());
      client->drive({});
      carla_control control{};
      EXPECT_EQ(read_control(library, control), 0);
    }
  }
  Library library;
  std::unique_ptr<Client> client;
};

/// The code with which the dialogue ends, whosever turn it is.
std::int32_t code_at_last(const Library& library, Point point) {
  if (point == Point::Described) return read_start(library);
  if (point == Point::Asked || point == Point::Started) {
    // our turn: what is written may go out before it is seen that nobody is there
    for (int i = 0; i < 10'000; ++i) {
      const std::int32_t code = read_request(library, nullptr, 0);
      if (code != CARLA_SERVER_TRY_AGAIN) return code;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return read_request(library);
}

void expect_usable_again(const Library& library) {
  ASSERT_EQ(library.listen(), 0);
  Client client(library.port());
  std::thread server([&] { EXPECT_EQ(serve_episode(library), 0); });
  EXPECT_TRUE(client.begin());
  server.join();
  EXPECT_EQ(show(library, 5), 0);
  const auto frame = client.frame();
  EXPECT_TRUE(frame && frame->measurements.frame_number == 5);
}

constexpr Point kPoints[]{Point::Connected, Point::Asked, Point::Described, Point::Started,
                          Point::Driving};

TEST(Codes, AClientThatClosesAtAnyPointHasHungUp) {
  for (const Point point : kPoints) {
    Scene s(point);
    s.client.reset();

    EXPECT_EQ(code_at_last(s.library, point), kHungUpCode) << static_cast<int>(point);
    EXPECT_EQ(read_request(s.library), kHungUpCode);  // until it is connected again
    EXPECT_EQ(write_scene(s.library, {}), kHungUpCode);
    EXPECT_EQ(show(s.library, 1), CARLA_SERVER_OPERATION_ABORTED);
    expect_usable_again(s.library);
  }
}

TEST(Codes, AClientThatClosesAmidAMessageHasHungUp) {
  for (const Point point : kPoints) {
    Scene s(point);
    s.client->world.write(std::string("\x10\0\0\0half", 8));
    s.client.reset();

    EXPECT_EQ(code_at_last(s.library, point), kHungUpCode) << static_cast<int>(point);
    expect_usable_again(s.library);
  }
}

TEST(Codes, GarbageIsAnIllegalSequence) {
  for (const Point point : {Point::Connected, Point::Described, Point::Driving}) {
    Scene s(point);
    s.client->world.write(carla::framed("\xff\xff\xff garbage"));

    EXPECT_EQ(code_at_last(s.library, point), EILSEQ) << static_cast<int>(point);
    EXPECT_TRUE(s.client->world.ends(kMinute));
    expect_usable_again(s.library);
  }
}

TEST(Codes, AHugeLengthIsTooLong) {
  for (const Point point : {Point::Connected, Point::Described, Point::Driving}) {
    Scene s(point);
    s.client->world.write("\xff\xff\xff\xff");

    EXPECT_EQ(code_at_last(s.library, point), EMSGSIZE) << static_cast<int>(point);
    expect_usable_again(s.library);
  }
}

TEST(Codes, AFloodOutOfTurnIsTooLong) {
  Scene s(Point::Asked);
  const std::string flood(std::size_t{8} << 20, 'x');
  std::thread writer([&] { s.client->world.write(carla::framed(flood)); });

  EXPECT_EQ(code_at_last(s.library, Point::Asked), EMSGSIZE);
  writer.join();
  expect_usable_again(s.library);
}

TEST(Codes, AnEmptyMessageIsOne) {
  Library library;
  Client client(library.port());
  client.world.write(std::string(4, '\0'));
  std::string ini = "something";
  EXPECT_EQ(read_request(library, &ini), 0);
  EXPECT_EQ(ini, "");
}

TEST(Codes, WhoLeavesTheEpisodesPortsIsToldOfOnceAndTheSessionGoesOn) {
  Scene s(Point::Driving);
  s.client->leave_episode();
  carla_control control{};

  EXPECT_EQ(read_control(s.library, control), kHungUpCode);
  EXPECT_EQ(read_control(s.library, control, kShort), CARLA_SERVER_TRY_AGAIN);
  std::int32_t code = 0;
  while ((code = show(s.library, 2)) == 0) std::this_thread::yield();
  EXPECT_EQ(code, kHungUpCode);
  EXPECT_EQ(show(s.library, 3), 0);

  s.client->ask();
  EXPECT_EQ(read_request(s.library), 0);
}

TEST(Codes, GarbageOnTheControlPortIsToldOfOnce) {
  const struct {
    std::string bytes;
    std::int32_t code;
  } cases[]{{carla::framed("\xff\xff garbage"), EILSEQ}, {"\xff\xff\xff\xff", EMSGSIZE}};
  for (const auto& [bytes, code] : cases) {
    Scene s(Point::Driving);
    s.client->control.write(bytes);
    carla_control control{};

    EXPECT_EQ(read_control(s.library, control), code);
    EXPECT_EQ(read_control(s.library, control, kShort), CARLA_SERVER_TRY_AGAIN);
    EXPECT_TRUE(s.client->control.ends(kMinute));
    EXPECT_EQ(show(s.library, 2), 0);
    EXPECT_TRUE(s.client->frame());
  }
}

TEST(Codes, WhatIsSaidOnTheStreamsPortMeansNothing) {
  Scene s(Point::Driving);
  s.client->stream.write("\xff\xff\xff\xff" + std::string(100'000, 'x'));

  EXPECT_EQ(show(s.library, 2), 0);
  EXPECT_TRUE(s.client->frame());
}

TEST(Codes, CallsOutOfTurnAreInvalid) {
  const std::function<std::int32_t(const Library&)> calls[]{
      [](const Library& l) { return write_scene(l, {}); },
      [](const Library& l) { return read_start(l); },
      [](const Library& l) { return write_ready(l); }};
  const std::pair<Point, int> turns[]{{Point::Connected, -1},
                                      {Point::Asked, 0},
                                      {Point::Described, 1},
                                      {Point::Started, 2},
                                      {Point::Driving, -1}};
  for (const auto& [point, turn] : turns) {
    Scene s(point);
    for (int call = 0; call < 3; ++call) {
      if (call == turn) continue;
      EXPECT_EQ(calls[call](s.library), EINVAL) << static_cast<int>(point);
    }
    carla_control control{};
    if (point != Point::Driving) {
      EXPECT_EQ(read_control(s.library, control, 0), CARLA_SERVER_OPERATION_ABORTED);
      EXPECT_EQ(show(s.library, 1), CARLA_SERVER_OPERATION_ABORTED);
      EXPECT_EQ(carla_write_sensor_data(s.library.get(), {7, "", 0, "", 0}),
                CARLA_SERVER_OPERATION_ABORTED);
    }
    EXPECT_EQ(read_request(s.library, nullptr, 0), CARLA_SERVER_TRY_AGAIN);
  }
}

TEST(Codes, ARequestEndsTheEpisodeBeforeItIsRead) {
  Scene s(Point::Driving);
  s.client->ask();
  ASSERT_EQ(read_request(s.library), 0);
  carla_control control{};

  EXPECT_EQ(show(s.library, 2), CARLA_SERVER_OPERATION_ABORTED);
  EXPECT_EQ(read_control(s.library, control), CARLA_SERVER_OPERATION_ABORTED);
  EXPECT_TRUE(s.client->stream.ends(kMinute));
}

TEST(Codes, WhatCannotBeMeantIsInvalid) {
  Scene s(Point::Driving);
  const CarlaServerPtr server = s.library.get();
  carla_measurements measurements{};
  measurements.number_of_non_player_agents = 1;
  EXPECT_EQ(carla_write_measurements(server, measurements), EINVAL);
  const carla_agent agent{};
  measurements.non_player_agents = &agent;
  EXPECT_EQ(carla_write_measurements(server, measurements), EINVAL);  // of no type
  EXPECT_EQ(carla_write_sensor_data(server, {8, "", 0, "", 0}), EINVAL);
  EXPECT_EQ(carla_write_sensor_data(server, {7, nullptr, 1, "", 0}), EINVAL);
  EXPECT_EQ(carla_write_sensor_data(server, {7, "", 0, nullptr, 1}), EINVAL);
  EXPECT_EQ(carla_write_sensor_data(server, {7, "", ~0U, "", ~0U}), EINVAL);
  EXPECT_EQ(carla_server_connect(nullptr, 0, 0), EINVAL);
  EXPECT_EQ(carla_set_server_host(server, "localhost"), EINVAL);

  Scene described(Point::Asked);
  const carla_sensor_definition twins[2]{{7, CARLA_SERVER_CAMERA, "a"},
                                         {7, CARLA_SERVER_CAMERA, "b"}};
  const carla_scene_description wrong[]{{nullptr, nullptr, 0, nullptr, 0},
                                        {"", nullptr, 0, nullptr, 0},
                                        {"a", nullptr, 1, nullptr, 0},
                                        {"a", nullptr, 0, nullptr, 1},
                                        {"a", nullptr, 0, twins, 2}};
  for (const carla_scene_description& scene : wrong)
    EXPECT_EQ(carla_write_scene_description(described.library.get(), scene, 0), EINVAL);
  EXPECT_EQ(write_scene(described.library, {}), 0);
}

// --- connecting ---------------------------------------------------------------------------------

TEST(Codes, NobodyIsThereBeforeConnecting) {
  Library library(1);  // a port that is refused, which a read tells
  EXPECT_EQ(read_request(library), EINVAL);
  EXPECT_EQ(library.port(), 0);
  const Library fresh;
  carla_disconnect_server(fresh.get());
  EXPECT_EQ(read_request(fresh), CARLA_SERVER_OPERATION_ABORTED);
}

TEST(Codes, ConnectingTwiceIsRefusedUntilTheFirstHasEnded) {
  const Library library;
  EXPECT_EQ(library.listen(), EISCONN);
  EXPECT_EQ(carla_server_connect_blocking(library.get(), 0, 0), EISCONN);
  EXPECT_EQ(carla_server_connect_non_blocking(library.get(), 0, 0), EISCONN);
  carla_disconnect_server(library.get());
  expect_usable_again(library);
}

TEST(Codes, AnotherServersPortIsTaken) {
  const Library library;
  for (const int aside : {0, 1, 2, -1, -2}) {
    const Library other(static_cast<std::uint32_t>(library.port() + aside));
    EXPECT_EQ(read_request(other), EADDRINUSE) << aside;
  }
}

TEST(Codes, ThePortCanBeHadAgainAtOnceAfterASession) {
  const Library library;
  const std::uint16_t port = library.port();
  for (int i = 0; i < 5; ++i) {
    Client client(port);
    client.ask();
    EXPECT_EQ(read_request(library), 0);
    carla_disconnect_server(library.get());
    EXPECT_TRUE(client.world.ends(kMinute));
    ASSERT_EQ(library.listen(port), 0);
    ASSERT_EQ(library.port(), port);
  }
}

TEST(Codes, AClientThatDoesNotComeInTimeHasTimedOut) {
  const Library library(0, kShort);
  EXPECT_EQ(read_request(library), CARLA_SERVER_TIMED_OUT);
  EXPECT_EQ(carla_server_connect_blocking(library.get(), 0, kShort), CARLA_SERVER_TIMED_OUT);
  expect_usable_again(library);
}

TEST(Codes, AClientThatSaysNothingOrHalfHasTimedOut) {
  for (const std::string& said : {std::string(), std::string("\x10\0\0\0half", 8)}) {
    Scene s(Point::Connected, kShort);
    s.client->world.write(said);
    EXPECT_EQ(read_request(s.library), CARLA_SERVER_TIMED_OUT);
  }
}

TEST(Codes, ConnectingAndWaitingReturnsWhenAClientIsThere) {
  const Library library;
  carla_disconnect_server(library.get());
  std::thread server(
      [&] { EXPECT_EQ(carla_server_connect_blocking(library.get(), 0, kMinute), 0); });
  while (library.port() == 0) std::this_thread::yield();
  const TcpPeer world = dialled(library.port());
  server.join();
}

TEST(Codes, ReadsThatWaitInVainSayTryAgain) {
  const Library library;
  EXPECT_EQ(read_request(library, nullptr, 0), CARLA_SERVER_TRY_AGAIN);
  EXPECT_EQ(read_request(library, nullptr, kShort), CARLA_SERVER_TRY_AGAIN);
}

TEST(Codes, DisconnectingFromAnotherThreadEndsWhatWaits) {
  for (const Point point : {Point::Connected, Point::Described, Point::Driving}) {
    Scene s(point);
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(kShort));
      carla_disconnect_server(s.library.get());
    });
    carla_control control{};
    const std::int32_t code =
        point == Point::Driving ? read_control(s.library, control) : code_at_last(s.library, point);
    EXPECT_EQ(code, CARLA_SERVER_OPERATION_ABORTED);
    other.join();
    EXPECT_TRUE(s.client->world.ends(kMinute));
  }
}

TEST(Codes, AServerIsFreedWhileItsClientIsSilent) {
  for (const Point point : kPoints) {
    Scene s(point);
    s.library.server.reset();
    EXPECT_TRUE(s.client->world.ends(kMinute));
  }
}

TEST(Codes, ASecondClientIsHungUpOnAndTheFirstGoesOn) {
  Scene s(Point::Driving);
  for (const int aside : {0, 1, 2}) {
    TcpPeer second = dialled(static_cast<std::uint16_t>(s.client->port + aside));
    EXPECT_TRUE(second.ends(kMinute));
  }
  EXPECT_EQ(show(s.library, 2), 0);
  EXPECT_TRUE(s.client->frame());
}

TEST(Codes, WhoCameToTheEpisodesPortsBeforeItIsReadyIsALeftover) {
  Scene s(Point::Started);
  TcpPeer early = dialled(static_cast<std::uint16_t>(s.client->port + 1));
  ASSERT_TRUE(early.ends(kMinute));
  ASSERT_EQ(write_ready(s.library), 0);
  ASSERT_TRUE(s.client->ready());
  s.client->come();
  EXPECT_EQ(show(s.library, 1), 0);
  EXPECT_TRUE(s.client->frame());
}

}  // namespace
}  // namespace paddock::capi
