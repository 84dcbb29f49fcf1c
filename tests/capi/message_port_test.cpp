// The original's cases of AsyncServer and TCPServer, on a port that echoes what it hears.
#include "capi/source/message_port.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/capi/client.h"

namespace paddock::capi {
namespace {

constexpr std::size_t kLimit = std::size_t{32} << 20;

/// Sends back every message until its client is gone.
class Echo {
 public:
  Echo() : port_(*MessagePort::open(loop_, "127.0.0.1", 0, kLimit)) {
    thread_ = std::thread([this] { serve(); });
  }
  ~Echo() {
    over_ = true;
    loop_.wake();
    thread_.join();
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  std::uint16_t port() const { return port_.port(); }
  /// From another thread, as a server that is told to disconnect.
  void hang_up() {
    loop_.post([this] { port_.hang_up(); });
  }

 private:
  void serve() {
    constexpr Nanos kSecond = 1'000'000'000;
    while (!over_) {
      port_.admit();
      if (port_.occupied()) {
        const bool there = port_.hear();
        while (const auto message = port_.next()) port_.write(carla::framed(*message));
        if (!there || port_.overrun()) port_.hang_up();
      }
      loop_.wait(kSecond);
    }
  }

  EventLoop loop_;
  MessagePort port_;
  std::atomic<bool> over_{};
  std::thread thread_;
};

std::string content(std::size_t size, int seed) {
  std::string bytes(size, '\0');
  std::uint32_t x = static_cast<std::uint32_t>(seed) * 2654435761U + 1;
  for (char& c : bytes) c = static_cast<char>((x = x * 1664525U + 1013904223U) >> 24);
  return bytes;
}

TEST(MessagePort, EchoesAThousandMessagesOneAtATime) {
  Echo echo;
  TcpPeer client = dialled(echo.port());
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(client.write(carla::framed("hello")));
    ASSERT_EQ(message_from(client), "hello");
  }
}

TEST(MessagePort, EchoesAThousandGrowingMessagesThatWereQueuedFirstInOrder) {
  Echo echo;
  TcpPeer client = dialled(echo.port());
  std::thread writer([&] {
    for (std::size_t i = 0; i < 1000; ++i) client.write(carla::framed(std::string(i, 'x')));
  });
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(message_from(client)->size(), i);
  writer.join();
}

TEST(MessagePort, EchoesLargeMessagesWhole) {
  Echo echo;
  TcpPeer client = dialled(echo.port());
  for (const std::size_t size :
       {std::size_t{10} << 10, std::size_t{1} << 20, std::size_t{10} << 20, std::size_t{20} << 20})
    for (int i = 0; i < 2; ++i) {
      const std::string sent = content(size, i);
      std::thread writer([&] { client.write(carla::framed(sent)); });
      const auto got = message_from(client);
      writer.join();
      ASSERT_TRUE(got == sent) << size;
    }
}

TEST(MessagePort, APortThatIsTakenCannotBeHad) {
  Echo echo;
  EventLoop loop;

  const auto second = MessagePort::open(loop, "127.0.0.1", echo.port(), kLimit);

  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::Held);
}

TEST(MessagePort, ASecondClientIsHungUpOnAndTheFirstGoesOn) {
  Echo echo;
  TcpPeer first = dialled(echo.port());
  first.write(carla::framed("a"));
  ASSERT_EQ(message_from(first), "a");

  TcpPeer second = dialled(echo.port());

  EXPECT_TRUE(second.ends(kMinute));
  first.write(carla::framed("b"));
  EXPECT_EQ(message_from(first), "b");
}

TEST(MessagePort, HangingUpEndsAPendingRead) {
  Echo echo;
  TcpPeer client = dialled(echo.port());
  client.write(carla::framed("a"));
  ASSERT_EQ(message_from(client), "a");

  echo.hang_up();

  EXPECT_TRUE(client.ends(kMinute));
}

TEST(MessagePort, AReadThatNobodyAnswersTimesOut) {
  Echo echo;
  TcpPeer client = dialled(echo.port());

  EXPECT_FALSE(client.read(50, 100));
}

}  // namespace
}  // namespace paddock::capi
