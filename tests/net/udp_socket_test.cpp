#include "paddock/net/udp_socket.h"

#include <gtest/gtest.h>

#include <utility>

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

UdpSocket open(EventLoop& loop) { return *UdpSocket::open(loop, "127.0.0.1", 0); }

/// The next datagram within a second.
std::optional<UdpPeer> wait_for(EventLoop& loop, UdpSocket& socket, std::string& bytes,
                                std::size_t limit = 2048) {
  loop.wait(kSecond);
  return socket.receive(bytes, limit);
}

TEST(UdpSocket, CarriesDatagramsOfAnySizeBothWays) {
  EventLoop loop;
  UdpSocket a = open(loop), b = open(loop);
  std::string bytes;
  EXPECT_FALSE(a.receive(bytes));
  ASSERT_TRUE(a.send({kLoopback, b.port()}, "knock"));
  const auto from = wait_for(loop, b, bytes);
  ASSERT_TRUE(from);
  EXPECT_EQ(bytes, "knock");
  EXPECT_EQ(from->port, a.port());
  EXPECT_EQ(from->text(), concat("127.0.0.1:", a.port()));

  const std::string large(38'400, 'x');
  ASSERT_TRUE(b.send(*from, large));
  EXPECT_TRUE(wait_for(loop, a, bytes, 50'000));
  EXPECT_EQ(bytes, large);
  ASSERT_TRUE(b.send(*from, large));
  EXPECT_TRUE(wait_for(loop, a, bytes, 100));
  EXPECT_EQ(bytes.size(), 100u);
  EXPECT_FALSE(b.send(*from, std::string(70'000, 'x')));
}

TEST(UdpSocket, APeerThatIsGoneDisturbsNobody) {
  EventLoop loop;
  UdpSocket a = open(loop);
  UdpPeer gone{kLoopback, 0};
  gone.port = open(loop).port();
  UdpSocket c = open(loop);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(a.send(gone, "hello?"));
  ASSERT_TRUE(c.send({kLoopback, a.port()}, "here"));
  std::string bytes;
  EXPECT_TRUE(wait_for(loop, a, bytes));
  EXPECT_EQ(bytes, "here");
}

TEST(UdpSocket, SaysWhichPortIsTaken) {
  EventLoop loop;
  const UdpSocket a = open(loop);
  const auto again = UdpSocket::open(loop, "127.0.0.1", a.port());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message,
            concat("UDP port ", a.port(), " of 127.0.0.1 is taken by another program"));
  EXPECT_FALSE(UdpSocket::open(loop, "localhost:1", 0));
}

TEST(UdpSocket, MovesWhileItIsAwaited) {
  EventLoop loop;
  UdpSocket a = open(loop), b = open(loop);
  loop.wake();
  loop.wait(kSecond);  // leaves both awaited
  const std::uint16_t port = b.port();

  UdpSocket moved = std::move(b);
  b = open(loop);
  ASSERT_TRUE(a.send({kLoopback, port}, "follow"));

  std::string bytes;
  EXPECT_TRUE(wait_for(loop, moved, bytes));
  EXPECT_EQ(bytes, "follow");
  EXPECT_NE(b.port(), port);
}

TEST(AddressText, IsFourNumbersWithDots) {
  EXPECT_EQ(address_text(kLoopback), "127.0.0.1");
  EXPECT_EQ(address_text(0xfffefdfc), "255.254.253.252");
  EXPECT_EQ(address_text(0), "0.0.0.0");
}

}  // namespace
}  // namespace paddock
