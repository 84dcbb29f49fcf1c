// The row of the door: its options, and how it joins rooms.
#include "paddock/protocols/racecar/door.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "tests/protocols/racecar/course.h"

namespace paddock::racecar {
namespace {

OptionValues ports(std::vector<std::string> values) {
  OptionValues options;
  options.set("racecar-ports", std::move(values));
  return options;
}

TEST(RacecarPorts, AreTwoNumbersOrOneText) {
  using Ports = std::pair<std::uint16_t, std::uint16_t>;
  EXPECT_EQ(*read_ports({}), Ports(5064, 5065));
  EXPECT_EQ(*read_ports(ports({"6000", "65535"})), Ports(6000, 65535));
  EXPECT_EQ(*read_ports(ports({"6000,6001"})), Ports(6000, 6001));
  EXPECT_EQ(*read_ports(ports({"0", "0"})), Ports(0, 0));
  EXPECT_TRUE(kDoor.check(ports({"0", "0"})));
}

TEST(RacecarPorts, SayWhatTheyMustBe) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{},
                                                {"5064"},
                                                {"5064", "x"},
                                                {"-1", "2"},
                                                {"5064", "65536"},
                                                {"5064,"},
                                                {"1,2,3"},
                                                {"7", "7"},
                                                {"1", "2", "3"}}) {
    const auto read = read_ports(ports(wrong));
    ASSERT_FALSE(read);
    EXPECT_FALSE(kDoor.check(ports(wrong)));
    EXPECT_NE(read.error().message.find("two different ports"), std::string::npos)
        << read.error().message;
  }
}

SessionSpec spec_of(std::vector<VehicleRequest> vehicles) {
  SessionSpec spec;
  spec.vehicles = std::move(vehicles);
  return spec;
}

Session session_of(const SessionSpec& spec) {
  return *open_session(build_level(bare_course()), spec);
}

struct House {
  Rooms rooms;
  DoorContext context{.rooms = rooms, .admission = std::make_shared<Admission>()};

  House() { context.options = ports({"0", "0"}); }

  std::shared_ptr<LockStepServer> join(const JoinRequest& request, EventLoop& loop) {
    return std::dynamic_pointer_cast<LockStepServer>(
        kDoor.join(context, request, session_of(request.spec), loop));
  }
  /// A room of the door that runs; its ports.
  std::vector<std::uint16_t> open_room(bool keep) {
    const JoinRequest request{.spec = spec_of({{.driver = "program"}})};
    RoomRequest room{.name = "", .level = "bare", .keep = keep, .stage = {}};
    room.stage.open = [request](std::uint64_t, const LevelSettings&) -> Result<Session> {
      return session_of(request.spec);
    };
    room.join = [this, request](const Session& session, EventLoop& loop) {
      return std::vector{kDoor.join(context, request, session, loop)};
    };
    const auto opened = *rooms.open(std::move(room), [](const Result<void>&) {});
    while (true) {
      const auto frame = opened->latest();
      if (frame && !frame->status->peers.empty() && !frame->status->peers[0].links.empty())
        return frame->status->peers[0].links[0].ports;
      std::this_thread::yield();
    }
  }
};

TEST(RacecarJoin, TakesRobotCarsThatWaitForPrograms) {
  House house;
  EventLoop loop;
  JoinRequest request{.spec = spec_of({{.kind = "racecar", .driver = "program"},
                                       {.kind = "robotcar", .driver = "idle"},
                                       {.kind = "robotcar", .driver = "program"}})};
  request.settings = {{"depth", "low"}};
  const auto door = house.join(request, loop);
  ASSERT_NE(door, nullptr);
  EXPECT_EQ(door->status().door, "racecar");
  EXPECT_NE(door->async_port(), door->sync_port());

  request.spec.vehicles.pop_back();
  EXPECT_EQ(house.join(request, loop), nullptr) << "nothing to drive";
}

TEST(RacecarJoin, WhatCannotBeSetIsLeftOut) {
  House house;
  EventLoop loop;
  JoinRequest request{.spec = spec_of({{.driver = "program"}})};
  request.settings = {{"weather", "rain"}};
  EXPECT_NE(house.join(request, loop), nullptr);
}

TEST(RacecarJoin, ARoomThatNobodyIsInGivesItsPortsAway) {
  House house;
  EventLoop loop;
  const std::vector<std::uint16_t> taken = house.open_room(false);
  house.context.options = ports({concat(taken.at(0)), concat(taken.at(1))});
  const auto door = house.join({.spec = spec_of({{.driver = "program"}})}, loop);
  ASSERT_NE(door, nullptr);
  EXPECT_EQ(door->async_port(), taken[0]);
  EXPECT_EQ(door->sync_port(), taken[1]);
  EXPECT_EQ(door->status().notice.text, "");
  EXPECT_TRUE(house.rooms.list().empty());
}

TEST(RacecarJoin, WherePortsStayTakenOthersAreUsedAndPeopleAreTold) {
  House house;
  EventLoop loop;
  const std::vector<std::uint16_t> taken = house.open_room(true);
  house.context.options = ports({concat(taken.at(0)), concat(taken.at(1))});
  const auto door = house.join({.spec = spec_of({{.driver = "program"}})}, loop);
  ASSERT_NE(door, nullptr);
  EXPECT_NE(door->async_port(), taken[0]);
  EXPECT_NE(door->status().notice.text.find("is taken"), std::string::npos);
  EXPECT_NE(door->status().notice.text.find("must be told the ports"), std::string::npos);
  EXPECT_EQ(house.rooms.list().size(), 1u);
}

}  // namespace
}  // namespace paddock::racecar
