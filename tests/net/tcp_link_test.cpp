#include "paddock/net/tcp_link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include <thread>

#include "paddock/net/tcp_listener.h"

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

void settle(TcpLink& link) {
  LinkWait wait;
  for (int i = 0; i < 100 && link.state() == TcpLink::State::Connecting; ++i)
    wait.wait(link.awaited(), kSecond / 100);
}

/// Reads until so many bytes have come, or nothing comes for a second.
std::string read_some(TcpLink& link, std::size_t size) {
  LinkWait wait;
  std::string bytes;
  for (int i = 0; i < 100 && bytes.size() < size; ++i) {
    wait.wait(link.awaited(), kSecond / 100);
    if (!link.read(bytes)) break;
  }
  return bytes;
}

TEST(TcpLink, TalksWithAListener) {
  TcpListener listener;
  TcpLink link;

  link.dial({"127.0.0.1", listener.port()});
  settle(link);
  ASSERT_EQ(link.state(), TcpLink::State::Open);
  auto peer = listener.accept();
  ASSERT_TRUE(peer);

  EXPECT_TRUE(link.write("hello"));
  EXPECT_EQ(peer->read(5), "hello");
  EXPECT_TRUE(peer->write("good day"));
  EXPECT_EQ(read_some(link, 8), "good day");
}

TEST(TcpLink, NobodyListensIsClosedAndNoError) {
  std::uint16_t port = 0;
  {
    const TcpListener gone;
    port = gone.port();
  }
  TcpLink link;

  link.dial({"127.0.0.1", port});
  settle(link);

  EXPECT_EQ(link.state(), TcpLink::State::Closed);
  EXPECT_FALSE(link.write("x"));
}

TEST(TcpLink, PeerThatGoesAwayIsNoticedByReadAndByWrite) {
  TcpListener listener;
  TcpLink link;
  link.dial({"127.0.0.1", listener.port()});
  settle(link);
  auto peer = listener.accept();

  peer->close();
  LinkWait wait;
  wait.wait(link.awaited(), kSecond);
  std::string bytes;

  EXPECT_FALSE(link.read(bytes));
  EXPECT_EQ(link.state(), TcpLink::State::Closed);
}

TEST(LinkWait, WakesFromAnotherThread) {
  LinkWait wait;
  std::thread other([&] { wait.wake(); });

  wait.wait(std::span<const Awaited>(), 3600 * kSecond);  // longer than the test may take

  other.join();
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
