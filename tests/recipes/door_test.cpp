// The door of docs/adding_a_door.md, in a room.
#include <gtest/gtest.h>

#include <array>
#include <future>
#include <sstream>

#include "paddock/net/tcp_link.h"
#include "paddock/protocols/line/door.h"
#include "tests/support/stages.h"

namespace paddock {
namespace {

constexpr Nanos kLongest = 20'000'000'000;

/// A ring whose level asks for the door.
StageOptions line_stage() {
  StageOptions stage;
  stage.open = [](std::uint64_t, const LevelSettings&) {
    LevelSpec level = ring_level(8, 3);
    level.starts[0].vehicle = "racecar";
    level.papers.doors = {"line"};
    return open_session(build_level(level), ring_spec(1, "program"));
  };
  stage.pace.factor = 0;
  return stage;
}

/// The next line that the door says; empty when it says none.
std::string next_line(EventLoop& loop, TcpLink& link, std::string& bytes) {
  const Nanos began = steady_now();
  while (bytes.find('\n') == std::string::npos) {
    if (steady_now() - began > kLongest || !link.read(bytes)) return {};
    if (bytes.find('\n') == std::string::npos) loop.wait(kLongest);
  }
  const std::size_t end = bytes.find('\n') + 1;
  std::string line = bytes.substr(0, end);
  bytes.erase(0, end);
  return line;
}

TEST(AddingADoor, TheDoorOfTheRecipeDrivesACarInARoom) {
  Rooms rooms;
  const std::array<const DoorKind*, 1> doors{&line::kDoor};
  DoorContext context{.rooms = rooms, .admission = std::make_shared<Admission>()};
  context.options.set("line-port", {"0"});
  std::promise<Result<void>> opening;
  const auto room = rooms.open(
      {.name = "ring",
       .level = "ring",
       .keep = true,
       .stage = line_stage(),
       .join = [&](const Session& session,
                   EventLoop& loop) { return join_doors(doors, context, {}, session, loop); }},
      [&](Result<void> result) { opening.set_value(std::move(result)); });
  ASSERT_TRUE(room);
  ASSERT_TRUE(opening.get_future().get());
  std::promise<std::uint16_t> port;
  (*room)->post([&](Stage& stage, Nanos) {
    port.set_value(stage.peer_of("line")->status().links.at(0).ports.at(0));
  });

  EventLoop loop;
  TcpLink program(loop);
  program.dial({"127.0.0.1", port.get_future().get()});
  std::string bytes, line;
  double x = 0, y = 0, yaw = 0, speed = 0;
  for (int i = 0; i < 100; ++i) {
    line = next_line(loop, program, bytes);
    ASSERT_FALSE(line.empty()) << i;
    std::istringstream(line) >> x >> y >> yaw >> speed;
    ASSERT_TRUE(program.write("0.04 1.5\n"));
  }

  EXPECT_GT(speed, 1);
  rooms.close_all("the test is over");
}

}  // namespace
}  // namespace paddock
