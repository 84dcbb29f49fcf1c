// Modes of the door: exploration and races, START and BACK, what people are told.
#include <gtest/gtest.h>

#include "tests/protocols/racecar/course.h"

namespace paddock::racecar {
namespace {

TriggerSpec strip(double x, TriggerRule rule) {
  TriggerSpec trigger;
  trigger.at = {x, 0};
  trigger.size = {0.1, 8};
  trigger.rule = rule;
  return trigger;
}

/// A checkpoint after one metre and the finish after two; a wall that must not be touched at six.
LevelSpec race_level(const LevelSettings&) {
  LevelSpec level = bare_course();
  level.name = "sprint";
  level.papers.help = "Drive straight on";
  level.triggers = {strip(1, TriggerRule::Checkpoint), strip(2, TriggerRule::Finish)};
  PieceSpec wall = piece_of(BoxSpec{{0.1, 8, 1}}, {6, 0, 0});
  wall.fails = true;
  level.pieces.push_back(wall);
  return level;
}

CourseSpec race(std::size_t cars = 1, DoorOptions door = {}) {
  return {.level = race_level, .cars = cars, .mode = PlayMode::Race, .door = std::move(door)};
}
CourseSpec exploration() {
  return {.level = race_level, .cars = 1, .mode = PlayMode::Explore, .door = {}};
}

TEST(RacecarModes, ARaceStandsStillUntilStartIsPressedWithAProgram) {
  Course course(race());
  EXPECT_EQ(course.message(), "") << "nothing is said before the first turn";
  course.work(100, 20'000'000);
  EXPECT_EQ(course.mode(), "wait");
  EXPECT_EQ(course.message(), "Drive straight on");
  EXPECT_EQ(course.door->status().notice.about, NoticeAbout::Help);
  EXPECT_EQ(count(course.session().state.tick), 0);
  EXPECT_EQ(course.door->status().waiting, std::vector<std::string>{"a program"});
  course.press(Button::Start);
  EXPECT_EQ(course.mode(), "wait");
  EXPECT_NE(course.message().find("No program is connected"), std::string::npos);
  EXPECT_FALSE(course.session().referee.running);

  course.connect();
  course.work(2);
  EXPECT_EQ(course.door->status().waiting, std::vector<std::string>{"START"});
  course.press(Button::Start);
  EXPECT_EQ(course.received(), SimulatorMessage(RunStart{}));
  EXPECT_EQ(course.mode(), "user program");
  EXPECT_TRUE(course.session().referee.running);
  // it stood there for a while: a whole turn of the lidar, and an IMU at rest
  EXPECT_NEAR(course.number(Get{Quantity::LinearAcceleration}, 1), -9.81f, 0.02f);
  const std::string lidar = course.ask(Get{Quantity::LidarSamples});
  std::array<float, 720> samples{};
  std::memcpy(samples.data(), lidar.data(), lidar.size());
  EXPECT_NEAR(samples[0], 595, 0.5f);
  EXPECT_GT(samples[719], 0);
}

TEST(RacecarModes, ProgramsThatRaceReadNoPadUnlessTheyCheat) {
  for (const bool cheat : {false, true}) {
    DoorOptions door;
    door.cheat = cheat;
    Course course(race(1, door));
    course.begin();
    Pad pad{.down = bit_of(PadButton::A)};
    pad.triggers[1] = 1, pad.sticks[0] = {1, 0};
    course.stage->set_pad(pad, course.now);
    course.next();
    EXPECT_EQ(course.button(ButtonQuestion::IsDown, Button::A), cheat);
    EXPECT_EQ(course.number(GetTrigger{Side::Right}), cheat ? 1.0f : 0.0f);
    EXPECT_EQ(course.number(GetJoystick{Side::Left}), cheat ? 1.0f : 0.0f);
  }
}

TEST(RacecarModes, BackPausesARaceAndItsUpdatesGoOnWithoutTime) {
  Course course(race());
  course.begin();
  course.next();
  EXPECT_GT(course.number(Get{Quantity::DeltaTime}), 0);
  course.stage->set_pad({.down = bit_of(PadButton::Back)}, course.now);
  course.say(Finished{});
  course.work(4);
  course.stage->set_pad({}, course.now);
  ASSERT_TRUE(course.stage->pace().paused);
  const Tick stood = course.session().state.tick;

  int updates = 0;
  const Nanos began = course.now;
  std::string bytes;
  while (course.now < began + 1'000'000'000) {
    course.work();
    if (!course.scripts[0].receive(bytes)) continue;
    ASSERT_EQ(*decode_simulator(bytes), SimulatorMessage(RunUpdate{}));
    EXPECT_EQ(course.number(Get{Quantity::DeltaTime}), 0);
    course.say(Finished{});
    ++updates;
  }
  EXPECT_GE(updates, 55);
  EXPECT_LE(updates, 60);
  EXPECT_EQ(course.session().state.tick, stood);
  EXPECT_EQ(course.mode(), "user program");

  // BACK once more, and time goes on; START does it as well
  for (const Button button : {Button::Back, Button::Start}) {
    course.stage->set_pace({.paused = true, .factor = 0});
    course.press(button);
    for (int i = 0; i < 5 && course.stage->pace().paused; ++i) {
      course.say(Finished{});
      course.work(1, 20'000'000);
    }
    EXPECT_FALSE(course.stage->pace().paused) << static_cast<int>(button);
  }
  EXPECT_EQ(course.mode(), "user program");
}

TEST(RacecarModes, TheFinishEndsARaceAndABestTimeIsKept) {
  for (const bool best : {true, false}) {
    std::vector<Nanos> kept;
    std::string level;
    DoorOptions door;
    door.keep_times = [&](const std::string& name, const std::vector<Nanos>& times) {
      level = name, kept = times;
      return best;
    };
    Course course(race(1, door));
    course.begin();
    course.say(SetSpeedAngle{1, 0});
    EXPECT_FALSE(course.run_until(20)) << "no update follows the finish";
    EXPECT_EQ(course.mode(), "finished");
    EXPECT_EQ(course.door->mode(), Mode::Finished);
    EXPECT_EQ(course.message().substr(0, best ? 15 : 22),
              best ? "New best time: " : "Mission accomplished: ");
    EXPECT_EQ(course.own("new_best").truth(), best);
    EXPECT_EQ(level, "sprint");
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_GT(kept[0], 1'000'000'000);
    EXPECT_GT(kept[1], kept[0] + 500'000'000);
    EXPECT_LT(kept[1], 5'000'000'000);
    course.press(Button::Start);
    EXPECT_EQ(course.mode(), "finished");
    EXPECT_NE(course.message().find("begin the level again"), std::string::npos);
  }
}

TEST(RacecarModes, ARaceOfSeveralBeginsWithThoseWhoAreThereAndGoesOnWithoutWhoFails) {
  DoorOptions door;
  door.names = {"slow.py", "fast.py", "late.py"};
  Course course(race(3, door));
  course.press(Button::Start);
  EXPECT_NE(course.message().find("None of the 3 cars has a program"), std::string::npos);
  EXPECT_EQ(course.door->status().links.at(1).name, "fast.py");
  course.connect(0);
  course.connect(1);
  course.press(Button::Start);
  EXPECT_NE(course.message().find("begins with 2 of 3 cars: 1 has no program"), std::string::npos);
  EXPECT_EQ(course.received(0), SimulatorMessage(RunStart{}));
  course.say(SetSpeedAngle{1, 0}, false, 0);
  course.say(Finished{}, false, 0);
  EXPECT_EQ(course.received(1), SimulatorMessage(RunStart{}));
  course.say(SetSpeedAngle{1, 0}, false, 1);
  course.say(Finished{}, false, 1);

  // the first raises: its car stays and stands, the second goes on alone
  EXPECT_EQ(course.received(0), SimulatorMessage(RunUpdate{}));
  course.say(Fault{FaultCode::PythonException}, false, 0);
  EXPECT_EQ(course.received(1), SimulatorMessage(RunUpdate{}));
  EXPECT_NE(course.message().find("car 1 raised an exception"), std::string::npos);
  while (course.seconds() < 20) {
    course.say(Finished{}, false, 1);
    if (course.receive(1) != encode_simulator(RunUpdate{})) break;
  }
  EXPECT_EQ(course.mode(), "finished");
  EXPECT_NE(course.message().find("car 2 (fast.py) was first"), std::string::npos)
      << course.message();
  EXPECT_NEAR(course.speed(0), 0, 0.01);
  EXPECT_LT(pose_of(course.car(0)).x, 0.5);
}

TEST(RacecarModes, WithoutItsLastProgramARaceWaitsAndAnotherMayGoOn) {
  Course course(race());
  course.begin();
  course.say(SetSpeedAngle{1, 0});
  ASSERT_TRUE(course.run_until(0.5));
  course.say(Quit{});
  course.work(4);
  EXPECT_EQ(course.mode(), "wait");
  const Tick stood = course.session().state.tick;
  course.work(50, 20'000'000);
  EXPECT_EQ(course.session().state.tick, stood);
  course.scripts[0] = course.new_socket();
  course.begin();
  EXPECT_EQ(course.session().referee.began, 0) << "the clock goes on";
}

TEST(RacecarModes, StartAndBackTogetherBeginAgain) {
  Course course(race());
  course.begin();
  ASSERT_TRUE(course.run_until(0.5));
  course.press_both();
  bool ended = false;
  for (std::string bytes; course.scripts[0].receive(bytes);)
    ended = ended || *decode_simulator(bytes) == SimulatorMessage(End{});
  EXPECT_TRUE(ended);
  EXPECT_EQ(course.mode(), "wait");
  EXPECT_EQ(count(course.session().state.tick), 0);
  EXPECT_FALSE(course.session().referee.running);
  EXPECT_EQ(course.door->connected(), 0u);
}

TEST(RacecarModes, AFailureIsToldAsTheModeTakesIt) {
  const auto crash = [](CourseSpec spec) {
    spec.level = [](const LevelSettings& settings) {
      LevelSpec level = race_level(settings);
      level.pieces.back().at.x = 0.8;
      return level;
    };
    Course course(std::move(spec));
    course.begin();
    course.say(SetSpeedAngle{1, 0});
    std::string bytes;
    for (int i = 0; i < 300; ++i) {
      course.say(Finished{});
      course.work(3);
      if (course.message().find("touched") != std::string::npos) break;
      while (course.scripts[0].receive(bytes)) {
      }
    }
    return course.message();
  };
  EXPECT_EQ(crash(exploration()), "Failure: it touched a box");
  EXPECT_EQ(
      crash(race()),
      "Failure: it touched a box; nothing counts any more. START and BACK together begin again");
  EXPECT_EQ(crash(race(2)), "Car 1 is back at its last key point: it touched a box");
}

TEST(RacecarModes, PenaltiesAreToldAndCountInTheTimeThatIsKept) {
  std::vector<Nanos> kept;
  DoorOptions door;
  door.keep_times = [&](const std::string&, const std::vector<Nanos>& times) {
    kept = times;
    return true;
  };
  CourseSpec spec = race(1, door);
  spec.level = [](const LevelSettings& settings) {
    LevelSpec level = race_level(settings);
    TriggerSpec slalom = strip(1.5, TriggerRule::Slalom);
    slalom.penalty = Penalty::Time;
    level.triggers.push_back(slalom);
    return level;
  };
  Course course(spec);
  course.begin();
  course.say(SetSpeedAngle{1, 0});
  bool told = false;
  do {
    told = told || course.message().substr(0, 15) == "5 s are added: ";
    course.say(Finished{});
  } while (course.receive() == encode_simulator(RunUpdate{}));
  EXPECT_TRUE(told);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_GT(kept[1] - kept[0], 5'000'000'000);
}

TEST(RacecarModes, CarsArePutAtCheckpointsWhereThatIsFair) {
  Course exploring(exploration());
  exploring.work(3, 20'000'000);
  ASSERT_TRUE(exploring.door->act(*exploring.stage, "next_checkpoint", VehicleId{0}));
  exploring.work(3, 20'000'000);
  EXPECT_NEAR(pose_of(exploring.car()).x, 1, 0.05);
  ASSERT_TRUE(exploring.door->act(*exploring.stage, "next_checkpoint", VehicleId{0}));
  EXPECT_FALSE(exploring.door->act(*exploring.stage, "next_checkpoint", VehicleId{0}))
      << "the finish is the last";
  ASSERT_TRUE(exploring.door->act(*exploring.stage, "last_checkpoint", VehicleId{0}));
  EXPECT_FALSE(exploring.door->act(*exploring.stage, "skip_trial", VehicleId{0}));

  Course alone(race());
  alone.work();
  EXPECT_FALSE(alone.door->act(*alone.stage, "next_checkpoint", VehicleId{0}));
  EXPECT_FALSE(alone.door->act(*alone.stage, "last_checkpoint", VehicleId{0}));
  Course several(race(2));
  several.work();
  EXPECT_FALSE(several.door->act(*several.stage, "next_checkpoint", VehicleId{0}));
  EXPECT_TRUE(several.door->act(*several.stage, "last_checkpoint", VehicleId{1}));
  EXPECT_FALSE(several.door->act(*several.stage, "last_checkpoint", VehicleId{7}));
}

TEST(RacecarModes, SensesChangeWhileAProgramRuns) {
  Course course(exploration());
  course.begin();
  EXPECT_EQ(course.ask(Get{Quantity::DepthImage}).size(), 19'200u);
  ASSERT_TRUE(course.door->set(*course.stage, {{"depth", "low"}}));
  EXPECT_EQ(course.ask(Get{Quantity::DepthImage}).size(), 1'200u);

  // a lidar whose noise changes has its whole turn at once, and only what changed begins anew
  const auto imu = [&] { return course.session().state.sensors[1]; };
  ASSERT_TRUE(course.run_until(0.5));
  const SensorMemory average = imu();
  ASSERT_TRUE(course.door->set(*course.stage, {{"hide_cars", "true"}}));
  EXPECT_EQ(imu(), average);
  const float exact = course.number(Get{Quantity::LidarSamples});
  ASSERT_TRUE(course.door->set(*course.stage, {{"realism", "real"}}));
  const float noisy = course.number(Get{Quantity::LidarSamples});
  EXPECT_NE(noisy, exact);
  EXPECT_NEAR(noisy, exact, 0.15f * exact);
}

TEST(RacecarModes, WhatPeopleAskForIsRefusedWithReasonsAndThenNothingChanges) {
  Course course(exploration());
  course.begin();
  const auto why = [](const Result<void>& result) {
    EXPECT_FALSE(result);
    return result ? std::string() : result.error().message;
  };
  EXPECT_NE(why(course.door->act(*course.stage, "fly", VehicleId{0})).find("there are next_"),
            std::string::npos);
  EXPECT_NE(why(course.door->act(*course.stage, "next_checkpoint", VehicleId{1})).find("vehicle 2"),
            std::string::npos);
  EXPECT_EQ(why(course.door->set(*course.stage, {{"depth", "low"}, {"realism", "half"}})),
            "realism must be real or ideal, got \"half\"");
  EXPECT_NE(why(course.door->set(*course.stage, {{"depth", "low"}, {"speed", "9"}})).find("speed"),
            std::string::npos);
  EXPECT_EQ(course.ask(Get{Quantity::DepthImage}).size(), 19'200u);
}

TEST(RacecarModes, StartPressesItselfOnceAllProgramsAreThere) {
  DoorOptions door;
  door.start = true;
  door.start_with = 2;
  Course course(race(2, door));
  course.connect(0);
  course.work(10, 20'000'000);
  EXPECT_EQ(course.mode(), "wait");
  course.connect(1);
  EXPECT_EQ(course.received(0), SimulatorMessage(RunStart{}));
  EXPECT_EQ(count(course.session().state.tick), 0);
}

TEST(RacecarModes, AProgramThatStartsItselfStartsAtTickZeroHoweverFastTheMachineIs) {
  for (const Nanos step : {Nanos{0}, Nanos{1'000}, Nanos{40'000'000}}) {
    CourseSpec spec = exploration();
    spec.door.start = true;
    Course course(spec);
    course.stage->set_pace({.paused = true, .factor = 0});
    course.work(1, step);
    course.say(Connect{1}, true);
    for (int i = 0; i < 100 && course.door->connected() == 0; ++i) course.work(1, step);
    course.stage->set_pace({.paused = false, .factor = 0});
    course.work(3, 20'000'000);
    EXPECT_EQ(course.received(), SimulatorMessage(Welcome{0}));
    EXPECT_EQ(course.received(), SimulatorMessage(RunStart{}));
    EXPECT_EQ(count(course.session().state.tick), 0) << step;
  }
}

TEST(RacecarModes, TheConsoleKeepsTheLastLines) {
  Course course(exploration());
  for (int i = 0; i < 250; ++i) course.door->console_line(concat("line ", i, "\n"));
  course.door->console_line(std::string(100'000, 'x'));
  const PeerStatus status = course.door->status();
  ASSERT_EQ(status.console.size(), 200u);
  EXPECT_EQ(status.console.front(), "line 51");
  EXPECT_EQ(status.console.back().size(), 403u);
}

}  // namespace
}  // namespace paddock::racecar
