// Small pieces of HTTP.
#include <gtest/gtest.h>

#include "paddock/net/web_server.h"

namespace paddock {
namespace {

TEST(Address, PercentEscapesAreUndoneOrRefused) {
  EXPECT_EQ(*percent_decoded("/a%20b%2fc"), "/a b/c");
  EXPECT_EQ(*percent_decoded("/plain"), "/plain");
  for (const char* wrong : {"%", "%2", "%zz", "a%00b", "%2"}) EXPECT_FALSE(percent_decoded(wrong));
}

TEST(Address, QueriesGiveTheirValues) {
  const HttpRequest request{
      .path = "/", .query = "seed=7&token=a%20b&empty=&seed=9", .etag = "", .gzip = false};
  EXPECT_EQ(request.parameter("seed"), "7");
  EXPECT_EQ(request.parameter("token"), "a b");
  EXPECT_EQ(request.parameter("empty"), "");
  EXPECT_EQ(request.parameter("see"), "");
}

TEST(Address, OnlyLoopbackNamesAreLoopback) {
  for (const char* host : {"127.0.0.1", "127.0.0.53", "localhost", "::1"})
    EXPECT_TRUE(is_loopback(host)) << host;
  for (const char* host : {"127.evil.example", "0.0.0.0", "128.0.0.1", "", "localhost.example"})
    EXPECT_FALSE(is_loopback(host)) << host;
}

TEST(Address, OriginsAndHostsAreTakenApart) {
  EXPECT_EQ(host_of_origin("http://127.0.0.1:8080"), "127.0.0.1:8080");
  EXPECT_EQ(host_of_origin("https://example.net"), "example.net");
  EXPECT_EQ(host_of_origin("null"), "");
  EXPECT_EQ(host_of_origin("http://a/b"), "");
  EXPECT_EQ(without_port("127.0.0.1:80"), "127.0.0.1");
  EXPECT_EQ(without_port("[::1]:80"), "::1");
  EXPECT_TRUE(same_host("LocalHost:80", "localhost:80"));
  EXPECT_FALSE(same_host("localhost", "localhost:80"));
}

}  // namespace
}  // namespace paddock
