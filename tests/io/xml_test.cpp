// XML: the tree as written, with lines; everything dangerous or broken is an error.
#include "paddock/io/xml.h"

#include <gtest/gtest.h>

#include <string>

namespace paddock {
namespace {

std::string error_of(std::string_view text) {
  const auto tree = parse_xml(text);
  return tree ? "" : tree.error().message;
}

TEST(Xml, ElementsComeInOrderWithAttributesAndLines) {
  const auto tree = parse_xml(
      "<?xml version=\"1.0\"?>\n"
      "<!-- a comment\n over two lines -->\n"
      "<road id=\"7\" name='a &lt; b'>\n"
      "  words <line/>\n\n"
      "  <arc curvature=\"0.1\"/><![CDATA[ <x> ]]>\n"
      "</road>\n");

  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->name, "road");
  EXPECT_EQ(tree->line, 4);
  ASSERT_EQ(tree->attributes.size(), 2u);
  EXPECT_EQ(*tree->attribute("name"), "a < b");
  EXPECT_EQ(tree->attribute("length"), nullptr);
  ASSERT_EQ(tree->children.size(), 2u);
  EXPECT_EQ(tree->children[0].line, 5);
  ASSERT_NE(tree->find("arc"), nullptr);
  EXPECT_EQ(tree->find("arc")->line, 7);
  EXPECT_EQ(tree->find("spiral"), nullptr);
}

TEST(Xml, LinesCountInFilesOfWindowsToo) {
  const auto tree = parse_xml("<a>\r\n<b x=\"1\r\n2\"/>\r\n<c/>\r\n</a>\r\n");

  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->children.at(0).line, 2);
  EXPECT_EQ(tree->children.at(1).line, 4);
}

TEST(Xml, BrokenTextNamesItsLine) {
  EXPECT_EQ(error_of("<a>\n<b>\n</a>\n").substr(0, 7), "line 3:");
  EXPECT_EQ(error_of("<a>\n<b x=1/>\n</a>").substr(0, 7), "line 2:");
  EXPECT_EQ(error_of("").substr(0, 7), "line 1:");
  EXPECT_EQ(error_of("format = 1"), "line 1: No document element found");
  EXPECT_NE(error_of("<a/>\n<b/>\n").find("one outermost element, got <b> beside <a>"),
            std::string::npos);
  EXPECT_NE(error_of("<a>\n<b x=\"1\" x=\"2\"/></a>").find("line 2: an attribute may stand once"),
            std::string::npos);
}

TEST(Xml, DeepNestingIsRefusedWithoutRecursion) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "<a>";
  for (int i = 0; i < 1'000'000; ++i) text += "</a>";

  EXPECT_EQ(error_of(text), "line 1: may be nested at most 32 deep");
}

TEST(Xml, EntitiesOfADocumentTypeAreNotExpanded) {
  const auto tree = parse_xml(
      "<!DOCTYPE a [ <!ENTITY x \"xxxxxxxxxx\"> <!ENTITY y \"&x;&x;\"> "
      "<!ENTITY z SYSTEM \"file:///etc/passwd\"> ]>\n"
      "<a v=\"&y;&z;\"/>");

  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(*tree->attribute("v"), "&y;&z;");
}

TEST(Xml, OnlyUtf8IsTaken) {
  EXPECT_EQ(error_of("<a\n b=\"\xc3\xa4 \xf0\x9f\x9a\x97 &#228;\"/>"), "");
  for (const char* bad :
       {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "&#xd800;", "\xf4\x90\x80\x80"})
    EXPECT_EQ(error_of(concat("<a>\n<b c=\"", bad, "\"/></a>")),
              "line 2: attributes of <b> must be UTF-8");
}

TEST(Xml, TooMuchIsRefused) {
  std::string many = "<a>";
  for (std::size_t i = 0; i < kXmlElements; ++i) many += "<b/>";
  EXPECT_EQ(error_of(many + "</a>"), "line 1: XML may have at most 1000000 elements");

  std::string wide = "<a";
  for (int i = 0; i < 65; ++i) wide += concat(" x", i, "=\"\"");
  EXPECT_EQ(error_of(wide + "/>"), "line 1: <a> has too many attributes");

  EXPECT_NE(error_of(std::string(kXmlLimit + 1, ' ')).find("at most 33554432 bytes"),
            std::string::npos);
}

TEST(Xml, WrittenTextReadsBack) {
  XmlWriter w;
  w.open("a").attribute("text", "<&>\"'\n\t\r\xc3\xa4").attribute("number", 0.1);
  w.open("b").attribute("whole", -3);
  w.close();
  w.open("c").open("d");
  w.close();
  w.close();
  w.close();
  const std::string text = w.take();
  const auto tree = parse_xml(text);

  ASSERT_TRUE(tree) << tree.error().message << '\n' << text;
  EXPECT_EQ(*tree->attribute("text"), "<&>\"'\n\t\r\xc3\xa4");
  EXPECT_EQ(*tree->attribute("number"), "0.1");
  EXPECT_EQ(*tree->children.at(0).attribute("whole"), "-3");
  EXPECT_EQ(tree->children.at(1).children.at(0).name, "d");
}

}  // namespace
}  // namespace paddock
