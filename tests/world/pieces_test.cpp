// What holds for every kind of piece, whichever there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "paddock/world/level.h"
#include "paddock/world/level_words.h"
#include "paddock/world/pieces/kinds.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

const std::string kDocs = PADDOCK_SOURCE_DIR "/docs/";

/// The pieces of a kind in its own example level.
std::vector<PieceSpec> example_of(std::string_view kind) {
  LevelReading reading = read_level(concat(kDocs, "examples/pieces/", kind, ".toml"), 1);
  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
  std::vector<PieceSpec> pieces;
  for (PieceSpec& piece : reading.spec.pieces)
    if (kind_of(piece.shape) == kind) pieces.push_back(std::move(piece));
  return pieces;
}

/// The section of docs/levels.md that describes a kind.
std::string page_of(std::string_view kind) {
  std::ifstream in(kDocs + "levels.md");
  std::ostringstream all;
  all << in.rdbuf();
  const std::string text = all.str();
  const std::size_t begin = text.find(concat("### `[[", kind, "]]`"));
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find("\n#", begin + 1) - begin);
}

struct Fields {
  std::vector<PieceField>& list;
  void operator()(auto, const PieceField& field, auto...) const { list.push_back(field); }
};
std::vector<PieceField> fields_of(const PieceShape& shape) {
  std::vector<PieceField> list;
  std::visit([&]<class Spec>(const Spec&) { Spec::fields(Fields{list}); }, shape);
  return list;
}

TEST(Pieces, EveryKindHasAnExampleOfItsOwn) {
  for (const std::string_view kind : piece_kinds()) EXPECT_FALSE(example_of(kind).empty()) << kind;
}

TEST(Pieces, EveryFieldIsInTheLevelPageWithUnitAndBound) {
  for (const std::string_view kind : piece_kinds()) {
    const std::string page = page_of(kind);
    std::set<std::string_view> keys;
    for (const PieceField& field : fields_of(example_of(kind).at(0).shape)) {
      EXPECT_TRUE(keys.insert(field.key).second) << kind << ' ' << field.key;
      const std::string_view key = field.in_degrees.empty() ? field.key : field.in_degrees;
      const std::size_t at = page.find(concat("| `", key, "` |"));
      ASSERT_NE(at, std::string::npos) << kind << ' ' << key;
      std::istringstream row(page.substr(at + 1, page.find('\n', at) - at));
      std::string cell, unit, range;
      for (int column = 0; std::getline(row, cell, '|'); ++column) {
        if (column == 2) unit = cell;
        if (column == 4) range = cell;
      }
      unit.erase(std::remove(unit.begin(), unit.end(), ' '), unit.end());
      EXPECT_EQ(unit, field.unit) << kind << ' ' << key;
      if (field.bound != FieldBound::Positive) continue;
      const std::string most = concat("positive, at most ", figure(field.high));
      EXPECT_NE(range.find(most), std::string::npos) << kind << ' ' << key << ':' << range;
    }
  }
}

/// How far a piece reaches from its origin, to the sides and up.
Vec3 reach_of(const PieceShape& shape) {
  Vec3 reach;
  for (const Vec3 p : mesh_of(shape).points)
    reach = {std::max(reach.x, p.x), std::max(reach.y, p.y), std::max(reach.z, p.z)};
  return reach;
}

// the boards of markers and signs are as thick as ever, so x does not count
TEST(Pieces, EveryKindReachesTwiceAsFarInAPartTwiceAsLarge) {
  const auto folder = std::filesystem::temp_directory_path() / "paddock_pieces_scaled";
  std::filesystem::create_directories(folder);
  for (const std::string_view kind : piece_kinds()) {
    LevelSpec alone;
    alone.physics = PhysicsKind::Rigid;
    alone.pieces = {example_of(kind).at(0)};
    const std::string text = write_level(alone);
    std::ofstream(folder / "part.toml") << "format = 1\n" << text.substr(text.find("\n[["));
    const LevelReading scaled = read_level_text(
        "format = 1\ntitle = \"Yard\"\nphysics = \"rigid\"\n"
        "[[place]]\npart = \"part.toml\"\nat = [0, 0]\nscale = 2\n",
        (folder / "yard.toml").string(), 1);
    for (const Problem& problem : scaled.problems) ADD_FAILURE() << problem.text();
    ASSERT_EQ(scaled.spec.pieces.size(), 1u) << kind;

    const Vec3 before = reach_of(alone.pieces[0].shape);
    const Vec3 after = reach_of(scaled.spec.pieces[0].shape);
    EXPECT_NEAR(after.y, 2 * before.y, 1e-9) << kind;  // rounding
    EXPECT_NEAR(after.z, 2 * before.z, 1e-9) << kind;
  }
  std::filesystem::remove_all(folder);
}

TEST(Pieces, WhatLiesFlatOrGoesItsOwnWayIsNeverPushed) {
  for (const std::string_view kind : piece_kinds()) {
    const PieceTraits traits = traits_of(example_of(kind).at(0).shape);
    EXPECT_FALSE(traits.flat && traits.solid) << kind;
    EXPECT_FALSE(traits.may_move && (traits.flat || traits.ground || traits.mover)) << kind;
    EXPECT_TRUE(traits.may_move || !traits.moves) << kind;
  }
}

TEST(Pieces, SectionsAreInsideTheReachOfTheMesh) {
  for (const std::string_view kind : piece_kinds()) {
    const PieceShape shape = example_of(kind).at(0).shape;
    if (section_of(shape) != SectionForm::Round) continue;
    const Vec3 reach = reach_of(shape);
    double widest = 0;
    for (int i = -1; i <= 21; ++i) {
      const double radius = section_radius(shape, i * reach.z / 20);
      if (i != 0 && i != 20) {
        EXPECT_EQ(radius > 0, i > 0 && i < 20) << kind << ' ' << i;
      }
      widest = std::max(widest, radius);
    }
    EXPECT_GT(widest, 0) << kind;
    EXPECT_LE(widest, reach.x + 1e-12) << kind;
  }
}

}  // namespace
}  // namespace paddock
