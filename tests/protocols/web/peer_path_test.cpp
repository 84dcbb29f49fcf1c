// The playground by the wire: paths are edited, every parameter is set in flight, and what a
// vehicle pursues is told.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/web_talk.h"

namespace paddock::web {
namespace {

constexpr std::string_view kFly =
    R"({"type":"open","id":1,"level":"simplesim","vehicles":[{"driver":"path"}],"factor":0})";
constexpr std::string_view kSquare =
    R"({"type":"path","id":2,"vehicle":0,"act":"set","points":[[4,2],[5,3],[2,3]]})";

/// The next room that tells so.
template <class Says>
std::optional<Json> room_that(Client& client, Says&& says) {
  for (auto room = client.receive("room"); room; room = client.receive("room"))
    if (says(*room)) return room;
  return std::nullopt;
}

std::optional<double> value_in(const Json& room, const std::string& name) {
  const Json* all = room.find("parameters");
  if (all == nullptr) return std::nullopt;
  for (const Json& parameter : all->items())
    if (parameter.find("name")->text() == name) return parameter.find("value")->number();
  return std::nullopt;
}

TEST(WebPaths, APathIsEditedByTheWireAndToldToEverybody) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(kFly, "room"));
  ASSERT_TRUE(client.ask(kSquare, "ok"));
  const auto points_told = [&](std::size_t count) {
    return room_that(client, [&](const Json& room) {
      const Json* paths = room.find("paths");
      return paths != nullptr && paths->items().size() == 1 &&
             paths->items()[0].find("points")->items().size() == count;
    });
  };
  ASSERT_TRUE(points_told(3));
  ASSERT_TRUE(client.ask(R"({"type":"path","id":3,"vehicle":0,"act":"delete","index":1})", "ok"));
  ASSERT_TRUE(points_told(2));
  ASSERT_TRUE(client.ask(R"({"type":"path","id":4,"vehicle":0,"act":"undo"})", "ok"));
  const auto again = points_told(3);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->find("paths")->items()[0].find("undo")->integer(), 1);
  ASSERT_TRUE(client.ask(R"({"type":"click","id":5,"point":[3,3,0]})", "ok"));
  EXPECT_TRUE(points_told(4));
  EXPECT_EQ(
      client.code(R"({"type":"path","id":6,"vehicle":0,"act":"move","index":9,"point":[0,0]})"),
      "invalid");
  EXPECT_EQ(client.code(R"({"type":"path","id":7,"vehicle":5,"act":"clear"})"), "not_found");
}

TEST(WebPaths, EveryParameterIsSetInFlightToldAsItIsAndRefusedWithItsBounds) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  const auto room = client.ask(kFly, "room");
  ASSERT_TRUE(room);
  ASSERT_TRUE(client.ask(kSquare, "ok"));
  int count = 0;
  for (const Json& p : room->find("parameters")->items()) {
    const std::string& name = p.find("name")->text();
    const double low = p.find("low")->number(), high = p.find("high")->number();
    const double value = p.find("value")->number() == low ? high : low;
    const std::string set = concat(R"({"type":"set","id":9,"name":")", name, R"(","value":)");
    ASSERT_TRUE(client.ask(concat(set, value, "}"), "ok")) << name;
    const auto told = room_that(client, [&](const Json& r) { return value_in(r, name) == value; });
    ASSERT_TRUE(told) << name;
    const auto refused = client.ask(concat(set, high + 1, "}"), "error");
    ASSERT_TRUE(refused) << name;
    EXPECT_EQ(refused->find("message")->text(),
              concat(name, " must be from ", low, " to ", high, ", got ", high + 1));
    // back, so that the next one is set in a sound flight
    ASSERT_TRUE(client.ask(concat(set, p.find("value")->number(), "}"), "ok")) << name;
    ++count;
  }
  EXPECT_GE(count, 55);
}

TEST(WebPaths, WhatItPursuesIsToldWithEveryFrame) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(kFly, "room"));
  ASSERT_TRUE(client.ask(kSquare, "ok"));
  const auto newest = [&]() -> const PursuerMessage* {
    for (auto frame = client.readings.rbegin(); frame != client.readings.rend(); ++frame)
      if (const auto* told = std::get_if<PursuitMessage>(&*frame))
        return told->vehicles.empty() ? nullptr : &told->vehicles[0];
    return nullptr;
  };
  const auto flight_told = room_that(client, [&](const Json& room) {
    const Json* flights = room.find("flights");
    return flights != nullptr && !flights->items().empty();
  });
  ASSERT_TRUE(flight_told);
  for (int i = 0; i < 100 && (newest() == nullptr || newest()->points == 0); ++i) client.collect();
  const PursuerMessage* told = newest();
  ASSERT_TRUE(told);

  EXPECT_EQ(told->points, 3);
  EXPECT_EQ(told->flight, 1u);
  EXPECT_NE(told->why, 0);
  EXPECT_TRUE((told->flags & kByPursuit) != 0);
  EXPECT_EQ(told->lookahead, 1);
  EXPECT_EQ(told->gains, (std::array<float, 4>{1.5F, 0, 2, 0}));
}

}  // namespace
}  // namespace paddock::web
