// Gradings: trials one after another on one connection, and what becomes of programs that fail.
#include "paddock/protocols/racecar/grading.h"

#include <gtest/gtest.h>

#include "paddock/game/score.h"
#include "tests/protocols/racecar/course.h"

namespace paddock::racecar {
namespace {

TaskSpec reach(double x, double points) {
  TaskSpec task;
  task.kind = TaskKind::Reach;
  TriggerSpec volume;
  volume.at = {x, 0};
  volume.size = {0.1, 4};
  task.volumes = {volume};
  task.points = points;
  return task;
}

TrialSpec trial(const std::string& title, double points, double limit = 10) {
  TrialSpec spec;
  spec.title = title;
  spec.points = points;
  spec.limit = limit;
  return spec;
}

/// Three trials: half a metre, a metre within two seconds and a half for a bonus, and back.
LevelSpec lab(const LevelSettings& settings) {
  LevelSpec level = bare_course();
  level.name = level.papers.code = "lab";
  level.papers.trials = {trial("Ahead", 1), trial("Far", 2), trial("Back", 1, 4)};
  level.papers.trials[0].required = true;
  level.papers.trials[0].pad.right_trigger = 1;
  level.papers.trials[0].pad.left_stick = {0.5, -1};
  level.papers.trials[0].pad.press = {"A"};
  level.papers.trials[1].bonus = {{60, 1}};
  const std::size_t chosen = trial_of(settings);
  level.papers.trial = level.papers.trials.at(chosen - 1);
  level.tasks = {chosen == 1 ? reach(0.7, 1) : chosen == 2 ? reach(1.2, 2) : reach(-0.7, 1)};
  PieceSpec wall = piece_of(BoxSpec{{0.1, 8, 1}}, {3, 0, 0});
  wall.fails = true;
  level.pieces.push_back(wall);
  return level;
}

CourseSpec grading(DoorOptions door = {}) {
  door.grade = true;
  door.start = true;
  door.user = "Ada";
  return {.level = lab, .cars = 1, .mode = PlayMode::Trial, .door = std::move(door)};
}

/// A program that does the same in each trial, until it is told something else than to update.
SimulatorMessage drive_on(Course& course, float speed, float seconds = 30) {
  course.say(SetSpeedAngle{speed, 0});
  const double until = course.seconds() + static_cast<double>(seconds);
  while (course.seconds() < until) {
    course.say(Finished{});
    const SimulatorMessage told = course.received();
    if (!(told == SimulatorMessage(RunUpdate{}))) return told;
  }
  return RunUpdate{};
}

void begin(Course& course) {
  course.connect();
  ASSERT_EQ(course.received(), SimulatorMessage(RunStart{}));
}

std::vector<TrialResult> whole_run() {
  Course course(grading());
  begin(course);
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(RunStart{}));
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(RunStart{}));
  EXPECT_EQ(drive_on(course, -1), SimulatorMessage(End{}));
  return course.door->status().results;
}

TEST(RacecarGrading, GoesThroughAllTrialsOnOneConnection) {
  Course course(grading());
  course.work(20, 20'000'000);
  EXPECT_EQ(course.mode(), "wait");
  EXPECT_EQ(course.message(), "Trial 1 of 3: Ahead");
  EXPECT_EQ(course.door->status().notice.about, NoticeAbout::Trial);
  begin(course);
  course.say(SetMaxSpeed{0.5f});
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(RunStart{}));

  EXPECT_EQ(course.message(), "Trial 2 of 3: Far");
  EXPECT_EQ(count(course.session().state.tick), 0);
  EXPECT_TRUE(course.session().referee.running);
  EXPECT_EQ(course.own("max_speed").number(), 0.25);
  EXPECT_EQ(course.speed(), 0);
  EXPECT_FALSE(course.door->graded());
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(RunStart{}));
  EXPECT_EQ(drive_on(course, -1), SimulatorMessage(End{}));

  EXPECT_TRUE(course.door->graded());
  EXPECT_EQ(course.mode(), "finished");
  EXPECT_EQ(course.message(), "Graded: 5 of 4 points");
  const PeerStatus status = course.door->status();
  ASSERT_EQ(status.results.size(), 3u);
  EXPECT_EQ(status.results[0].title, "Ahead");
  EXPECT_EQ(status.results[0].points, 1);
  EXPECT_EQ(status.results[1].points, 3) << "with its bonus";
  EXPECT_EQ(status.results[1].of, 2);
  for (const TrialResult& result : status.results) {
    EXPECT_EQ(result.end, TrialEnd::Done) << result.title;
    EXPECT_EQ(result.why, "");
    EXPECT_GT(result.time, 500'000'000);
    EXPECT_NE(result.hash, 0u);
  }
  EXPECT_EQ(status.score_code, score_code("lab", 5, 4, "Ada"));
  EXPECT_EQ(course.door->connected(), 0u);
}

TEST(RacecarGrading, TheSameProgramGetsTheSameResultsToTheBit) {
  const std::vector<TrialResult> once = whole_run();
  EXPECT_EQ(once.size(), 3u);
  EXPECT_EQ(once, whole_run());
}

TEST(RacecarGrading, ProgramsReadTheTrialsPad) {
  Course course(grading());
  begin(course);
  // hands do not matter
  course.stage->set_pad({.down = bit_of(PadButton::B)}, course.now);
  course.next();
  EXPECT_FALSE(course.button(ButtonQuestion::IsDown, Button::B));
  EXPECT_EQ(course.number(GetTrigger{Side::Right}), 1.0f);
  EXPECT_EQ(course.number(GetTrigger{Side::Left}), 0.0f);
  EXPECT_EQ(course.number(GetJoystick{Side::Left}, 1), -1.0f);
  EXPECT_TRUE(course.button(ButtonQuestion::WasPressed, Button::A));
  course.next();
  EXPECT_FALSE(course.button(ButtonQuestion::WasPressed, Button::A));
  EXPECT_TRUE(course.button(ButtonQuestion::IsDown, Button::A));
}

TEST(RacecarGrading, BackWaitsAndStartRunsTheProgramAgain) {
  Course course(grading());
  begin(course);
  course.next();
  course.stage->set_pad({.down = bit_of(PadButton::Back)}, course.now);
  course.say(Finished{});
  course.work(3, 20'000'000);
  course.stage->set_pad({}, course.now);
  EXPECT_EQ(course.mode(), "wait") << "nobody drives a graded car by hand";
  std::string bytes;
  while (course.scripts[0].receive(bytes)) {
  }
  course.work(30, 20'000'000);
  course.press(Button::Start);
  EXPECT_EQ(course.received(), SimulatorMessage(RunStart{}));
}

TEST(RacecarGrading, ARequiredTrialThatIsNotPassedEndsIt) {
  Course course(grading());
  begin(course);
  EXPECT_EQ(drive_on(course, -1, 30), SimulatorMessage(End{}));
  const PeerStatus status = course.door->status();
  ASSERT_EQ(status.results.size(), 1u);
  EXPECT_EQ(status.results[0].end, TrialEnd::TimeUp);
  EXPECT_EQ(status.results[0].why, "the time of 10 s was up");
  EXPECT_EQ(status.score_code, score_code("lab", 0, 4, "Ada")) << "of all that could be had";
  EXPECT_NE(course.message().find("must be passed"), std::string::npos);
}

TEST(RacecarGrading, AFailureOrAPersonEndsATrialAndTheNextFollows) {
  Course course(grading());
  ASSERT_TRUE(course.stage->restart(1, with_trial({}, 2)));
  begin(course);
  // over the task's volume it would be done: from a skip to the last trial
  ASSERT_TRUE(course.door->act(*course.stage, "skip_trial", VehicleId{0}));
  course.say(Finished{});
  EXPECT_EQ(course.received(), SimulatorMessage(RunStart{}));
  EXPECT_EQ(course.message(), "Trial 3 of 3: Back");
  course.say(SetMaxSpeed{1});
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(End{}));
  const PeerStatus status = course.door->status();
  ASSERT_EQ(status.results.size(), 2u);
  EXPECT_EQ(status.results[0].end, TrialEnd::Skipped);
  EXPECT_EQ(status.results[1].end, TrialEnd::Failed);
  EXPECT_EQ(status.results[1].why, "it touched a box");
}

TEST(RacecarGrading, BegunAgainItBeginsWithItsFirstTrial) {
  Course course(grading());
  begin(course);
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(RunStart{}));
  course.press_both();
  EXPECT_EQ(course.message(), "Trial 1 of 3: Ahead");
  EXPECT_TRUE(course.door->status().results.empty());
  // likewise when the room is restarted as it stands
  course.scripts[0] = course.new_socket();
  begin(course);
  EXPECT_EQ(drive_on(course, 1), SimulatorMessage(RunStart{}));
  ASSERT_TRUE(course.stage->restart(1, course.session().spec.settings));
  course.work();
  EXPECT_EQ(course.message(), "Trial 1 of 3: Ahead");
  EXPECT_EQ(course.mode(), "wait");
}

// --- programs that fail -------------------------------------------------------------------------

/// The verdict on a program that does this in its second update.
TrialResult verdict(const std::function<void(Course&)>& fail, DoorOptions door = {}) {
  Course course(grading(std::move(door)));
  begin(course);
  course.next();
  fail(course);
  for (int i = 0; i < 20; ++i) course.work();
  EXPECT_TRUE(course.door->graded());
  EXPECT_EQ(course.mode(), "finished");
  const PeerStatus status = course.door->status();
  EXPECT_EQ(status.results.size(), 1u);
  EXPECT_EQ(status.notice.grade, 2);
  EXPECT_NE(status.notice.text.find("it ended in trial \"Ahead\""), std::string::npos);
  return status.results.at(0);
}

TEST(RacecarGrading, AProgramThatFailsGetsAVerdict) {
  const auto why = [](const TrialResult& result) {
    EXPECT_EQ(result.end, TrialEnd::ProgramFailed);
    EXPECT_EQ(result.points, 0);
    return result.why;
  };
  EXPECT_NE(why(verdict([](Course& c) {
              c.say(Fault{FaultCode::PythonException});
            })).find("raised an exception"),
            std::string::npos);
  EXPECT_NE(why(verdict([](Course& c) { c.say(Quit{}); })).find("has ended"), std::string::npos);
  EXPECT_NE(why(verdict([](Course& c) { c.work(52, 100'000'000); })).find("five seconds"),
            std::string::npos);
  EXPECT_NE(why(verdict([](Course& c) {
              c.scripts[0].send({kLoopback, c.door->sync_port()}, "\xff\xff");
            })).find("unreadable"),
            std::string::npos);
  // one that asks on and on
  EXPECT_NE(why(verdict([](Course& c) {
              for (int i = 0; i < 400; ++i) {
                c.say(Get{Quantity::DeltaTime});
                c.work(1, 100'000'000);
              }
            })).find("30 seconds"),
            std::string::npos);
  // whoever started it knows more
  EXPECT_EQ(why(verdict([](Course& c) { c.door->give_up(*c.stage, "it ended with code 1"); })),
            "it ended with code 1");
}

TEST(RacecarGrading, AProgramThatNeverConnectsGetsAVerdict) {
  DoorOptions door;
  door.connect_within = 20'000'000'000;
  Course course(grading(door));
  course.work(100, 100'000'000);
  EXPECT_FALSE(course.door->graded());
  course.work(150, 100'000'000);
  ASSERT_TRUE(course.door->graded());
  const TrialResult result = course.door->status().results.at(0);
  EXPECT_EQ(result.end, TrialEnd::ProgramFailed);
  EXPECT_EQ(result.why, "No program connected within 20 seconds");
}

TEST(RacecarGrading, ATrialAloneEndsInFinished) {
  CourseSpec spec = grading();
  spec.door.grade = false;
  Course course(spec);
  begin(course);
  course.say(SetSpeedAngle{1, 0});
  EXPECT_FALSE(course.run_until(4)) << "no update follows its end";
  EXPECT_EQ(course.mode(), "finished");
  EXPECT_EQ(course.message(), "The trial is over: 1 of 1 points");
  EXPECT_FALSE(course.door->graded());
  EXPECT_EQ(course.door->connected(), 1u);
}

}  // namespace
}  // namespace paddock::racecar
