// The piece of docs/adding_a_piece.md, in a world whose list has its row.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "paddock/world/level.h"
#include "paddock/world/pieces/kinds.h"
#include "paddock/world/world.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

LevelReading read(const std::string& body, const std::string& file = "levels/yard.toml") {
  return read_level_text("format = 1\ntitle = \"Yard\"\n" + body, file, 1);
}

LevelSpec level_of(const std::string& body, const std::string& file = "levels/yard.toml") {
  LevelReading reading = read(body, file);
  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  return std::move(reading.spec);
}

const std::string kRow = "[[bollards]]\npoints = [[0, 0], [2, 0], [2, 2]]\nheight = 1.25\n";

TEST(AddingAPiece, IsReadWithItsDefaultsAndTraits) {
  const LevelSpec level = level_of(kRow);
  ASSERT_EQ(level.pieces.size(), 1u);
  const auto& bollards = std::get<BollardsSpec>(level.pieces[0].shape);

  EXPECT_EQ(bollards.points.size(), 3u);
  EXPECT_EQ(bollards.height, 1.25);
  EXPECT_EQ(bollards.chain, BollardsSpec{}.chain);
  EXPECT_TRUE(level.pieces[0].solid);
  const WorldPiece piece = build_world(level).pieces[0];
  EXPECT_EQ(piece.kind, "bollards");
  EXPECT_EQ(piece.material->name, "steel");
  EXPECT_EQ(piece.tag, SemanticTag::Pole);
}

TEST(AddingAPiece, MistakesAreToldWithFileLineAndBounds) {
  const LevelReading reading = read(
      "[[bollards]]\npoints = [[0, 0]]\nradius = -1\n"
      "chain = 2\nheigth = 1\n[[bollards]]\nheight = \"tall\"\n");
  std::vector<std::string> found;
  for (const Problem& problem : reading.problems) found.push_back(problem.text());

  const std::vector<std::string> expected{
      "levels/yard.toml:4: bollards.points must have at least 2 points, got 1",
      "levels/yard.toml:5: bollards.radius must be positive, got -1",
      "levels/yard.toml:6: bollards.chain must be below height, got 2 with height 0.9",
      "levels/yard.toml:7: bollards must have known keys only, got \"heigth\" (did you mean "
      "\"height\"?)",
      "levels/yard.toml:8: bollards.points must be given, got nothing",
      "levels/yard.toml:9: bollards.height must be a number, got \"tall\""};
  EXPECT_EQ(found, expected);
}

TEST(AddingAPiece, IsWrittenWithoutItsDefaultsAndReadsBack) {
  LevelSpec level = level_of(kRow + "closed = true\n[[bollards]]\npoints = [[0, 0], [0, 1]]\n");
  const std::string text = write_level(level);

  EXPECT_NE(text.find("[[bollards]]\nat = [0, 0]\npoints = [[0, 0], [2, 0], [2, 2]]\n"
                      "closed = true\nheight = 1.25\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("chain"), std::string::npos);
  LevelReading back = read_level_text(text, "levels/yard.toml", 1);
  for (auto* pieces : {&level.pieces, &back.spec.pieces})
    for (PieceSpec& piece : *pieces) piece.where = {};
  EXPECT_EQ(back.spec.pieces, level.pieces);
}

TEST(AddingAPiece, ScalesWithItsPartAndRefusesWhatItCannot) {
  const auto folder = std::filesystem::temp_directory_path() / "paddock_recipe_piece";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "part.toml") << "format = 1\n" + kRow;
  const std::string file = (folder / "yard.toml").string();
  const std::string place = "[[place]]\npart = \"part.toml\"\nat = [0, 0]\nscale = ";
  const LevelSpec level = level_of(place + "[3, 3, 2]\n", file);
  const LevelReading skewed = read(place + "[1, 3, 2]\n", file);
  std::filesystem::remove_all(folder);

  const auto& bollards = std::get<BollardsSpec>(level.pieces.at(0).shape);
  EXPECT_EQ(bollards.points[2], (Vec2{6, 6}));
  EXPECT_EQ(bollards.radius, 3 * BollardsSpec{}.radius);
  EXPECT_EQ(bollards.height, 2 * 1.25);
  EXPECT_EQ(bollards.chain, 2 * BollardsSpec{}.chain);
  ASSERT_EQ(skewed.problems.size(), 1u);
  EXPECT_NE(skewed.problems[0].text().find("must be one number for this bollards"),
            std::string::npos);
}

TEST(AddingAPiece, LidarsMeetPostsAndChainAndEyesSeeThem) {
  const World world = build_world(level_of(kRow));
  const WorldPiece& piece = world.pieces.at(0);

  EXPECT_EQ(slice_world(world, 0.3, SliceFor::Lidar).loops.size(), 3u);    // posts
  EXPECT_EQ(slice_world(world, 0.7, SliceFor::Contact).loops.size(), 5u);  // and links
  EXPECT_TRUE(slice_world(world, 1.3, SliceFor::Lidar).loops.empty());
  double top = 0;
  for (const Vec3 p : piece.mesh.points) top = std::max(top, p.z);
  EXPECT_EQ(top, 1.25);
  EXPECT_EQ(solid_parts_of(piece.shape, piece.mesh).size(), 5u);
  Finishes finishes;
  EXPECT_FALSE(look_of(piece, finishes).triangles.empty());
}

/// Whether the recipe still compiles without the lines that hold `trait`.
bool compiles_without(const std::string& trait) {
  std::ifstream in(PADDOCK_RECIPE);
  std::ostringstream text;
  for (std::string line; std::getline(in, line);)
    if (trait.empty() || line.find("    " + trait) != 0) text << line << '\n';
  const auto file =
      std::filesystem::temp_directory_path() / concat("paddock_recipe_bollards", trait, ".cpp");
  std::ofstream(file) << text.str();
  const std::string command =
      concat(PADDOCK_COMPILER, " -std=c++20 -fsyntax-only -I", PADDOCK_RECIPE_FOLDER, " -I",
             PADDOCK_SOURCE_DIR, ' ', file.string(), " 2>/dev/null");
  const bool compiled = std::system(command.c_str()) == 0;
  std::filesystem::remove(file);
  return compiled;
}

TEST(AddingAPiece, ThePageCompilesAsItIs) { EXPECT_TRUE(compiles_without("")); }

class PieceWithout : public testing::TestWithParam<std::string> {};
TEST_P(PieceWithout, DoesNotCompile) { EXPECT_FALSE(compiles_without(GetParam())) << GetParam(); }
INSTANTIATE_TEST_SUITE_P(Traits, PieceWithout,
                         testing::Values(".tag", ".role", ".pushed", ".look"));

}  // namespace
}  // namespace paddock
