// What a referee and people at the page read in a level: rules, tasks, trials, cameras, edits, and
// the head that levels share.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "paddock/io/file.h"
#include "paddock/world/level.h"
#include "paddock/world/level_files.h"
#include "paddock/world/world.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr double kInf = std::numeric_limits<double>::infinity();

LevelReading read_text(const std::string& body, const LevelSettings& settings = {}) {
  return read_level_text("format = 1\ntitle = \"Yard\"\n" + body, "test/yard.toml", 7, settings);
}

LevelSpec read_well(const std::string& body, const LevelSettings& settings = {}) {
  LevelReading reading = read_text(body, settings);
  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  return std::move(reading.spec);
}

std::string complaint(const std::string& body, const LevelSettings& settings = {}) {
  const LevelReading reading = read_text(body, settings);
  std::string all;
  for (const Problem& problem : reading.problems) all += problem.text() + "\n";
  return all;
}

/// A folder of its own with a level and what it names.
class RulesFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void put(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    ASSERT_TRUE(write_file(path.string(), text));
  }
  LevelReading read(const std::string& name, const LevelSettings& settings = {}) {
    return read_level((folder_ / name).string(), 7, settings);
  }
  fs::path folder_;
};

constexpr auto kTwoTrials = R"(
code = "lab1"
[[start]]
at = [1, 1]
[[cone]]
name = "c"
at = [3, 0]
[[trial]]
title = "Straight"
required = true
[[trial.task]]
kind = "reach"
at = [5, 0]
points = 0.5
[[trial]]
title = "Circle"
limit = 15
until_stopped = true
extra = true
view = "front"
bonus = [[20, 1], [30, 0.5], [inf, -2]]
pad = { left_trigger = 0.5, right_stick = [0, -1], press = ["A", "LB"] }
[[trial.box]]
at = [4, 4]
[[trial.start]]
at = [2, 2]
yaw_deg = 90
[[trial.task]]
kind = "stop"
radius = 0.5
height = 1
points_at = [[1, 2], [3, 4, 0.5, 45]]
points = 1
[[trial.task]]
kind = "park_at_cone"
piece = "c"
points = 0.5
)";

// --- triggers -----------------------------------------------------------------------------------

TEST(LevelRules, TriggersWithARuleAreTheRefereesAndOthersAreNot) {
  const LevelSpec spec = read_well(R"(
[[cone]]
name = "c"
at = [9, 0]
[[trigger]]
name = "pit"
at = [0, 0]
[[trigger]]
rule = "checkpoint"
at = [1, 0, 0.5]
size = [0.1, 0.8, 2]
[[trigger]]
rule = "speed_limit"
speed = 0.5
at = [2, 0]
[[trigger]]
rule = "slalom"
at = [3, 0]
radius = 0.06
height = 1
penalty = "time"
piece = "c"
lidar = true
[[trigger]]
rule = "finish"
at = [4, 0]
)");
  const World world = build_world(spec);

  ASSERT_EQ(world.triggers.size(), 1u);
  ASSERT_EQ(world.zones.size(), 4u);
  EXPECT_EQ(world.zones[0].rule, TriggerRule::Checkpoint);
  EXPECT_EQ(world.zones[0].volume.bottom, 0.5);
  EXPECT_EQ(world.zones[0].volume.top, 2.5);
  EXPECT_EQ(world.zones[1].speed, 0.5);
  EXPECT_TRUE(world.zones[2].volume.round);
  EXPECT_EQ(world.zones[2].volume.half_size, (Vec2{0.06, 0.06}));
  EXPECT_EQ(world.zones[2].penalty, Penalty::Time);
  EXPECT_EQ(world.zones[2].piece, PieceId{0});
  EXPECT_EQ(world.zones[3].rule, TriggerRule::Finish);
  EXPECT_FALSE(world.zones[3].piece);
}

TEST(LevelRules, RaysMeetTriggersWithARuleToo) {
  const World world = build_world(read_well(R"(
[[trigger]]
rule = "slalom"
at = [3, 0]
radius = 0.5
height = 1
lidar = true
[[trigger]]
rule = "fail"
at = [6, 0]
size = [1, 1, 1]
lidar = true
)"));

  const FlatSlice slice = slice_world(world, 0.2, SliceFor::Lidar);
  const auto parts = ray_triggers_of(world);

  ASSERT_EQ(slice.circles.size(), 1u);
  EXPECT_EQ(slice.circles[0].circle.radius, 0.5);
  EXPECT_EQ(slice.loops.size(), 1u);
  EXPECT_TRUE(slice_world(world, 0.2, SliceFor::Contact).loops.empty());
  ASSERT_EQ(parts.size(), 2u);
  double reach = 0;
  for (const Vec3 p : parts[0].look.points) reach = std::max(reach, std::hypot(p.x, p.y));
  EXPECT_NEAR(reach, 0.5, 1e-9);
}

TEST(LevelRules, WhatOneRuleDoesNotHaveIsRefused) {
  EXPECT_EQ(
      complaint("[[trigger]]\nat = [0, 0]\nspeed = 1\n"),
      "test/yard.toml:5: trigger.speed must be left out unless rule = \"speed_limit\", got 1\n");
  EXPECT_EQ(complaint("[[trigger]]\nat = [0, 0]\nrule = \"speed_limit\"\n"),
            "test/yard.toml:3: trigger.speed must be given, got nothing\n");
  EXPECT_EQ(complaint("[[trigger]]\nat = [0, 0]\nrule = \"fail\"\npenalty = \"time\"\n"),
            "test/yard.toml:6: trigger.penalty must be left out unless rule = \"slalom\", got "
            "\"time\"\n");
  EXPECT_EQ(complaint("[[trigger]]\nat = [0, 0]\nradius = 1\nsize = [1, 1]\n"),
            "test/yard.toml:6: trigger.size must be left out beside radius, got an array of 2\n");
}

// --- places -------------------------------------------------------------------------------------

TEST_F(RulesFolder, PlacePassesItsPenaltyOnAndNamesTheCone) {
  put("slalom.toml",
      "[[cone]]\nname = \"cone\"\nat = [0, 0]\n[[trigger]]\nat = [0, 2]\nsize = [0.2, 4]\n"
      "rule = \"slalom\"\npiece = \"cone\"\n");
  put("pair.toml",
      "[[place]]\npart = \"slalom.toml\"\nname = \"a\"\nat = [0, 0]\n"
      "[[place]]\npart = \"slalom.toml\"\nname = \"b\"\nat = [1, 0]\npenalty = \"time\"\n");
  put("yard.toml",
      "format = 1\ntitle = \"Yard\"\n[[place]]\npart = \"pair.toml\"\nname = \"row\"\n"
      "points_at = [[0, 0], [5, 0]]\npenalty = \"reset\"\n[[place]]\npart = \"slalom.toml\"\n"
      "name = \"last\"\nat = [9, 0]\n");

  const LevelReading reading = read("yard.toml");

  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  const auto& triggers = reading.spec.triggers;
  ASSERT_EQ(triggers.size(), 5u);
  EXPECT_EQ(triggers[0].piece, "row_1_a_cone");
  EXPECT_EQ(triggers[0].penalty, Penalty::Reset);
  EXPECT_EQ(triggers[3].piece, "row_2_b_cone");
  EXPECT_EQ(triggers[3].penalty, Penalty::Time);
  EXPECT_EQ(triggers[4].penalty, Penalty::Fail);
  EXPECT_EQ(build_world(reading.spec).zones[3].piece, PieceId{3});
}

// --- trials -------------------------------------------------------------------------------------

TEST(LevelRules, VariableTrialChoosesOneOfTheList) {
  const LevelSpec first = read_well(kTwoTrials), second = read_well(kTwoTrials, {{"trial", 2}});

  ASSERT_EQ(first.papers.trials.size(), 2u);
  EXPECT_EQ(first.papers.trials, second.papers.trials);
  EXPECT_EQ(first.papers.trials[0].points, 0.5);
  EXPECT_EQ(first.papers.trials[1].points, 1.5);
  EXPECT_EQ(first.papers.trial, first.papers.trials[0]);
  EXPECT_EQ(second.papers.trial, first.papers.trials[1]);
  EXPECT_EQ(first.papers.variables, (std::vector<LevelVariable>{{"trial", 1}}));
  EXPECT_EQ(second.papers.variables, (std::vector<LevelVariable>{{"trial", 2}}));

  // what stands at the top is in both; starts of a trial take the place of the level's
  EXPECT_EQ(first.pieces.size(), 1u);
  EXPECT_EQ(second.pieces.size(), 2u);
  ASSERT_EQ(first.starts.size(), 1u);
  ASSERT_EQ(second.starts.size(), 1u);
  EXPECT_EQ(first.starts[0].pose.x, 1);
  EXPECT_EQ(second.starts[0].pose.x, 2);
}

TEST(LevelRules, TrialAndItsTasksSayAllThereIs) {
  const LevelSpec spec = read_well(kTwoTrials, {{"trial", 2}});
  const World world = build_world(spec);

  ASSERT_TRUE(world.trial);
  EXPECT_EQ(spec.papers.code, "lab1");
  EXPECT_EQ(world.trial->limit, 15);
  EXPECT_TRUE(world.trial->until_stopped);
  EXPECT_TRUE(spec.papers.trial->extra);
  EXPECT_FALSE(spec.papers.trial->required);
  EXPECT_EQ(spec.papers.trial->view, "front");
  EXPECT_EQ(world.trial->bonus, (std::vector<TrialBonus>{{20, 1}, {30, 0.5}, {kInf, -2}}));
  EXPECT_EQ(spec.papers.trial->pad.left_trigger, 0.5);
  EXPECT_EQ(spec.papers.trial->pad.right_stick, (Vec2{0, -1}));
  EXPECT_EQ(spec.papers.trial->pad.press, (std::vector<std::string>{"A", "LB"}));
  ASSERT_EQ(world.tasks.size(), 2u);
  EXPECT_EQ(world.tasks[0].kind, TaskKind::Stop);
  EXPECT_EQ(world.tasks[0].speed, 0.02);
  ASSERT_EQ(world.tasks[0].volumes.size(), 2u);
  EXPECT_TRUE(world.tasks[0].volumes[1].round);
  EXPECT_EQ(world.tasks[0].volumes[1].bottom, 0.5);
  EXPECT_EQ(world.tasks[0].volumes[1].pose.yaw, radians(45));
  EXPECT_EQ(world.tasks[1].piece, PieceId{0});
  EXPECT_EQ(world.tasks[1].points, 0.5);
}

TEST(LevelRules, SumsMayUseTheTrialsNumber) {
  const std::string body = std::string(kTwoTrials) + "[[cone]]\nat = [\"$trial * 10\", 0]\n";

  EXPECT_EQ(read_well(body, {{"trial", 2}}).pieces.at(1).at.x, 20);
}

TEST(LevelRules, LevelMayBeOneTrial) {
  const LevelSpec spec = read_well(
      "[trial]\ntitle = \"One\"\n[[trial.task]]\nkind = \"reach\"\nat = [1, 0]\npoints = 2\n"
      "[[task]]\nkind = \"speed\"\nspeed = 1.5\npoints = 1\n");

  ASSERT_TRUE(spec.papers.trial);
  EXPECT_TRUE(spec.papers.variables.empty());
  ASSERT_EQ(spec.tasks.size(), 2u);
  EXPECT_EQ(spec.tasks[0].kind, TaskKind::Speed);
  EXPECT_EQ(spec.papers.trials, std::vector{*spec.papers.trial});
  EXPECT_EQ(spec.papers.trial->points, 3);
}

TEST(LevelRules, NumberOfATrialThatIsNotThereIsRefused) {
  EXPECT_EQ(complaint(kTwoTrials, {{"trial", 9}}),
            "test/yard.toml: trial must be from 1 to 2, got 9\n");
  EXPECT_EQ(complaint(kTwoTrials, {{"trial", 1.5}}),
            "test/yard.toml: trial must be from 1 to 2, got 1.5\n");
  EXPECT_EQ(complaint("", {{"trial", 1}}),
            "test/yard.toml: a setting must name a variable of the level (it has none), got "
            "\"trial\"\n");
}

TEST(LevelRules, MistakesInAnotherTrialsTasksAreFoundToo) {
  const std::string body =
      std::string(kTwoTrials) + "[[trial.task]]\nkind = \"stpo\"\nat = [0, 0]\n";

  EXPECT_NE(complaint(body).find("task.kind must be one of reach, stop, speed, park_at_cone, "
                                 "park_at_wall, got \"stpo\" (did you mean \"stop\"?)"),
            std::string::npos);
}

TEST_F(RulesFolder, OnlyTheChosenTrialsFilesAreRead) {
  put("wall.toml", "[[box]]\nat = [2, 0]\n[[start]]\nat = [3, 0]\n");
  put("yard.toml",
      "format = 1\ntitle = \"Yard\"\n"
      "[[trial]]\ntitle = \"A\"\ninclude = [\"wall.toml\"]\n[[trial.task]]\nkind = \"reach\"\nat = "
      "[1, 0]\n[[trial]]\ntitle = \"B\"\ninclude = [\"missing.toml\"]\n[[trial.task]]\nkind = "
      "\"reach\"\nat = [1, 0]\n");

  const LevelReading first = read("yard.toml"), second = read("yard.toml", {{"trial", 2}});

  EXPECT_TRUE(first.ok());
  EXPECT_EQ(first.spec.pieces.size(), 1u);
  EXPECT_EQ(first.spec.starts.at(0).pose.x, 3);
  ASSERT_EQ(second.problems.size(), 1u);
  EXPECT_EQ(second.problems[0].message, "include must name an existing file, got \"missing.toml\"");
}

TEST_F(RulesFolder, TaskStandsInTheLevelItself) {
  put("more.toml", "[[task]]\nkind = \"reach\"\nat = [1, 0]\n");
  put("yard.toml",
      "format = 1\ntitle = \"Yard\"\ninclude = [\"more.toml\"]\n[trial]\ntitle = \"A\"\n"
      "[[trial.task]]\nkind = \"reach\"\nat = [1, 0]\n");

  const LevelReading reading = read("yard.toml");

  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(reading.problems[0].message,
            "a task must stand in the level itself, got one in another file");
}

// --- heads that levels share --------------------------------------------------------------------

TEST_F(RulesFolder, LevelTakesFromAFileWhatItsOwnHeadDoesNotSay) {
  put("parts/course.toml",
      "physics = \"rigid\"\nvehicle = \"robotcar\"\ninclude = [\"parts/field.toml\"]\n"
      "vehicle_figures = { height = 0.5, mass = 3 }\n[ground]\nsize = [50, 40]\nmaterial = "
      "\"grass\"\n[rigid]\ngravity = 0.981\n[sun]\nambient = 0.6\n");
  put("parts/field.toml", "[[cone]]\nat = [1, 1]\n");
  put("trials/yard.toml",
      "format = 1\ntitle = \"Yard\"\nlike = \"parts/course.toml\"\n"
      "vehicle_figures = { mass = 4 }\n[ground]\nmaterial = \"sand\"\n[rigid]\nfall_depth = 9\n");

  const LevelReading reading = read("trials/yard.toml");

  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  const LevelSpec& spec = reading.spec;
  EXPECT_EQ(spec.physics, PhysicsKind::Rigid);
  EXPECT_EQ(spec.vehicle, "robotcar");
  EXPECT_EQ(spec.vehicle_figures, (std::vector<VehicleFigureSpec>{{"height", 0.5}, {"mass", 4}}));
  EXPECT_EQ(spec.ground.size, (Vec2{50, 40}));
  EXPECT_EQ(spec.ground.material, "sand");
  EXPECT_EQ(spec.rigid.gravity, 0.981);
  EXPECT_EQ(spec.rigid.fall_depth, 9);
  EXPECT_EQ(spec.scene.sun.ambient, 0.6);
  EXPECT_EQ(spec.pieces.size(), 1u);
  EXPECT_EQ(spec.papers.collection, folder_.filename().string());
}

TEST_F(RulesFolder, ComplaintAboutATakenKeyNamesItsFile) {
  put("course.toml", "vehicle = \"robotcar\"\n[ground]\nsize = [0, 40]\n");
  put("yard.toml", "format = 1\ntitle = \"Yard\"\nlike = \"course.toml\"\n");
  put("list.toml", "[[cone]]\nat = [0, 0]\n");
  put("bad.toml", "format = 1\ntitle = \"Yard\"\nlike = \"list.toml\"\n");

  const LevelReading wrong = read("yard.toml"), list = read("bad.toml");

  ASSERT_EQ(wrong.problems.size(), 1u);
  EXPECT_EQ(wrong.problems[0].text(),
            (folder_ / "course.toml").string() +
                ":3: ground.size must be positive in x and y, got [0, 40]");
  ASSERT_EQ(list.problems.size(), 1u);
  EXPECT_EQ(list.problems[0].message,
            "a file to be like must have only keys of a head, got \"cone\"");
}

TEST_F(RulesFolder, FileBesideALevelGoesBeforeOneAFolderUp) {
  put("part.toml", "[[cone]]\nat = [0, 0]\n");
  put("trials/part.toml", "[[box]]\nat = [0, 0]\n");
  const std::string level =
      "format = 1\ntitle = \"Yard\"\n[[place]]\npart = \"part.toml\"\nat = [0, 0]\n";
  put("trials/yard.toml", level);
  put("others/yard.toml", level);

  EXPECT_EQ(kind_of(read("trials/yard.toml").spec.pieces.at(0).shape), "box");
  EXPECT_EQ(kind_of(read("others/yard.toml").spec.pieces.at(0).shape), "cone");
}

TEST_F(RulesFolder, GradingsAreFoundByNameAndAreNoLevels) {
  put("course/lab1.toml", "");
  put("course/trials/lab1.toml", "");
  put("course/trials/lab2.toml", "");

  const auto levels = find_levels(folder_.string());
  const auto found = find_trials(folder_.string(), "lab2");
  const auto missing = find_trials(folder_.string(), "lab3");

  EXPECT_EQ(levels.size(), 1u);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->collection, "course");
  EXPECT_EQ(found->path, (folder_ / "course/trials/lab2.toml").string());
  EXPECT_TRUE(find_trials(folder_.string(), "course/lab1"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "there is no grading \"lab3\"; did you mean lab1 or lab2?");
  EXPECT_EQ(find_trials(folder_.string(), "parking").error().message,
            "there is no grading \"parking\". Gradings: lab1, lab2");
}

// --- cameras and edits --------------------------------------------------------------------------

TEST(LevelRules, PeopleAreShownViewsGaugesHelpAndWhatTheyMayChange) {
  const Level level = build_level(read_well(R"(
help = "Click to move"
cars = 4
[variables]
look = 0
size = 1
[[box]]
name = "block"
at = [1, 0]
fails = true
resets = true
gauge = "distance_and_angle"
[[view]]
name = "hairpin"
at = [1, 2, 3]
yaw_deg = 90
pitch_deg = 20
[[edit]]
piece = "block"
click = "look"
clicks = 5
wheel = "size"
wheel_low = 0.25
wheel_high = 4
wheel_step = 1.1
wheel_multiplies = true
)"));

  const World& world = *level.world;
  const LevelPapers& papers = *level.papers;
  EXPECT_EQ(papers.help, "Click to move");
  EXPECT_EQ(world.cars, 4);
  EXPECT_TRUE(world.pieces[0].fails);
  EXPECT_TRUE(world.pieces[0].resets);
  EXPECT_EQ(world.pieces[0].gauge, Gauge::DistanceAndAngle);
  ASSERT_EQ(papers.views.size(), 1u);
  EXPECT_EQ(papers.views[0].at, (Vec3{1, 2, 3}));
  EXPECT_EQ(papers.views[0].pitch, radians(20));
  ASSERT_EQ(papers.edits.size(), 1u);
  EXPECT_EQ(papers.edits[0].click, "look");
  EXPECT_EQ(papers.edits[0].right_click, "");
  EXPECT_EQ(papers.edits[0].clicks, 5);
  EXPECT_EQ(papers.edits[0].wheel_low, 0.25);
  EXPECT_EQ(papers.edits[0].wheel_high, 4);
  EXPECT_EQ(papers.edits[0].wheel_step, 1.1);
  EXPECT_TRUE(papers.edits[0].wheel_multiplies);
}

}  // namespace
}  // namespace paddock
