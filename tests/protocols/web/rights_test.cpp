// Who opened the room, who drives, who watches: each may do its own, and is told what others may.
#include "paddock/protocols/web/rights.h"

#include <gtest/gtest.h>

#include <future>

#include "tests/support/web_talk.h"

namespace paddock::web {
namespace {

constexpr std::string_view kAda = "ada0ada0ada0ada0ada0ada0ada0ada0";
constexpr std::string_view kBob = "b0bb0bb0bb0bb0bb0bb0bb0bb0bb0bb0";
constexpr std::string_view kJoin = R"({"type":"join","id":1,"room":"oval-1"})";

/// The role a client is told, until it is that one.
bool becomes(Client& client, std::string_view role) {
  for (auto room = client.receive("room"); room; room = client.receive("room"))
    if (room->find("role")->text() == role) return true;
  return false;
}

/// Requests of those who run a room.
constexpr std::string_view kRun[] = {
    R"({"type":"close","id":9,"room":"oval-1"})",
    R"({"type":"restart","id":9})",
    R"({"type":"edit","id":9,"piece":"x"})",
    R"({"type":"change","id":9,"piece":"x","present":false})",
    R"({"type":"ready","id":9})",
    R"({"type":"pause","id":9,"paused":true})",
    R"({"type":"step","id":9})",
    R"({"type":"speed","id":9,"factor":2})",
    R"({"type":"seek","id":9,"time":1})",
    R"({"type":"set","id":9,"name":"vehicle.0.max_steer","value":0.3})",
    R"({"type":"door_settings","id":9,"door":"racecar","settings":{}})",
    R"({"type":"colors","id":9,"colors":[]})",
    R"({"type":"record","id":9,"on":true})",
    R"({"type":"take","id":9,"vehicle":0,"force":true})",
    R"({"type":"driver","id":9,"vehicle":0,"driver":"idle"})",
    R"({"type":"release","id":9,"vehicle":1})",
    R"({"type":"place","id":9,"vehicle":1})",
    R"({"type":"act","id":9,"door":"racecar","act":"skip_trial"})",
    R"({"type":"click","id":9,"point":[0,0,0]})",
    R"({"type":"path","id":9,"vehicle":0,"act":"clear"})",
    R"({"type":"pad","id":9})",
};

TEST(WebRights, AViewerWatchesAndTakesWhatNobodyDrives) {
  Talk talk;
  Client ada(talk, 1), bob(talk, 2);
  ASSERT_TRUE(ada.hello(kAda) && bob.hello(kBob));
  const auto mine = ada.ask(kOpen, "room"), theirs = bob.ask(kJoin, "room");
  ASSERT_TRUE(mine && theirs);
  EXPECT_EQ(mine->find("role")->text(), "opener");
  EXPECT_EQ(theirs->find("role")->text(), "viewer");

  for (const std::string_view request : kRun)
    EXPECT_EQ(bob.code(request), "not_allowed") << request;
  EXPECT_EQ(bob.code(R"({"type":"take","id":9,"vehicle":0})"), "held");  // Ada drives it

  ASSERT_TRUE(bob.ask(R"({"type":"take","id":9,"vehicle":1})", "ok"));
  EXPECT_TRUE(becomes(bob, "driver"));
  ASSERT_TRUE(bob.ask(R"({"type":"place","id":9,"vehicle":1})", "ok"));
  ASSERT_TRUE(bob.ask(R"({"type":"click","id":9,"point":[0,0,0],"vehicle":1})", "ok"));
  EXPECT_EQ(bob.code(R"({"type":"release","id":9,"vehicle":0})"), "not_allowed");
  EXPECT_EQ(bob.code(R"({"type":"restart","id":9})"), "not_allowed");
  ASSERT_TRUE(bob.ask(R"({"type":"release","id":9,"vehicle":1,"driver":"route"})", "ok"));
  EXPECT_TRUE(becomes(bob, "viewer"));
}

TEST(WebRights, ARefusalSaysWhoMay) {
  Talk talk;
  Client ada(talk, 1), bob(talk, 2);
  ASSERT_TRUE(ada.hello(kAda) && bob.hello(kBob));
  ASSERT_TRUE(ada.ask(kOpen, "room"));
  ASSERT_TRUE(bob.ask(kJoin, "room"));
  const auto words = [&](std::string_view request) {
    const auto error = bob.ask(request, "error");
    return error ? error->find("message")->text() : "";
  };

  EXPECT_EQ(words(R"({"type":"restart"})"), "Only who opened the room can restart it");
  EXPECT_EQ(words(R"({"type":"place","vehicle":0})"),
            "Only who drives vehicle 1 and who opened the room can put it back");
  EXPECT_EQ(words(R"({"type":"take","vehicle":0,"force":true})"),
            "Only who opened the room can take a vehicle from its driver");
}

TEST(WebRights, WhoOpenedTheRoomMayDoEverything) {
  Talk talk;
  Client ada(talk, 1), bob(talk, 2);
  ASSERT_TRUE(ada.hello(kAda) && bob.hello(kBob));
  ASSERT_TRUE(ada.ask(kOpen, "room"));
  ASSERT_TRUE(bob.ask(kJoin, "room"));
  ASSERT_TRUE(bob.ask(R"({"type":"take","id":9,"vehicle":1})", "ok"));

  EXPECT_TRUE(ada.ask(R"({"type":"place","id":9,"vehicle":1})", "ok"));
  EXPECT_TRUE(ada.ask(R"({"type":"take","id":9,"vehicle":1,"force":true})", "ok"));
  EXPECT_TRUE(ada.ask(R"({"type":"restart","id":9})", "ok"));
  EXPECT_TRUE(ada.ask(R"({"type":"close","id":9,"room":"oval-1"})", "ok"));
  EXPECT_TRUE(bob.receive("left"));
}

TEST(WebRights, WhileWhoOpenedTheRoomIsAwayThoseInsideRunIt) {
  Talk talk;
  Client bob(talk, 2);
  ASSERT_TRUE(bob.hello(kBob));
  {
    Client ada(talk, 1);
    ASSERT_TRUE(ada.hello(kAda));
    ASSERT_TRUE(ada.ask(kOpen, "room"));
    ASSERT_TRUE(bob.ask(kJoin, "room"));
    EXPECT_EQ(bob.code(R"({"type":"pause","id":9,"paused":true})"), "not_allowed");
  }

  EXPECT_TRUE(becomes(bob, "opener"));
  EXPECT_TRUE(bob.ask(R"({"type":"pause","id":9,"paused":true})", "ok"));
  Client outside(talk, 3);
  ASSERT_TRUE(outside.hello());
  EXPECT_EQ(outside.code(R"({"type":"close","id":9,"room":"oval-1"})"), "not_allowed");

  Client again(talk, 4);
  ASSERT_TRUE(again.hello(kAda));
  ASSERT_TRUE(again.ask(kJoin, "room"));
  EXPECT_TRUE(again.ask(R"({"type":"pause","id":9,"paused":false})", "ok"));
  EXPECT_EQ(bob.code(R"({"type":"pause","id":9,"paused":true})"), "not_allowed");
  EXPECT_TRUE(becomes(bob, "viewer"));
}

TEST(WebRights, ARoomOfNobodyInParticularIsRunByThoseInIt) {
  Talk talk;
  std::promise<void> opened;
  const auto room =
      talk.rooms.open({.name = "oval-1", .level = "ring", .keep = true, .stage = ring_stage(1)},
                      [&](const Result<void>&) { opened.set_value(); });
  ASSERT_TRUE(room);
  opened.get_future().wait();
  Client one(talk, 1), two(talk, 2);
  ASSERT_TRUE(one.hello(kAda) && two.hello());
  ASSERT_TRUE(one.ask(kJoin, "room"));
  ASSERT_TRUE(two.ask(kJoin, "room"));

  EXPECT_TRUE(two.ask(R"({"type":"restart","id":9})", "ok"));
  EXPECT_TRUE(one.ask(R"({"type":"driver","id":9,"vehicle":0,"driver":"idle"})", "ok"));
}

TEST(WebRights, OnesOwnVehicleIsTakenAgainWhileTheServerStillHoldsTheLostConnection) {
  Talk talk;
  Client owner(talk, 1), before(talk, 2), after(talk, 3), other(talk, 4);
  ASSERT_TRUE(owner.hello(kAda) && before.hello(kBob) && after.hello(kBob) && other.hello());
  ASSERT_TRUE(owner.ask(kOpen, "room"));
  for (Client* client : {&before, &after, &other}) ASSERT_TRUE(client->ask(kJoin, "room"));
  ASSERT_TRUE(before.ask(R"({"type":"take","id":9,"vehicle":1})", "ok"));

  EXPECT_EQ(other.code(R"({"type":"take","id":9,"vehicle":1})"), "held");
  EXPECT_TRUE(after.ask(R"({"type":"take","id":9,"vehicle":1})", "ok"));
  EXPECT_TRUE(becomes(after, "driver"));
}

TEST(WebRights, ACarThatAProgramDrivesIsTakenByWhoOpenedTheRoomAlone) {
  Talk talk;
  Client ada(talk, 1), bob(talk, 2);
  ASSERT_TRUE(ada.hello(kAda) && bob.hello(kBob));
  ASSERT_TRUE(
      ada.ask(R"({"type":"open","level":"oval","vehicles":[{"driver":"program"}]})", "room"));
  ASSERT_TRUE(bob.ask(kJoin, "room"));

  EXPECT_EQ(bob.code(R"({"type":"take","id":9,"vehicle":0})"), "not_allowed");
  EXPECT_TRUE(ada.ask(R"({"type":"take","id":9,"vehicle":0})", "ok"));
}

TEST(WebRights, WhoMayOnlyWatchWatches) {
  Talk talk;
  Client ada(talk, 1), guest(talk, 2, Access::View);
  ASSERT_TRUE(ada.hello(kAda));
  const auto welcome = guest.ask(concat(R"({"type":"hello","version":1,"key":")", kAda, R"("})"),
                                 "welcome");  // even with her key
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->find("access")->text(), "view");
  ASSERT_TRUE(ada.ask(kOpen, "room"));

  const auto room = guest.ask(kJoin, "room");
  ASSERT_TRUE(room);
  EXPECT_EQ(room->find("role")->text(), "viewer");
  EXPECT_TRUE(guest.see(0));
  EXPECT_TRUE(
      guest.ask(R"({"type":"subscribe","id":3,"sensor":"speed","vehicle":0})", "subscribed"));
  EXPECT_TRUE(guest.ask(R"({"type":"recordings","id":3})", "recordings"));
  const auto rooms = guest.ask(R"({"type":"rooms","id":3})", "rooms");
  ASSERT_TRUE(rooms);
  EXPECT_FALSE(rooms->find("rooms")->items()[0].find("may_close")->truth());
  for (const std::string_view request : kRun)
    EXPECT_EQ(guest.code(request), "not_allowed") << request;
  EXPECT_EQ(guest.code(kOpen), "not_allowed");
  EXPECT_EQ(guest.code(R"({"type":"take","id":9,"vehicle":1})"), "not_allowed");
  EXPECT_EQ(guest.code(R"({"type":"controls","vehicle":0,"drive":1})"), "not_allowed");
}

TEST(WebRights, KeysAreLongAndPlainAndNeverTold) {
  Talk talk;
  Client ada(talk, 1), bob(talk, 2);
  EXPECT_EQ(ada.code(R"({"type":"hello","version":1,"key":"short"})"), "bad_message");
  EXPECT_EQ(ada.code(R"({"type":"hello","version":1,"key":"client 2 client 2"})"), "bad_message");
  ASSERT_TRUE(ada.hello(kAda) && bob.hello(kBob));
  ASSERT_TRUE(ada.ask(kOpen, "room"));
  bob.peer.receive(kJoin);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(bob.see(0));
  bob.peer.receive(R"({"type":"rooms"})");
  bob.collect();

  for (const Client* client : {&ada, &bob})
    for (const Outgoing& out : client->kept)
      EXPECT_EQ(out.text.find(kAda), std::string::npos) << out.text;
}

}  // namespace
}  // namespace paddock::web
