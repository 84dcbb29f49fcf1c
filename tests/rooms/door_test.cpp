#include "paddock/rooms/door.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/stages.h"

namespace paddock {
namespace {

TEST(DoorOptions, AreReadWithTheirStandards) {
  OptionValues values;
  values.set("pace", {"2.5"});
  values.set("controller", {"a:1", "b:2"});
  values.set("noise", {});

  EXPECT_TRUE(values.has("noise"));
  EXPECT_FALSE(values.has("solvable"));
  EXPECT_EQ(values.text("pace", "40"), "2.5");
  EXPECT_EQ(values.text("backend", "127.0.0.1:10201"), "127.0.0.1:10201");
  EXPECT_EQ(values.list("controller"), (std::vector<std::string>{"a:1", "b:2"}));
  EXPECT_EQ(values.number("pace", 40, 0, 100).value(), 2.5);
  EXPECT_EQ(values.number("speed", 40, 0, 100).value(), 40);
}

TEST(DoorOptions, SayWhatIsWrong) {
  OptionValues values;
  values.set("pace", {"fast"});
  values.set("wire", {"other"});
  constexpr std::array<std::string_view, 2> kWires{"actual", "readme"};

  EXPECT_EQ(values.number("pace", 40, 0, 100).error().message,
            "--pace must be a number from 0 to 100, got \"fast\"");
  EXPECT_EQ(values.one_of("wire", "actual", kWires).error().message,
            "--wire must be one of actual, readme, got \"other\"");
  values.set("pace", {"101"});
  EXPECT_FALSE(values.number("pace", 40, 0, 100));
  values.set("pace", {"nan"});
  EXPECT_FALSE(values.number("pace", 40, 0, 100));
}

std::shared_ptr<LockStepPeer> join_two(const DoorContext&, const JoinRequest& request,
                                       const Session& session, EventLoop&) {
  if (request.user == "nobody" || session.seats.empty()) return nullptr;
  return std::make_shared<StandInPeer>("two");
}

TEST(Doors, AreJoinedByTheLevelsThatNameThem) {
  const DoorKind one{.name = "one", .about = "joins nothing"};
  const DoorKind two{.name = "two", .about = "", .join = join_two};
  const std::array<const DoorKind*, 2> doors{&one, &two};
  LevelSpec level = ring_level(8, 3);
  level.starts[0].vehicle = "racecar";
  Rooms rooms;
  DoorContext context{.rooms = rooms, .admission = nullptr};
  EventLoop loop;
  const auto joined = [&](std::vector<std::string> names, const std::string& user) {
    level.papers.doors = std::move(names);
    const auto session = open_session(build_level(level), ring_spec(1, "program"));
    return join_doors(doors, context, {.spec = {}, .user = user}, *session, loop).size();
  };

  EXPECT_EQ(joined({}, ""), 0u);
  EXPECT_EQ(joined({"two"}, ""), 1u);
  EXPECT_EQ(joined({"two"}, "nobody"), 0u);
  EXPECT_EQ(joined({"one", "unknown", "two"}, ""), 1u);  // others are logged
}

}  // namespace
}  // namespace paddock
