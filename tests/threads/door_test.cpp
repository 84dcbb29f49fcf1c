// The whole door in one process: clients on their own threads, rooms on theirs, files on the
// workers'.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "paddock/protocols/doors.h"
#include "tests/support/course_script.h"
#include "tests/support/open_page.h"
#include "tests/support/raw_client.h"

namespace paddock::web {
namespace {

constexpr const char* kKey = "0123456789abcdef";  // one person everywhere, who may do everything

constexpr std::string_view kOpenOval =
    R"({"type":"open","id":2,"room":"shared","level":"oval","record":true,)"
    R"("vehicles":[{"driver":"person"},{"driver":"route"},{"driver":"gap"}]})";

TEST(Door, ManyClientsComeDriveAskAndGoAtOnce) {
  OpenPage open;
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
  OpenPage open;
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

TEST(Door, ProgramsOfTheCourseDriveWhileClientsPressWatchAndRestart) {
  OptionValues options;
  options.set("racecar-ports", {"0", "0"});
  OpenPage open(all_doors(), options);
  RawClient host(open.door->port());
  ASSERT_TRUE(host.greet());
  host.say(R"({"type":"open","id":2,"level":"demo","vehicles":[{"driver":"program"}]})");
  const auto ports = course_ports(host);
  ASSERT_TRUE(ports);

  CourseScript script(ports->first, ports->second);
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
      host.say(
          R"({"type":"door_settings","id":4,"door":"racecar","settings":{"realism":"ideal"}})");
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
