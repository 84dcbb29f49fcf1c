#include "paddock/io/toml.h"

#include <gtest/gtest.h>

#include <cmath>

namespace paddock {
namespace {

TEST(Toml, ValuesKeepTheirKindAndContent) {
  const auto read =
      parse_toml("t = \"x\"\ni = -3\nf = 0.5\nb = true\nd = 1979-05-27\na = [1, 2]\n");

  ASSERT_TRUE(read);
  EXPECT_EQ(read->find("t")->text, "x");
  EXPECT_EQ(read->find("i")->kind, TomlKind::Integer);
  EXPECT_EQ(read->find("i")->integer, -3);
  EXPECT_EQ(read->find("i")->number, -3.0);
  EXPECT_EQ(read->find("f")->kind, TomlKind::Float);
  EXPECT_EQ(read->find("f")->number, 0.5);
  EXPECT_TRUE(read->find("b")->truth);
  EXPECT_EQ(read->find("d")->kind, TomlKind::Date);
  EXPECT_EQ(read->find("a")->items.size(), 2u);
  EXPECT_EQ(read->find("missing"), nullptr);
}

TEST(Toml, KeysKeepTheOrderOfTheText) {
  const auto read = parse_toml("zebra = 1\n[b]\n[a]\n");

  ASSERT_TRUE(read);
  ASSERT_EQ(read->items.size(), 3u);
  EXPECT_EQ(read->items[0].key, "zebra");
  EXPECT_EQ(read->items[1].key, "b");
  EXPECT_EQ(read->items[2].key, "a");
}

TEST(Toml, EveryValueKnowsItsLine) {
  const auto read =
      parse_toml("\na = [\n  1,\n  2]\n[[box]]\nx = 1\n[[box]]\ny = 2\n[t]\nz = {w = 1}");

  ASSERT_TRUE(read);
  EXPECT_EQ(read->find("a")->line, 2);
  EXPECT_EQ(read->find("a")->items[1].line, 4);
  ASSERT_EQ(read->find("box")->items.size(), 2u);
  EXPECT_EQ(read->find("box")->items[0].line, 5);
  EXPECT_EQ(read->find("box")->items[1].line, 7);
  EXPECT_EQ(read->find("box")->items[1].find("y")->line, 8);
  EXPECT_EQ(read->find("t")->line, 9);
  EXPECT_EQ(read->find("t")->find("z")->find("w")->line, 10);
}

TEST(Toml, NotANumberAndInfinityAreValues) {
  const auto read = parse_toml("a = nan\nb = -inf");

  ASSERT_TRUE(read);
  EXPECT_TRUE(std::isnan(read->find("a")->number));
  EXPECT_TRUE(std::isinf(read->find("b")->number));
}

TEST(Toml, SyntaxErrorSaysWhere) {
  const auto read = parse_toml("a = 1\nb = [1, 2\nc = 3\n");

  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().line, 3);
  EXPECT_EQ(read.error().message.find("text must be TOML, got"), 0u) << read.error().message;
}

TEST(Toml, TextTheParserAssertsOnIsAnErrorWithItsLine) {
  const auto read = parse_toml("a = 1\nb = 2\n[[?]]\nc = 3\n");

  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().line, 3);
}

TEST(Toml, BytesThatAreNotUtf8AreRefusedWithTheirLine) {
  // overlong, surrogate, past the end, cut short, stray tail
  for (const char* bytes : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"}) {
    const auto read = parse_toml(std::string("a = 1\nb = \"") + bytes + "\"\n");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().line, 2);
    EXPECT_EQ(read.error().message.find("text must be UTF-8, got the byte 0x"), 0u);
  }
  EXPECT_TRUE(parse_toml("a = \"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x8f\x81\""));
}

TEST(Toml, CharactersBeyondAsciiStandOnlyInStringsAndComments) {
  EXPECT_TRUE(
      parse_toml("# \xc3\xa4 \"\na = '\xc3\xa4' # '\nb = \"\"\"\"\xc3\xa4\n\\\"\"\"\"\"\nc = 1"));
  EXPECT_TRUE(
      parse_toml("\xef\xbb\xbf"
                 "a = 1"));
  for (const char* text : {"\xc3\xa4 = 1", "a = \xcc\x9a", "a = 1 \xcc\x9a\n", "a = 'b' \xc3\xa4",
                           "a = 1\"\xef\xba\xbf\"", "a = 1~'\xef\xba\xbf'"}) {
    EXPECT_FALSE(parse_toml(text)) << text;
  }
}

TEST(Toml, SizeIsBounded) {
  EXPECT_TRUE(parse_toml(std::string(100, '\n'), 100));
  EXPECT_FALSE(parse_toml(std::string(101, '\n'), 100));
}

TEST(Toml, NestingIsBoundedHoweverItIsSpelled) {
  constexpr std::size_t deep = 100'000;
  std::string dotted = "a", digits = "1", quoted = "\",\"";
  for (std::size_t i = 0; i < deep; ++i) dotted += ".a", digits += ".1", quoted += ".\",\"";

  EXPECT_FALSE(parse_toml("a = " + std::string(deep, '[') + std::string(deep, ']')));
  EXPECT_FALSE(parse_toml(dotted + " = 1"));
  EXPECT_FALSE(parse_toml(digits + " = 1"));
  EXPECT_FALSE(parse_toml(quoted + " = 1"));
  EXPECT_FALSE(parse_toml("[" + dotted + "]"));
}

TEST(Toml, ManyDecimalFractionsOnOneLineAreNoNesting) {
  std::string row = "a = [0.5";
  for (int i = 0; i < 10'000; ++i) row += ", 1.25";

  EXPECT_TRUE(parse_toml(row + "]"));
}

}  // namespace
}  // namespace paddock
