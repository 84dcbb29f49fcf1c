// One room, driven at once by two programs of the robot-car course, the controller of an EES-PEES
// robot and a person at the page.
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "paddock/core/hash.h"
#include "paddock/protocols/doors.h"
#include "paddock/record/replay.h"
#include "tests/support/course_script.h"
#include "tests/support/ees_peers.h"
#include "tests/support/open_page.h"
#include "tests/support/raw_client.h"

namespace paddock {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kTicks = 300;  // five seconds
constexpr Nanos kGivesUp = 120'000'000'000;

constexpr std::string_view kOpen =
    R"({"type":"open","id":2,"level":"shared_hall","room":"hall","record":true,"paused":true,)"
    R"("factor":0,"vehicles":[{"driver":"program"},{"driver":"program"},{"driver":"program"},)"
    R"({"driver":"person"}]})";

/// How long everybody thinks before each answer.
struct Thinking {
  milliseconds first_car{}, second_car{}, rover{};
};

/// Answers every packet with the same course until the connection ends.
void drive_rover(eespees::StandInController& controller, const std::atomic<bool>& over,
                 milliseconds slow) {
  controller.peer = controller.listener.accept(20'000);
  if (!controller.peer || !controller.peer->read(eespees::kInitSize)) return;
  while (!over) {
    if (!controller.read_sensors(200)) continue;
    if (slow.count() > 0) std::this_thread::sleep_for(slow);
    controller.drive({.heading = 30, .speed = 10});
  }
}

bool connected(RawClient& host, std::size_t links) {
  for (;;) {
    const auto room = host.receive("room");
    if (!room) return false;
    std::size_t there = 0;
    for (const Json& link : room->find("links")->items()) there += link.find("connected")->truth();
    if (there >= links) return true;
  }
}

std::int64_t tick_of_room(const Rooms& rooms) {
  const auto room = rooms.find("hall");
  const auto frame = room ? room->latest() : nullptr;
  return frame ? count(frame->tick) : 0;
}

/// Drives for kTicks and more; the recording that was made.
std::shared_ptr<const Recording> record_run(const Thinking& thinking) {
  eespees::StandInController controller;
  OptionValues options;
  options.set("racecar-ports", {"0", "0"});
  options.set("ees-pees-controllers", {concat("127.0.0.1:", controller.listener.port())});
  web::OpenPage open(all_doors(), options);
  RawClient host(open.door->port());
  EXPECT_TRUE(host.greet("0123456789abcdef"));
  std::atomic<bool> over{false};
  std::thread rover([&] { drive_rover(controller, over, thinking.rover); });
  host.say(kOpen);
  const auto ports = course_ports(host);
  if (!ports) {
    ADD_FAILURE() << "the room has no ports of the course";
    over = true, rover.join();
    return nullptr;
  }
  CourseScript first(ports->first, ports->second), second(ports->first, ports->second);
  first.pictures = second.pictures = false;
  first.slow = thinking.first_car, second.slow = thinking.second_car;
  second.angle = -0.2f;
  std::thread first_program([&] { first.run(); });
  EXPECT_TRUE(connected(host, 2));  // the rover's controller and the first program
  std::thread second_program([&] { second.run(); });
  EXPECT_TRUE(connected(host, 3));

  // simulated time stands: what the person does first counts from the first tick on
  constexpr std::string_view kControls =
      R"({"type":"controls","vehicle":3,"steer":0.1,"drive":0.4})";
  host.say(kControls);
  host.say(R"({"type":"pad","buttons":["START"]})");
  const Nanos began = steady_now();
  while (tick_of_room(open.rooms) < kTicks && steady_now() - began < kGivesUp) {
    if (!host.see(web::kStateFrame)) break;
    host.say(kControls);
  }
  EXPECT_GE(tick_of_room(open.rooms), kTicks);
  EXPECT_GT(first.updates, 0);
  EXPECT_GT(second.updates, 0);
  host.say(R"({"type":"record","id":9,"on":false})");
  EXPECT_TRUE(host.receive("ok"));
  first.over = second.over = over = true;
  first_program.join(), second_program.join();
  host.say(R"({"type":"close","id":10,"room":"hall"})");
  rover.join();
  std::shared_ptr<const Recording> recording;
  for (const auto& file : std::filesystem::directory_iterator(open.folder))
    if (file.path().extension() == ".paddock")
      recording = std::make_shared<const Recording>(*read_recording(file.path().string()));
  return recording;
}

/// The hash of the run at tick kTicks, with every hash on the way compared.
std::uint64_t replayed_hash(const std::shared_ptr<const Recording>& recording) {
  Session session = *open_recorded(*recording);
  Replay replay(recording);
  EXPECT_TRUE(replay.seek(session, Tick{0}));
  while (count(session.state.tick) < kTicks) {
    replay.feed(session);
    advance(session);
    EXPECT_EQ(replay.check(session), "");
  }
  EXPECT_GT(replay.hashes_compared(), 0u);
  for (std::size_t v = 0; v < 4; ++v)
    EXPECT_GT(distance(position(pose_of(session.state.physics.vehicles[v])),
                       position(session.model.vehicles[v].start)),
              0.05)
        << "vehicle " << v << " has not moved";
  return hash_of(session.state);
}

TEST(SharedRoom, IsDrivenByFourAtOnceAndDoesNotDependOnWhoAnswersFirst) {
  const auto quick = record_run({});
  ASSERT_TRUE(quick);
  const std::uint64_t hash = replayed_hash(quick);

  const auto slow_rover = record_run({.rover = milliseconds(2)});
  ASSERT_TRUE(slow_rover);
  const auto slow_cars = record_run({.first_car = milliseconds(2), .second_car = milliseconds(1)});
  ASSERT_TRUE(slow_cars);

  EXPECT_EQ(replayed_hash(slow_rover), hash);
  EXPECT_EQ(replayed_hash(slow_cars), hash);
}

}  // namespace
}  // namespace paddock
