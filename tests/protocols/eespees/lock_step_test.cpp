// The server on a stage that the test turns itself, beside other vehicles and other peers.
#include <gtest/gtest.h>

#include <vector>

#include "paddock/io/json.h"
#include "tests/support/ees_peers.h"
#include "tests/support/stages.h"

namespace paddock::eespees {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr int kTurns = 2000;  // the most that anything here may take; a turn waits a millisecond
constexpr VehicleId kFirst{1}, kSecondRover{3};
const DriveCommand kOther{.heading = 0.25, .speed = -5};

/// Two rovers for programs, each behind a car that is none of the door's.
StageOptions mixed_stage() {
  StageOptions options;
  options.pace = {.paused = false, .factor = 0};
  options.open = [](std::uint64_t seed, const LevelSettings&) {
    SessionSpec spec{.vehicles = {}, .seed = seed};
    for (int i = 0; i < 2; ++i) {
      spec.vehicles.push_back({.kind = "racecar", .driver = "route"});
      spec.vehicles.push_back({.kind = "rover", .driver = "program"});
    }
    return open_session(ring_of(4), spec);
  };
  return options;
}

/// Both controllers, and what a server for their rovers is asked for.
struct Controllers {
  StandInController first, second;

  DoorOptions options() const {
    DoorOptions options;
    options.supervised = false;
    options.controllers = {{"127.0.0.1", first.listener.port()},
                           {"127.0.0.1", second.listener.port()}};
    options.vehicles = {kFirst, kSecondRover};
    return options;
  }
  /// Of a level whose frames last 20 ms.
  bool accept() { return first.accept({.step_ms = 20}) && second.accept({.step_ms = 20}); }
};

/// A server whose turns the test takes, on a stage that holds still.
struct Turns {
  EventLoop loop;
  Controllers robots;
  LockStepServer server{loop, robots.options()};
  Stage stage{mixed_stage()};
  Nanos now{kSecond};
  std::vector<Command> commands;  // that reached the stage

  /// Up to the first sensor packets, which are not answered.
  void begin() {
    ASSERT_TRUE(stage.start(now));
    const auto recorded = stage.record(
        [this](Session&, const std::string&) -> Result<RunLog> {
          return RunLog{
              .name = "commands",
              .command = [this](const Session&, const Command& c) { commands.push_back(c); },
              .tick = [](const Session&) {},
              .flush = [] { return std::string(); }};
        },
        "");
    ASSERT_TRUE(recorded);
    ASSERT_TRUE(answered());  // both are there
    ASSERT_TRUE(robots.accept());
    tick();
    ASSERT_FALSE(poll().answered);
    ASSERT_TRUE(robots.first.read_sensors() && robots.second.read_sensors());
    commands.clear();
  }
  PeerTurn poll() { return server.poll(stage, now += kMillisecond); }
  bool turn_until(const std::function<bool()>& such) {
    for (int i = 0; i < kTurns; ++i) {
      if (such()) return true;
      loop.wait(kMillisecond);
    }
    return false;
  }
  bool answered() {
    return turn_until([&] { return poll().answered; });
  }
  void tick() {
    server.apply(stage);
    stage.step(1);
    stage.work(now);
  }
};

TEST(EesPeesLockStep, AnAnswerIsKeptUntilTheTickPasses) {
  Turns turns;
  turns.begin();
  turns.robots.first.drive(kForward);
  turns.robots.second.drive(kOther);

  ASSERT_TRUE(turns.answered());
  EXPECT_TRUE(turns.poll().answered);
  EXPECT_TRUE(turns.poll().answered);
  EXPECT_TRUE(turns.commands.empty());  // others may still be thinking
  turns.tick();

  ASSERT_EQ(turns.commands.size(), 2u);
  EXPECT_EQ(turns.commands[0], Command(SetInput{kFirst, input_of(kForward)}));
  EXPECT_EQ(turns.commands[1], Command(SetInput{kSecondRover, input_of(kOther)}));
  EXPECT_FALSE(turns.poll().answered);  // they are asked anew
}

TEST(EesPeesLockStep, TheRobotsSensorsArePartOfTheRunAndComeBackWhenSomebodyTakesThemOff) {
  Turns turns;
  turns.begin();
  const Model& model = turns.stage.session().model;
  for (const VehicleId rover : {kFirst, kSecondRover})
    for (const std::string_view name : kRobotSensors) EXPECT_TRUE(find_mounted(model, rover, name));

  ASSERT_TRUE(turns.stage.command(UnmountSensor{kFirst, "gps"}));
  const SensorMount other{kSecondRover, {.kind = "lidar", .figures = {{"beams", 90}}}};
  ASSERT_TRUE(turns.stage.command(MountSensor{other}));
  turns.robots.first.drive(kForward);
  turns.robots.second.drive(kForward);
  ASSERT_TRUE(turns.answered());
  turns.tick();

  EXPECT_FALSE(turns.poll().answered);
  EXPECT_TRUE(turns.robots.first.read_sensors());
  EXPECT_TRUE(turns.robots.second.read_sensors());
}

TEST(EesPeesLockStep, CommandsGoOutInTheOrderOfRobotsWhoeverAnswersFirst) {
  Turns turns;
  turns.begin();

  turns.robots.second.drive(kOther);
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(turns.poll().answered);
    turns.loop.wait(kMillisecond);
  }
  turns.robots.first.drive(kForward);
  ASSERT_TRUE(turns.answered());
  turns.tick();

  ASSERT_EQ(turns.commands.size(), 2u);
  EXPECT_EQ(turns.commands[0], Command(SetInput{kFirst, input_of(kForward)}));
  EXPECT_EQ(turns.commands[1], Command(SetInput{kSecondRover, input_of(kOther)}));
}

TEST(EesPeesLockStep, WhoAnsweredAndWentAwayHasAnswered) {
  Turns turns;
  turns.begin();
  StandInController& first = turns.robots.first;

  first.drive(kForward);
  first.listener.close();
  first.peer.reset();
  ASSERT_TRUE(turns.turn_until([&] {
    EXPECT_FALSE(turns.poll().answered);  // the other has not
    return !turns.server.status().links[0].connected;
  }));
  turns.robots.second.drive(kOther);
  ASSERT_TRUE(turns.answered());
  turns.tick();

  ASSERT_EQ(turns.commands.size(), 2u);
  EXPECT_EQ(turns.commands[0], Command(SetInput{kFirst, input_of(kForward)}));
}

TEST(EesPeesLockStep, ReadsAndDrivesItsOwnVehiclesAlone) {
  Turns turns;
  turns.begin();
  const std::uint64_t contacts = turns.stage.session().contacts;
  const State before = turns.stage.session().state;

  std::optional<SensorPacket> last;
  for (int i = 0; i < 50; ++i) {
    turns.robots.first.drive(kForward), turns.robots.second.drive({});
    ASSERT_TRUE(turns.answered());
    turns.tick();
    turns.poll();
    last = turns.robots.first.read_sensors();
    ASSERT_TRUE(last && turns.robots.second.read_sensors());
  }

  const State& after = turns.stage.session().state;
  EXPECT_EQ(turns.stage.session().contacts, contacts);
  EXPECT_NE(after.physics.vehicles[1], before.physics.vehicles[1]);
  EXPECT_EQ(after.physics.vehicles[3], before.physics.vehicles[3]);
  EXPECT_NEAR(last->sim_time, 0.51, 1e-9);
  EXPECT_GT(last->speed, 0.05);
}

TEST(EesPeesLockStep, NobodyWaitsForARobotThatLeftOrTakesTheNextInItsPlaceForIt) {
  Turns turns;
  turns.begin();
  const Pose2 place = pose_of(turns.stage.session().state.physics.vehicles[1]);

  ASSERT_TRUE(turns.stage.command(Despawn{kFirst}));
  turns.robots.second.drive(kOther);
  ASSERT_TRUE(turns.answered());
  turns.commands.clear();
  turns.tick();

  ASSERT_EQ(turns.commands.size(), 1u);
  EXPECT_EQ(turns.commands[0], Command(SetInput{kSecondRover, input_of(kOther)}));
  const PeerStatus status = turns.server.status();
  EXPECT_FALSE(status.links[0].connected);
  EXPECT_EQ(status.links[0].note, "its vehicle left the run");
  EXPECT_TRUE(status.waiting.empty());

  // the next rover in its slot is none of this door's
  ASSERT_TRUE(turns.stage.spawn({.kind = "rover", .pose = place, .driver = "program"}));
  for (int i = 0; i < 3; ++i) {
    turns.poll();
    ASSERT_TRUE(turns.robots.second.read_sensors());
    turns.robots.second.drive(kOther);
    ASSERT_TRUE(turns.answered());
    turns.tick();
  }
  EXPECT_EQ(turns.stage.session().state.physics.vehicles[1], state_at(kind_of<Rover>(), place));
}

TEST(EesPeesLockStep, SpeedIsThatOfTheWholeFrame) {
  Turns turns;
  turns.begin();
  // the stage's frames hold two ticks; here three pass between two packets
  const auto drive = [&](int ticks) {
    turns.robots.first.drive(kForward), turns.robots.second.drive(kForward);
    EXPECT_TRUE(turns.answered());
    for (int i = 0; i < ticks; ++i) turns.tick();
    turns.poll();
    turns.robots.second.read_sensors();
    return turns.robots.first.read_sensors().value_or(SensorPacket{});
  };
  for (int i = 0; i < 200; ++i) drive(1);

  const double one = drive(1).speed, three = drive(3).speed;

  EXPECT_GT(one, 0.2);
  EXPECT_NEAR(three, one, 0.01 * one);  // at full speed
}

TEST(EesPeesLockStep, WithAPatienceTimeGoesOnWithoutWhoIsSilentOrDoesNotCome) {
  EventLoop loop;
  Controllers robots;
  robots.second.listener.close();  // nobody is there
  DoorOptions options = robots.options();
  options.patience = 5 * kSecond;
  LockStepServer server(loop, options);
  Stage stage(mixed_stage());
  ASSERT_TRUE(stage.start(0));
  EXPECT_FALSE(server.poll(stage, 0).answered);
  ASSERT_TRUE(robots.first.accept({.step_ms = 20}));
  EXPECT_FALSE(server.poll(stage, 4 * kSecond).answered);

  EXPECT_TRUE(server.poll(stage, 6 * kSecond).answered);  // without the second

  server.apply(stage);
  stage.step(1);
  stage.work(6 * kSecond);
  EXPECT_FALSE(server.poll(stage, 6 * kSecond).answered);  // the first was asked
  EXPECT_LE(server.poll(stage, 7 * kSecond).again, 11 * kSecond);
  EXPECT_TRUE(server.poll(stage, 12 * kSecond).answered);
  EXPECT_EQ(server.status().links[0].note, "said nothing for 5 seconds; looked for again");
}

TEST(EesPeesLockStep, ShowsWhomItWaitsFor) {
  EventLoop loop;
  const Controllers robots;
  const LockStepServer server(loop, robots.options());

  const PeerStatus status = server.status();

  EXPECT_EQ(status.door, "ees-pees");
  EXPECT_EQ(status.waiting,
            (std::vector<std::string>{"the controller of robot 1", "the controller of robot 2"}));
  const auto own = parse_json(status.own);
  ASSERT_TRUE(own);
  EXPECT_EQ(*own, Json::object().set("supervised", false).set("mode", ""));
}

TEST(EesPeesLockStep, WithoutABackendThereIsNothingToDoUntilTheNextTry) {
  DoorOptions options;
  options.backend.port = 0;  // where nobody can listen
  options.on_start = true;
  EventLoop loop;
  LockStepServer server(loop, options);

  for (Nanos now = 5 * kSecond; now < 9 * kSecond; now += kSecond) {
    EXPECT_FALSE(server.backend_started(now));
    EXPECT_EQ(server.next_try(), now + kSecond);
    EXPECT_FALSE(server.backend_started(now + kSecond / 3));  // woken for nothing
    EXPECT_EQ(server.next_try(), now + kSecond);
  }
}

// --- beside another peer ------------------------------------------------------------------------

/// Answers every third time it is asked.
struct SlowPeer : LockStepPeer {
  int asked{};
  PeerTurn poll(Stage&, Nanos now) override {
    return {.answered = ++asked % 3 == 0, .again = now + kMillisecond};
  }
  PeerStatus status() const override { return {.door = "slow"}; }
};

enum class Beside { Nobody, SlowBefore, SlowAfter };

/// The hash of a short drive on a stage of this server and perhaps another peer.
std::uint64_t drive_beside(Beside beside) {
  EventLoop loop;
  Controllers robots;
  StageOptions options = mixed_stage();
  if (beside == Beside::SlowBefore) options.peers.push_back(std::make_shared<SlowPeer>());
  options.peers.push_back(std::make_shared<LockStepServer>(loop, robots.options()));
  if (beside == Beside::SlowAfter) options.peers.push_back(std::make_shared<SlowPeer>());
  Stage stage(options);
  Nanos now = kSecond;
  const auto pass_frame = [&] {
    const Tick before = stage.session().state.tick;
    for (int i = 0; i < kTurns && stage.session().state.tick == before; ++i) {
      stage.work(now += kMillisecond);
      loop.wait(kMillisecond);
    }
    stage.work(now += kMillisecond);  // the packets go out
  };
  EXPECT_TRUE(stage.start(now));
  pass_frame();
  EXPECT_TRUE(robots.accept());
  for (int i = 0; i < 40; ++i) {
    const auto one = robots.first.read_sensors(), two = robots.second.read_sensors();
    EXPECT_TRUE(one && two);
    robots.first.drive({0.01 * i, -8}), robots.second.drive({-0.02 * i, -4});
    pass_frame();
  }
  EXPECT_EQ(count(stage.session().state.tick), 82);
  return hash_of(stage.session());
}

TEST(EesPeesLockStep, TheRunDoesNotDependOnWhoAnswersLast) {
  const std::uint64_t alone = drive_beside(Beside::Nobody);

  EXPECT_EQ(drive_beside(Beside::SlowBefore), alone);
  EXPECT_EQ(drive_beside(Beside::SlowAfter), alone);
}

}  // namespace
}  // namespace paddock::eespees
