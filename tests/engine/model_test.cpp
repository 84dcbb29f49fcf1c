// Models: what a run is set up from, and what is refused.
#include "paddock/engine/model.h"

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace paddock {
namespace {

TEST(SetupsFromStarts, TakesTheLevelsOwnKindsUnlessOneIsAsked) {
  LevelSpec level = open_level();
  level.starts = {{.where = {}, .pose = {1, 2, 0.5}, .vehicle = "neato"},
                  {.where = {}, .pose = {3, 4, 0}, .vehicle = ""}};
  const World world = build_world(level);

  const auto own = setups_from_starts(world, 2, ""), asked = setups_from_starts(world, 1, "sedan");

  ASSERT_TRUE(own && asked);
  EXPECT_EQ(kind_of((*own)[0].params), kind_of<Neato>());
  EXPECT_EQ(kind_of((*own)[1].params), kind_of<Racecar>());
  EXPECT_EQ((*own)[0].start, (Pose2{1, 2, 0.5}));
  EXPECT_EQ(kind_of((*asked)[0].params), kind_of<Sedan>());
}

TEST(SetupsFromStarts, LevelsOwnKindHasTheLevelsFiguresAndStartsAtItsHeight) {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  level.vehicle_figures = {{"height", 0.18}};
  level.starts = {{.where = {}, .pose = {1, 2, 0.5}, .vehicle = "", .z = 0.75},
                  {.where = {}, .pose = {3, 4, 0}, .vehicle = "sedan"}};

  const auto setups = setups_from_starts(build_world(level), 2, "");
  level.vehicle_figures = {{"hight", 0.18}};
  const auto unknown = setups_from_starts(build_world(level), 1, "");

  ASSERT_TRUE(setups);
  EXPECT_EQ(std::get<RacecarParams<double>>((*setups)[0].params.figures).chassis.height, 0.18);
  EXPECT_EQ((*setups)[1].params, default_params(kind_of<Sedan>()));
  EXPECT_EQ((*setups)[0].z, 0.75);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("height"), std::string::npos) << unknown.error().message;
}

TEST(SetupsFromStarts, UnknownFigureIsNamedWithItsLineAndTheNearestOne) {
  const LevelReading reading = read_level_text(
      "format = 1\ntitle = \"Yard\"\n[vehicle_figures]\nmass = 4\nhight = 0.18\n[[start]]\nat = "
      "[0, "
      "0]\n",
      "yard.toml", 1);
  ASSERT_TRUE(reading.ok());

  const auto problems = check_vehicle_figures(reading.spec.vehicle, reading.spec.vehicle_figures);
  const auto setups = setups_from_starts(build_world(reading.spec), 1, "");

  ASSERT_EQ(problems.size(), 1u);
  const std::string text = problems[0].text();
  EXPECT_EQ(text.substr(0, 41), "yard.toml:5: vehicle_figures of a racecar") << text;
  EXPECT_NE(text.find("mass, "), std::string::npos) << text;
  EXPECT_NE(text.find("got \"hight\" (did you mean \"height\"?)"), std::string::npos) << text;
  ASSERT_FALSE(setups);
  EXPECT_EQ(setups.error().message, text);
}

TEST(SetupsFromStarts, RaceFormsItsGridAboutTheOnlyStart) {
  LevelSpec level = open_level();
  level.cars = 4;
  level.physics = PhysicsKind::Rigid;
  level.starts = {{.where = {}, .pose = {1, 2, 0.5}, .vehicle = "", .z = 0.75}};
  const World world = build_world(level);

  const auto one = setups_from_starts(world, 1, ""), two = setups_from_starts(world, 2, ""),
             three = setups_from_starts(world, 3, ""), four = setups_from_starts(world, 4, "");

  ASSERT_TRUE(one && two && three && four);
  EXPECT_EQ((*one)[0].start, (Pose2{1, 2, 0.5}));
  EXPECT_EQ((*two)[0].start, (Pose2{1, 2.4, 0.5}));
  EXPECT_EQ((*two)[1].start, (Pose2{1, 1.6, 0.5}));
  EXPECT_EQ((*three)[0].start, (Pose2{1, 2.5, 0.5}));
  EXPECT_EQ((*three)[1].start, (Pose2{1, 2, 0.5}));
  EXPECT_EQ((*four)[3].start, (Pose2{1 - 0.8, 1.6, 0.5}));
  EXPECT_EQ((*four)[3].z, 0.75);
  EXPECT_FALSE(setups_from_starts(world, 5, ""));
}

TEST(SetupsFromStarts, SaysWhatIsMissing) {
  const World world = build_world(ring_level(5, 2));

  const auto many = setups_from_starts(world, 2, ""),
             unknown = setups_from_starts(world, 1, "tank");

  ASSERT_FALSE(many);
  EXPECT_NE(many.error().message.find("1 starts, got 2"), std::string::npos)
      << many.error().message;
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("tank"), std::string::npos);
}

TEST(MakeModel, RefusesWhatRigidPhysicsCannotMoveAndTooManyOfAnything) {
  LevelSpec rigid = open_level();
  rigid.physics = PhysicsKind::Rigid;
  LevelSpec busy = open_level();
  busy.triggers.resize(kMaxTriggers + 1);
  LevelSpec narrow = open_level();
  narrow.capacity = 3;
  const std::vector<VehicleSetup> crowd(4, vehicle_at(kind_of<Rover>(), {}));

  EXPECT_FALSE(make_model(build_shared(rigid), {vehicle_at(kind_of<Rover>(), {})}, 1));
  EXPECT_TRUE(make_model(build_shared(rigid), {vehicle_at(kind_of<Sedan>(), {})}, 1));
  EXPECT_FALSE(make_model(build_shared(busy), {}, 1));
  EXPECT_FALSE(make_model(build_shared(narrow), crowd, 1));
  EXPECT_TRUE(make_model(build_shared(narrow), {crowd.begin(), crowd.end() - 1}, 1));
}

TEST(MakeModel, StepsEqualVehiclesTogetherAndOthersApart) {
  VehicleSetup heavy = vehicle_at(kind_of<Racecar>(), {});
  std::get<RacecarParams<double>>(heavy.params.figures).chassis.mass = 9;
  const VehicleSetup light = vehicle_at(kind_of<Racecar>(), {});

  const auto model = make_model(build_shared(open_level()),
                                {light, heavy, light, vehicle_at(kind_of<Neato>(), {})}, 1);

  ASSERT_TRUE(model);
  ASSERT_EQ(model->physics.groups.size(), 3u);
  EXPECT_EQ(model->physics.groups[0].members, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(model->physics.maps.size(), 2u);  // two bumper heights
  EXPECT_EQ(model->lidar_maps.size(), 2u);    // and two of lidars
  EXPECT_EQ(&lidar_map(*model, 0), &lidar_map(*model, 1));
  EXPECT_NE(&lidar_map(*model, 0), &lidar_map(*model, 3));
}

TEST(MakeModel, AnEmptyRunTicks) {
  TestRun run(build_shared(room_level(3)), {});

  run.step(std::span<const VehicleInput>{});

  EXPECT_EQ(run.state.tick, Tick{1});
}

}  // namespace
}  // namespace paddock
