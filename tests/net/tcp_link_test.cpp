#include "paddock/net/tcp_link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "paddock/net/tcp_listener.h"
#include "tests/net/waiting.h"

namespace paddock {
namespace {

constexpr std::size_t kMegabyte = 1u << 20;

using LinkState = TcpLink::State;

LinkState settle(EventLoop& loop, TcpLink& link) {
  while (link.state() == LinkState::Connecting) loop.wait(kLong);
  return link.state();
}

/// Reads until so many bytes have come or the peer is gone.
std::string read_some(EventLoop& loop, TcpLink& link, std::size_t size) {
  std::string bytes;
  while (link.read(bytes) && bytes.size() < size) loop.wait(kLong);
  return bytes;
}

/// Bytes that show when some are lost or change places.
std::string pattern(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 2'654'435'761u >> 13);
  return bytes;
}

struct Talk {  // a link and who listens
  EventLoop loop;
  TcpListener listener;
  TcpLink link{loop};
  std::optional<TcpPeer> peer;

  explicit Talk(const std::string& host = "127.0.0.1") {
    link.dial({host, listener.port()});
    settle(loop, link);
    peer = listener.accept();
  }
};

TEST(TcpLink, TalksWithAListener) {
  Talk talk;
  ASSERT_TRUE(talk.link.connected());

  EXPECT_TRUE(talk.link.write("hello"));
  EXPECT_EQ(talk.peer->read(5), "hello");
  EXPECT_TRUE(talk.peer->write("good day"));
  EXPECT_EQ(read_some(talk.loop, talk.link, 8), "good day");
}

TEST(TcpLink, OnLoopbackItIsDecidedAtOnce) {
  EventLoop loop;
  TcpLink link(loop);
  std::uint16_t port = 0;
  {
    const TcpListener listener;
    port = listener.port();
    for (const char* host : {"127.0.0.1", "localhost"}) {
      link.dial({host, port});
      EXPECT_TRUE(link.connected()) << host;
    }
  }

  link.dial({"127.0.0.1", port});

  EXPECT_EQ(link.state(), LinkState::Closed);
  EXPECT_FALSE(link.write("x"));
}

TEST(TcpLink, NamesAreLookedUpAside) {
  // not the way an address is written, but what the system's resolver understands without asking
  const Talk talk("127.1");

  EXPECT_TRUE(talk.link.connected());
  EXPECT_EQ(talk.link.peer(), concat("127.0.0.1:", talk.listener.port()));
}

TEST(TcpLink, WhatIsWrittenBeforeItIsConnectedArrives) {
  EventLoop loop;
  TcpListener listener;
  TcpLink link(loop);
  link.dial({"127.1", listener.port()});
  EXPECT_EQ(link.state(), LinkState::Connecting);

  EXPECT_TRUE(link.write("early "));
  EXPECT_TRUE(link.write("words"));
  EXPECT_EQ(link.waiting(), 11u);
  std::string bytes;
  EXPECT_TRUE(link.read(bytes));
  settle(loop, link);

  EXPECT_EQ(listener.accept()->read(11), "early words");
  EXPECT_EQ(link.waiting(), 0u);
}

TEST(TcpLink, ANameThatNobodyHasEndsClosed) {
  EventLoop loop;
  TcpLink link(loop);
  link.dial({std::string(64, 'x'), 1});  // one letter too long to be asked for in the network
  EXPECT_EQ(link.state(), LinkState::Connecting);

  EXPECT_EQ(settle(loop, link), LinkState::Closed);
}

TEST(TcpLink, ANewDialOrItsEndForgetsALookUp) {
  EventLoop loop;
  TcpListener listener, other;
  TcpLink link(loop), closed(loop);
  std::optional<TcpLink> gone(loop);
  for (TcpLink* one : {&link, &closed, &*gone}) one->dial({"127.1", other.port()});

  link.dial({"127.0.0.1", listener.port()});
  closed.close();
  gone.reset();
  TcpLink last(loop);
  last.dial({"127.1", listener.port()});  // is looked up after the others
  settle(loop, last);

  EXPECT_EQ(closed.state(), LinkState::Closed);
  EXPECT_EQ(link.peer(), concat("127.0.0.1:", listener.port()));
  EXPECT_FALSE(other.accept(0));
}

TEST(TcpLink, PeerThatGoesAwayEndsTheWaitAndIsNoticed) {
  Talk talk;

  talk.peer->close();
  std::string bytes;
  while (talk.link.read(bytes)) talk.loop.wait(kLong);

  EXPECT_EQ(talk.link.state(), LinkState::Closed);
  EXPECT_FALSE(talk.link.connected());
  EXPECT_FALSE(talk.link.write("x"));
}

TEST(TcpLink, MuchForAReaderThatReadsLateArrivesWholeAndInOrder) {
  Talk talk;
  const std::string all = pattern(8 * kMegabyte);
  std::string_view rest = all;
  for (const std::size_t size :
       {kMegabyte / 2, std::size_t{1}, 3 * kMegabyte, std::size_t{70'001}}) {
    EXPECT_TRUE(talk.link.write(rest.substr(0, size)));
    rest.remove_prefix(size);
  }
  EXPECT_TRUE(talk.link.write(rest));
  EXPECT_GT(talk.link.waiting(), 0u);

  std::optional<std::string> read;
  std::thread reader([&] { read = talk.peer->read(all.size()); });
  while (talk.link.waiting() > 0) talk.loop.wait(kLong);
  reader.join();

  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == all);
  EXPECT_TRUE(talk.peer->write("thanks"));
  EXPECT_EQ(read_some(talk.loop, talk.link, 6), "thanks");
}

TEST(TcpLink, TwoThatBothWriteMuchDoNotBlockEachOther) {
  EventLoop loop;
  TcpListener listener;
  TcpLink a(loop);
  a.dial({"127.0.0.1", listener.port()});
  auto peer = listener.accept();
  const std::string all = pattern(8 * kMegabyte);
  std::optional<std::string> read;
  std::thread other([&] { read = peer->write(all) ? peer->read(all.size()) : std::nullopt; });

  EXPECT_TRUE(a.write(all));
  std::string bytes;
  while (a.read(bytes) && (bytes.size() < all.size() || a.waiting() > 0)) loop.wait(kLong);
  other.join();

  EXPECT_TRUE(bytes == all);
  EXPECT_TRUE(read == all);
}

TEST(TcpLink, TooMuchForAReaderThatNeverReadsClosesIt) {
  Talk talk;
  const std::string piece(8 * kMegabyte, 'x');
  std::size_t taken = 0;

  while (talk.link.write(piece)) taken += piece.size();

  EXPECT_GE(taken, TcpLink::kMostWaiting - piece.size());
  EXPECT_EQ(talk.link.state(), LinkState::Closed);
  EXPECT_EQ(talk.link.waiting(), 0u);
}

TEST(TcpLink, PeerThatGoesAwayWhileBytesWaitIsNoticed) {
  Talk talk;
  EXPECT_TRUE(talk.link.write(std::string(16 * kMegabyte, 'x')));

  talk.peer->close();
  std::string bytes;
  while (talk.link.read(bytes)) talk.loop.wait(kLong);

  EXPECT_EQ(talk.link.state(), LinkState::Closed);
  EXPECT_EQ(talk.link.waiting(), 0u);
}

TEST(TcpLink, MayBeClosedAndMovedWhileItIsAwaited) {
  Talk talk;
  TcpLink second(talk.loop);
  second.dial({"127.0.0.1", talk.listener.port()});
  auto second_peer = talk.listener.accept();
  talk.loop.wake();
  talk.loop.wait(kLong);  // leaves both awaited

  std::thread other([&] { talk.loop.post([&] { talk.link.close(); }); });
  while (talk.link.connected()) talk.loop.wait(kLong);
  other.join();
  EXPECT_TRUE(talk.peer->ends());
  talk.link = std::move(second);
  EXPECT_TRUE(second_peer->write("go on"));

  EXPECT_EQ(read_some(talk.loop, talk.link, 5), "go on");
}

TEST(Endpoint, IsHostAndPortOrAPortAlone) {
  EXPECT_EQ(*parse_endpoint("10.0.0.7:10200"), (Endpoint{"10.0.0.7", 10200}));
  EXPECT_EQ(*parse_endpoint("10201"), (Endpoint{"127.0.0.1", 10201}));
  for (const char* wrong : {"", ":", "host:", ":1", "host:0", "host:65536", "host:1x", "-1"})
    EXPECT_FALSE(parse_endpoint(wrong)) << wrong;
}

std::string own_name() {
  std::string name;
  std::getline(std::ifstream("/proc/self/comm"), name);
  return name;
}

TEST(StrayListeners, AreFoundByTheNameOfTheirProcess) {
  const TcpListener listener;  // on a port the system chose

  const auto found = stray_listeners(own_name());

  EXPECT_NE(std::find(found.begin(), found.end(), listener.port()), found.end());
  EXPECT_TRUE(stray_listeners("no such process").empty());
}

}  // namespace
}  // namespace paddock
