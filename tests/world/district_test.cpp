// What districts put between the streets of the towns: where it stands, on what, beside whom.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "paddock/world/roads/road_network.h"
#include "paddock/world/world.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr double kHeadroom = 2.4;  // m that people have over pavements

struct TownCase {
  const char* level;
  std::uint64_t seed;
};

LevelSpec read_town(const TownCase& town) {
  LevelReading read = read_level(
      std::string(PADDOCK_SOURCE_DIR) + "/levels/town/" + town.level + ".toml", town.seed);
  for (const Problem& p : read.problems) ADD_FAILURE() << p.text();
  return std::move(read.spec);
}

class District : public testing::TestWithParam<TownCase> {
 protected:
  District() : spec_(read_town(GetParam())), world_(build_world(spec_)) {}

  /// Those of the level itself: the towns' files have no others than the district's.
  std::size_t count() const { return spec_.pieces.size(); }
  const WorldPiece& piece(std::size_t i) const { return world_.pieces[i]; }
  static bool is_wear(const WorldPiece& piece) {
    return piece.kind == "prism" && piece.tag == SemanticTag::Road;
  }
  std::vector<Vec3> points(std::size_t i) const {
    std::vector<Vec3> out;
    for (const Vec3 p : piece(i).mesh.points) out.push_back(piece(i).world_from_piece * p);
    return out;
  }
  static bool is_house(const WorldPiece& piece) {
    const auto* box = std::get_if<BoxSpec>(&piece.shape);
    return box != nullptr && piece.tag == SemanticTag::Building && piece.solid &&
           std::min({box->size.x, box->size.y, box->size.z}) > 2.4;
  }
  std::vector<std::size_t> houses() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < count(); ++i)
      if (is_house(piece(i))) out.push_back(i);
    return out;
  }

  LevelSpec spec_;
  World world_;
};

/// Two boxes in the world, with a little room about them.
struct Space {
  Vec3 low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
  void add(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  bool meets(const Space& o, double room) const {
    return low.x <= o.high.x + room && o.low.x <= high.x + room && low.y <= o.high.y + room &&
           o.low.y <= high.y + room && low.z <= o.high.z + room && o.low.z <= high.z + room;
  }
};

TEST_P(District, NothingStandsOnARoadOrWherePeopleWalk) {
  for (std::size_t i = 0; i < count(); ++i) {
    if (is_wear(piece(i))) continue;
    for (const Vec3 p : points(i)) {
      if (p.z > kHeadroom) continue;
      ASSERT_FALSE(lane_kind_at(*world_.roads, xy(p)))
          << piece(i).kind << ' ' << i << " at " << p.x << ' ' << p.y << ' ' << p.z;
    }
  }
}

TEST_P(District, RoadWearLiesInsideTheLanesOfStreets) {
  std::size_t wear = 0;
  for (std::size_t i = 0; i < count(); ++i) {
    if (!is_wear(piece(i))) continue;
    ++wear;
    for (const Vec3 p : points(i)) {
      EXPECT_LT(p.z, 0.03);
      EXPECT_EQ(lane_kind_at(*world_.roads, xy(p)), LaneKind::Driving);
    }
  }
  EXPECT_EQ(wear, 2u);
}

TEST_P(District, NothingFloatsAndNothingIsSunk) {
  std::vector<Space> spaces(count());
  for (std::size_t i = 0; i < count(); ++i)
    for (const Vec3 p : points(i)) spaces[i].add(p);
  // whatever touches what is held is held, from the ground on
  std::vector<std::size_t> held, open;
  for (std::size_t i = 0; i < count(); ++i) {
    EXPECT_GE(spaces[i].low.z, -1e-9) << piece(i).kind << ' ' << i;
    (spaces[i].low.z < 0.06 ? held : open).push_back(i);
  }
  for (std::size_t k = 0; k < held.size(); ++k)
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](std::size_t i) {
                                const bool touches = spaces[held[k]].meets(spaces[i], 0.15);
                                if (touches) held.push_back(i);
                                return touches;
                              }),
               open.end());
  for (const std::size_t i : open) ADD_FAILURE() << piece(i).kind << ' ' << i;
}

TEST_P(District, HousesSideBySideDiffer) {
  const auto all = houses();
  EXPECT_GT(all.size(), 40u);
  for (const std::size_t a : all)
    for (const std::size_t b : all) {
      if (a >= b) continue;
      const auto& one = std::get<BoxSpec>(piece(a).shape).size;
      const auto& two = std::get<BoxSpec>(piece(b).shape).size;
      EXPECT_FALSE(one.x == two.x && one.y == two.y && one.z == two.z) << a << ' ' << b;
      // neighbours in a row look the same way
      const Vec2 apart = inverse(Rot2::of(spec_.pieces[a].yaw)) *
                         xy(piece(b).world_from_piece.at - piece(a).world_from_piece.at);
      const bool in_row = spec_.pieces[a].yaw == spec_.pieces[b].yaw && std::fabs(apart.x) < 3 &&
                          std::fabs(apart.y) < (one.y + two.y) / 2 + 2;
      if (in_row) {
        EXPECT_FALSE(piece(a).material == piece(b).material && piece(a).color == piece(b).color)
            << a << ' ' << b;
      }
    }
}

TEST_P(District, HousesDoNotReachIntoEachOther) {
  const auto all = houses();
  const auto corners = [&](std::size_t i) {
    const Vec3 size = std::get<BoxSpec>(piece(i).shape).size;
    std::vector<Vec2> out;
    for (const double x : {-0.5, 0.0, 0.5})
      for (const double y : {-0.5, 0.0, 0.5})
        out.push_back(xy(piece(i).world_from_piece * Vec3{x * size.x, y * size.y, 0}));
    return out;
  };
  for (const std::size_t a : all)
    for (const std::size_t b : all) {
      if (a == b) continue;
      const Vec3 size = std::get<BoxSpec>(piece(b).shape).size;
      for (const Vec2 p : corners(a)) {
        const Vec3 inside = inverse(piece(b).world_from_piece) * Vec3{p.x, p.y, 0};
        EXPECT_FALSE(std::fabs(inside.x) < size.x / 2 && std::fabs(inside.y) < size.y / 2)
            << a << ' ' << b;
      }
    }
}

TEST_P(District, HasWhatAStreetNeedsUnderItsTags) {
  std::set<SemanticTag> tags;
  for (std::size_t i = 0; i < count(); ++i) tags.insert(piece(i).tag);
  for (const SemanticTag tag :
       {SemanticTag::Building, SemanticTag::Fence, SemanticTag::Vegetation, SemanticTag::Pole,
        SemanticTag::TrafficSign, SemanticTag::Sidewalk, SemanticTag::Vehicle, SemanticTag::Other,
        SemanticTag::RoadLine, SemanticTag::Road})
    EXPECT_TRUE(tags.count(tag)) << name_of(tag);
  EXPECT_GT(spec_.scene.lights.size(), 20u);
  for (const LightSpec& light : spec_.scene.lights) EXPECT_TRUE(light.at_dusk);
}

/// Of all that lies within 45 degrees of where a start looks, however far.
std::size_t triangles_ahead(const std::vector<LookPart>& parts, const Pose2& start) {
  std::size_t triangles = 0;
  for (const LookPart& part : parts) {
    const Vec2 at = inverse(start) * xy(part.scene_from_part.at);
    const bool wide = part.look.triangles.size() > 1000 && part.tag != SemanticTag::Vehicle;
    if (wide || at.x > std::fabs(at.y)) triangles += part.look.triangles.size();
  }
  return triangles;
}

TEST_P(District, ShowsThreeHundredThousandTrianglesAtMost) {
  const auto parts = looks_of(world_, [](const Material&, Color) { return nullptr; });
  std::size_t most = 0;
  for (const WorldStart& start : world_.starts)
    most = std::max(most, triangles_ahead(parts, start.pose));
  EXPECT_LE(most, 300'000u);
  EXPECT_GT(most, 30'000u);
}

INSTANTIATE_TEST_SUITE_P(Towns, District,
                         testing::Values(TownCase{"town01", 1}, TownCase{"town02", 1},
                                         TownCase{"town_generated", 1},
                                         TownCase{"town_generated", 5}),
                         [](const auto& town) {
                           return std::string(town.param.level) + "_" +
                                  std::to_string(town.param.seed);
                         });

const std::string kStreets = R"(format = 1
title = "Two Blocks"
[ground]
center = [60, 60]
size = [220, 220]
[[streets]]
nodes = [[0, 0], [120, 0], [120, 120], [0, 120], [60, 0], [60, 120]]
edges = [[0, 4], [4, 1], [1, 2], [2, 5], [5, 3], [3, 0], [4, 5]]
)";

TEST(Districts, FollowTheSeedAlone) {
  const auto read = [](const std::string& more, std::uint64_t seed) {
    return read_level_text(kStreets + "[[district]]\n" + more, "blocks.toml", seed).spec.pieces;
  };
  const auto once = read("", 1);

  EXPECT_GT(once.size(), 100u);
  EXPECT_EQ(read("", 1), once);
  EXPECT_NE(read("", 2), once);
  EXPECT_EQ(read("seed = 1", 2), once);
}

TEST(Districts, StayInTheirOutline) {
  const auto read = read_level_text(
      kStreets + "[[district]]\noutline = [[-40, -40], [60, -40], [60, 160], [-40, 160]]\n",
      "blocks.toml", 1);
  ASSERT_TRUE(read.ok());

  ASSERT_GT(read.spec.pieces.size(), 50u);
  for (const PieceSpec& piece : read.spec.pieces)
    if (piece.tag == SemanticTag::Building) {
      EXPECT_LT(piece.at.x, 60);
    }
}

TEST(Districts, OfParksAloneHaveTreesAndNoHouses) {
  const auto read = read_level_text(
      kStreets + "[[district]]\nparks = 1\noutline = [[8, 8], [112, 8], [112, 112], [8, 112]]\n",
      "blocks.toml", 1);
  ASSERT_TRUE(read.ok());

  std::size_t trees = 0;
  for (const PieceSpec& piece : read.spec.pieces) {
    EXPECT_NE(piece.tag, SemanticTag::Building);
    trees += piece.tag == SemanticTag::Vegetation;
  }
  EXPECT_GT(trees, 20u);
}

TEST(Districts, ComplainAboutWhatCannotBe) {
  const auto complaint = [](const std::string& text) {
    const auto read = read_level_text(text, "blocks.toml", 1);
    return read.problems.empty() ? "" : read.problems[0].text();
  };
  EXPECT_EQ(complaint(kStreets + "[[district]]\nstoreys = 20\n"),
            "blocks.toml:10: district.storeys must be between 1 and 8, got 20");
  EXPECT_EQ(complaint("format = 1\ntitle = \"Field\"\n[[district]]\n"),
            "blocks.toml:3: district must stand after sound streets or roads");
  EXPECT_EQ(complaint(kStreets + "[[district]]\noutline = [[300, 300], [400, 300], [400, 400]]\n"),
            "blocks.toml:9: district must have pavements in it, got none");
}

}  // namespace
}  // namespace paddock
