// The whole door in one process: clients on their own threads, rooms on theirs, files on the
// workers'.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>

#include "paddock/net/link_wait.h"
#include "paddock/net/udp_socket.h"
#include "paddock/protocols/racecar/codec.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/protocols/web/server.h"
#include "tests/support/raw_client.h"
#include "tests/support/server_process.h"

namespace paddock::web {
namespace {

struct OpenDoor {
  std::string folder = scratch_path("door");
  std::unique_ptr<Door> door;
  std::thread thread;

  explicit OpenDoor(DoorOptions options = {}) {
    options.web.port = 0;
    options.levels_folder = PADDOCK_SOURCE_DIR "/levels";
    options.recordings_folder = folder;
    door = *Door::open(options);
    thread = std::thread([this] { door->run(); });
  }
  ~OpenDoor() {
    door->stop();
    thread.join();
    door.reset();
    std::filesystem::remove_all(folder);
  }
};

constexpr const char* kKey = "0123456789abcdef";  // one person everywhere, who may do everything

constexpr std::string_view kOpenOval =
    R"({"type":"open","id":2,"room":"shared","level":"oval","record":true,)"
    R"("vehicles":[{"driver":"person"},{"driver":"route"},{"driver":"gap"}]})";

TEST(Door, ManyClientsComeDriveAskAndGoAtOnce) {
  OpenDoor open;
  const std::uint16_t port = open.door->port();
  RawClient host(port);
  ASSERT_TRUE(host.greet(kKey));
  host.say(kOpenOval);
  ASSERT_TRUE(host.receive("room"));

  std::atomic<int> frames{0}, answers{0};
  const auto guest = [&](int number) {
    for (int visit = 0; visit < 4; ++visit) {
      RawClient client(port);
      if (!client.greet(kKey)) continue;
      client.say(R"({"type":"join","id":1,"room":"shared"})");
      client.say(R"({"type":"subscribe","id":2,"sensor":"lidar","vehicle":0,"rate":60})");
      client.say(R"({"type":"take","id":3,"vehicle":0,"force":true})");
      for (int i = 0; i < 8; ++i) {
        client.say(R"({"type":"controls","vehicle":0,"steer":0.2,"drive":0.5})");
        if (client.see(kStateFrame)) ++frames;
      }
      if (number % 2 == 0) client.say(R"({"type":"restart","id":4})");
      if (number % 3 == 0) client.say(R"({"type":"recordings","id":5})");
      client.say(R"({"type":"set","id":6,"name":"vehicle.1.max_speed","value":6})");
      if (client.receive("ok")) ++answers;
      RawClient web(port);
      if (web.get("/api/levels").first == 200) ++answers;
      if (web.get("/levels/oval.png?width=64").first == 200) ++answers;
    }  // it leaves without a word
  };
  std::vector<std::thread> guests;
  for (int number = 0; number < 6; ++number) guests.emplace_back(guest, number);
  for (std::thread& one : guests) one.join();

  EXPECT_GT(frames, 6 * 4 * 6);
  EXPECT_EQ(answers, 6 * 4 * 3);
  EXPECT_TRUE(host.see(kStateFrame));
}

TEST(Door, ClosesWithRoomsFullOfPeople) {
  OpenDoor open;
  std::vector<std::unique_ptr<RawClient>> guests;
  for (int i = 0; i < 8; ++i) {
    guests.push_back(std::make_unique<RawClient>(open.door->port()));
    ASSERT_TRUE(guests.back()->greet());
    guests.back()->say(R"({"type":"open","id":2,"level":"oval"})");
  }
  for (const auto& guest : guests) EXPECT_TRUE(guest->see(kStateFrame));

  open.door->stop();

  for (const auto& guest : guests) EXPECT_EQ(guest->close_code(), 1001);
}

// --- the robot-car course ------------------------------------------------------------------------

/// A program of the course as often as it is started: connects, looks and drives in every call.
struct Script {
  std::uint16_t async_port{}, sync_port{};
  std::atomic<int> welcomes{0}, updates{0};
  std::atomic<bool> over{false};
  UdpSocket socket = *UdpSocket::open("127.0.0.1", 0);
  LinkWait wait{};
  std::string bytes{};

  void say(const racecar::ScriptMessage& message, bool async = false) {
    socket.send({kLoopback, async ? async_port : sync_port}, racecar::encode(message));
  }
  bool receive(Nanos pause) {
    constexpr std::size_t kLongest = 65'536;
    if (socket.receive(bytes, kLongest)) return true;
    wait.wait(socket.awaited(), pause);
    return socket.receive(bytes, kLongest).has_value();
  }
  bool ask(const racecar::ScriptMessage& message) {
    say(message);
    return receive(10'000'000'000);
  }
  void update() {
    say(racecar::SetSpeedAngle{1, 0.1f});
    ask(racecar::Get{racecar::Quantity::LidarSamples});
    ask(racecar::Get{racecar::Quantity::DepthImage});
    if (++updates % 4 != 1) return;
    bool more = ask(racecar::Get{racecar::Quantity::ColorImage});
    for (std::size_t i = 1; more && i < racecar::kFragments; ++i) more = ask(racecar::SendNext{});
    if (more) say(racecar::SendNext{});
  }
  void run() {
    say(racecar::Connect{1}, true);
    while (!over) {
      if (!receive(50'000'000)) continue;
      const auto message = racecar::decode_simulator(bytes);
      if (!message) continue;  // the rest of an answer
      if (std::holds_alternative<racecar::Welcome>(*message)) ++welcomes;
      if (std::holds_alternative<racecar::End>(*message) ||
          std::holds_alternative<racecar::Fault>(*message)) {  // over, or too slow an update
        socket = *UdpSocket::open("127.0.0.1", 0);
        say(racecar::Connect{1}, true);
      }
      const bool called = std::holds_alternative<racecar::RunUpdate>(*message);
      if (called) update();
      if (called || std::holds_alternative<racecar::RunStart>(*message)) say(racecar::Finished{});
    }
  }
};

TEST(Door, ProgramsOfTheCourseDriveWhileClientsPressWatchAndRestart) {
  std::mutex mutex;
  std::vector<std::shared_ptr<racecar::LockStepServer>> courses;  // one a room
  DoorOptions options;
  options.open_lock_step = [&](Rooms&, const std::string&, const SessionSpec&,
                               const DoorRequest& request) -> std::shared_ptr<LockStep> {
    racecar::DoorOptions course;
    course.async_port = course.sync_port = 0;
    course.senses = request.senses;
    const std::lock_guard lock(mutex);
    courses.push_back(*racecar::LockStepServer::open(course));
    return courses.back();
  };
  OpenDoor open(options);
  RawClient host(open.door->port());
  ASSERT_TRUE(host.greet());
  host.say(R"({"type":"open","id":2,"level":"demo","vehicles":[{"driver":"program"}]})");
  ASSERT_TRUE(host.receive("room"));
  ASSERT_EQ(courses.size(), 1u);

  Script script{.async_port = courses[0]->async_port(), .sync_port = courses[0]->sync_port()};
  std::thread program([&] { script.run(); });
  host.say(R"({"type":"subscribe","id":3,"sensor":"lidar","vehicle":0,"rate":60})");
  int pressed = 0;
  const auto watch_until = [&](const std::atomic<int>& counted, int wanted) {
    while (counted < wanted) {
      if (!host.see(kStateFrame)) return false;
      if (script.welcomes == pressed) continue;
      pressed = script.welcomes;
      host.say(R"({"type":"pad","buttons":["START"]})");
      host.say(R"({"type":"pad"})");
      host.say(R"({"type":"senses","id":4,"realism":"ideal"})");
    }
    return true;
  };
  bool good = watch_until(script.updates, 30);
  const int welcomes = script.welcomes;
  host.say(R"({"type":"restart","id":5})");
  good = good && watch_until(script.welcomes, welcomes + 1) && watch_until(script.updates, 60);
  script.over = true;
  program.join();

  EXPECT_TRUE(good);
}

}  // namespace
}  // namespace paddock::web
