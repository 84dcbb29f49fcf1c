// The door beside other peers of its stage: who answers when makes no difference, and vehicles that
// are none of its cars stay as they are.
#include <gtest/gtest.h>

#include "tests/protocols/racecar/course.h"

namespace paddock::racecar {
namespace {

/// Answers when it has been polled so often since the last frame, and drives a rover.
class LatePeer : public LockStepPeer {
 public:
  LatePeer(VehicleId vehicle, int polls) : vehicle_(vehicle), polls_(polls), left_(polls) {}
  PeerTurn poll(Stage& stage, Nanos now) override {
    if (std::exchange(frame_, stage.frames()) != stage.frames()) left_ = polls_;
    const bool answered = left_ == 0;
    left_ -= answered ? 0 : 1;
    return {.answered = answered, .again = now + 1'000'000};
  }
  void apply(Stage& stage) override {
    const auto done =
        stage.command(SetInput{vehicle_, RoverInput<double>{.motor = 100, .steer = 0}});
    EXPECT_TRUE(done);
  }
  PeerStatus status() const override { return {.door = "late"}; }

 private:
  VehicleId vehicle_;
  int polls_, left_;
  std::uint64_t frame_{};
};

/// A rover first, then two robot cars; a checkpoint after a metre and the finish after two.
LevelSpec mixed_level(const LevelSettings&) {
  LevelSpec level = open_level();
  level.name = "mixed";
  level.clock = {.grid_hz = 300, .grid_per_tick = 6, .grid_per_frame = 5};
  level.cars = 3;
  level.starts = {{.where = {}, .pose = {-3, -2, 0}, .vehicle = "rover"},
                  {.where = {}, .pose = {0, 0, 0}, .vehicle = "robotcar"},
                  {.where = {}, .pose = {0, 1, 0}, .vehicle = "robotcar"}};
  for (const double x : {1.0, 2.0}) {
    TriggerSpec strip;
    strip.at = {x, 0};
    strip.size = {0.1, 8};
    strip.rule = x < 1.5 ? TriggerRule::Checkpoint : TriggerRule::Finish;
    level.triggers.push_back(strip);
  }
  return level;
}

CourseSpec mixed(const std::string& rover_driver) {
  CourseSpec spec;
  spec.level = mixed_level;
  spec.cars = 2;
  spec.vehicles = {{.kind = "rover", .driver = rover_driver},
                   {.kind = "robotcar", .driver = "program"},
                   {.kind = "robotcar", .driver = "program"}};
  spec.door.vehicles = {VehicleId{1}, VehicleId{2}};
  return spec;
}

/// Both programs drive for so many frames beside a peer that answers after `polls` polls.
std::uint64_t hash_beside(int polls, bool door_first) {
  CourseSpec spec = mixed("program");
  spec.door.start = true, spec.door.start_with = 2;
  spec.others = {std::make_shared<LatePeer>(VehicleId{0}, polls)};
  spec.door_first = door_first;
  Course course(spec);
  course.stage->set_pace({.paused = true, .factor = 0});  // until both are there
  course.connect(0);
  course.connect(1);
  for (int frame = 0; frame < 90; ++frame)
    for (const std::size_t script : {0u, 1u}) {
      EXPECT_EQ(course.received(script),
                frame == 0 ? SimulatorMessage(RunStart{}) : SimulatorMessage(RunUpdate{}));
      course.say(SetSpeedAngle{1, script == 0 ? 0.3f : -0.2f}, false, script);
      course.say(Finished{}, false, script);
    }
  EXPECT_EQ(course.received(), SimulatorMessage(RunUpdate{}));
  for (const std::size_t vehicle : {0u, 1u, 2u}) EXPECT_GT(course.speed(vehicle), 0.1) << vehicle;
  return hash_of(course.session());
}

TEST(RacecarSharedStage, ARunDoesNotDependOnWhoAnswersFirst) {
  const std::uint64_t at_once = hash_beside(0, true);
  EXPECT_EQ(hash_beside(7, true), at_once);
  EXPECT_EQ(hash_beside(0, false), at_once);
  EXPECT_EQ(hash_beside(7, false), at_once);
}

TEST(RacecarSharedStage, WhatProgramsAskForWaitsUntilATickFollows) {
  Course course;
  course.begin();
  const std::uint64_t before = hash_of(course.session());
  course.say(SetSpeedAngle{1, 0.5f});
  course.say(Finished{});
  for (int i = 0; i < 100 && !course.door->poll(*course.stage, course.now).answered; ++i) {
  }
  // others have not answered: it is polled again, and nothing comes of it
  for (int i = 0; i < 2; ++i) {
    const PeerTurn turn = course.door->poll(*course.stage, course.now += 20'000'000);
    EXPECT_TRUE(turn.answered);
    EXPECT_GT(turn.again, course.now);
    EXPECT_TRUE(course.nothing());
    EXPECT_EQ(hash_of(course.session()), before);
  }
  course.door->apply(*course.stage);
  const std::uint64_t after = hash_of(course.session());
  EXPECT_NE(after, before);
  course.door->apply(*course.stage);
  EXPECT_EQ(hash_of(course.session()), after);
}

TEST(RacecarSharedStage, WhatWasAskedForInAWorldThatIsOverIsDropped) {
  Course course;
  course.begin();
  course.say(SetSpeedAngle{1, 0.5f});
  course.say(Finished{});
  for (int i = 0; i < 100 && !course.door->poll(*course.stage, course.now).answered; ++i) {
  }
  ASSERT_TRUE(course.stage->restart(1, {}));  // by another peer
  const std::uint64_t fresh = hash_of(course.session());
  course.door->apply(*course.stage);
  EXPECT_EQ(hash_of(course.session()), fresh);
  EXPECT_EQ(course.received(), SimulatorMessage(End{}));
}

TEST(RacecarSharedStage, CarsOfTheProtocolAreTheVehiclesOfTheDoor) {
  Course course(mixed("idle"));
  course.connect(0);
  course.connect(1);
  EXPECT_EQ(course.door->status().links.size(), 2u);
  course.press(Button::Start);
  for (int frame = 0; frame < 60; ++frame)
    for (const std::size_t script : {0u, 1u}) {
      course.receive(script);
      course.say(SetSpeedAngle{script == 0 ? 1.0f : 0.0f, 0}, false, script);
      course.say(Finished{}, false, script);
    }
  EXPECT_EQ(course.speed(0), 0) << "the rover";
  EXPECT_GT(course.speed(1), 0.3);
  EXPECT_NEAR(course.speed(2), 0, 0.01);
  const Model& model = course.session().model;
  EXPECT_FALSE(find_mounted(model, VehicleId{0}, "imu"));
  EXPECT_TRUE(find_mounted(model, VehicleId{2}, "imu"));

  EXPECT_FALSE(course.door->act(*course.stage, "last_checkpoint", VehicleId{0}));
  EXPECT_TRUE(course.door->act(*course.stage, "last_checkpoint", VehicleId{2}));
  const std::uint32_t told = course.door->status().notice.count;
  course.door->happened({.kind = EventKind::Failed, .vehicle = 0, .text = "it fell"});
  EXPECT_EQ(course.door->status().notice.count, told) << "none of its cars";
  course.door->happened({.kind = EventKind::KeyPoint, .vehicle = 2});
  EXPECT_EQ(course.message(), "Car 2: Checkpoint 1");
}

TEST(RacecarSharedStage, ARaceIsThatOfTheDoorsOwnCars) {
  CourseSpec spec = mixed("idle");
  spec.mode = PlayMode::Race;
  spec.cars = 1;
  spec.door.vehicles = {VehicleId{1}};
  std::vector<Nanos> kept;
  spec.door.keep_times = [&](const std::string&, const std::vector<Nanos>& times) {
    kept = times;
    return false;
  };
  Course course(spec);
  course.begin();
  course.say(SetSpeedAngle{1, 0});
  EXPECT_FALSE(course.run_until(20)) << "no update follows the finish";
  EXPECT_EQ(course.mode(), "finished");
  EXPECT_EQ(course.message().substr(0, 22), "Mission accomplished: ");
  EXPECT_EQ(kept, course.session().referee.cars[1].passed);
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_GT(kept[1], kept[0]);
}

}  // namespace
}  // namespace paddock::racecar
