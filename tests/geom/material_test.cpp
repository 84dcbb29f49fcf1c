// The tables of materials and tags are complete, consistent and readable by eye.
#include "paddock/geom/material.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace paddock {
namespace {

TEST(Material, EachIsFoundByItsOwnName) {
  std::set<std::string_view> names;
  for (const Material& m : materials()) {
    EXPECT_EQ(find_material(m.name), &m);
    EXPECT_TRUE(names.insert(m.name).second) << m.name;
    EXPECT_FALSE(m.about.empty()) << m.name;
  }
  EXPECT_EQ(find_material("unobtainium"), nullptr);
  EXPECT_EQ(find_material(""), nullptr);
}

TEST(Material, FrictionFallsFromRoadToLooseGroundToIce) {
  const auto friction = [](std::string_view name) { return find_material(name)->friction; };

  EXPECT_EQ(friction("asphalt"), 1.0);
  EXPECT_GT(friction("asphalt"), friction("wet"));
  EXPECT_GT(friction("wet"), friction("grass"));
  EXPECT_GT(friction("gravel"), friction("snow"));
  EXPECT_GT(friction("snow"), friction("ice"));
  for (const Material& m : materials()) {
    EXPECT_GT(m.friction, 0) << m.name;
    EXPECT_LE(m.friction, 1.2) << m.name;
  }
}

TEST(Material, PaintStandsOutFromRoadInValue) {
  const auto value = [](std::string_view name) {
    const Color c = find_material(name)->color;
    return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
  };
  EXPECT_GT(value("white") - value("asphalt"), 120);
  EXPECT_GT(value("yellow") - value("asphalt"), 80);
  EXPECT_GT(value("grass") - value("asphalt"), 40);
  EXPECT_GT(value("concrete") - value("black"), 80);
}

TEST(SemanticTag, NamesReadBackAsTheirTags) {
  for (int i = 0; i <= 12; ++i) {
    const auto tag = static_cast<SemanticTag>(i);
    EXPECT_EQ(find_tag(name_of(tag)), tag);
  }
  EXPECT_EQ(name_of(SemanticTag::RoadLine), "road_line");
  EXPECT_FALSE(find_tag("spaceship"));
}

}  // namespace
}  // namespace paddock
