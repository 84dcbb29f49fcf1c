// The server on real sockets, with a handler that echoes.
#include "paddock/net/web_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

#include "tests/support/raw_client.h"

namespace paddock {
namespace {

/// Echoes text; streams 1 kB frames to whoever says "frames".
struct EchoServer {
  std::atomic<int> opened{0}, closed{0}, responding{0}, viewers{0};
  std::counting_semaphore<> may_respond{0};  // to requests for /slow
  std::unique_ptr<WebServer> server;
  std::thread thread;

  explicit EchoServer(WebOptions options = {}) {
    options.port = 0;
    WebCallbacks callbacks{
        .respond =
            [this](const HttpRequest& request) {
              if (request.path == "/slow") ++responding, may_respond.acquire();
              HttpResponse response = plain_answer(200, "you asked for " + request.path);
              if (request.access == WebAccess::View && request.path != "/") response.status = 403;
              response.etag = "\"1\"";
              return response;
            },
        .is_public = [](std::string_view path) { return path == "/"; },
        .opened =
            [this](SocketId, WebAccess access, std::string_view address) {
              opened += address == "127.0.0.1" ? 1 : 0;
              viewers += access == WebAccess::View ? 1 : 0;
            },
        .text =
            [this](SocketId socket, std::string_view text) {
              if (text == "frames") {
                const auto bytes = std::make_shared<const std::string>(100'000, 'x');
                for (int i = 0; i < 1000; ++i) server->send_frame(socket, 1, bytes);
              } else if (text == "waits") {
                const auto bytes = std::make_shared<const std::string>("frame");
                std::string answer;
                for (int i = 0; i < 2; ++i) {
                  server->send_frame(socket, 1, bytes);
                  answer += server->waits(socket, 1) ? "waits " : "goes ";
                }
                server->send_text(socket, answer + (server->waits(socket, 2) ? "?" : "none"));
              } else if (text == "flood") {
                for (int i = 0; i < 200; ++i) server->send_text(socket, std::string(50'000, 'y'));
              } else if (text == "close") {
                server->close(socket, 4000, "as you wish");
              } else {
                server->send_text(socket, std::string(text));
              }
            },
        .closed = [this](SocketId) { ++closed; },
        .every_second = [] {},
        .stopping = [] {}};
    server = *WebServer::listen(options, std::move(callbacks));
    thread = std::thread([this] { server->run(); });
  }
  ~EchoServer() { stop(); }
  void stop() {
    if (server) server->stop();
    if (thread.joinable()) thread.join();
  }
  std::uint16_t port() const { return server->port(); }
};

TEST(WebServer, AnswersHttpAndKeepsTheConnection) {
  const EchoServer echo;
  RawClient client(echo.port());

  EXPECT_EQ(client.get("/a"), std::make_pair(200, std::string("you asked for /a\n")));
  EXPECT_EQ(client.get("/b%20c").second, "you asked for /b c\n");
  EXPECT_EQ(client.get("/b", "If-None-Match: \"1\"\r\n").first, 304);
  client.send("HEAD /h HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.response(false).first, 200);
  EXPECT_EQ(client.get("/again").first, 200);
}

TEST(WebServer, StopsWithoutAGoodByeWhenNobodyIsThere) {
  WebOptions options;
  options.goodbye_seconds = 1e6;
  EchoServer echo(options);
  RawClient client(echo.port());
  EXPECT_EQ(client.get("/").first, 200);  // and is idle from now on

  echo.stop();  // or for ever
}

TEST(WebServer, StopsWhenTheLastHasAnsweredItsGoodBye) {
  WebOptions options;
  options.goodbye_seconds = options.request_seconds = 1e6;
  EchoServer echo(options);
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 2; ++i) {
    clients.push_back(std::make_unique<RawClient>(echo.port()));
    ASSERT_TRUE(clients.back()->upgrade());
    clients.back()->say("here");
    ASSERT_TRUE(clients.back()->next_frame());
  }

  echo.server->stop();

  for (auto& client : clients) {
    EXPECT_EQ(client->close_code(), 1001);
    client->send_frame(8, std::string("\x03\xe9", 2));
    client.reset();
  }
  echo.stop();  // or for ever
}

TEST(WebServer, BeginsNoAnswerOnceItStops) {
  EchoServer echo;
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 10; ++i) {
    clients.push_back(std::make_unique<RawClient>(echo.port()));
    clients.back()->send("GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  }
  while (echo.responding < 2) std::this_thread::yield();  // as many as it has threads for that

  echo.stop();
  echo.may_respond.release(10);
  echo.server.reset();

  EXPECT_EQ(echo.responding, 2);
}

TEST(WebServer, RefusesWhatItShould) {
  const EchoServer echo;
  const auto ask = [&](const std::string& request) {
    RawClient client(echo.port());
    client.send(request);
    return client.response().first;
  };

  EXPECT_EQ(ask("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 405);
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
  EXPECT_EQ(ask("GET / HTTP/1.1\r\n\r\n"), 403);
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\n\r\n"), 403);
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: null\r\n\r\n"), 403);
  EXPECT_EQ(ask("GET /%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 400);
  EXPECT_EQ(ask("nonsense\r\n\r\n"), 400);
  EXPECT_EQ(ask("GET /" + std::string(40'000, 'a') + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 431);
  EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n"), 413);
  EXPECT_EQ(ask("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 400);
}

TEST(WebServer, AsksForItsTokenWhereItIsNotPublic) {
  WebOptions options;
  options.token = "secret";
  const EchoServer echo(options);
  const auto ask = [&](const std::string& path, const std::string& more = "") {
    RawClient client(echo.port());
    return client.get(path, more).first;
  };

  EXPECT_EQ(ask("/"), 200);
  EXPECT_EQ(ask("/api"), 401);
  EXPECT_EQ(ask("/api?token=wrong"), 401);
  EXPECT_EQ(ask("/api?token=secret"), 200);
  EXPECT_EQ(ask("/api", "Authorization: Bearer secret\r\n"), 200);
  RawClient without(echo.port()), with(echo.port());
  EXPECT_FALSE(without.upgrade());
  EXPECT_TRUE(with.upgrade("/ws?token=secret"));
}

TEST(WebServer, KnowsThoseWhoMayOnlyWatchByTheirToken) {
  for (const std::string token : {"", "secret"}) {
    WebOptions options;
    options.token = token;
    options.view_token = "look";
    const EchoServer echo(options);
    const auto ask = [&](const std::string& path, const std::string& more = "") {
      RawClient client(echo.port());
      return client.get(path, more).first;
    };

    EXPECT_EQ(ask("/api"), token.empty() ? 200 : 401);
    EXPECT_EQ(ask("/api?token=look"), 403);  // as this test's server answers them
    EXPECT_EQ(ask("/api", "Authorization: Bearer look\r\n"), 403);
    EXPECT_EQ(ask("/api?token=" + token), 200);
    RawClient viewer(echo.port()), other(echo.port());
    ASSERT_TRUE(viewer.upgrade("/ws?token=look"));
    viewer.say("hello");
    ASSERT_TRUE(viewer.next_frame());
    EXPECT_EQ(echo.viewers, 1);
    ASSERT_TRUE(other.upgrade("/ws?token=" + token));
    other.say("hello");
    ASSERT_TRUE(other.next_frame());
    EXPECT_EQ(echo.viewers, 1);
  }
}

TEST(WebServer, EchoesTextWholeAndInPieces) {
  const EchoServer echo;
  RawClient client(echo.port());
  ASSERT_TRUE(client.upgrade("/ws", "Origin: http://127.0.0.1\r\n"));

  client.say("hello");
  EXPECT_EQ(client.next_frame()->bytes, "hello");
  client.send_frame(1, "hel", false);
  client.send_frame(0, "lo", true);
  EXPECT_EQ(client.next_frame()->bytes, "hello");
  const std::string longest(65'536, 'a');
  client.say(longest);
  EXPECT_EQ(client.next_frame()->bytes, longest);
  client.say("close");
  EXPECT_EQ(client.close_code(), 4000);
}

TEST(WebServer, ClosesWhoeverBreaksTheRulesAsTheStandardSays) {
  const EchoServer echo;
  const auto code_after = [&](const std::function<void(RawClient&)>& rude) {
    RawClient client(echo.port());
    EXPECT_TRUE(client.upgrade());
    rude(client);
    return client.close_code();
  };

  EXPECT_EQ(code_after([](RawClient& c) { c.say(std::string(65'537, 'a')); }), 1009);
  EXPECT_EQ(code_after([](RawClient& c) { c.say("\xff\xfe bad"); }), 1007);
  EXPECT_EQ(code_after([](RawClient& c) { c.send_frame(2, "binary"); }), 1003);
  EXPECT_EQ(code_after([](RawClient& c) { c.send_frame(3, "reserved"); }), 1002);
  EXPECT_EQ(code_after([](RawClient& c) { c.send(std::string("\x81\x05hello", 7)); }), 1002);
  // a gigabyte, it says
  EXPECT_EQ(code_after([](RawClient& c) {
              c.send(std::string("\x81\xff\x00\x00\x00\x00\x40\x00\x00\x00\x12\x34\x56\x78", 14));
            }),
            1009);
}

TEST(WebServer, ASlowReaderLosesFramesAndOneThatLetsTextWaitIsClosed) {
  EchoServer echo;
  RawClient slow(echo.port(), 4096);
  ASSERT_TRUE(slow.upgrade());
  slow.say("frames");  // 100 MB; it reads later
  RawClient quick(echo.port());
  ASSERT_TRUE(quick.upgrade());
  quick.say("hello");
  EXPECT_EQ(quick.next_frame()->bytes, "hello");  // nobody else notices

  int frames = 0;
  while (slow.next_frame(300)) ++frames;
  EXPECT_GE(frames, 1);
  EXPECT_LT(frames, 50);

  quick.say("flood");  // 10 MB of text that must not be dropped
  EXPECT_EQ(quick.close_code(), 1008);
}

TEST(WebServer, SaysWhetherAFrameOfAStreamStillWaits) {
  const EchoServer echo;
  RawClient client(echo.port());
  ASSERT_TRUE(client.upgrade());

  client.say("waits");

  EXPECT_EQ(client.next_frame()->bytes, "frame");
  EXPECT_EQ(client.next_frame()->bytes, "goes waits none");  // text goes first
  EXPECT_EQ(client.next_frame()->bytes, "frame");
}

TEST(WebServer, TheNextFreePortIsTakenAndAnAddressThatIsNoneIsSaid) {
  const EchoServer first;
  WebOptions options;
  options.port = first.port();
  options.port_tries = 20;

  const auto second = WebServer::listen(options, {});
  ASSERT_TRUE(second);
  EXPECT_NE((*second)->port(), first.port());
  options.port_tries = 1;
  EXPECT_FALSE(WebServer::listen(options, {}));
  options.host = "not an address";
  EXPECT_FALSE(WebServer::listen(options, {}));
}

TEST(WebServer, SaysGoodByeWhenItStops) {
  auto echo = std::make_unique<EchoServer>();
  RawClient client(echo->port());
  ASSERT_TRUE(client.upgrade());
  client.say("hello");
  ASSERT_TRUE(client.next_frame());

  echo->server->stop();

  EXPECT_EQ(client.close_code(), 1001);
}

TEST(WebServer, ADripOfARequestIsCutOff) {
  WebOptions options;
  options.request_seconds = 0.3;
  const EchoServer echo(options);
  RawClient drip(echo.port());
  drip.send("GET / HTT");

  const std::string answer = drip.read_all(3000);

  EXPECT_EQ(answer, "");
  EXPECT_FALSE(drip.open());
}

}  // namespace
}  // namespace paddock
