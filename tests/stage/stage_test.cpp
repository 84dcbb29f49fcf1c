// A stage under a clock that the test moves: pace, peers, hand-over, subscribers.
#include "paddock/stage/stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/stages.h"

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

std::int64_t tick_of(const Stage& stage) { return count(stage.session().state.tick); }

struct RingStage {
  Stage stage;
  std::shared_ptr<Watching> watching = std::make_shared<Watching>();

  explicit RingStage(int vehicles = 1, const std::string& driver = "route")
      : stage(ring_stage(vehicles, driver)) {
    EXPECT_TRUE(stage.start(0));
    stage.subscribe(watching);
  }
};

TEST(StagePace, RealTimeIsKeptWhateverTheFactor) {
  for (const double factor : {0.1, 1.0, 4.0}) {
    RingStage ring;
    ring.stage.set_pace({.paused = false, .factor = factor});

    run_stage(ring.stage, 0, 10 * kSecond);

    // ticks of 10 ms; a frame of 20 ms either way
    EXPECT_NEAR(static_cast<double>(tick_of(ring.stage)), 1000 * factor, 4) << factor;
  }
}

TEST(StagePace, PausedNothingMovesAndASecondShowsOneFrame) {
  RingStage ring;
  ring.stage.set_pace({.paused = true, .factor = 1});

  run_stage(ring.stage, 0, 10 * kSecond);

  EXPECT_EQ(tick_of(ring.stage), 0);
  EXPECT_GE(ring.watching->frames.size(), 9u);
  EXPECT_LE(ring.watching->frames.size(), 14u);
}

TEST(StagePace, AHeldStageStandsUntilItsOpenerBegins) {
  StageOptions options = ring_stage(1);
  options.hold = 30 * kSecond;
  Stage stage(options);
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);

  const Nanos now = run_stage(stage, 0, 10 * kSecond);
  EXPECT_EQ(tick_of(stage), 0);
  EXPECT_TRUE(watching->frames.back()->waiting);
  EXPECT_EQ(watching->frames.back()->status->waiting,
            std::vector<std::string>{"who opened the room"});
  EXPECT_LE(watching->frames.size(), 25u);  // two a second: a room that waits costs next to nothing

  stage.begin();
  run_stage(stage, now, now + kSecond);

  EXPECT_NEAR(static_cast<double>(tick_of(stage)), 100, 4);  // no debts of the time it stood
  EXPECT_TRUE(watching->frames.back()->status->waiting.empty());
}

TEST(StagePace, AHeldStageGoesOnByItselfWhenItsOpenerNeverBegins) {
  StageOptions options = ring_stage(1);
  options.hold = 30 * kSecond;
  Stage stage(options);
  ASSERT_TRUE(stage.start(0));

  run_stage(stage, 0, 31 * kSecond);

  EXPECT_NEAR(static_cast<double>(tick_of(stage)), 100, 4);
}

TEST(StagePace, StepsRunSoManyTicksAndNoMore) {
  RingStage ring;
  ring.stage.step(1);
  Nanos now = run_stage(ring.stage, 0, kSecond);
  EXPECT_EQ(tick_of(ring.stage), 1);

  ring.stage.step(5000);
  run_stage(ring.stage, now, now + kSecond);

  EXPECT_EQ(tick_of(ring.stage), 5001);
  EXPECT_TRUE(ring.watching->frames.back()->paused);
}

TEST(StagePace, StopsAfterTheTickWithWhichTheRunIsOver) {
  RingStage ring;  // two ticks a frame: it ends between two frames
  ring.stage.stop_when([](const Session& session) { return count(session.state.tick) >= 333; });
  ring.stage.set_pace({.paused = false, .factor = 0});

  run_stage(ring.stage, 0, kSecond);

  EXPECT_EQ(tick_of(ring.stage), 333);
  EXPECT_TRUE(ring.watching->frames.back()->paused);
}

TEST(StagePace, AsFastAsPossibleNeverAsksToWait) {
  RingStage ring;
  ring.stage.set_pace({.paused = false, .factor = 0});

  for (int call = 0; call < 1000; ++call) EXPECT_EQ(ring.stage.work(call), call);

  EXPECT_EQ(tick_of(ring.stage), 2000);
}

TEST(StagePace, ALongStallIsLetGoAndNotCaughtUp) {
  RingStage ring;
  run_stage(ring.stage, 0, kSecond);
  const std::int64_t before = tick_of(ring.stage);

  run_stage(ring.stage, 100 * kSecond, 101 * kSecond);

  EXPECT_NEAR(static_cast<double>(tick_of(ring.stage) - before), 100, 4);
}

TEST(StagePace, FramesShorterThanATickHoldNoneOrOne) {
  LevelSpec level = ring_level(8, 3);
  level.clock = {.grid_hz = 300, .grid_per_tick = 6, .grid_per_frame = 5};
  level.starts[0].vehicle = "racecar";
  const Level built = build_level(level);
  Stage stage(
      {.open = [&](std::uint64_t, const LevelSettings&) { return open_session(built, {}); }});
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);

  run_stage(stage, 0, 10 * kSecond);

  EXPECT_NEAR(static_cast<double>(tick_of(stage)), 500, 2);           // 50 Hz
  EXPECT_NEAR(static_cast<double>(watching->frames.size()), 600, 8);  // 60 Hz
}

TEST(StageFrames, ComeAtMostSixtyTimesASecondAndSayHowFastTimeGoes) {
  RingStage ring;
  ring.stage.set_pace({.paused = false, .factor = 8});

  run_stage(ring.stage, 0, 10 * kSecond);

  EXPECT_LE(ring.watching->frames.size(), 615u);
  EXPECT_GE(ring.watching->frames.size(), 500u);
  EXPECT_NEAR(ring.watching->frames.back()->speed, 8, 0.2);
}

TEST(StagePeers, HoldTimeUntilEachHasAnswered) {
  RingStage ring;
  const auto one = std::make_shared<StandInPeer>("one"), two = std::make_shared<StandInPeer>("two");
  ring.stage.join(one), ring.stage.join(two);
  two->answers = false;
  Nanos now = run_stage(ring.stage, 0, kSecond);
  EXPECT_EQ(tick_of(ring.stage), 0);
  EXPECT_EQ(one->applied, 0);
  EXPECT_TRUE(ring.watching->frames.back()->waiting);
  EXPECT_EQ(ring.watching->frames.back()->status->waiting, std::vector<std::string>{"two"});

  two->answers = true;
  run_stage(ring.stage, now, now + kSecond);

  EXPECT_GT(tick_of(ring.stage), 90);
  EXPECT_EQ(one->applied, two->applied);
  EXPECT_GT(one->polls, one->applied);  // it was asked again while the other thought
}

/// Drives when it has answered: every third turn, or at once.
struct DrivingPeer : StandInPeer {
  DrivingPeer(std::uint32_t number, int patience)
      : StandInPeer("driver"), vehicle{number}, every(patience) {}
  VehicleId vehicle;
  int every;
  PeerTurn poll(Stage& stage, Nanos now) override {
    answers = polls % every == every - 1;
    return StandInPeer::poll(stage, now);
  }
  void apply(Stage& stage) override {
    StandInPeer::apply(stage);
    const double steer = applied % 100 < 50 ? 0.2 : -0.1;
    EXPECT_TRUE(stage.command(SetInput{vehicle, RacecarInput<double>{.steer = steer, .accel = 2}}));
  }
};

std::uint64_t hash_with(int first, int second) {
  Stage stage(ring_stage(2, "program"));
  EXPECT_TRUE(stage.start(0));
  stage.join(std::make_shared<DrivingPeer>(0, first));
  stage.join(std::make_shared<DrivingPeer>(1, second));
  stage.set_pace({.paused = false, .factor = 0});
  stage.stop_when([](const Session& session) { return count(session.state.tick) >= 400; });
  for (Nanos now = 0; count(stage.session().state.tick) < 400; now += kMillisecond) stage.work(now);
  return hash_of(stage.session().state);
}

TEST(StagePeers, TheRunDoesNotDependOnWhoAnswersFirst) {
  const std::uint64_t together = hash_with(1, 1);

  EXPECT_EQ(hash_with(3, 1), together);
  EXPECT_EQ(hash_with(1, 3), together);
  EXPECT_EQ(hash_with(2, 5), together);
}

TEST(StagePeers, OneThatMakesTheWorldsRefusesForAll) {
  RingStage ring;
  struct Making : StandInPeer {
    using StandInPeer::StandInPeer;
    Result<void> may_change_world() const override {
      return fail(ErrorCode::Invalid, "the backend makes the worlds");
    }
  };
  ring.stage.join(std::make_shared<StandInPeer>("one"));
  EXPECT_TRUE(ring.stage.may_change_world());

  ring.stage.join(std::make_shared<Making>("two"));

  EXPECT_FALSE(ring.stage.may_change_world());
}

TEST(StagePeers, AreFoundByTheirDoorAndKnowOnlyTheirOwnWords) {
  RingStage ring;
  const auto one = std::make_shared<StandInPeer>("one");
  ring.stage.join(one);

  EXPECT_EQ(ring.stage.peer_of("one"), one.get());
  EXPECT_EQ(ring.stage.peer_of("two"), nullptr);
  const auto acted = one->act(ring.stage, "fly", VehicleId{0});
  ASSERT_FALSE(acted);
  EXPECT_EQ(acted.error().message, "programs of this room know no \"fly\"");
  EXPECT_TRUE(one->set(ring.stage, {}));
  EXPECT_FALSE(one->set(ring.stage, {{"depth", "low"}}));
}

TEST(StagePad, IsReadByAnyNumberOfReadersEachInItsOwnTime) {
  RingStage ring;
  PadReader early, late;
  const Pad start{.down = bit_of(PadButton::Start)};
  ring.stage.set_pad(start, 0);
  EXPECT_EQ(ring.stage.read_pad(early).pressed, bit_of(PadButton::Start));
  EXPECT_EQ(ring.stage.read_pad(early).pressed, 0);

  ring.stage.set_pad({}, 0);

  EXPECT_EQ(ring.stage.read_pad(early).released, bit_of(PadButton::Start));
  const PadNews news = ring.stage.read_pad(late);
  EXPECT_EQ(news.pressed, bit_of(PadButton::Start));
  EXPECT_EQ(news.released, bit_of(PadButton::Start));
  EXPECT_EQ(news.pad.down, 0);
}

TEST(StageSubscribers, MayDieAtAnyTime) {
  RingStage ring;
  auto mortal = std::make_shared<Watching>();
  ring.stage.subscribe(mortal);
  ASSERT_TRUE(ring.stage.subscribe_sensor(mortal.get(), 1, want_of("lidar")));
  Nanos now = run_stage(ring.stage, 0, kSecond);
  EXPECT_FALSE(mortal->frames.empty());
  EXPECT_FALSE(mortal->readings.empty());

  mortal.reset();
  ring.watching->frames.clear();
  run_stage(ring.stage, now, now + kSecond);

  EXPECT_EQ(ring.stage.subscriber_count(), 1u);
  EXPECT_GT(ring.watching->frames.size(), 40u);
}

TEST(StageSubscribers, HearWhyItIsOver) {
  RingStage ring;
  ring.stage.end("closed by request");
  EXPECT_EQ(ring.watching->reason, "closed by request");
}

TEST(StageDrivers, HandOverWhileItRuns) {
  RingStage ring(2, "route");
  Nanos now = run_stage(ring.stage, 0, kSecond);

  ASSERT_TRUE(ring.stage.take(VehicleId{1}, 7, false));
  EXPECT_FALSE(ring.stage.take(VehicleId{1}, 8, false));  // somebody drives it
  EXPECT_FALSE(ring.stage.set_controls(VehicleId{1}, 8, {.drive = 1}, now));
  EXPECT_TRUE(ring.stage.set_controls(VehicleId{1}, 7, {.brake = 1}, now));
  now = run_stage(ring.stage, now, now + 900 * kMillisecond);
  EXPECT_LT(ring.watching->frames.back()->vehicles[1].speed, 0.5);
  EXPECT_GT(ring.watching->frames.back()->vehicles[0].speed, 1.0);

  EXPECT_TRUE(ring.stage.take(VehicleId{1}, 8, true));
  EXPECT_EQ(ring.stage.status()->seats[1].client, 8u);
  EXPECT_TRUE(ring.stage.hand_over(VehicleId{1}, "route"));
  run_stage(ring.stage, now, now + 3 * kSecond);
  EXPECT_GT(ring.watching->frames.back()->vehicles[1].speed, 1.0);
  EXPECT_EQ(ring.stage.status()->seats[1].client, 0u);
}

TEST(StageDrivers, PedalsAreLetGoWhenNothingIsHeard) {
  RingStage ring(1, "idle");
  ASSERT_TRUE(ring.stage.take(VehicleId{0}, 7, false));
  ASSERT_TRUE(ring.stage.set_controls(VehicleId{0}, 7, {.drive = 0.2}, 0));
  const auto asked = [&] {
    return std::get<PersonDriver>(ring.stage.session().seats[0].driver).controls.drive;
  };
  Nanos now = run_stage(ring.stage, 0, 900 * kMillisecond);
  EXPECT_EQ(asked(), 0.2);

  now = run_stage(ring.stage, now, 1500 * kMillisecond);
  EXPECT_EQ(asked(), 0);

  ASSERT_TRUE(ring.stage.set_controls(VehicleId{0}, 7, {.drive = 0.2}, now));
  ring.stage.forget(7);
  run_stage(ring.stage, now, now + 100 * kMillisecond);
  EXPECT_EQ(asked(), 0);
  EXPECT_EQ(ring.stage.status()->seats[0].driver, "person");
  EXPECT_TRUE(ring.stage.take(VehicleId{0}, 8, false));
}

TEST(StageDrivers, ProgramDrivesAgainWhenItsPersonLeaves) {
  RingStage ring(2, "program");
  const VehicleId first{0};
  const auto program = [&](double accel) {
    return ring.stage.command(SetInput{first, RacecarInput<double>{.accel = accel}});
  };
  EXPECT_TRUE(ring.stage.status()->seats[0].program);

  ASSERT_TRUE(ring.stage.take(first, 7, false));
  EXPECT_FALSE(program(0.2));
  ring.stage.forget(8);  // somebody else
  EXPECT_FALSE(program(0.2));
  ring.stage.forget(7);
  EXPECT_TRUE(program(0.2));
  EXPECT_EQ(ring.stage.status()->seats[0].driver, "program");

  ASSERT_TRUE(ring.stage.take(first, 7, false));
  ASSERT_TRUE(ring.stage.hand_over(first, ""));
  EXPECT_TRUE(program(0.2));
}

TEST(StageDrivers, NobodyDrivesAVehicleWithoutAProgramThatIsHandedBack) {
  RingStage ring(1, "route");
  EXPECT_FALSE(ring.stage.status()->seats[0].program);

  ASSERT_TRUE(ring.stage.take(VehicleId{0}, 7, false));
  ASSERT_TRUE(ring.stage.hand_over(VehicleId{0}, ""));

  EXPECT_EQ(ring.stage.status()->seats[0].driver, "idle");
  EXPECT_FALSE(ring.stage.hand_over(VehicleId{1}, ""));
}

TEST(StageDrivers, PutVehiclesBackOrSomewhereElse) {
  RingStage ring(2, "route");
  const VehicleId first{0};
  const auto pose = [&] { return pose_of(ring.stage.session().state.physics.vehicles[0]); };
  const Pose2 start = pose();
  Nanos now = run_stage(ring.stage, 0, kSecond);
  ASSERT_GT(length(position(pose()) - position(start)), 0.1);

  EXPECT_TRUE(ring.stage.place(first, {}));
  EXPECT_EQ(pose(), start);
  EXPECT_TRUE(ring.stage.place(first, Pose2{1, 2, 0.5}));
  EXPECT_EQ(pose(), (Pose2{1, 2, 0.5}));
  EXPECT_FALSE(ring.stage.place(VehicleId{2}, {}));
  EXPECT_FALSE(ring.stage.place(first, Pose2{std::nan(""), 0, 0}));

  ring.watching->frames.clear();
  run_stage(ring.stage, now, now + kSecond / 2);
  std::size_t placed = 0;
  for (const auto& frame : ring.watching->frames)
    for (const StageEvent& event : frame->events) placed += event.kind == EventKind::Placed ? 1 : 0;
  EXPECT_EQ(placed, 2u);
}

/// A block on the floor and one that was put over it, a train that passes, a car far from both.
StageOptions yard_stage(Pose2 start = {-5, 0, 0}) {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  level.ground.size = {40, 40};
  level.starts.assign(1, {.where = {}, .pose = start, .vehicle = "racecar"});
  for (const double height : {0.0, 1.0}) {
    level.pieces.push_back(piece_of(BlockSpec{{0.3, 0.3, 0.3}, 0.3}, {1.5, 0, height}));
    level.pieces.back().moves = true;
  }
  level.pieces.push_back(piece_of(TrainSpec{.points = {{-8, -8}, {8, -8}}, .closed = false}));
  StageOptions options;
  options.open = [built = build_level(level)](std::uint64_t, const LevelSettings&) {
    return open_session(built, ring_spec(1, "idle"));
  };
  return options;
}

TEST(StageBodies, AreShownByNameWhereTheyAre) {
  Stage stage(yard_stage());
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);

  run_stage(stage, 0, 2 * kSecond);

  const Frame& first = *watching->frames.front();
  const Frame& last = *watching->frames.back();
  EXPECT_EQ(last.status->bodies,
            (std::vector<std::string>{"block-0", "block-1", "train-2-car-1", "train-2-car-2"}));
  ASSERT_EQ(first.bodies.size(), 4u);
  EXPECT_NEAR(last.bodies[0].pose.at.z, 0, 0.01);
  EXPECT_NEAR(last.bodies[1].pose.at.z, 0.3, 0.02) << "fell onto the other";
  EXPECT_GT(last.bodies[2].pose.at.x, first.bodies[2].pose.at.x + 0.5);
  ASSERT_TRUE(stage.restart(1, {}));
  run_stage(stage, 2 * kSecond, 2 * kSecond + kSecond / 10);
  EXPECT_GT(watching->frames.back()->bodies[1].pose.at.z, 0.9);
}

TEST(StageBodies, AreNoneInPlanarLevels) {
  RingStage ring;
  run_stage(ring.stage, 0, kSecond / 10);
  EXPECT_TRUE(ring.watching->frames.back()->bodies.empty());
  EXPECT_TRUE(ring.watching->frames.back()->status->bodies.empty());
}

TEST(StageEvents, OfAFallSayWhetherTheVehicleIsBackAtItsStart) {
  Stage stage(yard_stage());
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  ASSERT_TRUE(stage.place(VehicleId{0}, Pose2{30, 0, 0}));  // past the edge of the floor

  run_stage(stage, 0, 3 * kSecond);

  std::vector<bool> back;
  for (const auto& frame : watching->frames)
    for (const StageEvent& event : frame->events)
      if (event.kind == EventKind::Fell) back.push_back(event.yes);
  EXPECT_EQ(back, std::vector<bool>{true});  // what levels do unless they say otherwise
}

TEST(StageRestart, PutsEverythingBackAndKeepsWhoDrivesAndWhatWasSet) {
  RingStage ring(2, "route");
  ASSERT_TRUE(ring.stage.take(VehicleId{1}, 7, false));
  ASSERT_TRUE(ring.stage.command(SetParameter{"vehicle.0.max_speed", 5}));
  Nanos now = run_stage(ring.stage, 0, 2 * kSecond);

  ASSERT_TRUE(ring.stage.restart(9, {}));

  EXPECT_EQ(tick_of(ring.stage), 0);
  EXPECT_EQ(ring.stage.status()->spec.seed, 9u);
  EXPECT_EQ(ring.stage.status()->seats[1].driver, "person");
  EXPECT_EQ(ring.stage.status()->seats[1].client, 7u);
  const auto& parameters = ring.stage.status()->parameters;
  EXPECT_TRUE(std::any_of(parameters.begin(), parameters.end(), [](const Parameter& p) {
    return p.name == "vehicle.0.max_speed" && p.value == 5;
  }));
  run_stage(ring.stage, now, now + kSecond);
  EXPECT_EQ(ring.watching->frames.back()->run, 2u);
}

TEST(StageRestart, KeepsTheColoursThatSomebodyChose) {
  RingStage ring;
  const CarColors chosen{.front = {1, 2, 3}, .back = {4, 5, 6}};
  ring.stage.set_colors({chosen});
  EXPECT_EQ(ring.stage.status()->seats[0].colors, chosen);

  ASSERT_TRUE(ring.stage.restart(5, {}));

  EXPECT_EQ(ring.stage.status()->seats[0].colors, chosen);
  EXPECT_EQ(ring.stage.session().spec.vehicles[0].colors, chosen);
}

TEST(StageRestart, ALiveRoomCannotBeSoughtIn) {
  RingStage ring;
  EXPECT_FALSE(ring.stage.seek(0));
}

TEST(StageEvents, ReachEverySubscriberOnce) {
  RingStage ring(1, "route");
  run_stage(ring.stage, 0, 12 * kSecond);

  int laps = 0, gates = 0;
  for (const auto& frame : ring.watching->frames)
    for (const StageEvent& event : frame->events) {
      laps += event.kind == EventKind::Lap ? 1 : 0;
      gates += event.kind == EventKind::Gate ? 1 : 0;
    }
  EXPECT_GE(laps, 1);
  EXPECT_GE(gates, 4 * laps);
  EXPECT_EQ(static_cast<std::uint32_t>(laps), ring.stage.session().state.laps[0].laps);
}

TEST(StageOpening, ALevelThatCannotBeOpenedSaysWhy) {
  Stage stage({.open = [](std::uint64_t, const LevelSettings&) -> Result<Session> {
    return fail(ErrorCode::Invalid, "oval.toml:3: width must be positive");
  }});

  const auto started = stage.start(0);

  ASSERT_FALSE(started);
  EXPECT_NE(started.error().message.find("width"), std::string::npos);
}

// --- pictures -----------------------------------------------------------------------------------

/// Two cars on one ring for all runs, in colours by the seed.
StageOptions seen_ring(std::uint64_t seed) {
  StageOptions options;
  options.seed = seed;
  options.open = [level = ring_of(2)](std::uint64_t of, const LevelSettings&) {
    SessionSpec spec = ring_spec(2);
    spec.seed = of;
    const auto shade = static_cast<std::uint8_t>(40 * of);
    spec.vehicles[1].colors = CarColors{.front = {shade, 0, 0}, .back = {0, shade, 0}};
    return open_session(level, spec);
  };
  return options;
}

/// What the first car sees ahead and behind at this tick.
SensorReading seen(Stage& stage) {
  SensorMount mount{.vehicle = VehicleId{}, .spec = {.kind = "camera", .name = "eye"}};
  mount.spec.body_from_sensor = Pose3{{0, 0, 1}, Quat::from_yaw_pitch_roll(kPi, 0.2, 0)};
  EXPECT_TRUE(stage.command(MountSensor{mount}));
  return stage.read_sensor(VehicleId{}, "eye")->reading;
}

TEST(StagePictures, ARestartInTheSameWorldShowsWhatAFreshRunDoes) {
  Stage again(seen_ring(1)), fresh(seen_ring(5));
  ASSERT_TRUE(again.start(0));
  ASSERT_TRUE(fresh.start(0));
  const SensorReading before = seen(again);
  ASSERT_TRUE(again.restart(5, {}));

  EXPECT_NE(seen(again), before);  // the same places at the same tick, other colours
  EXPECT_EQ(seen(again), seen(fresh));
  run_stage(again, 0, kSecond), run_stage(fresh, 0, kSecond);
  EXPECT_EQ(seen(again), seen(fresh));
}

}  // namespace
}  // namespace paddock
