#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "paddock/io/file.h"
#include "paddock/io/png.h"
#include "paddock/world/level.h"
#include "paddock/world/level_expression.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

constexpr std::string_view kHead = "format = 1\ntitle = \"Yard\"\n";

LevelReading read(const std::string& body, std::uint64_t seed = 7) {
  return read_level_text(std::string(kHead) + body, "levels/test/yard.toml", seed);
}

std::string all_problems(const LevelReading& reading) {
  std::string all;
  for (const Problem& problem : reading.problems) all += problem.text() + '\n';
  return all;
}

#define ASSERT_READS(reading) ASSERT_TRUE((reading).ok()) << all_problems(reading)

TEST(LevelRead, TwoLinesMakeALevel) {
  const auto level = read("");

  ASSERT_READS(level);
  EXPECT_EQ(level.spec.name, "yard");
  EXPECT_EQ(level.spec.papers.collection, "test");
  EXPECT_EQ(level.spec.papers.title, "Yard");
  EXPECT_EQ(level.spec.vehicle, "racecar");
  EXPECT_EQ(level.spec.seed, 7u);
  ASSERT_EQ(level.spec.starts.size(), 1u);  // somewhere to stand, without being asked
  EXPECT_EQ(level.spec.starts[0].pose, Pose2{});
}

TEST(LevelRead, HeadSetsPhysicsClockGroundAndSun) {
  const auto level = read(
      "physics = \"rigid\"\nvehicle = \"rover\"\n[clock]\ngrid_hz = 300\ntick = 6\nframe = 5\n"
      "[ground]\ncenter = [1, 2]\nsize = [30, 40]\nmaterial = \"grass\"\n"
      "[sun]\nazimuth_deg = 90\nelevation_deg = 45\nambient = 0.2\n");

  ASSERT_READS(level);
  EXPECT_EQ(level.spec.physics, PhysicsKind::Rigid);
  EXPECT_EQ(level.spec.vehicle, "rover");
  EXPECT_EQ(level.spec.clock, (Clock{300, 6, 5}));
  EXPECT_EQ(level.spec.ground, (GroundSpec{{1, 2}, {30, 40}, "grass"}));
  EXPECT_EQ(level.spec.scene.sun, (SunSpec{radians(90), radians(45), 0.2, {255, 255, 255}}));
}

TEST(LevelRead, PieceTakesItsCommonKeys) {
  const auto level = read(
      "[[box]]\nname = \"crate\"\nat = [1, 2, 3]\nyaw_deg = 30\npitch_deg = 5\nroll_deg = -5\n"
      "size = [1, 2, 3]\nmaterial = \"wood\"\ncolor = \"#ff8000\"\ntag = \"building\"\nsolid = "
      "false\n"
      "lidar = false\ncamera = false\n");

  ASSERT_READS(level);
  ASSERT_EQ(level.spec.pieces.size(), 1u);
  const PieceSpec& box = level.spec.pieces[0];
  EXPECT_EQ(box.where.line, 3);
  EXPECT_EQ(box.name, "crate");
  EXPECT_EQ(box.at, (Vec3{1, 2, 3}));
  EXPECT_EQ(box.yaw, radians(30));
  EXPECT_EQ(box.pitch, radians(5));
  EXPECT_EQ(box.roll, radians(-5));
  EXPECT_EQ(std::get<BoxSpec>(box.shape).size, (Vec3{1, 2, 3}));
  EXPECT_EQ(box.material, "wood");
  EXPECT_EQ(box.color, (Color{255, 128, 0}));
  EXPECT_EQ(box.tag, SemanticTag::Building);
  EXPECT_FALSE(box.solid);
  EXPECT_EQ(box.seen_by, (SeenBy{false, false}));
}

TEST(LevelRead, EveryKindReadsWithLittleMoreThanAPlace) {
  const auto level = read(
      "physics = \"rigid\"\n[[box]]\nat = [0, 0]\n[[wall]]\npoints = [[0, 0], [1, 0]]\n"
      "[[ramp]]\nat = [0, 0]\n[[cylinder]]\nat = [0, 0]\n[[cone]]\nat = [0, 0]\n"
      "[[tape]]\npoints = [[0, 0], [1, 0]]\n[[mat]]\nat = [0, 0]\n[[marker]]\nat = [0, 0]\nid = 3\n"
      "[[terrain]]\nheights = [[0, 0], [0, 1]]\n[[block]]\nat = [0, 0]\n[[ball]]\nat = [0, 0]\n"
      "[[tyres]]\nat = [0, 0]\n[[elevator]]\nat = [0, 0]\n"
      "[[train]]\npoints = [[0, 0], [4, 0], [4, 4]]\n"
      "[[prism]]\nloops = [[[0, 0], [1, 0], [0, 1]]]\n[[sign]]\nat = [0, 0]\ntext = \"1\"\n"
      "[[door]]\nat = [0, 0]\n[[capsule]]\nat = [0, 0]\n"
      "[[area]]\nloops = [[[0, 0], [1, 0], [0, 1]]]\n");

  ASSERT_READS(level);
  ASSERT_EQ(level.spec.pieces.size(), std::variant_size_v<PieceShape>);
  for (std::size_t i = 0; i < level.spec.pieces.size(); ++i) {
    EXPECT_EQ(level.spec.pieces[i].shape.index(), i) << kind_of(level.spec.pieces[i].shape);
  }
}

TEST(LevelRead, FlatThingsAreNotSolidAndLooseThingsMoveInRigidLevels) {
  const std::string body =
      "[[tape]]\npoints = [[0, 0], [1, 0]]\n[[mat]]\nat = [0, 0]\n[[marker]]\nat = [0, 0]\nid = 3\n"
      "[[block]]\nat = [0, 0]\n[[cone]]\nat = [0, 0]\n";

  const auto planar = read(body), rigid = read("physics = \"rigid\"\n" + body);

  ASSERT_READS(planar);
  ASSERT_READS(rigid);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(planar.spec.pieces[i].solid, i >= 3);
    EXPECT_FALSE(planar.spec.pieces[i].moves);
    EXPECT_EQ(rigid.spec.pieces[i].moves, i == 3);
  }
}

TEST(LevelRead, PiecesKeepTheOrderOfTheFileAcrossKinds) {
  const auto level = read("[[cone]]\nat = [0, 0]\n[[box]]\nat = [1, 0]\n[[cone]]\nat = [2, 0]\n");

  ASSERT_READS(level);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(level.spec.pieces[i].at.x, static_cast<double>(i));
  }
}

TEST(LevelRead, RepeatAndPointsAtMakeCopiesWithNamesOfTheirOwn) {
  const auto level = read(
      "[[cone]]\nname = \"post\"\nat = [1, 1]\nrepeat = { count = 3, step = [0.5, 0, 0.1] }\n"
      "[[tyres]]\npoints_at = [[5, 5], [6, 6, 1]]\n");

  ASSERT_READS(level);
  ASSERT_EQ(level.spec.pieces.size(), 5u);
  EXPECT_EQ(level.spec.pieces[2].at, (Vec3{2, 1, 0.2}));
  EXPECT_EQ(level.spec.pieces[2].name, "post_3");
  EXPECT_EQ(level.spec.pieces[4].at, (Vec3{6, 6, 1}));
}

TEST(LevelRead, ThingsAreRead) {
  const auto level = read(
      "[[gate]]\nname = \"finish\"\nleft = [0, 1]\nright = [0, -1]\n"
      "[[trigger]]\nname = \"pit\"\nat = [3, 3]\nsize = [2, 1]\nyaw_deg = 90\n"
      "[[route]]\npoints = [[0, 0], [1, 0], [1, 1]]\nclosed = true\nwidth = 2\n"
      "[[start]]\nat = [1, 1]\nyaw_deg = 180\nvehicle = \"neato\"\n"
      "[[light]]\nat = [0, 0, 3]\ncolor = \"#ffeecc\"\npower = 5\n");

  ASSERT_READS(level);
  const LevelSpec& s = level.spec;
  EXPECT_EQ(s.gates.at(0), (GateSpec{{}, "finish", {0, 1}, {0, -1}}));
  EXPECT_EQ(s.triggers.at(0), (TriggerSpec{{}, "pit", {3, 3}, radians(90), {2, 1}}));
  EXPECT_EQ(s.routes.at(0), (RouteSpec{{}, "", {{0, 0}, {1, 0}, {1, 1}}, true, 2}));
  EXPECT_EQ(s.starts.at(0), (StartSpec{{}, {1, 1, radians(180)}, "neato"}));
  EXPECT_EQ(s.scene.lights.at(0), (LightSpec{{}, {0, 0, 3}, {255, 238, 204}, 5}));
}

TEST(LevelRead, TriggersMayBeVolumesForPropsAndRays) {
  const auto level = read(
      "physics = \"rigid\"\n[[trigger]]\nat = [3, 3, 0.5]\nsize = [2, 1, 4]\ndetects = \"both\"\n"
      "lidar = true\n[[trigger]]\nat = [3, 3]\nsize = [2, 1]\ndetects = \"props\"\n");

  ASSERT_READS(level);
  const auto& triggers = level.spec.triggers;
  EXPECT_EQ(triggers.at(0),
            (TriggerSpec{{}, "", {3, 3}, 0, {2, 1}, 0.5, 4, TriggerDetects::Both, true}));
  EXPECT_EQ(triggers.at(1),
            (TriggerSpec{{}, "", {3, 3}, 0, {2, 1}, 0, {}, TriggerDetects::Props, false}));
}

TEST(LevelRead, RigidTableIsRead) {
  const auto level = read(
      "physics = \"rigid\"\n[rigid]\ngravity = 0.981\nscale = 2\nfall_depth = 5\n"
      "after_flip = \"reset\"\nafter_fall = \"freeze\"\n");

  ASSERT_READS(level);
  EXPECT_EQ(level.spec.rigid, (RigidSpec{0.981, 2, 5, AfterUpset::Reset, AfterUpset::Freeze}));
}

TEST(LevelRead, MoversAreReadAndTheirPhaseCanBeDrawn) {
  const auto level = read(
      "physics = \"rigid\"\n[variables]\nstart = { between = [1, 4] }\n"
      "[[elevator]]\nat = [0, 0]\nspeed = 1\nphase = \"$start\"\njitter = 2\n"
      "[[train]]\npoints = [[0, 0], [9, 0]]\nclosed = false\nspacing = 0.5\ngap = 2\n"
      "phase = \"$start*2\"\n"
      "[[door]]\nat = [0, 0]\nsize = [0.1, 2, 1]\nopens = \"swing\"\nangle_deg = 45\n"
      "travel_time = 3\nwait_time = 4\nphase = 1\njitter = 4\n");

  ASSERT_READS(level);
  const auto& elevator = std::get<ElevatorSpec>(level.spec.pieces.at(0).shape);
  EXPECT_EQ(elevator.speed, 1);
  EXPECT_TRUE(elevator.phase >= 1 && elevator.phase <= 4);
  EXPECT_EQ(elevator.jitter, 2);
  const auto& train = std::get<TrainSpec>(level.spec.pieces.at(1).shape);
  EXPECT_EQ(train.spacing, 0.5);
  EXPECT_EQ(train.gap, 2);
  EXPECT_EQ(train.phase, 2 * elevator.phase);
  EXPECT_EQ(std::get<DoorSpec>(level.spec.pieces.at(2).shape),
            (DoorSpec{{0.1, 2, 1}, DoorOpens::Swing, {}, radians(45), 3, 4, 1, 4}));
}

// --- variables ----------------------------------------------------------------------------------

constexpr const char* kVariables =
    "[variables]\ngap = { between = [0.8, 1.2] }\nn = { whole = [3, 6] }\n"
    "side = { choice = [-1, 1] }\ntwice = \"$gap*2\"\n"
    "[[cone]]\nat = [\"$gap\", \"$side\"]\n[[box]]\nat = [\"$n\", \"$twice\"]\n";

TEST(LevelRead, VariablesAreDrawnInTheirRangeAndFollowTheSeed) {
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto level = read(kVariables, seed);
    ASSERT_READS(level);
    const Vec3 cone = level.spec.pieces[0].at, box = level.spec.pieces[1].at;
    EXPECT_TRUE(cone.x >= 0.8 && cone.x < 1.2);
    EXPECT_TRUE(cone.y == -1 || cone.y == 1);
    EXPECT_TRUE(box.x >= 3 && box.x <= 6 && box.x == static_cast<int>(box.x));
    EXPECT_EQ(box.y, cone.x * 2);
    EXPECT_EQ(read(kVariables, seed).spec, level.spec);
    differs = differs || level.spec.pieces[0].at != read(kVariables, seed + 1).spec.pieces[0].at;
  }
  EXPECT_TRUE(differs);
}

TEST(LevelExpression, ComputesAsOnPaper) {
  const Variables v{{"a", 2}, {"b", 3}};

  EXPECT_EQ(evaluate("$a+$b*2", v).value(), 8);
  EXPECT_EQ(evaluate("($a + $b) * 2", v).value(), 10);
  EXPECT_EQ(evaluate("-$a - -$b", v).value(), 1);
  EXPECT_EQ(evaluate("$a/4/2", v).value(), 0.25);
  EXPECT_EQ(evaluate("1e2*.5", v).value(), 50);
}

TEST(LevelExpression, RefusesWhatIsNoSum) {
  const Variables v{{"a", 2}};
  for (const char* text :
       {"", "$", "$a $a", "$a+", "(", ")", "$a)", "nan", "inf*$a", "1/0", "$b", "$a^2"}) {
    EXPECT_FALSE(evaluate(text, v)) << text;
  }
  EXPECT_FALSE(evaluate(std::string(150, '('), v));
  EXPECT_FALSE(evaluate(std::string(150, '-') + "1", v));
  EXPECT_FALSE(evaluate(std::string(100'000, '1'), v));
}

// --- walls --------------------------------------------------------------------------------------

std::string wall(const std::string& points, const char* closed) {
  return "[[wall]]\npoints = " + points + "\nclosed = " + closed + "\n";
}

TEST(LevelRead, WallMayCloseOnItselfButNotCross) {
  EXPECT_TRUE(read(wall("[[0, 0], [1, 0], [1, 1], [0, 1]]", "true")).ok());
  EXPECT_TRUE(read(wall("[[0, 0], [1, 0], [1, 1], [0, 0]]", "false")).ok());
  EXPECT_FALSE(read(wall("[[0, 0], [1, 0], [1, 1], [0, 0]]", "true")).ok());   // first point twice
  EXPECT_FALSE(read(wall("[[0, 0], [2, 2], [2, 0], [0, 2]]", "false")).ok());  // crosses
  EXPECT_FALSE(read(wall("[[0, 0], [2, 0], [2, 1], [1, 0]]", "false")).ok());  // touches
  EXPECT_FALSE(read(wall("[[0, 0], [2, 0], [0.5, 0]]", "false")).ok());        // folds back
}

TEST(LevelRead, TapeMayCross) {
  EXPECT_TRUE(read("[[tape]]\npoints = [[0, 0], [2, 2], [2, 0], [0, 2]]\n").ok());
}

// --- terrain ------------------------------------------------------------------------------------

TEST(LevelRead, TerrainHeightsRunFromTheLowestY) {
  const auto level = read("[[terrain]]\nsize = [4, 2]\nheights = [[0, 1, 2], [3, 4, 5]]\n");

  ASSERT_READS(level);
  const auto& terrain = std::get<TerrainSpec>(level.spec.pieces[0].shape);
  EXPECT_EQ(terrain.columns, 3);
  EXPECT_EQ(terrain.rows, 2);
  EXPECT_EQ(terrain.heights, (std::vector<double>{0, 1, 2, 3, 4, 5}));
}

TEST(LevelRead, HillsMeetTheGroundAtTheRimAndFollowTheirSeed) {
  const auto hills = [](const std::string& more, std::uint64_t seed) {
    const auto level =
        read("[[terrain]]\nsize = [20, 20]\nhills = { amplitude = 2, columns = 41, rows = 41" +
                 more + " }\n",
             seed);
    EXPECT_TRUE(level.ok()) << all_problems(level);
    return std::get<TerrainSpec>(level.spec.pieces.at(0).shape);
  };

  const TerrainSpec own = hills(", seed = 3", 1);

  double highest = 0;
  for (int row = 0; row < 41; ++row) {
    for (int column = 0; column < 41; ++column) {
      const double h = own.heights[static_cast<std::size_t>(row * 41 + column)];
      EXPECT_TRUE(h >= 0 && h <= 2);
      const bool rim = row == 0 || column == 0 || row == 40 || column == 40;
      EXPECT_TRUE(h == 0 || !rim);
      highest = std::max(highest, h);
    }
  }
  EXPECT_GT(highest, 1);
  EXPECT_EQ(own, hills(", seed = 3", 2));
  EXPECT_NE(hills("", 1), hills("", 2));
}

// --- files --------------------------------------------------------------------------------------

class LevelFiles : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("paddock_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "yards");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / "yards" / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(write_file(path(name), text));
  }

  std::filesystem::path folder_;
};

TEST_F(LevelFiles, NameAndCollectionComeFromThePath) {
  write("oval.toml", std::string(kHead));

  const auto level = read_level(path("oval.toml"), 1);

  ASSERT_READS(level);
  EXPECT_EQ(level.spec.name, "oval");
  EXPECT_EQ(level.spec.papers.collection, "yards");
}

TEST_F(LevelFiles, IncludedPiecesComeFirstAndSeeTheVariables) {
  write("part.toml", "[[cone]]\nat = [\"$x\", 0]\n");
  write("level.toml", std::string(kHead) +
                          "include = [\"part.toml\"]\n[variables]\nx = 4\n"
                          "[[box]]\nat = [0, 0]\n");

  const auto level = read_level(path("level.toml"), 1);

  ASSERT_READS(level);
  EXPECT_EQ(kind_of(level.spec.pieces.at(0).shape), "cone");
  EXPECT_EQ(level.spec.pieces[0].at.x, 4);
  EXPECT_EQ(level.spec.pieces[0].where.file, path("part.toml"));
}

TEST_F(LevelFiles, MistakesOfAllFilesAreSortedByFileAndLine) {
  write("part.toml", "[[cone]]\nat = [0, 0]\nradius = -1\n");
  write("level.toml", std::string(kHead) +
                          "include = [\"part.toml\"]\n"
                          "[[box]]\nat = [0, 0]\nsize = [0, 1, 1]\nmaterial = \"x\"\n"
                          "[[gate]]\nleft = [0, 0]\n");

  const auto level = read_level(path("level.toml"), 1);

  ASSERT_EQ(level.problems.size(), 4u) << all_problems(level);
  EXPECT_EQ(level.problems[0].where.line, 6);
  EXPECT_EQ(level.problems[1].where.line, 7);
  EXPECT_EQ(level.problems[2].where.line, 8);
  EXPECT_EQ(level.problems[3].text(),
            path("part.toml") + ":3: cone.radius must be positive, got -1");
}

TEST_F(LevelFiles, TerrainImageHasItsTopRowAtTheHighestY) {
  Image image = Image::blank(2, 3, 1);
  *image.at(0, 0) = 255;
  ASSERT_TRUE(write_png(path("hill.png"), image));
  write("level.toml",
        std::string(kHead) + "[[terrain]]\nimage = \"hill.png\"\nlow = 1\nhigh = 3\n");

  const auto level = read_level(path("level.toml"), 1);

  ASSERT_READS(level);
  const auto& terrain = std::get<TerrainSpec>(level.spec.pieces.at(0).shape);
  EXPECT_EQ(terrain.columns, 2);
  EXPECT_EQ(terrain.heights, (std::vector<double>{1, 1, 1, 1, 3, 1}));
}

TEST_F(LevelFiles, NothingOutsideTheFolderCanBeReached) {
  ASSERT_TRUE(write_file((folder_ / "secret.toml").string(), "[[cone]]\nat = [0, 0]\n"));
  const std::vector<std::string> names{"../secret.toml", "yards/../../secret.toml",
                                       "./../secret.toml", (folder_ / "secret.toml").string()};
  for (const std::string& name : names) {
    write("level.toml", std::string(kHead) + "include = [\"" + name + "\"]\n");
    const auto level = read_level(path("level.toml"), 1);
    ASSERT_EQ(level.problems.size(), 1u) << name;
    EXPECT_NE(level.problems[0].message.find("must name a file in the level's folder"),
              std::string::npos);
  }
}

TEST_F(LevelFiles, MissingLevelIsAProblemAndNoCrash) {
  const auto level = read_level(path("none.toml"), 1);

  ASSERT_EQ(level.problems.size(), 1u);
  EXPECT_EQ(level.problems[0].text(),
            path("none.toml") + ": file must exist, got none of that name");
}

TEST(LevelExamples, EveryKindOfPieceHasOneThatReads) {
  const std::string folder = std::string(PADDOCK_SOURCE_DIR) + "/docs/examples/pieces/";
  for (const std::string_view kind : piece_kinds()) {
    const auto level = read_level(concat(folder, kind, ".toml"), 1);
    ASSERT_READS(level);
    const auto& pieces = level.spec.pieces;
    EXPECT_TRUE(std::any_of(pieces.begin(), pieces.end(),
                            [&](const PieceSpec& piece) { return kind_of(piece.shape) == kind; }));
  }
}

// --- what makes pieces --------------------------------------------------------------------------

TEST(LevelRead, TrackMakesWallsRouteGatesAndStarts) {
  const auto level =
      read("[[track]]\npoints = [[0, 0], [30, 0], [30, 20], [0, 20]]\ngates = 6\nstarts = 2\n");

  ASSERT_READS(level);
  EXPECT_GE(level.spec.pieces.size(), 2u);
  EXPECT_EQ(level.spec.gates.size(), 6u);
  EXPECT_EQ(level.spec.starts.size(), 2u);
  EXPECT_EQ(level.spec.routes.size(), 1u);
  EXPECT_EQ(level.spec.pieces[0].where.line, 3);
}

TEST(LevelRead, GeneratorsTakeTheLevelsSeedUnlessTheyHaveTheirOwn) {
  const std::string maze = "[[generate]]\nkind = \"maze\"\n";

  const auto a = read(maze, 1), b = read(maze, 2);
  const auto own_a = read(maze + "seed = 5\n", 1), own_b = read(maze + "seed = 5\n", 2);

  ASSERT_READS(a);
  ASSERT_READS(own_a);
  EXPECT_NE(a.spec.pieces, b.spec.pieces);
  EXPECT_EQ(own_a.spec.pieces, own_b.spec.pieces);
}

TEST(LevelRead, TheSameGeneratorTwiceGivesNamesOfTheirOwn) {
  const auto level = read("[[generate]]\nkind = \"slalom\"\n[[generate]]\nkind = \"slalom\"\n");

  ASSERT_READS(level);
}

TEST(LevelRead, SettingsTakeThePlaceOfDrawsAndLeaveTheOthersAlone) {
  const std::string text = std::string(kHead) +
                           "[variables]\nn = { whole = [1, 1000] }\nm = { whole = [1, 1000] }\n"
                           "[[box]]\nat = [\"$n\", \"$m\"]\n";
  const auto at = [&](const LevelSettings& settings) {
    return read_level_text(text, "levels/test/yard.toml", 5, settings).spec.pieces.at(0).at;
  };

  const Vec3 drawn = at({}), set = at({{"n", 7}});

  EXPECT_EQ(set.x, 7);
  EXPECT_EQ(set.y, drawn.y);
}

TEST(LevelRead, SettingThatNamesNoVariableIsAMistake) {
  const std::string text = std::string(kHead) + "[variables]\ngap = 2\n";

  const LevelReading reading =
      read_level_text(text, "levels/test/yard.toml", 1, {{"gop", 1}, {"gap", NAN}});

  ASSERT_EQ(reading.problems.size(), 2u);
  EXPECT_EQ(reading.problems[0].message,
            "a setting must name a variable of the level (gap), got \"gop\"");
  EXPECT_EQ(reading.problems[1].message, "setting gap must be a finite number");
}

TEST(LevelRead, SettingsAreWrittenAsNameEqualsNumber) {
  EXPECT_EQ(parse_setting("cells=10"), (LevelVariable{"cells", 10}));
  EXPECT_EQ(parse_setting("gap=-0.5"), (LevelVariable{"gap", -0.5}));
  for (const char* wrong : {"", "cells", "cells=", "=3", "cells=3x", "cells=nan", "a b=1"})
    EXPECT_FALSE(parse_setting(wrong)) << wrong;
}

}  // namespace
}  // namespace paddock
