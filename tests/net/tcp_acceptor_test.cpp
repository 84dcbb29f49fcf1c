#include "paddock/net/tcp_acceptor.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/net/waiting.h"

namespace paddock {
namespace {

TcpAcceptor listen(EventLoop& loop) { return *TcpAcceptor::open(loop, "127.0.0.1", 0); }

TcpLink accept(EventLoop& loop, TcpAcceptor& acceptor) {
  for (;; loop.wait(kLong))
    if (auto link = acceptor.accept()) return std::move(*link);
}

std::string read(EventLoop& loop, TcpLink& link, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size && link.read(bytes))
    if (bytes.size() < size) loop.wait(kLong);
  return bytes;
}

TEST(TcpAcceptor, TakesOneAfterTheOther) {
  EventLoop loop;
  TcpAcceptor acceptor = listen(loop);
  EXPECT_FALSE(acceptor.accept());
  TcpLink a(loop), b(loop);

  a.dial({"127.0.0.1", acceptor.port()});
  TcpLink to_a = accept(loop, acceptor);
  b.dial({"localhost", acceptor.port()});
  TcpLink to_b = accept(loop, acceptor);

  EXPECT_FALSE(acceptor.accept());
  a.write("I am a"), b.write("I am b");
  EXPECT_EQ(read(loop, to_a, 6), "I am a");
  EXPECT_EQ(read(loop, to_b, 6), "I am b");
  to_b.write("good day");
  EXPECT_EQ(read(loop, b, 8), "good day");
}

TEST(TcpAcceptor, SaysWhoIsConnected) {
  EventLoop loop;
  TcpAcceptor acceptor = listen(loop);
  TcpLink link(loop);
  EXPECT_EQ(link.peer(), "");
  link.dial({"127.0.0.1", acceptor.port()});
  TcpLink accepted = accept(loop, acceptor);

  EXPECT_TRUE(accepted.connected());
  EXPECT_EQ(link.peer(), concat("127.0.0.1:", acceptor.port()));
  EXPECT_TRUE(accepted.peer().starts_with("127.0.0.1:"));
  accepted.close();
  EXPECT_EQ(accepted.peer(), "");
}

TEST(TcpAcceptor, SaysWhichPortIsTaken) {
  EventLoop loop;
  const TcpAcceptor acceptor = listen(loop);

  const auto again = TcpAcceptor::open(loop, "127.0.0.1", acceptor.port());

  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message,
            concat("TCP port ", acceptor.port(), " of 127.0.0.1 is taken by another program"));
  EXPECT_FALSE(TcpAcceptor::open(loop, "here", 0));
}

TEST(TcpAcceptor, ItsPortIsFreeOnceItIsGone) {
  EventLoop loop;
  std::uint16_t port = 0;
  {
    TcpAcceptor acceptor = listen(loop);
    port = acceptor.port();
    TcpLink link(loop);
    link.dial({"127.0.0.1", port});
    accept(loop, acceptor).close();  // its end goes on holding the port for a while
  }

  EXPECT_TRUE(TcpAcceptor::open(loop, "127.0.0.1", port));
}

TEST(TcpAcceptor, LinksGoOnWithoutIt) {
  EventLoop loop;
  TcpLink link(loop), accepted(loop);
  {
    TcpAcceptor acceptor = listen(loop);
    link.dial({"127.0.0.1", acceptor.port()});
    accepted = accept(loop, acceptor);
  }

  EXPECT_TRUE(link.write("hello"));
  EXPECT_EQ(read(loop, accepted, 5), "hello");
}

}  // namespace
}  // namespace paddock
