// The whole door in one process: clients on their own threads, rooms on theirs, files on the
// workers'.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "paddock/protocols/web/server.h"
#include "tests/support/raw_client.h"
#include "tests/support/server_process.h"

namespace paddock::web {
namespace {

struct OpenDoor {
  std::string folder = scratch_path("door");
  std::unique_ptr<Door> door;
  std::thread thread;

  OpenDoor() {
    DoorOptions options;
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

}  // namespace
}  // namespace paddock::web
