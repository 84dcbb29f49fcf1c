// The server as it is started, on real sockets: rude guests, sudden ends, and a stage that does not
// mind.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "paddock/protocols/web/codec.h"
#include "paddock/record/replay.h"
#include "tests/support/raw_client.h"
#include "tests/support/server_process.h"

namespace paddock {
namespace {

using web::StateMessage;

struct Folder {
  std::string path = scratch_path("server-test");
  ~Folder() { std::filesystem::remove_all(path); }
};

struct Served {
  Folder folder;
  ServerProcess server;
  explicit Served(std::vector<std::string> more = {})
      : server(PADDOCK_BINARY, arguments(folder.path, std::move(more))) {}
  static std::vector<std::string> arguments(const std::string& recordings,
                                            std::vector<std::string> more) {
    std::vector<std::string> all{"--port", "0", "--recordings", recordings};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
};

double seconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

std::optional<StateMessage> state_of(RawClient& client) {
  const auto bytes = client.see(web::kStateFrame);
  if (!bytes) return std::nullopt;
  const auto frame = web::decode_frame(*bytes);
  if (!frame) return std::nullopt;
  return std::get<StateMessage>(*frame);
}

bool open_oval(RawClient& client, const std::string& more = "") {
  client.say(R"({"type":"open","id":2,"level":"oval","vehicles":[{"driver":"route"}])" + more +
             "}");
  return client.receive("room").has_value();
}

TEST(Server, IsUpWithinHalfASecondAndItsLastLineIsTheAddress) {
  const auto began = std::chrono::steady_clock::now();
  const Served served;
  RawClient client(served.server.port());
  EXPECT_EQ(client.get("/").first, 200);

  std::printf("cold start to the first answer: %.3f s\n", seconds_since(began));
  EXPECT_LT(seconds_since(began), 0.5 * 4);  // 0.5 s on a machine that does nothing else
  EXPECT_TRUE(served.server.said().ends_with(served.server.address() + "\n"));
}

TEST(Server, WatchedRunIsARoomThatGoesOnUntilItIsInterrupted) {
  ServerProcess run(PADDOCK_BINARY, {"run", "oval", "--watch", "--port", "0"});
  ASSERT_TRUE(run.address().ends_with("#room=oval-1")) << run.said();
  RawClient client(run.port());
  ASSERT_TRUE(client.greet());
  client.say(R"({"type":"join","id":2,"room":"oval-1"})");
  ASSERT_TRUE(client.receive("room"));

  const auto first = state_of(client);
  auto later = state_of(client);
  while (first && later && later->tick < first->tick + 20) later = state_of(client);

  ASSERT_TRUE(later);
  EXPECT_GT(later->vehicles[0].speed, 0);
  EXPECT_EQ(run.stop(SIGINT), 0);
}

TEST(Server, OpensALevelWithinTwoSecondsAndPauseStopsTheTick) {
  const Served served;
  RawClient client(served.server.port());
  ASSERT_TRUE(client.greet());
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(open_oval(client));
  ASSERT_TRUE(state_of(client));
  EXPECT_LT(seconds_since(began), 2);

  client.say(R"({"type":"pause","id":3,"paused":true})");
  ASSERT_TRUE(client.receive("ok"));
  std::optional<StateMessage> first = state_of(client);
  while (first && (first->flags & web::kPaused) == 0) first = state_of(client);
  const auto second = state_of(client);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->tick, second->tick);
}

TEST(Server, RudeGuestsDoNotDisturbTheStage) {
  const Served served;
  const std::uint16_t port = served.server.port();
  RawClient watcher(port);
  ASSERT_TRUE(watcher.greet());
  ASSERT_TRUE(open_oval(watcher));
  const auto before = state_of(watcher);
  ASSERT_TRUE(before);
  const auto began = std::chrono::steady_clock::now();

  std::vector<std::unique_ptr<RawClient>> rude;
  const auto guest = [&](bool upgraded) -> RawClient& {
    rude.push_back(std::make_unique<RawClient>(port));
    EXPECT_TRUE(!upgraded || rude.back()->upgrade());
    return *rude.back();
  };
  // slow-loris: many half requests at once
  for (int i = 0; i < 50; ++i) guest(false).send("GET / HTTP/1.1\r\nHost: 127");
  // frames that make no sense, lengths of a gigabyte, text that is no text
  for (int round = 0; round < 10; ++round) {
    guest(true).send(std::string("\x81\xff\x00\x00\x00\x00\x40\x00\x00\x00mask", 14));
    guest(true).send(std::string("\xff\xff\xff\xff\xff\xff\xff\xff", 8));
    guest(true).say("\xc3\x28 no UTF-8");
    guest(true).send_frame(2, "binary");
    guest(true).say(std::string(60'000, '['));
    guest(true).say(R"({"type":"hello","version":99})");
    guest(true).say(R"({"type":"join","room":"oval-1"})");
    RawClient& nested = guest(true);
    for (int i = 0; i < 12; ++i) nested.say("{\"type\":{}}");
    RawClient& half = guest(true);
    half.send("\x81");
    RawClient& bytes = guest(false);
    std::string noise;
    for (int i = 0; i < 5000; ++i) noise += static_cast<char>((i * 7919 + round * 31) % 256);
    bytes.send(noise);
  }
  // paths that lead elsewhere
  for (const char* path : {"/../../etc/passwd", "/levels/../../../etc/passwd", "/%2e%2e/%2e%2e/etc",
                           "/levels/%2e%2e%2foval.glb", "/recordings/..%2f..%2fetc%2fpasswd"}) {
    RawClient client(port);
    const auto [status, body] = client.get(path);
    EXPECT_EQ(status, 404) << path;
    EXPECT_EQ(body.find("root:"), std::string::npos);
  }
  // a guest who drives another's car with nonsense
  RawClient driver(port);
  ASSERT_TRUE(driver.greet());
  driver.say(R"({"type":"join","room":"oval-1"})");
  for (int i = 0; i < 100; ++i) {
    driver.say(R"({"type":"controls","vehicle":0,"steer":1e308,"drive":-1e308})");
    driver.say(R"({"type":"set","name":"vehicle.0.mass","value":1e300})");
    driver.say(R"({"type":"click","point":[1e300,0,0]})");
    driver.say(R"({"type":"subscribe","sensor":"lidar","vehicle":63})");
  }

  std::optional<StateMessage> after = state_of(watcher);
  while (after && seconds_since(began) < 2) after = state_of(watcher);
  ASSERT_TRUE(after);
  const double simulated = static_cast<double>(after->tick - before->tick) * 0.01;
  EXPECT_NEAR(simulated, seconds_since(began), 0.5);  // the stage kept its time
  EXPECT_EQ(after->run, before->run);
  EXPECT_NE(after->vehicles[0].x, before->vehicles[0].x);
  RawClient polite(port);
  EXPECT_EQ(polite.get("/api/rooms").first, 200);
}

/// The longest time between two state frames of `client` until `over`, ms.
double longest_gap(RawClient& client, const std::function<bool()>& over) {
  double longest = 0;
  EXPECT_TRUE(state_of(client));
  auto last = std::chrono::steady_clock::now();
  while (!over()) {
    if (!state_of(client)) return -1;
    longest = std::max(longest, 1000 * seconds_since(last));
    last = std::chrono::steady_clock::now();
  }
  return longest;
}

TEST(Server, FramesGoOnWhileOtherRoomsAreOpenedAndClosed) {
  const Served served;
  RawClient watcher(served.server.port());
  ASSERT_TRUE(watcher.greet());
  ASSERT_TRUE(open_oval(watcher));
  const auto began = std::chrono::steady_clock::now();
  const double quiet = longest_gap(watcher, [&] { return seconds_since(began) > 3; });

  // the level that takes longest to open, opened whole, left while it opens, and closed
  std::atomic<int> opened{0}, closed{0};
  std::atomic<bool> over{false};
  std::thread others([&] {
    for (int round = 0; round < 20; ++round) {
      RawClient other(served.server.port());
      if (!other.greet()) break;
      const std::string name = "big-" + std::to_string(round);
      other.say(R"({"type":"open","id":2,"room":")" + name +
                R"(","level":"grand_prix_2021","vehicles":[{"driver":"idle"}]})");
      if (round % 2 == 0 && other.receive("room", 60'000)) ++opened;
      other.say(R"({"type":"close","id":3,"room":")" + name + R"("})");
      for (auto ok = other.receive("ok"); ok; ok = other.receive("ok"))
        if (ok->find("id")->integer() == 3) {
          ++closed;
          break;
        }
    }
    over = true;
  });
  const double busy = longest_gap(watcher, [&] { return over.load(); });
  others.join();

  std::printf("longest gap between frames: %.1f ms, beside rooms that open and close %.1f ms\n",
              quiet, busy);
  EXPECT_EQ(opened, 10);
  EXPECT_EQ(closed, 20);
  EXPECT_GT(busy, 0);
}

/// Readings of two sensors, each of which is to come.
struct Recorded {
  std::vector<web::SeriesSample> odometry;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint16_t>>> scans;
  std::uint64_t left_out{};

  void take(const std::string& bytes) {
    const auto frame = web::decode_frame(bytes);
    ASSERT_TRUE(frame);
    if (const auto* series = std::get_if<web::SeriesMessage>(&*frame)) {
      odometry.insert(odometry.end(), series->samples.begin(), series->samples.end());
      left_out += series->head.left_out;
    } else if (const auto* scan = std::get_if<web::RangesMessage>(&*frame)) {
      scans.emplace_back(scan->tick, scan->ranges);
      left_out += scan->head.left_out;
    }
  }
};

/// Odometry of 100 Hz and a lidar of 20 Hz over so many simulated seconds of a room at that pace.
Recorded record(
    RawClient& client, std::size_t seconds, const std::string& factor,
    const std::function<void()>& before_it_begins = [] {}) {
  Recorded recorded;
  if (!client.greet() || !open_oval(client, R"(,"paused":true,"factor":)" + factor))
    return recorded;
  for (const char* sensor :
       {R"("odometry","rate":100)", R"("lidar","rate":20,"figures":{"beams":90})"}) {
    client.say(R"({"type":"subscribe","id":3,"vehicle":0,"every":true,"sensor":)" +
               std::string(sensor) + "}");
    if (!client.receive("subscribed")) return recorded;
  }
  before_it_begins();
  client.say(R"({"type":"pause","paused":false})");
  while (recorded.odometry.size() < 100 * seconds || recorded.scans.size() < 20 * seconds) {
    const auto frame = client.next_frame();
    if (!frame || frame->opcode == 8) break;
    if (frame->opcode == 2) recorded.take(frame->bytes);
  }
  return recorded;
}

TEST(Server, EveryReadingComesAtTenTimesRealTimeWhileViewersStall) {
  const Served served;
  std::vector<std::unique_ptr<RawClient>> stalled;  // they never read what they ask for
  const auto stall = [&] {
    for (int i = 0; i < 3; ++i) {
      stalled.push_back(std::make_unique<RawClient>(served.server.port(), 4096));
      RawClient& viewer = *stalled.back();
      ASSERT_TRUE(viewer.greet());
      viewer.say(R"({"type":"join","id":2,"room":"oval-1"})");
      ASSERT_TRUE(viewer.receive("room"));
      viewer.say(R"({"type":"subscribe","sensor":"lidar","vehicle":0,"rate":100,"every":true})");
      viewer.say(R"({"type":"subscribe","sensor":"lidar","vehicle":0,"rate":100})");
    }
  };
  RawClient fast(served.server.port()), slow(served.server.port());

  const Recorded all = record(fast, 60, "10", stall);
  const Recorded some = record(slow, 6, "2");

  EXPECT_EQ(all.left_out, 0u);
  ASSERT_GE(all.odometry.size(), 6000u);
  ASSERT_GE(all.scans.size(), 1200u);
  for (std::size_t i = 1; i < all.odometry.size(); ++i)
    ASSERT_EQ(all.odometry[i].tick, all.odometry[i - 1].tick + 1);
  for (std::size_t i = 1; i < all.scans.size(); ++i)
    ASSERT_EQ(all.scans[i].first, all.scans[i - 1].first + 5);
  ASSERT_GE(some.odometry.size(), 600u);
  ASSERT_GE(some.scans.size(), 120u);
  EXPECT_TRUE(std::equal(some.odometry.begin(), some.odometry.begin() + 600, all.odometry.begin()));
  EXPECT_TRUE(std::equal(some.scans.begin(), some.scans.begin() + 120, all.scans.begin()));
}

TEST(Server, TheViewTokenIsForWatchingOnly) {
  const Served served({"--view-token", "look"});
  RawClient opener(served.server.port());
  ASSERT_TRUE(opener.greet());
  ASSERT_TRUE(open_oval(opener));
  EXPECT_NE(served.server.said().find("?token=look"), std::string::npos);

  RawClient guest(served.server.port());
  ASSERT_TRUE(guest.upgrade("/ws?token=look"));
  guest.say(R"({"type":"hello","id":1,"version":1})");
  const auto welcome = guest.receive("welcome");
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->find("access")->text(), "view");
  guest.say(R"({"type":"join","id":2,"room":"oval-1"})");
  EXPECT_TRUE(state_of(guest));
  for (const char* request :
       {R"({"type":"close","room":"oval-1"})", R"({"type":"pause","paused":true})",
        R"({"type":"open","level":"oval"})", R"({"type":"take","vehicle":0})"}) {
    guest.say(request);
    const auto error = guest.receive("error");
    ASSERT_TRUE(error) << request;
    EXPECT_EQ(error->find("code")->text(), "not_allowed") << request;
  }
  RawClient files(served.server.port());
  EXPECT_EQ(files.get("/api/levels?token=look").first, 200);
  RawClient recording(served.server.port());
  EXPECT_EQ(recording.get("/recordings/x.paddock?token=look").first, 403);
}

TEST(Server, ARecordingBeyondTheQuotaIsRefused) {
  const Served served({"--recordings-quota", "1GB,1"});
  RawClient client(served.server.port());
  ASSERT_TRUE(client.greet());
  ASSERT_TRUE(open_oval(client, R"(,"record":true)"));

  client.say(R"({"type":"record","id":9,"on":true})");

  const auto error = client.receive("error");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->find("code")->text(), "limit");
  EXPECT_NE(error->find("message")->text().find("--recordings-quota"), std::string::npos);
}

TEST(Server, AThousandRecordingsAreListedAtOnce) {
  const Served served;
  {
    RawClient client(served.server.port());
    ASSERT_TRUE(client.greet());
    ASSERT_TRUE(open_oval(client, R"(,"record":true)"));
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(state_of(client));
    client.say(R"({"type":"record","id":3,"on":false})");
    for (auto ok = client.receive("ok"); ok; ok = client.receive("ok"))
      if (ok->find("id")->integer() == 3) break;
  }
  const std::string first = served.folder.path + "/oval-0001.paddock";
  for (int i = 1; i < 1000; ++i)
    std::filesystem::copy_file(first, served.folder.path + "/" + std::to_string(i) + ".paddock");

  for (const char* when : {"first", "again"}) {
    RawClient client(served.server.port());
    const auto began = std::chrono::steady_clock::now();
    const auto [status, body] = client.get("/api/recordings");
    std::printf("/api/recordings of 1000, %s: %.3f s, %zu bytes\n", when, seconds_since(began),
                body.size());
    ASSERT_EQ(status, 200);
    EXPECT_EQ(parse_json(body)->find("recordings")->items().size(), 1000u);
  }
}

TEST(Server, ARecordingSurvivesKillNineUpToTheLastSecond) {
  Folder kept;
  double recorded = 0;
  {
    ServerProcess server(PADDOCK_BINARY, {"--port", "0", "--recordings", kept.path});
    RawClient client(server.port());
    ASSERT_TRUE(client.greet());
    ASSERT_TRUE(open_oval(client, R"(,"record":true)"));
    const auto began = std::chrono::steady_clock::now();
    std::optional<StateMessage> last;
    while (seconds_since(began) < 3.2) last = state_of(client);
    ASSERT_TRUE(last);
    recorded = static_cast<double>(last->tick) * 0.01;
    server.stop(SIGKILL);
  }

  const auto recording = read_recording(kept.path + "/oval-0001.paddock");
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_FALSE(recording->complete);
  const double survived = static_cast<double>(count(recording->end)) * 0.01;
  EXPECT_GT(survived, recorded - 1.3);  // a flush a second, and a frame or two

  // and it plays, with the same bits
  auto session = open_recorded(*recording);
  ASSERT_TRUE(session);
  Replay replay(std::make_shared<const Recording>(*recording));
  while (session->state.tick < replay.end()) {
    replay.feed(*session);
    advance(*session);
    EXPECT_EQ(replay.check(*session), "");
  }
  EXPECT_GE(replay.hashes_compared(), 1u);
}

TEST(Server, StopsGracefullyOnSigintAndSigterm) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Served served;
    RawClient client(served.server.port());
    ASSERT_TRUE(client.greet());
    ASSERT_TRUE(open_oval(client));
    const auto began = std::chrono::steady_clock::now();
    kill(served.server.pid(), signal);

    EXPECT_EQ(client.close_code(), 1001);
    EXPECT_EQ(served.server.stop(0), 0);
    EXPECT_LT(seconds_since(began), 2);
  }
}

TEST(Server, BeyondLoopbackAsksForATokenAndPrintsIt) {
  const Served served({"--host", "0.0.0.0", "--token", "abc123"});
  RawClient client(served.server.port());

  EXPECT_NE(served.server.address().find("?token=abc123"), std::string::npos);
  EXPECT_NE(served.server.said().find("Programs on another machine"), std::string::npos);
  EXPECT_EQ(client.get("/").first, 200);
  EXPECT_EQ(client.get("/api/levels").first, 401);
  RawClient with(served.server.port());
  EXPECT_EQ(with.get("/api/levels?token=abc123").first, 200);
  RawClient socket(served.server.port());
  EXPECT_FALSE(socket.upgrade());
}

TEST(Server, APortThatIsTakenIsSaidAndTheNextOneUsed) {
  const Served first;
  const ServerProcess second(PADDOCK_BINARY, {"--port", std::to_string(first.server.port())});

  EXPECT_NE(second.port(), first.server.port());
  EXPECT_NE(second.said().find("is taken"), std::string::npos);
  RawClient client(second.port());
  EXPECT_EQ(client.get("/").first, 200);
}

TEST(Server, ALevelThatCannotBeOpenedSaysWhyAndLeavesNoRoom) {
  Folder folder;
  std::filesystem::create_directories(folder.path + "/bad");
  std::filesystem::copy_file(PADDOCK_SOURCE_DIR "/tests/malformed/box_negative_size.toml",
                             folder.path + "/bad/broken.toml");
  setenv("PADDOCK_LEVELS", folder.path.c_str(), 1);
  const Served served;
  unsetenv("PADDOCK_LEVELS");
  RawClient client(served.server.port());
  ASSERT_TRUE(client.greet());
  client.say(R"({"type":"open","id":2,"level":"broken"})");

  const auto error = client.receive("error");

  ASSERT_TRUE(error);
  EXPECT_NE(error->find("message")->text().find("broken.toml"), std::string::npos);
  const Json& problem = error->find("problems")->items()[0];
  EXPECT_EQ(problem.find("file")->text(), "broken.toml");  // without the server's folders
  EXPECT_EQ(problem.find("field")->text(), "box.size");
  client.say(R"({"type":"rooms","id":3})");
  EXPECT_TRUE(client.receive("rooms")->find("rooms")->items().empty());
}

}  // namespace
}  // namespace paddock
