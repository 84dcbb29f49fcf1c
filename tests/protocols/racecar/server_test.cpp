// The door with real sockets, on a clock that the test moves: what a script of the course sees and
// does, figures of the specification included.
#include "paddock/protocols/racecar/server.h"

#include <gtest/gtest.h>

#include "tests/protocols/racecar/course.h"
#include "tests/support/stages.h"

namespace paddock::racecar {
namespace {

double yaw(const Course& course) { return pose_of(course.car()).yaw; }

CourseSpec bare(std::size_t cars = 1) {
  CourseSpec spec;
  spec.level = [](const LevelSettings&) { return bare_course(); };
  spec.cars = cars;
  return spec;
}

TEST(RacecarDoor, StartRunsTheProgramBackEndsItAndStartRunsItAgain) {
  Course course;
  course.begin();
  EXPECT_EQ(course.mode(), "user program");
  course.next();
  course.say(Finished{});
  for (int i = 0; i < 4; ++i) course.stage->work(course.now += 1'000'000);
  course.press(Button::Back);
  course.say(Finished{});  // of an update that was under way
  for (int i = 0; i < 40; ++i) course.stage->work(course.now += 1'000'000);
  EXPECT_EQ(course.mode(), "default drive");
  std::string bytes;
  while (course.scripts[0].receive(bytes)) {
  }
  course.press(Button::Start);
  EXPECT_EQ(course.received(), SimulatorMessage(RunStart{}));
}

TEST(RacecarDoor, WithoutAProgramStartSaysSoAndThePadDrives) {
  Course course(bare());
  course.press(Button::Start);
  EXPECT_NE(course.message().find("No program is connected"), std::string::npos);
  for (int i = 0; i < 600; ++i) {
    Pad pad;
    pad.triggers[1] = 1;
    course.stage->set_pad(pad, course.now);
    course.stage->work(course.now += 1'000'000);
  }
  EXPECT_GT(course.speed(), 0.9);
}

TEST(RacecarDoor, ARoomIsShownBeforeItsCamerasAreMade) {
  CourseSpec spec = bare();
  spec.door.show_first = 50'000'000;
  Course course(spec);
  const PeerTurn turn = course.door->poll(*course.stage, course.now);
  EXPECT_FALSE(turn.answered);
  EXPECT_EQ(turn.again, course.now + 50'000'000);
  course.stage->work(course.now += 49'000'000);
  EXPECT_EQ(course.session().scratch.rig, nullptr);
  EXPECT_EQ(course.stage->frames(), 0u);

  course.stage->work(course.now += 1'000'000);
  EXPECT_NE(course.session().scratch.rig, nullptr);
  course.stage->work(course.now += 1'000'000);
  EXPECT_GT(course.stage->frames(), 0u);
}

TEST(RacecarDoor, SensorsAreThoseOfTheSpecification) {
  Course course;
  course.begin();
  for (int i = 0; i < 30; ++i) course.next();

  // at rest; the first samples are smoothed towards it
  EXPECT_NEAR(course.number(Get{Quantity::LinearAcceleration}, 1), -9.81f, 0.02f);
  EXPECT_NEAR(course.number(Get{Quantity::LinearAcceleration}, 0), 0, 0.01f);
  EXPECT_NEAR(course.number(Get{Quantity::AngularVelocity}, 1), 0, 0.001f);

  // lidar: cm, clockwise from straight ahead: the wall ahead, the post on the right
  const std::string lidar = course.ask(Get{Quantity::LidarSamples});
  ASSERT_EQ(lidar.size(), 2'880u);
  std::array<float, 720> samples{};
  std::memcpy(samples.data(), lidar.data(), lidar.size());
  EXPECT_NEAR(samples[0], 150, 0.2f);
  EXPECT_NEAR(samples[180], 100, 0.2f);
  EXPECT_EQ(samples[360], 0) << "nothing within ten metres behind";

  // depth: cm from the bumper, slant
  const std::string depth = course.ask(Get{Quantity::DepthImage});
  ASSERT_EQ(depth.size(), 19'200u);
  std::array<float, 4800> cells{};
  std::memcpy(cells.data(), depth.data(), depth.size());
  EXPECT_NEAR(cells[30 * 80 + 40], 132, 0.6f);  // 150 cm less the bumper at 18 cm

  // colour: the wall is pure red, R first
  std::string rgba = course.ask(Get{Quantity::ColorImage});
  for (std::size_t i = 1; i < kFragments; ++i) rgba += course.ask(SendNext{});
  course.say(SendNext{});
  ASSERT_EQ(rgba.size(), kColorBytes);
  const std::size_t middle = 4 * (240 * 640 + 320);
  EXPECT_EQ(rgba.substr(middle, 4), std::string("\xff\0\0\xff", 4));
}

TEST(RacecarDoor, PeopleSeeTheImuThatTheProgramReads) {
  Course course;
  const auto watching = std::make_shared<Watching>();
  course.stage->subscribe(watching);
  ASSERT_TRUE(course.stage->subscribe_sensor(watching.get(), 1,
                                             {.sensor = {VehicleId{0}, {.kind = "imu"}}}));
  course.begin();
  course.say(SetSpeedAngle{1, 1});
  for (int i = 0; i < 30; ++i) course.next();
  Triple force{}, spin{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    force[axis] = course.number(Get{Quantity::LinearAcceleration}, axis);
    spin[axis] = course.number(Get{Quantity::AngularVelocity}, axis);
  }

  course.work(1, 50'000'000);  // a moment later in real time; simulated time waits for the program

  ASSERT_FALSE(watching->readings.empty());
  const Measurement& seen = *watching->readings.back().measurement;
  EXPECT_EQ(seen.tick, course.session().state.tick);
  EXPECT_EQ(seen.sensor->mount.spec.kind, "racecarsim_imu");
  EXPECT_TRUE(seen.sensor->mounted);
  EXPECT_LT(force[1], -9);
  const std::vector<double> values = std::get<VectorReading>(seen.reading).values;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(static_cast<float>(values[axis]), force[axis]) << axis;
    EXPECT_EQ(static_cast<float>(values[3 + axis]), spin[axis]) << axis;
  }
}

TEST(RacecarDoor, ItsSensorsArePartOfTheRunUnderTheirNames) {
  Course course;
  course.work();
  std::vector<std::string> names;
  for (const SensorMount& sensor : course.session().model.sensors)
    names.push_back(sensor.spec.name);
  EXPECT_EQ(names, (std::vector<std::string>{"lidar", "imu", "camera", "depth", "position"}));

  // what a camera sees is not remembered; a lidar's turn and an IMU's average are
  std::vector<std::size_t> remembered;
  for (const SensorMemory& memory : course.session().state.sensors)
    remembered.push_back(memory.numbers.size());
  EXPECT_EQ(remembered, (std::vector<std::size_t>{721, 6, 0, 0, 0}));
}

TEST(RacecarDoor, TheLidarTakes86SamplesATick) {
  Course course;
  course.begin();
  course.next();
  const std::int64_t ticks = count(course.session().state.tick);
  const std::string lidar = course.ask(Get{Quantity::LidarSamples});
  std::array<float, 720> samples{};
  std::memcpy(samples.data(), lidar.data(), lidar.size());
  const auto seen = static_cast<std::size_t>(86 * ticks);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(samples[i] > 0, i < seen) << i;  // the wall ahead
  for (std::size_t i = seen; i < 720; ++i) EXPECT_EQ(samples[i], 0) << i;
}

TEST(RacecarDoor, TheCarDrivesAsTheCourseKnowsIt) {
  Course straight(bare());
  straight.begin();
  straight.say(SetSpeedAngle{1, 0});
  double sum = 0;
  while (straight.seconds() < 8) {
    straight.next();
    sum += static_cast<double>(straight.number(Get{Quantity::DeltaTime}));
  }
  EXPECT_NEAR(straight.speed(), 1.05, 0.03);
  EXPECT_NEAR(sum, straight.seconds(), 0.05);

  Course circle(bare());
  circle.begin();
  circle.say(SetSpeedAngle{1, 1});
  double turned = 0, cruise = 0;
  const double began = circle.seconds();
  for (double last = yaw(circle); turned < 2 * kPi && circle.seconds() < 20; last = yaw(circle)) {
    const double before = turned;
    circle.next();
    turned += wrap_angle(last - yaw(circle));  // to the right
    if (before < 4.5 && turned >= 4.5) cruise = circle.seconds();
  }
  const double took = circle.seconds() - began;
  const double quarter = (circle.seconds() - cruise) * (kPi / 2) / (2 * kPi - 4.5);
  std::printf("circle from rest %.2f s, a quarter at cruise %.2f s\n", took, quarter);
  EXPECT_GT(took, 6.0);
  EXPECT_LT(took, 6.4);
  EXPECT_GT(quarter, 1.32);
  EXPECT_LT(quarter, 1.38);
}

TEST(RacecarDoor, ButtonsAreDownAndPressedOnceEach) {
  Course course;
  course.begin();
  course.next();
  const auto asked = [&](ButtonQuestion question) {
    return course.ask(GetButton{question, Button::X})[0] != 0;
  };
  course.stage->set_pad({.down = 1u << 2}, course.now);
  course.next();
  EXPECT_TRUE(asked(ButtonQuestion::IsDown) && asked(ButtonQuestion::WasPressed));
  course.stage->set_pad({.down = 1u << 2}, course.now);
  course.next();
  EXPECT_TRUE(asked(ButtonQuestion::IsDown) && !asked(ButtonQuestion::WasPressed));
  course.stage->set_pad({}, course.now);
  course.next();
  EXPECT_TRUE(!asked(ButtonQuestion::IsDown) && asked(ButtonQuestion::WasReleased));
}

TEST(RacecarDoor, AShortPressIsSeenWhoeverElseReadsThePad) {
  Course course;
  course.begin();
  course.next();
  PadReader other;
  course.stage->set_pad({.down = bit_of(Button::X)}, course.now);
  EXPECT_EQ(course.stage->read_pad(other).pad.down, bit_of(Button::X));
  course.stage->set_pad({}, course.now);
  EXPECT_NE(course.stage->read_pad(other).released & bit_of(Button::X), 0);
  course.next();
  EXPECT_TRUE(course.button(ButtonQuestion::WasPressed, Button::X));
  EXPECT_FALSE(course.button(ButtonQuestion::IsDown, Button::X));
}

TEST(RacecarDoor, SaysWhenItWantsItsNextTurn) {
  CourseSpec spec = bare();
  spec.mode = PlayMode::Race;
  Course course(spec);
  const PeerTurn waits = course.door->poll(*course.stage, course.now);
  EXPECT_FALSE(waits.answered);
  EXPECT_EQ(waits.again, course.now + kStillFrame) << "simulated time stands";
  course.begin();
  const PeerTurn busy = course.door->poll(*course.stage, course.now);
  EXPECT_FALSE(busy.answered);
  EXPECT_GT(busy.again, course.now + 4'000'000'000) << "nothing to do until the program speaks";
  EXPECT_LE(busy.again, course.now + Programs::kPatience + 1);
}

TEST(RacecarDoor, APictureIsPaintedALittleInEachTurnUntilItIsThere) {
  Course course;
  course.begin();
  ASSERT_EQ(course.ask(Get{Quantity::ColorImage}).size(), kFragmentBytes);
  PeerTurn turn = course.door->poll(*course.stage, course.now);
  for (int i = 0; i < 100'000 && turn.again == course.now; ++i)
    turn = course.door->poll(*course.stage, course.now);
  EXPECT_GT(turn.again, course.now);
  EXPECT_FALSE(turn.answered);
}

/// All parts of a colour picture.
std::string picture_of(Course& course) {
  std::string rgba = course.ask(Get{Quantity::ColorImage});
  for (std::size_t part = 1; part < kFragments; ++part) rgba += course.ask(SendNext{});
  course.say(SendNext{});
  return rgba;
}

/// The same drawn at once by eyes of its own, from what the run is now.
std::string drawn_whole(const Course& course, Scratch& scratch) {
  const Session& session = course.session();
  const auto at = find_mounted(session.model, VehicleId{0}, kCameraName);
  SensorReading reading;
  read_sensor(session.model, session.state, scratch, mounted_sensor(session.model, *at, scratch),
              session.state.sensors[*at].numbers, reading);
  const auto& pixels = std::get<CameraReading>(reading).color.pixels;
  return {pixels.begin(), pixels.end()};
}

TEST(RacecarDoor, APictureBegunBeforeItIsAskedForIsOfTheInstantInWhichItIsAskedFor) {
  Course course;
  course.begin();
  Scratch scratch = make_scratch(course.session().model);
  std::string last;
  int changes = 0;
  for (int update = 0; update < 14; ++update) {
    course.say(SetSpeedAngle{1, update % 2 == 0 ? 1.0f : -1.0f});
    course.next();
    course.work(update % 3);        // some of it may be there before anybody asks
    if (update % 4 == 3) continue;  // one that was begun is left
    const std::string picture = picture_of(course);
    ASSERT_EQ(picture.size(), kColorBytes);
    EXPECT_TRUE(picture == drawn_whole(course, scratch)) << "update " << update;
    changes += picture != last ? 1 : 0;
    last = picture;
  }
  EXPECT_GT(changes, 5);
}

TEST(RacecarDoor, APictureIsMadeOnceATickAndNotAtAllForThoseWhoDoNotAsk) {
  Course course;
  course.begin();
  const auto watching = std::make_shared<Watching>();  // as a page does, its panels closed
  course.stage->subscribe(watching);
  const auto taken = [&] { return course.session().scratch.rig->taken(); };
  const auto before = taken();
  for (int update = 0; update < 30; ++update) {
    EXPECT_EQ(course.ask(Get{Quantity::LidarSamples}).size(), 2'880u);
    course.next();
  }
  EXPECT_EQ(taken(), before);

  const Tick began = course.session().state.tick;
  for (int update = 0; update < 30; ++update) {
    EXPECT_EQ(picture_of(course).size(), kColorBytes);
    course.next();
  }
  const auto ticks = static_cast<std::uint64_t>(count(course.session().state.tick) - count(began));
  EXPECT_LT(ticks, 30u) << "frames come more often than ticks";
  EXPECT_LE(taken() - before, ticks + 1);

  const auto asked = taken();
  for (int update = 0; update < 30; ++update) course.next();
  EXPECT_LE(taken(), asked + 1) << "one was begun for who asked in the call before";
}

TEST(RacecarDoor, TwoProgramsKeepTheirCarsWhenOneLeaves) {
  Course course(bare(2));
  EXPECT_EQ(decode_simulator(course.ask(Connect{1}, true, 0)).value(),
            SimulatorMessage(Welcome{0}));
  EXPECT_EQ(decode_simulator(course.ask(Connect{1}, true, 1)).value(),
            SimulatorMessage(Welcome{1}));
  course.press(Button::Start);
  EXPECT_EQ(course.received(0), SimulatorMessage(RunStart{}));
  course.say(Quit{}, false, 0);
  EXPECT_EQ(course.received(1), SimulatorMessage(RunStart{}));
  course.say(SetSpeedAngle{1, 0}, false, 1);
  for (int i = 0; i < 120; ++i) {
    course.say(Finished{}, false, 1);
    ASSERT_EQ(course.received(1), SimulatorMessage(RunUpdate{}));
  }
  EXPECT_GT(speed_of(course.session().state.physics.vehicles[1]), 0.5);
  EXPECT_NEAR(speed_of(course.session().state.physics.vehicles[0]), 0, 0.01);
}

TEST(RacecarDoor, ACarThatLeftHasAProgramThatDrivesNobodyWhileTheOtherDrivesOn) {
  Course course(bare(2));
  course.ask(Connect{1}, true, 0), course.ask(Connect{1}, true, 1);
  course.press(Button::Start);
  for (const std::size_t car : {0U, 1U}) {
    EXPECT_EQ(course.received(car), SimulatorMessage(RunStart{}));
    course.say(SetSpeedAngle{1, 0}, false, car);
    course.say(Finished{}, false, car);
  }
  ASSERT_TRUE(course.stage->command(Despawn{VehicleId{1}}));

  for (int i = 0; i < 60; ++i)
    for (const std::size_t car : {0U, 1U}) {
      ASSERT_EQ(course.received(car), SimulatorMessage(RunUpdate{})) << i;
      course.say(Finished{}, false, car);
    }

  const State& state = course.session().state;
  EXPECT_FALSE(is_present(state, VehicleId{1}));
  EXPECT_GT(speed_of(state.physics.vehicles[0]), 0.3);
}

TEST(RacecarDoor, RestartEndsProgramsAndAnExceptionGoesBackToDefaultDrive) {
  Course course;
  course.begin();
  ASSERT_TRUE(course.stage->restart(2, {}));
  EXPECT_EQ(course.received(), SimulatorMessage(End{}));

  course.scripts[0] = course.new_socket();
  course.begin();
  course.say(Fault{FaultCode::PythonException});
  for (int i = 0; i < 40; ++i) course.stage->work(course.now += 1'000'000);
  EXPECT_EQ(course.mode(), "default drive");
  EXPECT_EQ(course.door->status().notice.grade, 2);
  EXPECT_NE(course.message().find("raised an exception"), std::string::npos);
}

TEST(RacecarDoor, AStalledProgramStopsTheStageForFiveSecondsAtMost) {
  Course course;
  course.begin();
  const Tick stood = course.session().state.tick;
  for (int i = 0; i < 49; ++i) course.stage->work(course.now += 100'000'000);
  EXPECT_EQ(course.session().state.tick, stood);
  for (int i = 0; i < 10; ++i) course.stage->work(course.now += 100'000'000);
  EXPECT_GT(course.session().state.tick, stood);
  EXPECT_NE(course.message().find("five seconds"), std::string::npos);
}

TEST(RacecarDoor, ANotebookSeesTheFirstCarWithoutConnecting) {
  Course course;
  for (int i = 0; i < 60; ++i) course.stage->work(course.now += 20'000'000);
  EXPECT_EQ(course.ask(Get{Quantity::LidarSamples}, true).size(), 2'880u);
  EXPECT_EQ(course.ask(Get{Quantity::DepthImage}, true).size(), 19'200u);
  EXPECT_EQ(course.ask(Get{Quantity::ColorImage}, true).size(), kFragmentBytes);
}

TEST(RacecarDoor, SaysWhichPortIsTaken) {
  DoorOptions options;
  options.async_port = options.sync_port = 0;
  EventLoop loop;
  const auto first = *LockStepServer::open(loop, options);
  options.async_port = first->async_port();
  const auto second = LockStepServer::open(loop, options);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("is taken"), std::string::npos);
}

}  // namespace
}  // namespace paddock::racecar
