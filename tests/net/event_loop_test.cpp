#include "paddock/net/event_loop.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "paddock/net/tcp_acceptor.h"
#include "paddock/net/udp_socket.h"
#include "tests/net/waiting.h"

namespace paddock {
namespace {

TEST(EventLoop, DoesTasksOfOtherThreadsWhereItWaits) {
  EventLoop loop;
  std::vector<int> done;  // without a lock: by this thread alone
  std::thread other([&] {
    for (int i = 0; i < 1000; ++i) loop.post([&done, i] { done.push_back(i); });
  });

  while (done.size() < 1000) loop.wait(kLong);
  other.join();

  for (int i = 0; i < 1000; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(EventLoop, OneWaitDoesAllTasksThatAreThere) {
  EventLoop loop;
  int done = 0;
  for (int i = 0; i < 10; ++i) loop.post([&] { ++done; });

  loop.wait(kLong);

  EXPECT_EQ(done, 10);
}

TEST(EventLoop, PollDoesTasksWithoutWaiting) {
  EventLoop loop;
  int done = 0;

  loop.poll();
  EXPECT_EQ(done, 0);
  loop.post([&] { ++done; });
  loop.poll();
  EXPECT_EQ(done, 1);
}

TEST(EventLoop, TasksMayPostTasks) {
  EventLoop loop;
  std::string order;
  loop.post([&] {
    order += 'a';
    loop.post([&] { order += 'c'; });
    order += 'b';
  });

  while (order.size() < 3) loop.wait(kLong);

  EXPECT_EQ(order, "abc");
}

TEST(EventLoop, ATaskThatPostsItselfIsDoneOnceAWait) {
  EventLoop loop;
  int done = 0;
  std::function<void()> again = [&] { ++done, loop.post(again); };
  loop.post(again);

  for (const Nanos pause : {kLong, Nanos{0}, kLong}) loop.wait(pause);

  EXPECT_EQ(done, 3);
}

TEST(EventLoop, WakeEndsAWaitFromAnotherThread) {
  EventLoop loop;
  std::thread other([&] { loop.wake(); });

  loop.wait(kLong);

  other.join();
}

TEST(EventLoop, WakeBeforeAWaitEndsIt) {
  EventLoop loop;
  loop.wake();
  loop.wake();

  loop.wait(kLong);
}

TEST(EventLoop, AShortWaitEndsAfterALongOneAndTheOtherWayRound) {
  EventLoop loop;
  loop.wake();
  loop.wait(kLong);  // leaves its timer behind

  const auto before = std::chrono::steady_clock::now();
  for (const Nanos pause : {2'000'000, 1'000'000, 3'000'000, 1}) loop.wait(pause);

  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::nanoseconds(6'000'001));
}

TEST(EventLoop, WhatIsLeftUnreadEndsTheNextWait) {
  EventLoop loop;
  auto a = *UdpSocket::open(loop, "127.0.0.1", 0), b = *UdpSocket::open(loop, "127.0.0.1", 0);
  a.send({kLoopback, b.port()}, "one");
  a.send({kLoopback, b.port()}, "two");

  for (int i = 0; i < 3; ++i) loop.wait(kLong);  // nobody reads
  std::string bytes;
  EXPECT_TRUE(b.receive(bytes));
  loop.wait(kLong);  // one is left
  EXPECT_TRUE(b.receive(bytes));
  EXPECT_EQ(bytes, "two");
}

TEST(EventLoop, WhatWasReadEndsNoWait) {
  EventLoop loop;
  auto a = *UdpSocket::open(loop, "127.0.0.1", 0);
  auto b = *UdpSocket::open(loop, "127.0.0.1", 0), c = *UdpSocket::open(loop, "127.0.0.1", 0);
  std::string bytes;
  for (int round = 0; round < 3; ++round) {
    a.send({kLoopback, b.port()}, "to b");
    a.send({kLoopback, c.port()}, "to c");
    loop.wait(kLong);  // both are ready at once
    EXPECT_TRUE(b.receive(bytes));
    EXPECT_TRUE(c.receive(bytes));

    const auto before = std::chrono::steady_clock::now();
    loop.wait(1'000'000);
    EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(1));
  }
}

TEST(EventLoop, TasksMayOpenAndCloseItsSockets) {
  EventLoop loop;
  std::optional<UdpSocket> first = *UdpSocket::open(loop, "127.0.0.1", 0), second;
  std::thread other([&] {
    loop.post([&] {
      first.reset();
      second = *UdpSocket::open(loop, "127.0.0.1", 0);
      second->send({kLoopback, second->port()}, "to myself");
    });
  });

  std::string bytes;
  while (!second || !second->receive(bytes)) loop.wait(kLong);
  other.join();

  EXPECT_EQ(bytes, "to myself");
}

TEST(EventLoop, TasksThatNobodyDidEndWithIt) {
  const auto held = std::make_shared<int>();
  {
    EventLoop loop;
    auto socket = std::make_shared<UdpSocket>(*UdpSocket::open(loop, "127.0.0.1", 0));
    loop.post([held, socket] { FAIL(); });
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(EventLoop, SocketsMayOutliveIt) {
  auto loop = std::make_unique<EventLoop>();
  auto a = *UdpSocket::open(*loop, "127.0.0.1", 0), b = *UdpSocket::open(*loop, "127.0.0.1", 0);
  auto acceptor = *TcpAcceptor::open(*loop, "127.0.0.1", 0);
  TcpLink link(*loop), unused(*loop), other(std::move(link));
  other.dial({"127.0.0.1", acceptor.port()});
  loop->wake();
  loop->wait(kLong);  // leaves all of them armed

  loop.reset();
  std::thread([socket = std::move(a), b_port = b.port()]() mutable {
    EXPECT_TRUE(socket.send({kLoopback, b_port}, "still here"));
  }).join();

  std::string bytes;
  EXPECT_TRUE(b.receive(bytes));
  EXPECT_EQ(bytes, "still here");
  EXPECT_TRUE(acceptor.accept());
}

TEST(EventLoop, TwoOfThemPlayThousandsOfRounds) {
  constexpr int kRounds = 5000;
  EventLoop here;
  auto acceptor = *TcpAcceptor::open(here, "127.0.0.1", 0);
  std::thread other([port = acceptor.port()] {
    EventLoop there;
    TcpLink link(there);
    link.dial({"127.0.0.1", port});
    std::string bytes;
    while (link.read(bytes)) {
      if (!bytes.empty()) link.write(bytes);
      bytes.clear();
      there.wait(kLong);
    }
  });
  std::optional<TcpLink> link;
  while (!(link = acceptor.accept())) here.wait(kLong);

  std::string bytes;
  for (int i = 0; i < kRounds; ++i) {
    const std::string packet = concat("round ", 100'000 + i);
    ASSERT_TRUE(link->write(packet));
    for (bytes.clear(); bytes.size() < packet.size(); here.wait(kLong))
      if (!link->read(bytes) || bytes.size() == packet.size()) break;
    ASSERT_EQ(bytes, packet);
  }
  link->close();
  other.join();
}

}  // namespace
}  // namespace paddock
