// Parts that stand in several places, and what a level leaves out or colours by its variables.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "paddock/world/level.h"
#include "paddock/world/level_words.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

class LevelPlace : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("paddock_place_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_ / "parts");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void part(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / "parts" / name) << "format = 1\n" << text;
  }
  LevelSpec read(const std::string& body, std::uint64_t seed = 7) {
    const auto reading = read_level_text("format = 1\ntitle = \"Yard\"\n" + body,
                                         (folder_ / "yard.toml").string(), seed);
    for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
    return reading.spec;
  }

  std::filesystem::path folder_;
};

/// Where the corner of a box's top stands in the world.
Vec3 corner_of(const World& world, std::size_t piece) {
  const Vec3 size = std::get<BoxSpec>(world.pieces[piece].shape).size;
  return world.pieces[piece].world_from_piece * Vec3{size.x / 2, size.y / 2, size.z};
}

void expect_near(Vec3 a, Vec3 b) {
  EXPECT_LT(length(a - b), 1e-12) << describe(a) << " and " << describe(b);
}

TEST_F(LevelPlace, PiecesAreTurnedAndMovedWithThePart) {
  part("bridge.toml",
       "[[box]]\nname = \"deck\"\nat = [1, 0, 0.2]\nsize = [2, 1, 0.1]\n"
       "[[trigger]]\nname = \"end\"\nat = [2, 0, 0.3]\nsize = [0.5, 1, 1]\n");

  const LevelSpec level = read(
      "[[place]]\npart = \"parts/bridge.toml\"\nname = \"east\"\nat = [5, 3, 1]\nyaw_deg = 90\n");

  ASSERT_EQ(level.pieces.size(), 1u);
  EXPECT_EQ(level.pieces[0].name, "east_deck");
  EXPECT_EQ(level.pieces[0].at, (Vec3{5, 4, 1.2}));  // a quarter turn is exact
  EXPECT_EQ(level.pieces[0].yaw, radians(90));
  EXPECT_EQ(level.pieces[0].ground_at, (Vec2{5, 3}));
  ASSERT_EQ(level.triggers.size(), 1u);
  EXPECT_EQ(level.triggers[0].name, "east_end");
  EXPECT_EQ(level.triggers[0].at, (Vec2{5, 5}));
  EXPECT_EQ(level.triggers[0].z, 1.3);
}

TEST_F(LevelPlace, TiltedPartStaysRigid) {
  part("pair.toml",
       "[[box]]\nat = [1, 0.5, 0.2]\nyaw_deg = 30\nroll_deg = 10\n"
       "[[box]]\nat = [-1, 0, 0]\npitch_deg = -20\n");
  const std::string pair = "[[place]]\npart = \"parts/pair.toml\"\n";
  const World flat = build_world(read(pair + "at = [0, 0]\n"));

  for (const std::string pose : {"yaw_deg = 40\npitch_deg = 15\nroll_deg = -25\n",
                                 "pitch_deg = 90\n", "yaw_deg = 10\npitch_deg = -90\n"}) {
    const LevelSpec level = read(pair + "at = [2, 3, 4]\n" + pose);
    const World tilted = build_world(level);
    const Quat turn = [&] {
      const LevelSpec one = read("[[box]]\nat = [0, 0]\n" + pose);
      return build_world(one).pieces[0].world_from_piece.turn;
    }();
    for (std::size_t i = 0; i < 2; ++i)
      expect_near(corner_of(tilted, i), Vec3{2, 3, 4} + turn * corner_of(flat, i));
  }
}

TEST_F(LevelPlace, PartsInPartsAndCopiesComposeTheirPoses) {
  part("inner.toml", "[[box]]\nname = \"post\"\nat = [1, 0]\nsize = [0.2, 0.1, 1]\n");
  part("outer.toml",
       "[[place]]\npart = \"inner.toml\"\nname = \"left\"\nat = [0, 1, 0.5]\n"
       "yaw_deg = 90\n");

  const LevelSpec level = read(
      "[[place]]\npart = \"parts/outer.toml\"\nname = \"arch\"\npoints_at = [[5, 0], "
      "[5, 4, 1, 180]]\nscale = 2\n");

  ASSERT_EQ(level.pieces.size(), 2u);
  EXPECT_EQ(level.pieces[0].name, "arch_1_left_post");
  EXPECT_EQ(level.pieces[1].name, "arch_2_left_post");
  EXPECT_EQ(level.pieces[0].at, (Vec3{5, 4, 1}));
  EXPECT_EQ(level.pieces[1].at, (Vec3{5, 0, 2}));
  EXPECT_EQ(level.pieces[1].yaw, radians(270));
  EXPECT_EQ(std::get<BoxSpec>(level.pieces[1].shape).size, (Vec3{0.4, 0.2, 2}));
}

TEST_F(LevelPlace, StretchedPartKeepsItsPiecesTogether) {
  part("kit.toml",
       "[[box]]\nat = [1, 0]\nyaw_deg = 90\nsize = [3, 1, 1]\n"
       "[[tape]]\npoints = [[0, 0], [2, 0]]\nwidth = 0.1\n"
       "[[prism]]\nloops = [[[0, 0], [1, 0], [0, 1]]]\nheight = 1\n"
       "[[ramp]]\nat = [0, 2]\nsize = [1, 1, 1]\n[[mat]]\nat = [0, 0]\nsize = [1, 1]\n");

  const LevelSpec level =
      read("[[place]]\npart = \"parts/kit.toml\"\nat = [0, 0]\nscale = [2, 3, 5]\n");

  EXPECT_EQ(level.pieces[0].at, (Vec3{2, 0, 0}));
  EXPECT_EQ(std::get<BoxSpec>(level.pieces[0].shape).size, (Vec3{9, 2, 5}));
  EXPECT_EQ(std::get<TapeSpec>(level.pieces[1].shape).width, 0.1 * 3);
  EXPECT_EQ(std::get<TapeSpec>(level.pieces[1].shape).points[1], (Vec2{4, 0}));
  EXPECT_EQ(std::get<PrismSpec>(level.pieces[2].shape).loops[0][2], (Vec2{0, 3}));
  EXPECT_EQ(std::get<PrismSpec>(level.pieces[2].shape).height, 5);
  EXPECT_EQ(std::get<RampSpec>(level.pieces[3].shape).size, (Vec3{2, 3, 5}));
  EXPECT_EQ(std::get<MatSpec>(level.pieces[4].shape).size, (Vec2{2, 3}));
}

TEST_F(LevelPlace, ColourOfThePlaceReachesPartsInParts) {
  part("inner.toml", "[[box]]\nat = [0, 0]\ncolor = \"part\"\n[[box]]\nat = [1, 0]\n");
  part("outer.toml", "[[place]]\npart = \"inner.toml\"\nat = [0, 0]\ncolor = \"part\"\n");

  const LevelSpec level = read(
      "[[place]]\npart = \"parts/outer.toml\"\nat = [0, 0]\ncolor = "
      "\"#102030\"\n[[place]]\npart = \"parts/outer.toml\"\nat = [3, 0]\n");

  EXPECT_EQ(level.pieces[0].color, (Color{16, 32, 48}));
  EXPECT_EQ(level.pieces[1].color, std::nullopt);
  EXPECT_EQ(level.pieces[2].color, std::nullopt);
}

TEST_F(LevelPlace, AllOfAPartStandsOnTheGroundUnderItsOrigin) {
  part("pair.toml",
       "[[box]]\nat = [0, 0]\n[[box]]\nat = [8, 0, 1]\n[[ramp]]\nat = [0, 3]\n"
       "[[ramp]]\nat = [0, 3, 0.5]\n[[trigger]]\nat = [8, 0, 1]\nsize = [1, 1, 1]\n"
       "[[tape]]\npoints = [[0, 0], [8, 0]]\n");
  // a hillside: 2 m high at x = -10, 0 at x = 10
  const World world = build_world(
      read("[ground]\nsize = [60, 60]\n[[terrain]]\nsize = [20, 20]\nheights = [[2, 0], [2, 0]]\n"
           "[[place]]\npart = \"parts/pair.toml\"\nat = [0, 0]\n"));

  EXPECT_NEAR(world.pieces[1].world_from_piece.at.z, 1, 1e-12);
  EXPECT_NEAR(world.pieces[2].world_from_piece.at.z, 2, 1e-12);
  EXPECT_NEAR(world.pieces[3].world_from_piece.at.z, 1, 1e-12);
  EXPECT_NEAR(world.pieces[4].world_from_piece.at.z, 1.5, 1e-12);  // not on the ramp before it
  EXPECT_NEAR(world.triggers[0].bottom, 2, 1e-12);
  for (const Vec3 p : world.pieces[5].mesh.points) EXPECT_EQ(p.z, 0);  // not draped
}

TEST_F(LevelPlace, ExpandedLevelReadsBackWithoutItsParts) {
  part("kit.toml",
       "[[box]]\nname = \"a\"\nat = [1, 0]\nyaw_deg = 33\n[[trigger]]\nname = \"t\"\n"
       "at = [0, 1, 1]\nsize = [1, 1, 1]\n");
  const LevelSpec level = read(
      "[[place]]\npart = \"parts/kit.toml\"\nname = \"k\"\nat = [1, 2, 3]\n"
      "yaw_deg = 20\nscale = 1.3\nrepeat = { count = 3, step = [3, 0] }\n");

  const auto back = read_level_text(write_level(level), (folder_ / "yard.toml").string(), 7);

  for (const Problem& problem : back.problems) ADD_FAILURE() << problem.text();
  EXPECT_EQ(back.spec, level);
}

TEST_F(LevelPlace, WhenLeavesThingsOut) {
  part("deck.toml", "[[box]]\nat = [0, 0]\n[[box]]\nat = [1, 0]\nwhen = \"1 - $t\"\n");
  const std::string body =
      "[[cone]]\nat = [0, 0]\nwhen = \"$t\"\n[[trigger]]\nat = [1, 1]\nwhen = \"1 - $t\"\n"
      "[[place]]\npart = \"parts/deck.toml\"\nat = [2, 2]\n"
      "[[place]]\npart = \"parts/deck.toml\"\nat = [4, 2]\nwhen = \"1 - $t\"\n";

  const LevelSpec with = read("[variables]\nt = 1\n" + body);
  const LevelSpec without = read("[variables]\nt = 0\n" + body);

  EXPECT_EQ(with.pieces.size(), 2u);
  EXPECT_EQ(with.triggers.size(), 0u);
  EXPECT_EQ(without.pieces.size(), 4u);
  EXPECT_EQ(without.triggers.size(), 1u);
}

TEST_F(LevelPlace, ColourGoesByAVariable) {
  const LevelSpec level = read(
      "[variables]\ni = 0.9\n[[box]]\nat = [0, 0]\ncolor = { of = \"$i\", from = [\"#ff0000\", "
      "\"#0000ff\"] }\n[[box]]\nat = [1, 0]\ncolor = { of = \"1 - $i\", from = [\"#ff0000\", "
      "\"#0000ff\"] }\n");

  EXPECT_EQ(level.pieces[0].color, (Color{0, 0, 255}));
  EXPECT_EQ(level.pieces[1].color, (Color{255, 0, 0}));
}

TEST_F(LevelPlace, ShuffleGivesEveryOrderAndTheSameForASeed) {
  std::set<std::vector<double>> orders;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const LevelSpec level = read("[variables]\norder = { shuffle = 3 }\n", seed);
    std::vector<double> order;
    for (const LevelVariable& variable : level.papers.variables) order.push_back(variable.value);
    EXPECT_EQ(std::set<double>(order.begin(), order.end()), (std::set<double>{0, 1, 2}));
    EXPECT_EQ(level.papers.variables,
              read("[variables]\norder = { shuffle = 3 }\n", seed).papers.variables);
    EXPECT_EQ(level.papers.variables[2].name, "order_2");
    orders.insert(order);
  }
  EXPECT_EQ(orders.size(), 6u);
}

// past the last complaint that is kept, a place without a sound list has no copies
TEST(LevelPlaceExamples, CrowdOfMistakesBeforeAPlaceIsSafe) {
  std::string text = "format = 1\ntitle = \"Yard\"\n";
  for (int i = 0; i < 1100; ++i) text += "[[box]]\n";
  text += "[[place]]\npart = \"x.toml\"\npoints_at = 3\n[[place]]\nat = [0, 0]\n";

  EXPECT_FALSE(read_level_text(text, "no_such_folder/yard.toml", 1).ok());
}

TEST(LevelPlaceExamples, ExampleReads) {
  for (const std::string name : {"place", "capsule"}) {
    const auto reading =
        read_level(PADDOCK_SOURCE_DIR "/docs/examples/pieces/" + name + ".toml", 1);
    for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  }
}

}  // namespace
}  // namespace paddock
