// Rules in a running session: key points, clocks, penalties, failures, tasks.
#include "paddock/game/referee.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "paddock/stage/session.h"

namespace paddock {
namespace {

constexpr std::string_view kHead = R"(
format = 1
title = "Rules"
physics = "rigid"
vehicle = "robotcar"
cars = 4
[clock]
grid_hz = 300
tick = 6
frame = 5
[ground]
size = [50, 50]
[rigid]
gravity = 0.981
[[start]]
at = [0, 0]
)";

constexpr std::string_view kCourse = R"(
[[trigger]]
rule = "checkpoint"
at = [1, 0]
size = [0.1, 0.8, 2]
[[trigger]]
rule = "checkpoint"
at = [2, 0]
size = [0.1, 0.8, 2]
[[trigger]]
rule = "finish"
at = [3, 0]
size = [0.1, 0.8, 2]
)";

struct Outing {
  Session session;
  std::vector<StageEvent> events;

  Outing(std::string_view body, PlayMode mode, std::size_t cars = 1,
         const LevelSettings& settings = {})
      : session(open(body, mode, cars, settings)) {
    if (mode != PlayMode::Explore) {
      EXPECT_TRUE(apply(session, StartClock{}));
    }
  }

  static Session open(std::string_view body, PlayMode mode, std::size_t cars,
                      const LevelSettings& settings) {
    LevelReading reading = read_level_text(std::string(kHead) + std::string(body),
                                           "no_folder/rules.toml", 1, settings);
    for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
    SessionSpec spec;
    spec.vehicles.assign(cars, {.kind = "", .driver = "program"});
    spec.mode = mode;
    auto session = open_session(build_level(reading.spec), spec);
    if (!session) ADD_FAILURE() << session.error().message;
    return std::move(*session);
  }

  void drive(double drive, double steer = 0, std::uint32_t car = 0) {
    EXPECT_TRUE(apply(
        session, SetInput{VehicleId{car}, RobotcarInput<double>{.drive = drive, .steer = steer}}));
  }
  void pass(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 50 + 0.5); ++i) {
      advance(session);
      events.insert(events.end(), session.events.begin(), session.events.end());
    }
  }
  std::size_t count(EventKind kind) const {
    return static_cast<std::size_t>(std::count_if(
        events.begin(), events.end(), [&](const StageEvent& e) { return e.kind == kind; }));
  }
  double x(std::size_t car = 0) const { return pose_of(session.state.physics.vehicles[car]).x; }
};

TEST(Referee, ARaceIsTimedFromKeyPointToKeyPoint) {
  Outing run(kCourse, PlayMode::Race);
  run.drive(0.25);
  run.pass(6);

  const RefereeCar& car = run.session.referee.cars[0];
  EXPECT_EQ(run.count(EventKind::KeyPoint), 3u);
  EXPECT_TRUE(car.finished);
  EXPECT_LT(car.passed[0], car.passed[1]);
  EXPECT_LT(car.passed[1], car.passed[2]);
  // the bumper is 18 cm ahead of the middle: the line counts when the car touches it
  EXPECT_NEAR(static_cast<double>(car.passed[0]) * 1e-9, 1.7, 0.3);
}

TEST(Referee, SkippedCheckpointsAreNotPunishedAndThoseBehindCountNoMore) {
  Outing run(kCourse, PlayMode::Race);
  ASSERT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {2, 0, 0}}));
  run.pass(0.1);
  EXPECT_EQ(run.session.referee.cars[0].key_point, 1);
  ASSERT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {1, 0, 0}}));
  run.pass(0.1);

  EXPECT_EQ(run.session.referee.cars[0].key_point, 1);
  EXPECT_EQ(run.session.referee.cars[0].passed[0], -1);
}

constexpr std::string_view kWall = R"(
[[box]]
at = [0.8, 0]
size = [0.1, 2, 0.2]
fails = true
)";

TEST(Referee, AFailureIsToldWhileExploringAndEndsARaceOfOne) {
  const std::string level = std::string(kCourse) + std::string(kWall);
  Outing explorer(level, PlayMode::Explore);
  explorer.drive(0.25);
  explorer.pass(4);
  EXPECT_GE(explorer.count(EventKind::Failed), 1u);
  EXPECT_FALSE(explorer.session.referee.cars[0].failed);

  Outing racer(level, PlayMode::Race);
  racer.drive(0.25);
  racer.pass(4);
  EXPECT_EQ(racer.count(EventKind::Failed), 1u);
  EXPECT_TRUE(racer.session.referee.cars[0].failed);
  ASSERT_TRUE(apply(racer.session, PlaceVehicle{VehicleId{0}, {3, 0, 0}}));
  racer.pass(0.1);
  EXPECT_FALSE(racer.session.referee.cars[0].finished);
}

TEST(Referee, AmongSeveralAFailureSendsBackToTheLastKeyPoint) {
  Outing run(std::string(kCourse) + R"(
[[box]]
at = [1.7, 0]
size = [0.1, 4, 0.2]
fails = true
)",
             PlayMode::Race, 2);
  ASSERT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {0.9, 0, 0}}));
  run.drive(0.25);
  run.pass(3);

  EXPECT_GE(run.count(EventKind::Reset), 1u);
  EXPECT_FALSE(run.session.referee.cars[0].failed);
  EXPECT_LT(run.x(), 1.7);
}

TEST(Referee, AResetBoxPutsTheCarAtRestAtItsStart) {
  Outing run(R"(
[[trigger]]
rule = "reset"
at = [1, 0]
size = [0.2, 1, 1]
lidar = true
)",
             PlayMode::Explore);
  run.drive(0.25);
  run.pass(2.5);

  ASSERT_GE(run.count(EventKind::Reset), 1u);
  EXPECT_LT(run.x(), 0.82);
}

constexpr std::string_view kSlalom = R"(
[[cone]]
name = "cone"
at = [1, 0.5]
moves = true
[[trigger]]
rule = "slalom"
piece = "cone"
at = [1, -0.5]
size = [0.15, 2, 1]
penalty = )";

TEST(Referee, ASlalomConeCostsWhatItsPenaltySays) {
  Outing timed(std::string(kSlalom) + "\"time\"\n" + std::string(kCourse), PlayMode::Race);
  timed.drive(0.25);
  timed.pass(6);
  EXPECT_EQ(timed.count(EventKind::Penalty), 1u);
  EXPECT_EQ(timed.session.referee.cars[0].penalty, 5'000'000'000);
  EXPECT_TRUE(timed.session.referee.cars[0].finished);
  EXPECT_FALSE(in_world(*timed.session.model.rigid, 0, timed.session.state.rigid));

  Outing reset(std::string(kSlalom) + "\"reset\"\n", PlayMode::Race);
  reset.drive(0.25);
  reset.pass(2);
  EXPECT_GE(reset.count(EventKind::Reset), 1u);

  Outing failed(std::string(kSlalom) + "\"fail\"\n", PlayMode::Race);
  failed.drive(0.25);
  failed.pass(2);
  EXPECT_TRUE(failed.session.referee.cars[0].failed);
}

TEST(Referee, ASpeedLimitFailsWhoIsFaster) {
  constexpr std::string_view kLimit = R"(
[[trigger]]
rule = "speed_limit"
at = [2, 0]
size = [2, 2]
speed = 0.5
)";
  Outing slow(kLimit, PlayMode::Race);
  slow.drive(0.1);
  slow.pass(6);
  EXPECT_EQ(slow.count(EventKind::Failed), 0u);
  EXPECT_GT(slow.x(), 1.2);

  Outing fast(kLimit, PlayMode::Race);
  fast.drive(0.25);
  fast.pass(4);
  EXPECT_EQ(fast.count(EventKind::Failed), 1u);
}

constexpr std::string_view kTrials = R"(
[[trial]]
title = "Reach, then stop"
limit = 8
bonus = [[3, 1], [5, 0.5], [inf, -2]]
[[trial.task]]
kind = "speed"
speed = 0.5
points = 0
[[trial.task]]
kind = "reach"
at = [1, 0, -0.5]
radius = 0.25
height = 1
points = 0.5
[[trial.task]]
kind = "stop"
at = [2, 0, -0.5]
radius = 0.6
height = 1
speed = 0.1
points = 1
[[trial]]
title = "Park"
[[trial.cone]]
name = "cone"
at = [1.2, 0]
radius = 0.05
top_radius = 0.01
height = 0.155
base_radius = 0.07
base_thickness = 0.005
moves = true
[[trial.task]]
kind = "park_at_cone"
piece = "cone"
points = 2
)";

TEST(Referee, TasksAreDoneInOrderAndTimeBringsABonus) {
  Outing run(kTrials, PlayMode::Trial);
  EXPECT_DOUBLE_EQ(full_points(run.session.world()), 1.5);
  run.drive(0.25);
  run.pass(1.9);
  EXPECT_EQ(run.session.referee.task, 2u);
  ASSERT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {2, 0, 0}}));
  run.drive(0);
  run.pass(0.9);
  EXPECT_EQ(run.session.referee.end, TrialEnd::Running);
  run.pass(0.2);

  EXPECT_EQ(run.session.referee.end, TrialEnd::Done);
  EXPECT_EQ(run.count(EventKind::TrialOver), 1u);
  EXPECT_DOUBLE_EQ(score_of(run.session.world(), run.session.referee),
                   1.5 + bonus_of(*run.session.world().trial, run.session.referee.ended));
}

TEST(Referee, TimeRunsOut) {
  Outing run(kTrials, PlayMode::Trial);
  run.pass(8.2);

  EXPECT_EQ(run.session.referee.end, TrialEnd::TimeUp);
  EXPECT_DOUBLE_EQ(score_of(run.session.world(), run.session.referee), 0);
}

TEST(Referee, ParkingIsMeasuredFromTheCarsSurfaceToTheCone) {
  Outing run(kTrials, PlayMode::Trial, 1, {{"trial", 2}});
  // half way up the cone, at (1.2, 0, 0.08): its radius there counts as 3.5 cm, the bumper is at
  // 0.18
  const double place = 1.2 - 0.035 - 0.30 - 0.18;
  ASSERT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {place - 0.02, 0, 0}}));
  run.pass(0.2);
  EXPECT_EQ(run.session.referee.end, TrialEnd::Running);
  ASSERT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {place, 0, 0}}));
  run.pass(1);

  EXPECT_EQ(run.session.referee.end, TrialEnd::Done);
}

TEST(Referee, AWallIsParkedAtSquarely) {
  Outing run(R"(
[trial]
title = "Wall"
[[box]]
name = "wall"
at = [1.5, 0]
size = [0.2, 6, 0.6]
yaw_deg = 15
[[task]]
kind = "park_at_wall"
piece = "wall"
points = 2.5
)",
             PlayMode::Trial);
  const double yaw = 15 * kPi / 180;
  const Vec2 normal = Rot2::of(yaw) * Vec2{1, 0};
  const auto place = [&](double distance, double turn) {
    const Vec2 at = Vec2{1.5, 0} - (0.1 + distance + 0.18) * normal;
    EXPECT_TRUE(apply(run.session, PlaceVehicle{VehicleId{0}, {at.x, at.y, yaw + turn}}));
    run.pass(0.6);
  };
  place(0.2, 0.2);
  EXPECT_EQ(run.session.referee.end, TrialEnd::Running);
  place(0.25, 0);
  EXPECT_EQ(run.session.referee.end, TrialEnd::Running);
  place(0.2, 0);

  EXPECT_EQ(run.session.referee.end, TrialEnd::Done);
}

TEST(Referee, IsPartOfSnapshotAndHash) {
  Outing run(std::string(kSlalom) + "\"time\"\n" + std::string(kCourse), PlayMode::Race);
  run.drive(0.25);
  run.pass(2.5);
  checkpoint(run.session);
  const Snapshot kept = snapshot_of(run.session);
  run.pass(3);
  const std::uint64_t first = hash_of(run.session);

  ASSERT_TRUE(restore(run.session, kept));
  EXPECT_EQ(snapshot_of(run.session), kept);
  run.pass(3);
  EXPECT_EQ(hash_of(run.session), first);
  EXPECT_TRUE(run.session.referee.cars[0].finished);
}

TEST(Referee, AnEditKeepsVehiclesAndPropsWhereTheyAre) {
  constexpr std::string_view kSized = R"(
[variables]
size = 1
[[cone]]
name = "cone"
at = [2, 0]
radius = "$size * 0.05"
height = "$size * 0.15"
moves = true
follows_clicks = true
)";
  Outing small(kSized, PlayMode::Explore);
  ASSERT_TRUE(apply(small.session, Click{{3, 1, 0}}));
  small.drive(0.25);
  small.pass(1);
  Outing large(kSized, PlayMode::Explore, 1, {{"size", 2}});

  ASSERT_TRUE(carry_over(small.session, large.session));
  EXPECT_EQ(large.session.state.physics, small.session.state.physics);
  EXPECT_EQ(large.session.state.tick, small.session.state.tick);
  EXPECT_NEAR(large.session.state.rigid.props[0].pose.at.x, 3, 1e-3);
}

}  // namespace
}  // namespace paddock
