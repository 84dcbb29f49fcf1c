// The door with real sockets: stand-ins for backend and controllers that behave, and some that do
// not.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <future>
#include <thread>

#include "paddock/io/json.h"
#include "tests/support/ees_peers.h"

namespace paddock::eespees {
namespace {

WorldCommand reset(std::int32_t seed) { return {.function = Function::Reset, .seed = seed}; }
WorldCommand start_in(Mode mode) {
  WorldCommand start = kStart;
  start.mode = mode;
  return start;
}

TEST(EesPeesDoor, StartIsAnsweredWithTheTargetThenTheRobotFeels) {
  DoorScene scene;
  ASSERT_TRUE(scene.backend.accept());

  const auto reply = scene.backend.ask(kStart);
  ASSERT_TRUE(scene.robot.accept());
  const auto first = scene.robot.read_sensors();

  ASSERT_TRUE(reply && first);
  EXPECT_EQ(*reply, (WorldReply{ReturnCode::Success, 32, {3.25f, 2.25f}}));
  EXPECT_DOUBLE_EQ(first->sim_time, 0.032);
  EXPECT_EQ(first->speed, 0);
  EXPECT_NEAR(first->gps[0], 0.75278, 5e-6);
  EXPECT_NEAR(first->gps[2], 0.73019, 5e-6);
  EXPECT_NEAR(first->distance[90], 0.2247, 6e-5);
}

TEST(EesPeesDoor, NoTickPassesWithoutAnAnswer) {
  DoorScene scene;
  scene.begin();

  EXPECT_FALSE(scene.robot.read_sensors(100));
  const auto next = scene.robot.drive(kForward, 35);

  ASSERT_TRUE(next);
  EXPECT_DOUBLE_EQ(next->sim_time, 36 * 0.032);
  EXPECT_NEAR(next->speed, 0.28875, 0.005 * 0.28875);  // full speed after 1.10 s
}

TEST(EesPeesDoor, ResetInLockStepKeepsTheConnection) {
  DoorScene scene;
  scene.begin();
  scene.robot.drive(kForward, 10);

  const auto reply = scene.backend.ask(reset(1));
  const auto first = scene.robot.read_sensors();

  EXPECT_EQ(reply->target, (std::array<float, 2>{3.75f, 3.25f}));  // cell 7, 6
  ASSERT_TRUE(first);
  EXPECT_DOUBLE_EQ(first->sim_time, 0.032);
  EXPECT_NEAR(first->gps[0], 0.76841, 5e-6);
}

TEST(EesPeesDoor, ResetInOtherModesMakesAFreshConnection) {
  DoorScene scene;
  scene.begin(start_in(Mode::Fast));
  scene.robot.drive(kForward, 10);
  StandInController old{.listener = TcpListener(), .peer = std::move(scene.robot.peer)};

  ASSERT_TRUE(scene.backend.ask(reset(1)));
  ASSERT_TRUE(scene.robot.accept());

  EXPECT_TRUE(old.peer->ends());
  EXPECT_NEAR(scene.robot.read_sensors()->gps[0], 0.76841, 5e-6);
}

TEST(EesPeesDoor, SameSeedAndCommandsGiveTheSameBytes) {
  DoorScene scene;
  scene.begin();
  const auto run = [&] {
    std::vector<SensorPacket> reading;
    for (int i = 0; i < 60; ++i)
      reading.push_back(*scene.robot.drive({0.02 * i - 0.5, -8.0 + 0.1 * i}, 1));
    return reading;
  };
  scene.backend.ask(reset(5)), scene.robot.read_sensors();
  const auto first = run();
  scene.backend.ask(reset(5)), scene.robot.read_sensors();

  EXPECT_EQ(run(), first);
}

TEST(EesPeesDoor, ParametersTheOriginalHangsOnAreRefusedAndLoseNothing) {
  DoorScene scene;
  scene.begin();
  scene.robot.drive(kForward, 5);
  WorldCommand crowded = kStart;
  crowded.obstacles = 63;

  const auto refused = scene.backend.ask(crowded);

  EXPECT_EQ(*refused, (WorldReply{ReturnCode::Error, 32, {3.25f, 2.25f}}));  // the old target
  EXPECT_TRUE(scene.notes(0, "START refused: "));
  // the old world goes on
  EXPECT_NEAR(scene.robot.drive(kForward, 1)->sim_time, 7 * 0.032, 1e-12);
}

TEST(EesPeesDoor, CloseEndsTheRoom) {
  DoorScene scene;
  scene.begin();

  scene.backend.say({.function = Function::Close});

  EXPECT_TRUE(scene.backend.peer->ends());
  for (int i = 0; i < 250 && !scene.closed; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(scene.closed);
  EXPECT_TRUE(scene.rooms.list().empty());
}

// --- peers that misbehave -----------------------------------------------------------------------

TEST(EesPeesDoor, DyingControllerIsReplacedByTheNextOnTheSamePort) {
  DoorScene scene;
  ASSERT_TRUE(scene.backend.accept());
  ASSERT_TRUE(scene.backend.ask(start_in(Mode::Fast)));
  ASSERT_TRUE(scene.robot.accept());

  scene.robot.peer.reset();  // hangs up after the init, as a killed one does
  ASSERT_TRUE(scene.robot.accept());

  EXPECT_DOUBLE_EQ(scene.robot.read_sensors()->sim_time, 0.032);
}

TEST(EesPeesDoor, LostControllerFreezesTimeUntilItComesBack) {
  DoorScene scene;
  scene.begin();
  const double before = scene.robot.drive(kForward, 10)->sim_time;

  scene.robot.peer.reset();
  ASSERT_TRUE(scene.notes(1, "went away"));
  ASSERT_TRUE(scene.robot.accept());

  EXPECT_EQ(scene.robot.read_sensors()->sim_time, before);  // how things stand, then on from there
  EXPECT_NEAR(scene.robot.drive(kForward, 1)->sim_time, before + 0.032, 1e-12);
}

TEST(EesPeesDoor, CutAndDoubledAnswersDoNotShiftTheLockStep) {
  DoorScene scene;
  scene.begin();
  const std::string bytes = encode(kForward, Wire::Actual);
  for (int i = 0; i < 3; ++i) {
    scene.robot.peer->write(bytes.substr(0, 5));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    scene.robot.peer->write(bytes.substr(5));
    ASSERT_TRUE(scene.robot.read_sensors());
  }
  scene.robot.peer->write(bytes + bytes + "garbage");
  const auto after = scene.robot.read_sensors();

  EXPECT_DOUBLE_EQ(after->sim_time, 5 * 0.032);
  EXPECT_FALSE(scene.robot.read_sensors(100));  // the second answer was not taken for the next
  EXPECT_TRUE(scene.notes(1, "dropped"));
}

TEST(EesPeesDoor, CommandsThatAreNoNumbersStopTheRobot) {
  DoorScene scene;
  scene.begin();

  const auto reading = scene.robot.drive({NAN, -INFINITY}, 5);

  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->speed, 0);
  EXPECT_TRUE(scene.notes(1, "no number"));
}

TEST(EesPeesDoor, GarbageFromTheBackendIsIgnored) {
  DoorScene scene;
  ASSERT_TRUE(scene.backend.accept());
  scene.backend.peer->write(std::string(240, '\x55'));

  ASSERT_TRUE(scene.notes(0, "ignored"));
  const auto reply = scene.backend.ask(kStart);

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->code, ReturnCode::Success);
}

TEST(EesPeesDoor, BackendThatGoesAwayCanComeBack) {
  DoorScene scene;
  scene.begin();
  scene.robot.drive(kForward, 10);

  scene.backend.peer.reset();
  EXPECT_TRUE(scene.robot.peer->ends());
  const SensorPacket first = scene.begin();

  EXPECT_DOUBLE_EQ(first.sim_time, 0.032);
}

TEST(EesPeesDoor, ResetWhileTheControllerStallsIsAnsweredAtOnce) {
  DoorScene scene;
  scene.begin();
  scene.robot.drive(kForward, 3);  // and then says nothing more

  const auto reply = scene.backend.ask(reset(7));

  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->code, ReturnCode::Success);
}

TEST(EesPeesDoor, LevelWithoutABackendBeginsAtThePaceItIsGiven) {
  DoorOptions options;
  options.controllers = {{"127.0.0.1", 0}};  // where nobody can listen
  options.level = PADDOCK_SOURCE_DIR "/levels/eespees/test_run.toml";
  options.supervised = false;
  options.begin = {.paused = true, .factor = 40};
  Rooms rooms;
  const Door door(rooms, options, nullptr);

  std::shared_ptr<const Frame> frame;
  while (!frame) frame = rooms.list().empty() ? nullptr : rooms.list().front()->latest();

  EXPECT_EQ(frame->status->pace, options.begin);
}

// --- people in the room -------------------------------------------------------------------------

TEST(EesPeesDoor, ControllerDrivesAgainWhenAPersonLeftTheWheel) {
  constexpr ClientId kPerson = 7;
  DoorScene scene;
  scene.begin();
  const auto post = [&](StageTask task) { scene.rooms.list().front()->post(std::move(task)); };

  post([](Stage& stage, Nanos) { EXPECT_TRUE(stage.take(VehicleId{0}, kPerson, false)); });
  const auto held = scene.robot.drive(kForward, 20);
  EXPECT_TRUE(scene.notes(1, "a person drives this robot"));
  post([](Stage& stage, Nanos) { stage.forget(kPerson); });
  const auto driven = scene.robot.drive(kForward, 36);

  ASSERT_TRUE(held && driven);
  EXPECT_LT(held->speed, 0.02);                          // at most one command came before
  EXPECT_NEAR(driven->speed, 0.28875, 0.005 * 0.28875);  // full speed
  EXPECT_TRUE(scene.shows(1, [](const std::string& note) { return note.empty(); }));
}

TEST(EesPeesDoor, ShowsTheModeOfTheLastStart) {
  DoorScene scene;
  const auto mode = [&] {
    std::promise<PeerStatus> told;
    scene.rooms.list().front()->post([&](Stage& stage, Nanos) {
      const LockStepPeer* peer = stage.peer_of("ees-pees");
      told.set_value(peer != nullptr ? peer->status() : PeerStatus{});
    });
    const auto own = parse_json(told.get_future().get().own);
    return own && own->find("mode") != nullptr ? own->find("mode")->text() : "no mode";
  };
  ASSERT_TRUE(scene.backend.accept());
  EXPECT_EQ(mode(), "");

  ASSERT_TRUE(scene.backend.ask(start_in(Mode::Fast)));
  EXPECT_EQ(mode(), "fast");
  ASSERT_TRUE(scene.backend.ask(kStart));
  EXPECT_EQ(mode(), "lock-step");
}

TEST(EesPeesDoor, OnlyTheBackendBeginsItsWorldAnew) {
  DoorScene scene;
  ASSERT_TRUE(scene.backend.accept());
  const auto may = [&] {
    std::promise<bool> told;
    scene.rooms.list().front()->post(
        [&](Stage& stage, Nanos) { told.set_value(stage.may_change_world().has_value()); });
    return told.get_future().get();
  };
  EXPECT_TRUE(may());

  ASSERT_TRUE(scene.backend.ask(kStart));
  EXPECT_FALSE(may());

  scene.backend.peer.reset();
  ASSERT_TRUE(scene.backend.accept());  // it was missed and is dialled again
  EXPECT_TRUE(may());
}

// --- the end ------------------------------------------------------------------------------------

TEST(EesPeesDoor, StoppedItHangsUpAndDialsNobody) {
  DoorScene scene;
  scene.begin();
  const auto page = scene.rooms.list().front();  // somebody who still looks at the room

  scene.door->stop();

  EXPECT_TRUE(scene.backend.peer->ends());
  EXPECT_TRUE(scene.robot.peer->ends());
  EXPECT_FALSE(scene.backend.accept(0));
}

TEST(EesPeesDoor, BesideOtherDoorsItIsStoppedWhileItWaits) {
  DoorScene scene(1, true);
  ASSERT_TRUE(scene.backend.accept());

  scene.door->stop();

  EXPECT_TRUE(scene.backend.peer->ends());
  EXPECT_FALSE(scene.backend.accept(0));
}

// --- more than one ------------------------------------------------------------------------------

TEST(EesPeesDoor, TwoRobotsInOneWorldStepTogether) {
  DoorScene scene(2);
  ASSERT_TRUE(scene.backend.accept());
  ASSERT_TRUE(scene.backend.ask(kStart));
  ASSERT_TRUE(scene.robot.accept());
  ASSERT_TRUE(scene.second.accept());
  const auto one = scene.robot.read_sensors(), two = scene.second.read_sensors();
  ASSERT_TRUE(one && two);
  EXPECT_NE(one->gps, two->gps);

  scene.robot.drive(kForward);
  EXPECT_FALSE(scene.robot.read_sensors(100));  // the other has not answered
  scene.second.drive(kForward);

  EXPECT_DOUBLE_EQ(scene.robot.read_sensors()->sim_time, 0.064);
  EXPECT_DOUBLE_EQ(scene.second.read_sensors()->sim_time, 0.064);
}

TEST(EesPeesDoor, TwoDoorsSideBySide) {
  DoorScene a, b;
  a.begin(), b.begin();

  const auto moved = a.robot.drive(kForward, 20);

  EXPECT_DOUBLE_EQ(moved->sim_time, 21 * 0.032);
  EXPECT_DOUBLE_EQ(b.robot.drive(kForward, 1)->sim_time, 0.064);
}

TEST(EesPeesDoor, BesideOtherDoorsItsRoomOpensWithStart) {
  DoorScene scene(1, true);
  ASSERT_TRUE(scene.backend.accept());
  EXPECT_TRUE(scene.rooms.list().empty());

  ASSERT_TRUE(scene.backend.ask(kStart));

  EXPECT_EQ(scene.rooms.list().size(), 1u);
}

TEST(EesPeesDoor, RestartByHandGoesOnWithTheSameController) {
  DoorScene scene;
  scene.begin();
  scene.robot.drive(kForward, 10);
  ASSERT_EQ(scene.rooms.list().size(), 1u);

  scene.rooms.list().front()->post([](Stage& stage, Nanos) {
    EXPECT_TRUE(stage.restart(1, {{"blocks", 10}}));
  });
  const auto first = scene.robot.read_sensors();

  ASSERT_TRUE(first);
  EXPECT_DOUBLE_EQ(first->sim_time, 0.032);
  EXPECT_NEAR(first->gps[0], 0.76841, 5e-6);
}

}  // namespace
}  // namespace paddock::eespees
