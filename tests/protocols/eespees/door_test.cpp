// The row of the door: what its options plan, and whom it drives in rooms of others.
#include "paddock/protocols/eespees/door.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>

#include "paddock/io/file.h"
#include "tests/support/ees_peers.h"
#include "tests/support/server_process.h"
#include "tests/support/stages.h"

namespace paddock::eespees {
namespace {

/// A server of the repository's levels, by their names or files.
struct House {
  Rooms rooms;
  DoorContext context{.rooms = rooms, .admission = std::make_shared<Admission>()};

  House() {
    context.find_level = [](const std::string& name) -> Result<std::string> {
      const std::string ours = concat(PADDOCK_SOURCE_DIR "/levels/eespees/", name, ".toml");
      for (const std::string& file : {name, ours})
        if (std::filesystem::is_regular_file(file)) return file;
      return fail(ErrorCode::NotFound, "there is no level ", name);
    };
  }
  Result<DoorPlan> plan(
      const std::vector<std::pair<std::string, std::vector<std::string>>>& given) {
    OptionValues values;
    for (const auto& [name, list] : given) values.set(name, list);
    return kDoor.plan(values, context, true);
  }
  std::string refusal(const std::string& name, const std::string& value) {
    const auto made = plan({{name, {value}}});
    return made ? "" : made.error().message;
  }
};

/// A folder of this process's own, gone at the end.
struct ScratchFolder {
  const std::string path = scratch_path("ees_pees_door");
  ScratchFolder() { std::filesystem::create_directories(path); }
  ~ScratchFolder() { std::filesystem::remove_all(path); }
};

// --- plans --------------------------------------------------------------------------------------

TEST(EesPeesDoorPlan, AloneItSaysWhomItLooksFor) {
  House house;

  const auto plan = house.plan({{"backend", {"10301"}}, {"controller", {"10300", "10302"}}});

  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->said,
            "Backend: 127.0.0.1:10301\nController: 127.0.0.1:10300\n"
            "Controller: 127.0.0.1:10302\n");
  EXPECT_TRUE(plan->open);
}

TEST(EesPeesDoorPlan, VariablesSayWhetherABackendMakesTheWorlds) {
  House house;
  const ScratchFolder folder;
  const std::string copy = concat(folder.path, "/another_name.toml");
  std::filesystem::copy_file(PADDOCK_SOURCE_DIR "/levels/eespees/training_env.toml", copy);

  EXPECT_EQ(house.plan({{"level", {"test_run"}}})->said, "Controller: 127.0.0.1:10200\n");
  EXPECT_EQ(house.plan({{"level", {copy}}})->said,
            "Backend: 127.0.0.1:10201\nController: 127.0.0.1:10200\n");
}

TEST(EesPeesDoorPlan, WhatCannotBeIsRefused) {
  House house;

  EXPECT_NE(house.refusal("level", "nowhere"), "");
  EXPECT_NE(house.refusal("backend", "127.0.0.1:70000"), "");
  EXPECT_NE(house.refusal("controller", "no port"), "");
  EXPECT_NE(house.refusal("pace", "-1"), "");
  EXPECT_NE(house.refusal("wire", "morse"), "");
  EXPECT_NE(house.refusal("WEBOTS", "training_env.wbt"), "");  // who called it is not said
  EXPECT_EQ(house.refusal("wire", "readme"), "");
}

TEST(EesPeesDoorPlan, AskedForItsVersionItIsWebots) {
  House house;

  const auto plan = house.plan({{"webots", {"1"}}, {"WEBOTS", {"--version"}}});

  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->said.starts_with("Webots version: R2020a (paddock ")) << plan->said;
  EXPECT_FALSE(plan->open);
}

TEST(EesPeesDoorPlan, WritesALauncherAndOpensNothing) {
  House house;
  const ScratchFolder folder;

  const auto plan = house.plan({{"launcher", {folder.path}}});

  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->said.starts_with("Written: ")) << plan->said;
  EXPECT_FALSE(plan->open);
  const std::string script = read_file(concat(folder.path, "/webots")).value_or("");
  EXPECT_NE(script.find("' serve ees-pees $PADDOCK_EES_PEES --webots $$ -- \"$@\"\n"), script.npos)
      << script;
  EXPECT_NE(house.refusal("launcher", concat(folder.path, "/nowhere")), "");
}

TEST(EesPeesDoorPlan, BesideThePageItNeedsItsLevel) {
  House house;

  const auto plan = kDoor.plan({}, house.context, false);
  house.context.find_level = [](const std::string& name) -> Result<std::string> {
    return fail(ErrorCode::NotFound, "there is no level ", name);
  };
  const auto without = kDoor.plan({}, house.context, false);

  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->said, "");
  EXPECT_TRUE(plan->open);
  EXPECT_FALSE(without);
}

TEST(EesPeesDoorPlan, CloseStopsAServerOfItsOwn) {
  House house;
  StandInBackend backend;
  const StandInController controller;
  std::promise<void> stopped;
  house.context.stop = [&] { stopped.set_value(); };
  const auto plan = house.plan({{"backend", {std::to_string(backend.listener.port())}},
                                {"controller", {std::to_string(controller.listener.port())}}});
  ASSERT_TRUE(plan);

  const auto door = plan->open(house.context);
  ASSERT_TRUE(door && backend.accept() && backend.ask(kStart));
  backend.say({.function = Function::Close});

  EXPECT_EQ(stopped.get_future().wait_for(std::chrono::seconds(5)), std::future_status::ready);
  (*door)->stop();
  EXPECT_TRUE(backend.peer->ends());
}

// --- rooms of others ----------------------------------------------------------------------------

Session session_of(const std::vector<VehicleRequest>& vehicles) {
  SessionSpec spec;
  spec.vehicles = vehicles;
  return *open_session(ring_of(static_cast<int>(vehicles.size())), spec);
}

TEST(EesPeesDoorJoin, WithoutARoverForProgramsItStaysAway) {
  House house;
  EventLoop loop;

  const Session cars = session_of({{.kind = "racecar", .driver = "program"}});
  const Session driven = session_of({{.kind = "rover", .driver = "idle"}});

  EXPECT_EQ(kDoor.join(house.context, {}, cars, loop), nullptr);
  EXPECT_EQ(kDoor.join(house.context, {}, driven, loop), nullptr);
}

TEST(EesPeesDoorJoin, EachRoverHasAControllerOfItsOwn) {
  House house;
  EventLoop loop;
  const Session session = session_of({{.kind = "rover", .driver = "program"},
                                      {.kind = "racecar", .driver = "program"},
                                      {.kind = "rover", .driver = "program"},
                                      {.kind = "rover", .driver = "idle"}});
  const auto addresses = [&] {
    std::vector<std::string> texts;
    const auto peer = kDoor.join(house.context, {}, session, loop);
    for (const LinkStatus& link : peer->status().links) texts.push_back(link.address);
    return texts;
  };

  EXPECT_EQ(addresses(), (std::vector<std::string>{"127.0.0.1:10200", "127.0.0.1:10202"}));
  house.context.options.set("ees-pees-controllers", {"10.0.0.7:10200"});
  EXPECT_EQ(addresses(), (std::vector<std::string>{"10.0.0.7:10200", "127.0.0.1:10202"}));
  house.context.options.set("ees-pees-controllers", {"no port"});
  EXPECT_EQ(kDoor.join(house.context, {}, session, loop), nullptr);
}

TEST(EesPeesDoorJoin, DrivesTheRoverOfARoomThatAnotherOpened) {
  House house;
  StandInController controller;
  house.context.options.set("ees-pees-controllers", {std::to_string(controller.listener.port())});
  StageOptions stage;
  stage.pace = {.paused = false, .factor = 0};
  stage.open = [](std::uint64_t, const LevelSettings&) -> Result<Session> {
    return session_of(
        {{.kind = "racecar", .driver = "idle"}, {.kind = "rover", .driver = "program"}});
  };
  const auto room =
      house.rooms.open({.name = "theirs",
                        .level = "ring",
                        .keep = false,
                        .stage = std::move(stage),
                        .join =
                            [&](const Session& session, EventLoop& loop) {
                              std::vector<std::shared_ptr<LockStepPeer>> peers;
                              peers.push_back(kDoor.join(house.context, {}, session, loop));
                              return peers;
                            }},
                       [](const Result<void>& opened) { EXPECT_TRUE(opened); });
  ASSERT_TRUE(room);

  ASSERT_TRUE(controller.accept({.step_ms = 20}));
  const auto first = controller.read_sensors();
  const auto last = controller.drive(kForward, 60);

  ASSERT_TRUE(first && last);
  EXPECT_NEAR(last->sim_time - first->sim_time, 60 * 0.02, 1e-9);
  EXPECT_EQ(first->speed, 0);
  EXPECT_GT(last->speed, 0.1);
  (*room)->stop("the test is over");
}

}  // namespace
}  // namespace paddock::eespees
