// What HTTP serves.
#include "paddock/protocols/web/content.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "paddock/io/json.h"
#include "paddock/io/png.h"
#include "paddock/record/best_times.h"
#include "tests/support/wire_schema.h"

namespace paddock::web {
namespace {

constexpr std::array<PageFile, 3> kPage{PageFile{"/index.html", "<html>page</html>"},
                                        PageFile{"/assets/a-1.js", "let a"},
                                        PageFile{"/assets/a-1.js.gz", "packed"}};

struct Site {
  Rooms rooms;
  Recordings recordings{"/no/such/folder"};
  Content content;

  explicit Site(std::span<const PageFile> page = kPage)
      : content({.levels_folder = PADDOCK_SOURCE_DIR "/levels",
                 .page = page,
                 .page_folder = "",
                 .rooms = &rooms,
                 .recordings = &recordings,
                 .best_times = "/no/such/folder/best_times.sqlite",
                 .token = false}) {}

  HttpResponse get(const std::string& path, const std::string& query = "", bool gzip = false) {
    HttpResponse response =
        content.respond({.path = path, .query = query, .etag = "", .gzip = gzip});
    if (path.starts_with("/api/") && response.status == 200) {
      EXPECT_EQ(WireSchema::get().check_http(path, *response.body), "");
    }
    return response;
  }
};

TEST(WebContent, ServesThePageAndItsPackedFiles) {
  Site site;
  EXPECT_EQ(*site.get("/").body, "<html>page</html>");
  EXPECT_EQ(site.get("/").type, "text/html; charset=utf-8");
  EXPECT_EQ(*site.get("/assets/a-1.js").body, "let a");
  EXPECT_TRUE(site.get("/assets/a-1.js").forever);
  EXPECT_EQ(*site.get("/assets/a-1.js", "", true).body, "packed");
  EXPECT_TRUE(site.get("/assets/a-1.js", "", true).gzip);
  EXPECT_EQ(site.get("/assets/b.js").status, 404);
}

TEST(WebContent, WithoutAPageSaysHowToBuildIt) {
  Site site{std::span<const PageFile>{}};
  const HttpResponse response = site.get("/");
  EXPECT_EQ(response.status, 200);
  EXPECT_NE(response.body->find("npm run build"), std::string::npos);
  EXPECT_EQ(site.get("/other.js").status, 404);
}

TEST(WebContent, ListsLevelsVehiclesRoomsAndRecordings) {
  Site site;
  const auto levels = parse_json(*site.get("/api/levels").body);
  ASSERT_TRUE(levels);
  EXPECT_GE(levels->items().size(), 8u);
  for (const Json& level : levels->items()) {
    EXPECT_FALSE(level.find("title")->text().empty());
    EXPECT_EQ(level.find("problem"), nullptr) << level.find("name")->text();
  }
  const auto vehicles = parse_json(*site.get("/api/vehicles").body);
  ASSERT_TRUE(vehicles);
  EXPECT_EQ(vehicles->find("vehicles")->items().size(), vehicle_types().size());
  EXPECT_GE(vehicles->find("drivers")->items().size(), 5u);
  EXPECT_EQ(*site.get("/api/rooms").body, R"({"rooms": []})");
  EXPECT_EQ(*site.get("/api/recordings").body, R"({"recordings": []})");
  EXPECT_TRUE(parse_json(*site.get("/api/server").body));
}

TEST(WebContent, LevelsSayHowTheyCanBePlayed) {
  Site site;
  const auto levels = parse_json(*site.get("/api/levels").body);
  ASSERT_TRUE(levels);
  const auto level = [&](std::string_view name) {
    for (const Json& each : levels->items())
      if (each.find("name")->text() == name) return each;
    return Json::object();
  };
  EXPECT_FALSE(level("oval").find("race")->truth());
  EXPECT_FALSE(level("oval").find("grade")->truth());
  EXPECT_EQ(level("test3").find("cars")->integer(), 4);
  EXPECT_EQ(level("test3").find("checkpoints")->integer(), 2);
  EXPECT_TRUE(level("test3").find("race")->truth());
  EXPECT_TRUE(level("lab1").find("grade")->truth());
  EXPECT_TRUE(level("lab1").find("explore")->truth());
  // a grading of no level
  EXPECT_FALSE(level("test").find("explore")->truth());
  EXPECT_EQ(level("test").find("picture")->text(), "/levels/trials/test.png");
  EXPECT_EQ(site.get("/levels/trials/test.glb", "set=trial=2").status, 200);
  EXPECT_EQ(site.get("/levels/trials/no_such.glb").status, 404);
}

TEST(WebContent, BestTimesAreListedAndMayBeMissing) {
  Site site;
  EXPECT_EQ(*site.get("/api/best_times").body, R"({"best_times": []})");

  const std::string folder = testing::TempDir() + "web_best_times";
  std::filesystem::remove_all(folder);
  {
    const auto file = BestTimes::open(folder + "/best.sqlite");
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->offer({"racecar/test2", "Ada", 9'000'000'000, {4'000'000'000, -1}}));
  }
  Rooms rooms;
  const Recordings recordings(folder);
  Content content({.levels_folder = "",
                   .page = {},
                   .page_folder = "",
                   .rooms = &rooms,
                   .recordings = &recordings,
                   .best_times = folder + "/best.sqlite",
                   .token = false});
  const std::string body =
      *content.respond({.path = "/api/best_times", .query = "", .etag = "", .gzip = false}).body;
  EXPECT_EQ(WireSchema::get().check_http("/api/best_times", body), "");
  const auto json = parse_json(body);
  ASSERT_TRUE(json);
  const Json& best = json->find("best_times")->items()[0];
  EXPECT_EQ(best.find("level")->text(), "test2");
  EXPECT_EQ(best.find("overall")->number(), 9);
  EXPECT_EQ(best.find("splits")->items()[1].number(), 0);  // left out
  EXPECT_EQ(best.find("user")->text(), "Ada");
  std::filesystem::remove_all(folder);
}

TEST(WebContent, DrawsLevelsAndVehiclesAndKeepsThem) {
  Site site;
  const HttpResponse picture = site.get("/levels/oval.png", "width=128");
  ASSERT_EQ(picture.status, 200);
  EXPECT_EQ(read_png_bytes(*picture.body)->width, 128);
  EXPECT_EQ(site.get("/levels/oval.png", "width=128").body, picture.body);  // the same bytes
  EXPECT_NE(site.get("/levels/oval.png", "width=64").body, picture.body);
  const HttpResponse glb = site.get("/levels/oval.glb", "seed=2");
  ASSERT_EQ(glb.status, 200);
  EXPECT_EQ(glb.body->substr(0, 4), "glTF");
  EXPECT_FALSE(glb.etag.empty());
  EXPECT_EQ(site.get("/vehicles/racecar.glb", "vehicle=3").body->substr(0, 4), "glTF");
}

TEST(WebContent, NothingLeadsOutOfItsFolder) {
  Site site;
  for (const char* path :
       {"/../etc/passwd", "/levels/../../etc/passwd", "/levels/..%2f..%2fetc", "/./index.html",
        "//etc/passwd", "/levels/.hidden.glb", "/recordings/../../x.paddock", "/recordings/",
        "/levels/tracks/oval.glb/../x", "/a\\b", "/levels/no_such.glb", "/levels/oval.exe",
        "/vehicles/tank.glb", "/vehicles/racecar.png", "/api/nothing", "x", ""})
    EXPECT_EQ(site.get(path).status, 404) << path;
  for (const char* query : {"seed=abc", "seed=-1", "width=9999999", "width=1", "seed=1x"})
    EXPECT_EQ(site.get("/levels/oval.png", query).status, 400) << query;
}

TEST(WebContent, OnlyThePageItselfIsPublic) {
  EXPECT_TRUE(Content::is_public("/"));
  EXPECT_TRUE(Content::is_public("/assets/a.js"));
  for (const char* path : {"/api/levels", "/ws", "/levels/oval.glb", "/recordings/x.paddock"})
    EXPECT_FALSE(Content::is_public(path)) << path;
}

}  // namespace
}  // namespace paddock::web
