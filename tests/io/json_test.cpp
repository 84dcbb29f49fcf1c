#include "paddock/io/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace paddock {
namespace {

Json sample() {
  Json json;
  json.set("zebra", 1).set("apple", 0.1).set("flag", true).set("none", Json());
  json.set("list", Json::array().add("a\"b").add(-3).add(Json::object()));
  return json;
}

TEST(Json, ObjectsKeepTheOrderInWhichKeysWereSet) {
  EXPECT_EQ(to_text(sample(), 0),
            R"({"zebra": 1, "apple": 0.1, "flag": true, "none": null, "list": ["a\"b", -3, {}]})");
}

TEST(Json, IndentPutsOneValueOnALine) {
  const Json json = Json::object().set("a", Json::array().add(1).add(2)).set("b", Json::array());

  EXPECT_EQ(to_text(json, 2), "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": []\n}");
}

TEST(Json, TextReadsBackEqual) {
  for (const int indent : {0, 2}) {
    const auto read = parse_json(to_text(sample(), indent));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, sample());
  }
}

TEST(Json, SettingAKeyAgainKeepsItsPlace) {
  Json json = sample();

  json.set("apple", "red");

  EXPECT_EQ(json.keys()[1], "apple");
  EXPECT_EQ(json.find("apple")->text(), "red");
}

TEST(Json, NumbersKeepTheirExactValue) {
  for (const double x : {0.1, 1e-300, 123456789.123456789, -0.5, 1e22}) {
    EXPECT_EQ(parse_json(to_text(Json(x), 0))->number(), x);
  }
  const auto whole = parse_json("9223372036854775807");
  EXPECT_EQ(whole->kind(), JsonKind::Int);
  EXPECT_EQ(whole->integer(), INT64_MAX);
  EXPECT_EQ(Json(UINT64_MAX).kind(), JsonKind::Double);
}

TEST(Json, WhatJsonCannotSayIsReplaced) {
  EXPECT_EQ(to_text(Json(std::nan("")), 0), "null");
  EXPECT_EQ(to_text(Json(std::numeric_limits<double>::infinity()), 0), "null");
  EXPECT_EQ(to_text(Json("a\xff"), 0), "\"a\xef\xbf\xbd\"");
}

TEST(Json, OfEqualKeysTheLastCounts) {
  EXPECT_EQ(parse_json(R"({"a": 1, "a": 2})")->find("a")->integer(), 2);
}

TEST(Json, BrokenTextIsAnErrorWithItsPlace) {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "nul", "1 2", "\"\xff\"", "1e999"}) {
    const auto read = parse_json(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().message.find("text must be JSON, got"), 0u) << read.error().message;
  }
}

TEST(Json, NestingIsBounded) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };

  EXPECT_TRUE(parse_json(nested(kJsonDepth)));
  EXPECT_FALSE(parse_json(nested(kJsonDepth + 1)));
  EXPECT_FALSE(parse_json(nested(1'000'000)));
}

}  // namespace
}  // namespace paddock
