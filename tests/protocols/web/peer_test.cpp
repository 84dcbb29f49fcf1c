// The conversation, without sockets.
#include "paddock/protocols/web/peer.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/support/web_talk.h"

namespace paddock::web {
namespace {

/// The first vehicle, where a room tells of any: they are left out while they are as told before.
const Json* first_vehicle(const Json& room) {
  const Json* const vehicles = room.find("vehicles");
  return vehicles == nullptr ? nullptr : &vehicles->items()[0];
}
bool is_held_by(const Json& room, std::int64_t client) {
  const Json* const vehicle = first_vehicle(room);
  return vehicle != nullptr && vehicle->find("client")->integer() == client;
}
std::string front_of(const Json& room) {
  const Json* const vehicle = first_vehicle(room);
  const Json* const front = vehicle == nullptr ? nullptr : vehicle->find("front");
  return front == nullptr ? "" : front->text();
}

TEST(WebPeer, SaysHelloThenOpensThenDrives) {
  Talk talk;
  Client client(talk, 7);
  EXPECT_EQ(client.code(R"({"type":"rooms","id":3})"), "refused");
  ASSERT_TRUE(client.hello());

  const auto ok = client.ask(kOpen, "ok");
  ASSERT_TRUE(ok);
  EXPECT_EQ(ok->find("id")->integer(), 2);
  auto room = client.receive("room");
  ASSERT_TRUE(room);
  EXPECT_EQ(room->find("room")->text(), "oval-1");
  EXPECT_EQ(room->find("level")->find("name")->text(), "oval");
  while (room && !is_held_by(*room, 7)) room = client.receive("room");
  ASSERT_TRUE(room);

  const auto x_of = [](const std::optional<ServerFrame>& frame) {
    return std::get<StateMessage>(*frame).vehicles[0].x;
  };
  const auto first = client.see(0);
  ASSERT_TRUE(first);
  std::int32_t moved = 0;
  for (int i = 0; i < 200 && moved < 1000; ++i) {
    client.peer.receive(R"({"type":"controls","vehicle":0,"steer":0,"drive":1})");
    const auto frame = client.see(0);
    ASSERT_TRUE(frame);
    moved = std::abs(x_of(frame) - x_of(first));
  }
  EXPECT_GE(moved, 1000);  // 10 cm
}

/// Stands for a door of wire.json: shows the buttons that were pressed.
struct PadDoor : LockStepPeer {
  PadReader pad{};
  PeerStatus shown{.door = "ees-pees",
                   .notice = {.text = "hello"},
                   .own = R"({"supervised":true,"mode":"run"})"};
  PeerTurn poll(Stage& stage, Nanos now) override {
    if ((stage.read_pad(pad).pressed & bit_of(PadButton::Start)) != 0) ++shown.notice.count;
    return {.answered = true, .again = now + 1'000'000};
  }
  PeerStatus status() const override { return shown; }
  Result<void> act(Stage&, std::string_view act, VehicleId) override {
    if (act != "wave") return fail(ErrorCode::Invalid, "it only waves");
    shown.notice.text = "waved";
    return {};
  }
  Result<void> set(Stage&, const PeerSettings& settings) override {
    shown.notice.text = concat(settings.at(0).first, " is ", settings.at(0).second);
    return {};
  }
};

template <class Peer = PadDoor>
auto joining() {
  return [](const JoinRequest&, const Session&, EventLoop&) {
    return std::vector<std::shared_ptr<LockStepPeer>>{std::make_shared<Peer>()};
  };
}

TEST(WebPeer, RoomsThatWaitForProgramsHaveADoorUntilTheyClose) {
  Talk talk;
  std::weak_ptr<LockStepPeer> door;
  std::string level;
  JoinRequest request;
  talk.context.join_doors = [&](const JoinRequest& asked, const Session& session, EventLoop&) {
    request = asked;
    const auto made = std::make_shared<PadDoor>();
    door = made, level = session.world().name;
    return std::vector<std::shared_ptr<LockStepPeer>>{made};
  };
  Client client(talk, 3);
  ASSERT_TRUE(client.hello());

  auto room = client.ask(R"({"type":"open","level":"oval","vehicles":[{"driver":"program"}],
                             "user":"Ada","door_settings":{"hide_cars":"true"}})",
                         "room");
  ASSERT_TRUE(room);
  EXPECT_EQ(level, "oval");
  EXPECT_EQ(request.user, "Ada");
  EXPECT_EQ(request.settings, (PeerSettings{{"hide_cars", "true"}}));
  ASSERT_EQ(room->find("doors")->items().size(), 1u);
  const auto expected = parse_json(
      R"({"door":"ees-pees","message":"hello","grade":0,"about":"other","message_count":0,
          "console":[],"results":[],"score_code":"","supervised":true,"mode":"run"})");
  EXPECT_EQ(to_text(room->find("doors")->items()[0], 0), to_text(*expected, 0));
  const auto shown = [&](std::string_view field) {
    return to_text(*room->find("doors")->items()[0].find(field), 0);
  };

  // however short: pressed and let go before anybody looks
  client.peer.receive(R"({"type":"pad","buttons":["START"]})");
  client.peer.receive(R"({"type":"pad"})");
  while (room && shown("message_count") != "1") room = client.receive("room");
  ASSERT_TRUE(room);

  EXPECT_EQ(client.code(R"({"type":"act","id":4,"door":"ees-pees","act":"fly"})"), "invalid");
  EXPECT_EQ(client.code(R"({"type":"act","id":4,"door":"other","act":"wave"})"), "not_found");
  ASSERT_TRUE(client.ask(R"({"type":"act","id":4,"door":"ees-pees","act":"wave"})", "ok"));
  while (room && shown("message") != R"("waved")") room = client.receive("room");
  ASSERT_TRUE(room);
  ASSERT_TRUE(client.ask(
      R"({"type":"door_settings","id":5,"door":"ees-pees","settings":{"depth":"low"}})", "ok"));
  while (room && shown("message") != R"("depth is low")") room = client.receive("room");
  ASSERT_TRUE(room);

  ASSERT_FALSE(door.expired());
  client.peer.receive(concat(R"({"type":"close","room":")", room->find("room")->text(), R"("})"));
  ASSERT_TRUE(client.receive("left"));
  ASSERT_TRUE(talk.rooms.wait_for_closed(20'000'000'000));
  EXPECT_TRUE(door.expired());
}

TEST(WebPeer, AWorldThatADoorsPeersMakeIsNotBegunAnewByHand) {
  struct Keeping : PadDoor {
    Result<void> may_change_world() const override {
      return fail(ErrorCode::Invalid, "the backend makes the worlds");
    }
  };
  Talk talk;
  talk.context.join_doors = joining<Keeping>();
  Client client(talk, 3);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(
      client.ask(R"({"type":"open","level":"edit","vehicles":[{"driver":"program"}]})", "room"));

  for (const char* request :
       {R"({"type":"restart","id":1})", R"({"type":"restart","id":1,"seed":5})"}) {
    const auto error = client.ask(request, "error");
    ASSERT_TRUE(error);
    EXPECT_EQ(error->find("code")->text(), "invalid");
    EXPECT_EQ(error->find("message")->text(), "the backend makes the worlds");
  }
}

TEST(WebPeer, RoomsOfOtherDriversHaveNoDoor) {
  Talk talk;
  talk.context.join_doors = joining();
  Client client(talk, 3);
  ASSERT_TRUE(client.hello());

  const auto room = client.ask(kOpen, "room");

  ASSERT_TRUE(room);
  EXPECT_TRUE(room->find("doors")->items().empty());
  EXPECT_EQ(client.code(R"({"type":"pad","buttons":["Z"]})"), "bad_message");
}

TEST(WebPeer, ErrorsComeInWordsWithTheIdOfTheirRequest) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());

  EXPECT_EQ(client.code(R"({"type":"open","id":1,"level":"no_such"})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"open","id":1,"recording":"../x.paddock"})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"join","id":1,"room":"no_such"})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"pause","id":1,"paused":true})"), "refused");
  EXPECT_EQ(client.code(R"({"type":"close","id":1,"room":"no_such"})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"open","level":"oval","vehicles":[{"kind":"spaceship"}]})"),
            "not_found");
  const auto error = client.ask(R"({"type":"fly","id":77})", "error");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->find("id")->integer(), 77);

  ASSERT_TRUE(client.ask(kOpen, "room"));
  EXPECT_EQ(client.code(R"({"type":"take","id":1,"vehicle":9})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"set","id":1,"name":"vehicle.0.max_steer","value":99})"),
            "invalid");
  EXPECT_EQ(client.code(R"({"type":"seek","id":1,"time":1})"), "invalid");
  EXPECT_EQ(client.code(R"({"type":"controls","vehicle":1,"drive":1})"), "invalid");
  EXPECT_EQ(client.code(R"({"type":"unsubscribe","id":1,"subscription":9})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"subscribe","id":1,"sensor":"imu","vehicle":9})"), "not_found");
}

TEST(WebPeer, AnotherVersionIsToldSoAndClosed) {
  Talk talk;
  Client client(talk, 1);

  EXPECT_EQ(client.code(R"({"type":"hello","id":1,"version":2})"), "version");
  client.collect();
  ASSERT_FALSE(client.kept.empty());
  EXPECT_EQ(client.kept.back().kind, Outgoing::Kind::Close);
  EXPECT_EQ(client.kept.back().code, 1002);
}

TEST(WebPeer, TenMessagesOfNonsenseEndIt) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());

  for (int i = 0; i < 9; ++i) client.peer.receive("nonsense");
  client.peer.receive(R"({"type":"rooms"})");  // one that makes sense begins the count anew
  for (int i = 0; i < 9; ++i) client.peer.receive("nonsense");
  client.collect();
  EXPECT_NE(client.kept.back().kind, Outgoing::Kind::Close);
  client.peer.receive("nonsense");
  client.collect();
  EXPECT_EQ(client.kept.back().kind, Outgoing::Kind::Close);
  EXPECT_EQ(client.kept.back().code, 1008);
}

TEST(WebPeer, TwoSeeTheSameWorldAndOneDrives) {
  Talk talk;
  Client driver(talk, 1), watcher(talk, 2);
  ASSERT_TRUE(driver.hello() && watcher.hello());
  ASSERT_TRUE(driver.ask(kOpen, "room"));
  ASSERT_TRUE(watcher.ask(R"({"type":"join","id":5,"room":"oval-1"})", "room"));

  EXPECT_EQ(watcher.code(R"({"type":"take","id":6,"vehicle":0})"), "held");
  EXPECT_EQ(watcher.code(R"({"type":"controls","vehicle":0,"drive":1})"), "held");
  ASSERT_TRUE(driver.ask(R"({"type":"pause","id":8,"paused":true})", "ok"));
  const auto still = [](Client& client) {
    std::optional<ServerFrame> frame;
    do frame = client.see(0);
    while (frame && (std::get<StateMessage>(*frame).flags & kPaused) == 0);
    return frame;
  };
  const auto mine = still(driver), other = still(watcher);
  ASSERT_TRUE(mine && other);
  EXPECT_EQ(std::get<StateMessage>(*mine).vehicles, std::get<StateMessage>(*other).vehicles);

  ASSERT_TRUE(driver.ask(R"({"type":"close","id":10,"room":"oval-1"})", "ok"));
  EXPECT_TRUE(driver.receive("left"));
  EXPECT_TRUE(watcher.receive("left"));
}

/// The tick of the next state that is shown.
std::uint64_t tick_seen(Client& client) {
  const auto frame = client.see(0);
  return frame ? std::get<StateMessage>(*frame).tick : ~std::uint64_t{0};
}

constexpr std::string_view kOpenWaiting =
    R"({"type":"open","id":2,"level":"oval","wait":true,"vehicles":[{"driver":"person"}]})";

bool sees_time_pass(Client& client) {
  for (int frame = 0; frame < 500; ++frame)
    if (tick_seen(client) > 0) return true;
  return false;
}

TEST(WebPeer, TimeBeginsWhenWhoOpenedTheRoomIsReady) {
  Talk talk;
  Client opener(talk, 1), viewer(talk, 2);
  ASSERT_TRUE(opener.hello() && viewer.hello());
  ASSERT_TRUE(opener.ask(kOpenWaiting, "room"));
  const auto told = viewer.ask(R"({"type":"join","id":5,"room":"oval-1"})", "room");
  ASSERT_TRUE(told);
  EXPECT_EQ(to_text(*told->find("waiting"), 0), R"(["who opened the room"])");
  EXPECT_EQ(viewer.code(R"({"type":"ready","id":6})"), "not_allowed");
  for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(tick_seen(viewer), 0u);

  ASSERT_TRUE(opener.ask(R"({"type":"ready","id":7})", "ok"));

  EXPECT_TRUE(sees_time_pass(viewer));
}

TEST(WebPeer, NobodyWaitsForAnOpenerWhoHasLeft) {
  Talk talk;
  Client viewer(talk, 2);
  ASSERT_TRUE(viewer.hello());
  {
    Client opener(talk, 1);
    ASSERT_TRUE(opener.hello());
    ASSERT_TRUE(opener.ask(kOpenWaiting, "room"));
    ASSERT_TRUE(viewer.ask(R"({"type":"join","id":5,"room":"oval-1"})", "room"));
  }

  EXPECT_TRUE(sees_time_pass(viewer));
}

TEST(WebPeer, RoomsOfProgramsWaitForNobodyElse) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());

  const auto room = client.ask(
      R"({"type":"open","id":2,"level":"oval","wait":true,"vehicles":[{"driver":"program"}]})",
      "room");

  ASSERT_TRUE(room);
  EXPECT_EQ(to_text(*room->find("waiting"), 0), "[]");
}

TEST(WebPeer, WhatTheOldRoomLeftBehindIsNotToldOfTheNew) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(R"({"type":"open","id":2,"level":"oval"})", "room"));
  const auto old_room = talk.rooms.find("oval-1");

  // a frame of the old room and the word that the new one is open wait together
  client.peer.receive(R"({"type":"open","id":3,"level":"edit","room":"new",
                             "vehicles":[{"driver":"idle"}]})");
  const auto opened = [&] {
    const auto room = talk.rooms.find("new");
    return room && room->latest() ? old_room->latest()->number : 0;
  };
  std::uint64_t number = 0;
  constexpr int kRounds = 10'000'000;  // some seconds, on any machine
  for (int i = 0; i < kRounds && number == 0; ++i) std::this_thread::yield(), number = opened();
  ASSERT_GT(number, 0u);
  for (int i = 0; i < kRounds && old_room->latest()->number <= number; ++i)
    std::this_thread::yield();

  const auto room = client.receive("room");
  ASSERT_TRUE(room);
  EXPECT_EQ(room->find("room")->text(), "new");
  EXPECT_EQ(room->find("level")->find("name")->text(), "edit");
}

TEST(WebPeer, AVehicleIsHeldUntilItsConnectionIsGone) {
  Talk talk;
  Client again(talk, 2);
  ASSERT_TRUE(again.hello());
  {
    Client lost(talk, 1);
    ASSERT_TRUE(lost.hello());
    ASSERT_TRUE(lost.ask(kOpen, "room"));
    ASSERT_TRUE(again.ask(R"({"type":"join","id":5,"room":"oval-1"})", "room"));
    EXPECT_EQ(again.code(R"({"type":"take","id":6,"vehicle":0})"), "held");
  }

  EXPECT_TRUE(again.ask(R"({"type":"take","id":7,"vehicle":0})", "ok"));
}

TEST(WebPeer, RecordsListsAndPlaysAgain) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(kOpen, "room"));
  ASSERT_TRUE(client.ask(R"({"type":"record","id":3,"on":true})", "ok"));
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(client.see(0));
  ASSERT_TRUE(client.ask(R"({"type":"record","id":4,"on":false})", "ok"));

  const auto list = client.ask(R"({"type":"recordings","id":5})", "recordings");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->find("recordings")->items().size(), 1u);
  const Json& first = list->find("recordings")->items()[0];
  EXPECT_EQ(first.find("name")->text(), "oval-0001.paddock");
  EXPECT_TRUE(first.find("complete")->truth());

  client.peer.receive(R"({"type":"open","id":6,"recording":"oval-0001.paddock","paused":true})");
  std::optional<Json> replay;
  do replay = client.receive("room");  // one of the live room may still be under way
  while (replay && replay->find("mode")->text() != "replay");
  ASSERT_TRUE(replay);
  EXPECT_GT(replay->find("duration")->number(), 0.5);
  ASSERT_TRUE(client.ask(R"({"type":"seek","id":7,"time":0.25})", "ok"));
  EXPECT_EQ(client.code(R"({"type":"take","id":8,"vehicle":0})"), "invalid");
  std::optional<ServerFrame> frame;
  do frame = client.see(0);
  while (frame && std::get<StateMessage>(*frame).run < 2);
  ASSERT_TRUE(frame);
}

TEST(WebPeer, RestartKeepsTheRoomAndASeedDrawsAnew) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(kOpen, "room"));

  ASSERT_TRUE(client.ask(R"({"type":"restart","id":3,"seed":5})", "ok"));

  std::optional<Json> room;
  do room = client.receive("room");
  while (room && room->find("run")->integer() != 2);
  ASSERT_TRUE(room);
  EXPECT_EQ(room->find("level")->find("seed")->integer(), 5);
}

// --- what moves and is no vehicle: a pyramid of six blocks ---------------------------------------

constexpr std::string_view kOpenBlocks =
    R"({"type":"open","id":2,"level":"block","vehicles":[{"driver":"person"}]})";

std::optional<BodiesMessage> bodies_of(Client& client) {
  const auto frame = client.see(kBodiesStream);
  if (!frame) return std::nullopt;
  return std::get<BodiesMessage>(*frame);
}

TEST(WebBodies, AreNamedToldOnceAndThenOnlyWhenTheyMove) {
  Talk talk;
  Client client(talk, 7);
  ASSERT_TRUE(client.hello());
  const auto room = client.ask(kOpenBlocks, "room");
  ASSERT_TRUE(room);
  ASSERT_EQ(room->find("level")->find("bodies")->items().size(), 6u);
  EXPECT_EQ(room->find("level")->find("bodies")->items()[5].text(), "block-5");

  const auto first = bodies_of(client);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->flags, kComplete);
  EXPECT_EQ(first->bodies.size(), 6u);

  // nobody touches them: they settle, and then there is nothing to say
  client.peer.receive(R"({"type":"speed","factor":20})");
  for (std::int64_t tick = 0; tick < 1000;) {
    const auto frame = client.see(0);
    ASSERT_TRUE(frame);
    tick = static_cast<std::int64_t>(std::get<StateMessage>(*frame).tick);
  }
  client.bodies.clear();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(client.see(0));
  EXPECT_TRUE(client.bodies.empty());

  // a car is driven into them
  client.peer.receive(R"({"type":"speed","factor":1})");
  for (int i = 0; i < 400 && client.bodies.empty(); ++i) {
    client.peer.receive(R"({"type":"controls","vehicle":0,"steer":0,"drive":1})");
    ASSERT_TRUE(client.see(0));
  }
  ASSERT_FALSE(client.bodies.empty());
  EXPECT_EQ(client.bodies[0].flags, 0);
  EXPECT_GE(client.bodies[0].bodies.size(), 1u);
  EXPECT_GT(client.bodies[0].tick, 1000u);
}

TEST(WebBodies, ComeWholeToWhoeverJoinsAndAfterARestart) {
  Talk talk;
  Client first(talk, 1), second(talk, 2);
  ASSERT_TRUE(first.hello());
  ASSERT_TRUE(second.hello());
  ASSERT_TRUE(first.ask(kOpenBlocks, "room"));
  ASSERT_TRUE(bodies_of(first));

  ASSERT_TRUE(second.ask(R"({"type":"join","id":3,"room":"block-1"})", "room"));
  const auto joined = bodies_of(second);
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->flags, kComplete);
  EXPECT_EQ(joined->bodies.size(), 6u);

  first.peer.receive(R"({"type":"restart"})");
  std::optional<BodiesMessage> again;
  do again = bodies_of(second);
  while (again && again->run < 2);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->flags, kComplete);
  EXPECT_EQ(again->bodies.size(), 6u);
}

TEST(WebBodies, AreNotToldWhileTheLastWordWaits) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(kOpenBlocks, "room"));
  ASSERT_TRUE(bodies_of(client));
  client.peer.receive(R"({"type":"restart"})");

  // the frames of a new run come, but the socket is busy
  client.bodies_wait = true;
  client.bodies.clear();
  std::optional<ServerFrame> state;
  do state = client.see(0);
  while (state && std::get<StateMessage>(*state).run < 2);
  ASSERT_TRUE(state);
  EXPECT_TRUE(client.bodies.empty());

  client.bodies_wait = false;
  const auto told = bodies_of(client);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->run, 2u);
  EXPECT_EQ(told->flags, kComplete);
}

TEST(WebPeer, PutsItsVehicleBackAndNobodyElses) {
  Talk talk;
  Client driver(talk, 7), other(talk, 8);
  ASSERT_TRUE(driver.hello());
  ASSERT_TRUE(other.hello());
  auto room = driver.ask(kOpenBlocks, "room");
  while (room && !is_held_by(*room, 7)) room = driver.receive("room");
  ASSERT_TRUE(room);
  ASSERT_TRUE(other.ask(R"({"type":"join","id":1,"room":"block-1"})", "ok"));

  EXPECT_TRUE(driver.ask(R"({"type":"place","id":4,"vehicle":0,"pose":[-1,0.5,1.5]})", "ok"));
  std::optional<ServerFrame> frame;
  do frame = driver.see(0);
  while (frame && std::abs(std::get<StateMessage>(*frame).vehicles[0].y - 5000) > 50);
  EXPECT_TRUE(frame);
  EXPECT_EQ(other.code(R"({"type":"place","id":5,"vehicle":0})"), "not_allowed");
  EXPECT_TRUE(driver.ask(R"({"type":"place","id":6,"vehicle":0})", "ok"));
  do frame = driver.see(0);
  while (frame && std::abs(std::get<StateMessage>(*frame).vehicles[0].x + 14000) > 50);
  EXPECT_TRUE(frame);
}

TEST(WebPeer, APieceIsEditedInARunThatGoesOn) {
  Talk talk;
  Client client(talk, 4);
  ASSERT_TRUE(client.hello());
  auto room =
      client.ask(R"({"type":"open","level":"edit","vehicles":[{"driver":"idle"}]})", "room");
  ASSERT_TRUE(room);
  // the room as told until a variable has a value
  const auto until = [&](std::string_view name, double value) {
    for (room = client.receive("room"); room; room = client.receive("room")) {
      const Json* level = room->find("level");
      if (level != nullptr && level->find("variables")->find(name)->number() == value) return true;
    }
    return false;
  };

  client.peer.receive(R"({"type":"edit","piece":"block"})");
  EXPECT_TRUE(until("tall", 1));
  EXPECT_EQ(room->find("run")->integer(), 1);
  client.peer.receive(R"({"type":"edit","piece":"block"})");
  EXPECT_TRUE(until("tall", 0));  // two values, then round again
  client.peer.receive(R"({"type":"edit","piece":"block","what":"wheel","notches":2})");
  EXPECT_TRUE(until("size", 4));
  client.peer.receive(R"({"type":"edit","piece":"block","what":"wheel","notches":5})");
  EXPECT_TRUE(until("size", 8));  // and no more
  EXPECT_EQ(client.code(R"({"type":"edit","id":5,"piece":"wall"})"), "not_found");
  EXPECT_EQ(client.code(R"({"type":"edit","id":6,"piece":"block","what":"right_click"})"),
            "not_found");
}

/// The newest word on body `index`.
std::optional<BodyMessage> told_of(const Client& client, std::uint16_t index) {
  std::optional<BodyMessage> newest;
  for (const BodiesMessage& message : client.bodies)
    for (const BodyMessage& body : message.bodies)
      if (body.index == index) newest = body;
  return newest;
}

TEST(WebPeer, PiecesOfAPlanarLevelChangeByClicksWithoutOpeningItAgain) {
  Talk talk;
  Client client(talk, 4);
  ASSERT_TRUE(client.hello());
  const auto room =
      client.ask(R"({"type":"open","level":"lamps","vehicles":[{"driver":"person"}]})", "room");
  ASSERT_TRUE(room);
  const Json& level = *room->find("level");
  ASSERT_EQ(level.find("bodies")->items().size(), 4u);
  EXPECT_EQ(level.find("variants")->items()[0].integer(), 2);
  EXPECT_EQ(level.find("variants")->items()[1].integer(), 1);
  const auto until = [&](std::uint16_t index, auto&& holds) {
    return client.wait_until([&] {
      const auto body = told_of(client, index);
      return body && holds(*body);
    });
  };
  client.peer.receive(R"({"type":"speed","factor":10})");
  // by itself: the lamp blinks, the barrier lifts
  EXPECT_TRUE(until(0, [](const BodyMessage& b) { return b.variant == 1; }));
  EXPECT_TRUE(until(0, [](const BodyMessage& b) { return b.variant == 0; }));
  EXPECT_TRUE(until(2, [](const BodyMessage& b) { return b.z > 18000; }));
  const std::uint64_t tick = client.bodies.back().tick;

  client.peer.receive(R"({"type":"edit","piece":"item"})");
  EXPECT_TRUE(until(1, [](const BodyMessage& b) { return b.flags == kAbsent; }));
  client.peer.receive(R"({"type":"edit","piece":"item"})");
  EXPECT_TRUE(until(1, [](const BodyMessage& b) { return b.flags == 0; }));
  client.peer.receive(R"({"type":"edit","piece":"lamp","what":"wheel","notches":5})");
  EXPECT_TRUE(until(0, [](const BodyMessage& b) { return b.scale == 2 * kUnscaled; }));
  client.peer.receive(R"({"type":"edit","piece":"board"})");
  client.peer.receive(R"({"type":"edit","piece":"board","what":"wheel","notches":6})");
  EXPECT_TRUE(until(3, [](const BodyMessage& b) { return b.variant == 1 && b.qz > 23000; }));
  client.peer.receive(
      R"({"type":"change","piece":"item","pose":[3,3,0],"scale":0.5,"present":true})");
  EXPECT_TRUE(until(1, [](const BodyMessage& b) { return b.x == 30000 && b.scale == 1024; }));

  // the same run and vehicle, ticks that go on, and no level read anew
  EXPECT_GT(client.bodies.back().tick, tick);
  for (const BodiesMessage& message : client.bodies) EXPECT_EQ(message.run, 1u);
  EXPECT_EQ(client.code(R"({"type":"change","id":8,"piece":"nothing","present":false})"),
            "not_found");
  EXPECT_EQ(client.code(R"({"type":"change","id":9,"piece":"barrier","present":false})"),
            "invalid");
  EXPECT_EQ(client.code(R"({"type":"edit","id":10,"piece":"item","what":"wheel"})"), "not_found");
}

TEST(WebPeer, GaugesComeAFewTimesASecond) {
  Talk talk;
  Client client(talk, 4);
  ASSERT_TRUE(client.hello());
  client.peer.receive(R"({"type":"open","level":"edit","vehicles":[{"driver":"idle"}]})");

  const auto told = client.receive("gauges");

  ASSERT_TRUE(told);
  const Json& gauge = told->find("gauges")->items()[0];
  EXPECT_EQ(gauge.find("piece")->text(), "block");
  EXPECT_EQ(gauge.find("at")->items()[0].number(), 2);
  EXPECT_GT(gauge.find("distance")->number(), 1);
  EXPECT_EQ(gauge.find("angle"), nullptr);
}

TEST(WebPeer, ColoursOfCarsAreToldToEverybodyInTheRoom) {
  Talk talk;
  Client one(talk, 1), two(talk, 2);
  ASSERT_TRUE(one.hello() && two.hello());
  auto room = one.ask(R"({"type":"open","level":"oval","vehicles":[{"driver":"idle"}],
                          "colors":[{"front":"#112233","back":"#445566"}]})",
                      "room");
  ASSERT_TRUE(room);
  while (room && front_of(*room) != "#112233") room = one.receive("room");
  ASSERT_TRUE(room);

  const std::string name = room->find("room")->text();
  ASSERT_TRUE(two.ask(concat(R"({"type":"join","room":")", name, R"("})"), "room"));
  ASSERT_TRUE(
      one.ask(R"({"type":"colors","id":9,"colors":[{"front":"#ffffff","back":"#445566"}]})", "ok"));
  room = two.receive("room");
  while (room && front_of(*room) != "#ffffff") room = two.receive("room");
  EXPECT_TRUE(room);
}

TEST(WebPeer, OnlyRoomsOfTheCourseHaveCheckpointsAndSenses) {
  Talk talk;
  Client client(talk, 1);
  ASSERT_TRUE(client.hello());
  ASSERT_TRUE(client.ask(kOpen, "room"));

  EXPECT_EQ(client.code(R"({"type":"act","id":4,"door":"racecar","act":"next_checkpoint"})"),
            "not_found");
  EXPECT_EQ(client.code(R"({"type":"door_settings","id":5,"door":"racecar","settings":{}})"),
            "not_found");
}

TEST(WebPeer, MayVanishInTheMiddleOfAnything) {
  Talk talk;
  Client stays(talk, 1);
  ASSERT_TRUE(stays.hello());
  ASSERT_TRUE(stays.ask(kOpen, "room"));
  for (ClientId id = 2; id < 30; ++id) {
    Client goes(talk, id);
    goes.peer.receive(R"({"type":"hello","version":1})");
    goes.peer.receive(R"({"type":"join","room":"oval-1"})");
    goes.peer.receive(R"({"type":"take","vehicle":1,"force":true})");
    goes.peer.receive(R"({"type":"subscribe","sensor":"lidar","vehicle":0})");
    if (id % 3 == 0) goes.collect();
    if (id % 7 == 0) goes.peer.receive(R"({"type":"open","level":"oval"})");
  }

  for (int i = 0; i < 20; ++i) EXPECT_TRUE(stays.see(0));
}

TEST(WebPeer, EqualFramesAreEncodedOnceForAll) {
  FrameCache cache;
  int made = 0;
  const auto frame = std::make_shared<const Frame>();
  const auto make = [&] { return ++made, std::string("bytes"); };

  const auto first = cache.find(frame, 0, make), second = cache.find(frame, 0, make);

  EXPECT_EQ(made, 1);
  EXPECT_EQ(first, second);
  for (int i = 0; i < 1000; ++i) cache.find(std::make_shared<const Frame>(), 0, make);
  EXPECT_EQ(made, 1001);
}

}  // namespace
}  // namespace paddock::web
