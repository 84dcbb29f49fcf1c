// YAML: the tree as written, with lines; everything dangerous or broken is an error.
#include "paddock/io/yaml.h"

#include <gtest/gtest.h>

#include <string>

namespace paddock {
namespace {

TEST(Yaml, RosMapFileBecomesAMapWithLines) {
  const auto tree = parse_yaml(
      "image: map.pgm\n"
      "resolution: 0.05   # metres a pixel\n"
      "origin: [-10.0, -5.5, 0.0]\n"
      "negate: 0\n");

  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->kind, YamlKind::Map);
  ASSERT_NE(tree->find("resolution"), nullptr);
  EXPECT_EQ(tree->find("resolution")->text, "0.05");
  EXPECT_EQ(tree->find("resolution")->line, 2);
  const YamlValue* origin = tree->find("origin");
  ASSERT_NE(origin, nullptr);
  ASSERT_EQ(origin->items.size(), 3u);
  EXPECT_EQ(origin->items[1].text, "-5.5");
  EXPECT_EQ(origin->items[1].line, 3);
  EXPECT_EQ(tree->find("nothing"), nullptr);
}

TEST(Yaml, OrderAndNestingAreThoseOfTheText) {
  const auto tree = parse_yaml("z: 1\na:\n  - {k: v}\n  - ~\nm: \"quoted: text\"\n");

  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->items.size(), 3u);
  EXPECT_EQ(tree->items[0].key, "z");
  EXPECT_EQ(tree->items[1].items[0].find("k")->text, "v");
  EXPECT_EQ(tree->items[1].items[1].text, "");
  EXPECT_EQ(tree->items[2].text, "quoted: text");
}

TEST(Yaml, EmptyTextIsAnEmptyScalar) {
  const auto tree = parse_yaml("");

  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->kind, YamlKind::Scalar);
  EXPECT_EQ(tree->text, "");
}

TEST(Yaml, BrokenTextNamesItsLine) {
  const auto tree = parse_yaml("a: 1\nb: [1, 2\nc: 3\n");

  ASSERT_FALSE(tree);
  EXPECT_NE(tree.error().message.find("line "), std::string::npos);
}

TEST(Yaml, RepeatedKeysAliasesAndCompoundKeysAreRefused) {
  EXPECT_FALSE(parse_yaml("a: 1\na: 2\n"));
  EXPECT_FALSE(parse_yaml("a: &x [1]\nb: *x\n"));
  EXPECT_FALSE(parse_yaml("? [1, 2]\n: 3\n"));
}

TEST(Yaml, DepthAndSizeAreBounded) {
  EXPECT_FALSE(parse_yaml(std::string(100000, '[')));
  EXPECT_FALSE(parse_yaml(std::string(kYamlLimit + 1, 'a')));
  EXPECT_TRUE(parse_yaml(std::string(60, '[') + std::string(60, ']')));
}

TEST(Yaml, EveryPrefixOfAFileIsHandled) {
  const std::string text = "a: [1, {b: \"c\\n\"}]\nd: |\n  long\n  text\n? e\n: - f\n";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const auto tree = parse_yaml(std::string_view(text).substr(0, size));
    if (!tree) {
      EXPECT_FALSE(tree.error().message.empty());
    }
  }
}

}  // namespace
}  // namespace paddock
