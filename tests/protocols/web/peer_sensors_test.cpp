// Sensors by name through the conversation, without sockets: every kind, every reading, the newest
// with what was left out, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "paddock/sensors/catalogue.h"
#include "tests/support/web_talk.h"

namespace paddock::web {
namespace {

SubscriptionId number_of(const Json& subscribed) {
  return static_cast<SubscriptionId>(subscribed.find("subscription")->integer());
}

std::string subscribe(std::string_view sensor, std::string_view more = "") {
  return concat(R"({"type":"subscribe","id":3,"vehicle":0,"sensor":")", sensor, "\"", more, "}");
}

/// Head of a reading's frame; none of other frames.
const ReadingHead* head_of(const ServerFrame& frame) {
  return std::visit(
      [](const auto& m) -> const ReadingHead* {
        if constexpr (requires { m.head; })
          return &m.head;
        else
          return nullptr;
      },
      frame);
}

/// A reading as it came: when it was made, and how many before it were left out.
struct Got {
  std::uint64_t tick{};
  std::uint32_t left_out{};
};

/// All readings of a subscription that have come so far.
std::vector<Got> got(const Client& client, const Json& subscribed) {
  std::vector<Got> all;
  for (const ServerFrame& frame : client.readings) {
    const ReadingHead* head = head_of(frame);
    if (head == nullptr || head->subscription != number_of(subscribed)) continue;
    if (const auto* scan = std::get_if<RangesMessage>(&frame))
      all.push_back({scan->tick, head->left_out});
    if (const auto* picture = std::get_if<PictureMessage>(&frame))
      all.push_back({picture->tick, head->left_out});
    if (const auto* series = std::get_if<SeriesMessage>(&frame))
      for (const SeriesSample& sample : series->samples)
        all.push_back({sample.tick, &sample == series->samples.data() ? head->left_out : 0});
  }
  return all;
}

/// Every reading is there or counted, `ticks` apart.
void expect_all_accounted_for(const std::vector<Got>& readings, std::uint64_t ticks) {
  for (std::size_t i = 1; i < readings.size(); ++i)
    ASSERT_EQ(readings[i].tick, readings[i - 1].tick + ticks * (1 + readings[i].left_out)) << i;
}

std::uint64_t left_out_of(const std::vector<Got>& readings) {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < readings.size(); ++i) sum += readings[i].left_out;
  return sum;
}

/// A room of the oval, whose tick is 10 ms, and a client in it.
struct Driven {
  Talk talk;
  Client client{talk, 1};
  bool open(std::string_view message = kOpen) {
    return client.hello() && client.ask(message, "room").has_value();
  }
};

TEST(WebSensors, EveryKindIsReadByItsName) {
  Driven room;
  ASSERT_TRUE(room.open());
  constexpr std::array<std::size_t, 4> kMessages{1, 5, 2, 3};  // in ServerFrame, by shape
  for (const SensorKind* kind : sensor_kinds()) {
    const auto told = room.client.ask(subscribe(kind->name), "subscribed");
    ASSERT_TRUE(told) << kind->name;
    EXPECT_EQ(told->find("kind")->text(), kind->name);
    EXPECT_EQ(told->find("sensor")->text(), kind->name);
    EXPECT_EQ(told->find("shape")->text(), name_of(kind->shape));
    EXPECT_NE(told->find(name_of(kind->shape)), nullptr) << kind->name;
    EXPECT_FALSE(told->find("mounted")->truth());
    EXPECT_GT(told->find("rate")->number(), 0) << kind->name;

    const auto frame = room.client.see(number_of(*told));
    ASSERT_TRUE(frame) << kind->name;
    EXPECT_EQ(frame->index(), kMessages[static_cast<std::size_t>(kind->shape)]) << kind->name;
    room.client.peer.receive(
        concat(R"({"type":"unsubscribe","subscription":)", number_of(*told), "}"));
  }
}

TEST(WebSensors, ComeOnlyToThoseWhoAsked) {
  Driven room;
  Client other(room.talk, 2);
  ASSERT_TRUE(room.open() && other.hello());
  ASSERT_TRUE(other.ask(R"({"type":"join","room":"oval-1"})", "room"));

  const auto lidar = room.client.ask(
      subscribe("lidar", R"(,"rate":50,"figures":{"beams":90,"max_range":20})"), "subscribed");
  const auto imu = room.client.ask(subscribe("imu"), "subscribed");
  ASSERT_TRUE(lidar && imu);
  EXPECT_EQ(imu->find("vector")->find("frame")->text(), "vehicle");
  ASSERT_EQ(imu->find("vector")->find("channels")->items().size(), 6u);
  const auto scan = room.client.see(number_of(*lidar));
  ASSERT_TRUE(scan);
  const auto& message = std::get<RangesMessage>(*scan);
  EXPECT_EQ(message.ranges.size(), 90u);
  EXPECT_GT(std::set<std::uint16_t>(message.ranges.begin(), message.ranges.end()).size(), 20u);
  const auto sample = room.client.see(number_of(*imu));
  ASSERT_TRUE(sample);
  EXPECT_NEAR(std::get<SeriesMessage>(*sample).samples[0].values[2], 9.81, 1);

  const std::uint32_t number = number_of(*lidar);
  room.client.peer.receive(concat(R"({"type":"unsubscribe","id":5,"subscription":)", number, "}"));
  ASSERT_TRUE(room.client.receive("ok"));
  room.client.kept.clear();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(room.client.see(0));
  for (const Outgoing& out : room.client.kept) EXPECT_NE(out.stream, number);
  for (const Outgoing& out : other.kept)
    EXPECT_TRUE(out.kind != Outgoing::Kind::Frame || out.stream == 0);
}

TEST(WebSensors, CamerasShowColourDepthAndTagsInTheFormatAskedFor) {
  Driven room;
  ASSERT_TRUE(room.open());
  struct Case {
    const char *sensor, *format;
    std::size_t raw_size;  // 0: packed
  };
  for (const Case& c :
       {Case{"camera", "png", 0}, Case{"camera", "jpeg", 0}, Case{"camera", "raw", 64 * 48 * 3},
        Case{"depth", "png", 0}, Case{"depth", "raw", 64 * 48 * 2}, Case{"semantic", "png", 0},
        Case{"semantic", "raw", 64 * 48}}) {
    const auto told = room.client.ask(
        subscribe(c.sensor,
                  concat(R"(,"figures":{"width":64,"height":48},"format":")", c.format, "\"")),
        "subscribed");
    ASSERT_TRUE(told) << c.sensor << c.format;
    EXPECT_EQ(told->find("picture")->find("width")->integer(), 64);
    EXPECT_EQ(told->find("picture")->find("format")->text(), c.format);
    const auto frame = room.client.see(number_of(*told));
    ASSERT_TRUE(frame) << c.sensor << c.format;
    const auto& message = std::get<PictureMessage>(*frame);
    EXPECT_EQ(message.width, 64);
    EXPECT_GT(std::set<char>(message.content.begin(), message.content.end()).size(), 2u);
    if (c.raw_size > 0) {
      EXPECT_EQ(message.content.size(), c.raw_size);
    }
    if (message.format == PictureFormat::Png) {
      EXPECT_TRUE(message.content.starts_with("\x89PNG")) << c.sensor;
    }
    if (message.format == PictureFormat::Jpeg) {
      EXPECT_TRUE(message.content.starts_with("\xff\xd8"));
    }
  }
}

TEST(WebSensors, EveryReadingComesAtTenTimesRealTime) {
  Driven room;
  ASSERT_TRUE(room.open());
  Client& client = room.client;
  client.peer.receive(R"({"type":"speed","factor":10})");
  const auto odometry =
      client.ask(subscribe("odometry", R"(,"rate":100,"every":true)"), "subscribed");
  const auto lidar = client.ask(
      subscribe("lidar", R"(,"rate":20,"every":true,"figures":{"beams":40})"), "subscribed");
  const auto camera = client.ask(
      subscribe("camera",
                R"(,"rate":10,"every":true,"format":"jpeg","figures":{"width":32,"height":24})"),
      "subscribed");
  ASSERT_TRUE(odometry && lidar && camera);
  EXPECT_EQ(odometry->find("rate")->number(), 100);

  ASSERT_TRUE(client.wait_until([&] {
    return got(client, *odometry).size() >= 600 && got(client, *lidar).size() >= 120 &&
           got(client, *camera).size() >= 50;
  }));

  for (const auto& [sensor, ticks] : {std::pair(*odometry, 1u), {*lidar, 5u}, {*camera, 10u}}) {
    expect_all_accounted_for(got(client, sensor), ticks);
    EXPECT_EQ(left_out_of(got(client, sensor)), 0u);
  }
}

/// Lets the room go on for so many ticks, as its frames count them.
void let_pass(Client& other, std::uint64_t ticks) {
  const auto tick = [&] {
    const auto frame = other.see(0);
    return frame ? std::get<StateMessage>(*frame).tick : ~std::uint64_t{0};
  };
  for (const std::uint64_t until = tick() + ticks; tick() < until;) {
  }
}

TEST(WebSensors, OfASocketThatWaitsTheNewestComesAndTheRestIsCounted) {
  Driven room;
  Client other(room.talk, 2);
  ASSERT_TRUE(room.open() && other.hello());
  ASSERT_TRUE(other.ask(R"({"type":"join","room":"oval-1"})", "room"));
  Client& client = room.client;
  const auto odometry = client.ask(subscribe("odometry", R"(,"rate":100)"), "subscribed");
  ASSERT_TRUE(odometry);
  ASSERT_TRUE(client.wait_until([&] { return got(client, *odometry).size() >= 3; }));

  client.socket_waits = true;
  const std::size_t before = got(client, *odometry).size();
  let_pass(other, 100);
  client.collect();
  EXPECT_EQ(got(client, *odometry).size(), before);
  client.socket_waits = false;
  ASSERT_TRUE(client.wait_until([&] { return got(client, *odometry).size() >= before + 3; }));

  const auto readings = got(client, *odometry);
  expect_all_accounted_for(readings, 1);
  EXPECT_GE(readings[before].left_out, 50u);  // the most of a hundred; some were on their way
}

TEST(WebSensors, OfASocketThatWaitsNoneIsLostWhereEveryOneIsWanted) {
  Driven room;
  Client other(room.talk, 2);
  ASSERT_TRUE(room.open() && other.hello());
  ASSERT_TRUE(other.ask(R"({"type":"join","room":"oval-1"})", "room"));
  Client& client = room.client;
  const auto lidar = client.ask(
      subscribe("lidar", R"(,"rate":100,"every":true,"figures":{"beams":40})"), "subscribed");
  ASSERT_TRUE(lidar);
  client.peer.receive(R"({"type":"speed","factor":10})");

  client.socket_waits = true;
  let_pass(other, 1000);
  client.collect();
  const std::size_t under_way = got(client, *lidar).size();
  EXPECT_LE(under_way, 256u);  // the rest waits in the mailbox
  client.socket_waits = false;
  ASSERT_TRUE(client.wait_until([&] { return got(client, *lidar).size() >= 1000; }));

  expect_all_accounted_for(got(client, *lidar), 1);
  EXPECT_EQ(left_out_of(got(client, *lidar)), 0u);
}

TEST(WebSensors, ANewRunTellsWhatIsReadAgain) {
  Driven room;
  ASSERT_TRUE(room.open());
  const auto told = room.client.ask(subscribe("lidar"), "subscribed");
  ASSERT_TRUE(told);
  ASSERT_TRUE(room.client.see(number_of(*told)));

  room.client.peer.receive(R"({"type":"restart","seed":5})");
  const auto again = room.client.receive("subscribed");

  ASSERT_TRUE(again);
  EXPECT_EQ(again->find("id"), nullptr);
  EXPECT_EQ(number_of(*again), number_of(*told));
  EXPECT_TRUE(room.client.see(number_of(*told)));
}

TEST(WebSensors, WhatCannotBeReadIsRefusedInWords) {
  Driven room;
  ASSERT_TRUE(room.open());
  Client& client = room.client;
  const auto refused = [&](std::string_view sensor, std::string_view more = "") {
    const auto error = client.ask(subscribe(sensor, more), "error");
    if (!error) return std::pair<std::string, std::string>("(no error)", "");
    EXPECT_EQ(error->find("id")->integer(), 3);
    return std::pair(error->find("code")->text(), error->find("message")->text());
  };

  const auto [unknown, known] = refused("lydar");
  EXPECT_EQ(unknown, "not_found");
  EXPECT_NE(known.find("lidar"), std::string::npos) << known;
  EXPECT_EQ(refused("lidar@nowhere").first, "not_found");
  EXPECT_EQ(refused("lidar", R"(,"unit":"no_such")").first, "not_found");
  EXPECT_EQ(refused("lidar", R"(,"figures":{"wings":2})").first, "not_found");
  EXPECT_EQ(refused("lidar", R"(,"figures":{"beams":1e9})").first, "invalid");
  EXPECT_EQ(refused("depth", R"(,"format":"jpeg")").first, "invalid");
  EXPECT_EQ(client.code(R"({"type":"subscribe","id":1,"sensor":"imu","vehicle":9})"), "not_found");

  for (int i = 0; i < 32; ++i) ASSERT_TRUE(client.ask(subscribe("speed"), "subscribed")) << i;
  EXPECT_EQ(refused("speed").first, "limit");
}

TEST(WebSensors, WhoCameInAnothersPlaceIsToldByItsOwnId) {
  Driven room;
  ASSERT_TRUE(room.open());
  ASSERT_TRUE(room.client.ask(R"({"type":"despawn","id":3,"vehicle":1})", "ok"));
  ASSERT_TRUE(room.client.ask(R"({"type":"spawn","id":4,"kind":"racecar","pose":[0,0,0]})", "ok"));
  const std::uint32_t second = static_cast<std::uint32_t>(vehicle_id(1, 1));

  const auto told = room.client.ask(
      concat(R"({"type":"subscribe","id":5,"sensor":"imu","vehicle":)", second, "}"), "subscribed");

  ASSERT_TRUE(told);
  EXPECT_EQ(told->find("vehicle")->integer(), second);
}

}  // namespace
}  // namespace paddock::web
