#include "paddock/net/udp_socket.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

/// The next datagram within a second.
std::optional<UdpPeer> wait_for(UdpSocket& socket, std::string& bytes, std::size_t limit = 2048) {
  LinkWait wait;
  wait.wait(socket.awaited(), kSecond);
  return socket.receive(bytes, limit);
}

TEST(UdpSocket, CarriesDatagramsOfAnySizeBothWays) {
  auto a = *UdpSocket::open("127.0.0.1", 0), b = *UdpSocket::open("127.0.0.1", 0);
  std::string bytes;
  EXPECT_FALSE(a.receive(bytes));
  ASSERT_TRUE(a.send({kLoopback, b.port()}, "knock"));
  const auto from = wait_for(b, bytes);
  ASSERT_TRUE(from);
  EXPECT_EQ(bytes, "knock");
  EXPECT_EQ(from->port, a.port());
  EXPECT_EQ(from->text(), concat("127.0.0.1:", a.port()));

  const std::string large(38'400, 'x');
  ASSERT_TRUE(b.send(*from, large));
  EXPECT_TRUE(wait_for(a, bytes, 50'000));
  EXPECT_EQ(bytes, large);
  ASSERT_TRUE(b.send(*from, large));
  EXPECT_TRUE(wait_for(a, bytes, 100));
  EXPECT_EQ(bytes.size(), 100u);
  EXPECT_FALSE(b.send(*from, std::string(70'000, 'x')));
}

TEST(UdpSocket, APeerThatIsGoneDisturbsNobody) {
  auto a = *UdpSocket::open("127.0.0.1", 0);
  UdpPeer gone{kLoopback, 0};
  {
    const auto b = *UdpSocket::open("127.0.0.1", 0);
    gone.port = b.port();
  }
  auto c = *UdpSocket::open("127.0.0.1", 0);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(a.send(gone, "hello?"));
  ASSERT_TRUE(c.send({kLoopback, a.port()}, "here"));
  std::string bytes;
  EXPECT_TRUE(wait_for(a, bytes));
  EXPECT_EQ(bytes, "here");
}

TEST(UdpSocket, SaysWhichPortIsTaken) {
  const auto a = *UdpSocket::open("127.0.0.1", 0);
  const auto again = UdpSocket::open("127.0.0.1", a.port());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message,
            concat("UDP port ", a.port(), " of 127.0.0.1 is taken by another program"));
  EXPECT_FALSE(UdpSocket::open("localhost:1", 0));
}

}  // namespace
}  // namespace paddock
