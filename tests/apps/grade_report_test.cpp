#include "apps/paddock/grade_report.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++found;
  return found;
}

bool has(const std::string& text, std::string_view part) { return count(text, part) > 0; }

TrialPath path_through(const std::vector<Vec2>& places, double speed = 10) {
  TrialPath path;
  for (const Vec2 at : places) path.places.push_back({at, speed});
  return path;
}

constexpr Bounds2 kNear{{0, 0}, {4, 3}};  // 360 units a metre

TrialMap some_map() {
  return {.near = {kNear, "picture"},
          .far = {},
          .tasks = {{.number = 1, .words = "stop here", .outline = {{1, 1}, {2, 1}, {2, 2}}}}};
}

ReportRun run_with(double points, TrialEnd end, const std::string& verdict) {
  return {
      .result =
          {.title = "Go", .points = points, .of = 2, .time = 2'500'000'000, .end = end, .why = {}},
      .verdict = verdict,
      .recording = "recordings/x-1.paddock",
      .path = path_through({{1, 1}, {2, 1}})};
}

ClassReport some_report(const std::string& name) {
  ClassReport report{.lab = "lab1",
                     .title = "Lab 1",
                     .seed = 7,
                     .isolation = "Each alone",
                     .when = {},
                     .trials = {{.number = 1, .title = "Go", .of = 2, .map = some_map()},
                                {.number = 2, .title = "Turn", .of = 1}},
                     .programs = {},
                     .empty = {}};
  report.programs.push_back({.name = name,
                             .points = 1,
                             .of = 3,
                             .full = false,
                             .summary = "trial 1: time is up",
                             .problem = {},
                             .last_words = {"</pre><script>alert(1)</script>"},
                             .runs = {run_with(1, TrialEnd::TimeUp, "time is up")}});
  return report;
}

TEST(GradeReport, TextOfOthersIsTextOnThePage) {
  EXPECT_EQ(escape_html(R"(<b> & "it's")"), "&lt;b&gt; &amp; &quot;it&#39;s&quot;");
  EXPECT_EQ(escape_html("\x1b[31mred\x01"), " [31mred ");
  EXPECT_EQ(escape_html("Zoë"), "Zoë");

  const std::string bad = "\"><img src=x onerror=\"a()\">";
  ClassReport report = some_report(bad);
  report.title = report.lab = report.isolation = report.when = bad;
  report.empty = {bad};
  report.trials[0].title = report.programs[0].summary = bad;
  report.trials[0].map->tasks[0].words = bad;
  report.programs[0].runs[0].verdict = report.programs[0].runs[0].recording = bad;
  const std::string page = report_page(report);

  EXPECT_FALSE(has(page, "<img"));
  EXPECT_EQ(count(page, "<script"), 1u);  // our own
  EXPECT_GE(count(page, "&lt;img src=x onerror=&quot;"), 10u);
}

TEST(GradeReport, CsvIsQuotedAsRfc4180HasIt) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST(GradeReport, CsvHasNoFormulas) {
  for (const char* text : {"=1+1", "+1", "-1", "@sum", "\tx"})
    EXPECT_EQ(csv_field(text), std::string("'") + text);
  EXPECT_EQ(csv_field("\rx"), "\"'\rx\"");
  EXPECT_EQ(csv_field("=a,\"b\""), "\"'=a,\"\"b\"\"\"");
  EXPECT_EQ(csv_field("a=b"), "a=b");
}

TEST(GradeReport, CsvHasALineForEveryProgramAndTrialAlsoForThoseThatWereNotRun) {
  EXPECT_EQ(grades_csv(some_report("=ada.py")),
            "program,trial,title,points,of,time (s),verdict,recording\r\n"
            "'=ada.py,1,Go,1,2,2.500,time is up,recordings/x-1.paddock\r\n"
            "'=ada.py,2,Turn,0,1,,not run,\r\n");
}

TEST(GradeReport, LinksAndCommandsLeadToTheFile) {
  EXPECT_EQ(escape_link("recordings/a b#?.paddock"), "recordings/a%20b%23%3F.paddock");
  EXPECT_EQ(escape_link("ä"), "%C3%A4");
  EXPECT_EQ(escape_link("javascript:a"), "javascript%3Aa");
  EXPECT_EQ(escape_shell("recordings/a-1.paddock"), "recordings/a-1.paddock");
  EXPECT_EQ(escape_shell("my runs/it's"), R"('my runs/it'\''s')");
  EXPECT_EQ(escape_shell("-x y"), "'./-x y'");
  EXPECT_EQ(escape_shell("-x"), "'./-x'");
}

TEST(GradeReport, AWayRunsFromSouthWestToNorthEastAndKeepsOnlyItsBends) {
  const TrialPath path = path_through({{0, 0}, {1, 0}, {2, 0}, {2, 1}});
  EXPECT_EQ(way_of(path, kNear), "M0 1080l720 0l0 -360");
}

TEST(GradeReport, AWayThatTurnsBackOnItselfKeepsItsEnd) {
  EXPECT_EQ(way_of(path_through({{0, 0}, {2, 0}, {1, 0}}), kNear), "M0 1080l720 0l-360 0");
}

TEST(GradeReport, AWayIsBrokenWhereTheCarWasPutBack) {
  const TrialPath path = path_through({{0, 0}, {0.1, 0}, {4, 3}, {4, 2.9}}, 1);
  EXPECT_EQ(way_of(path, kNear), "M0 1080l36 0M1440 0l0 36");
}

TEST(GradeReport, ACarThatStandsIsAPoint) {
  EXPECT_EQ(way_of(path_through({{1, 1}}), kNear), "M360 720h0");
  EXPECT_EQ(way_of(path_through({}), kNear), "");
  EXPECT_EQ(dots_of(path_through({}), kNear), "");
}

TEST(GradeReport, ThereIsADotForEachSecond) {
  TrialPath path;
  for (int i = 0; i <= 25; ++i) path.places.push_back({{0.1 * i, 0}, 1});

  EXPECT_EQ(dots_of(path, kNear), "M0 1080h0M360 1080h0M720 1080h0");
}

TEST(GradeReport, APlotShowsTheTasksAndFartherOnlyWhereItsCarWent) {
  TrialMap map = some_map();
  map.far = MapPicture{{{-10, -7.5}, {10, 7.5}}, "far"};

  const Bounds2 near = view_of(map, path_through({{1, 1}, {2, 2}}));
  EXPECT_EQ(near.low, kNear.low);
  EXPECT_EQ(near.high, kNear.high);

  const Bounds2 far = view_of(map, path_through({{1, 1}, {9.9, 0}, {500, 0}}));
  EXPECT_LE(far.low.x, 0);
  EXPECT_GE(far.low.x, -10);
  EXPECT_EQ(far.high.x, 10);
  EXPECT_NEAR((far.high.x - far.low.x) * 3, (far.high.y - far.low.y) * 4, 1e-9);
}

TEST(GradeReport, PageAsksNobodyAndDrawsEachMapOnce) {
  ClassReport report = some_report("a.py");
  report.programs.push_back(report.programs[0]);
  report.programs[1].name = "b.py";
  const std::string page = report_page(report);

  EXPECT_TRUE(has(page, "default-src 'none'"));
  EXPECT_FALSE(has(page, "http:"));
  EXPECT_FALSE(has(page, "https:"));
  EXPECT_EQ(count(page, "data:image/jpeg;base64,cGljdHVyZQ=="), 1u);
  EXPECT_EQ(count(page, "<use href=\"#map1\"/>"), 2u);
  EXPECT_EQ(count(page, "<details"), count(page, "</details>"));
  EXPECT_EQ(count(page, "paddock replay recordings/x-1.paddock"), 2u);
}

TEST(GradeReport, PageSaysHowItStandsInWords) {
  ClassReport report = some_report("a.py");
  report.programs.push_back(
      {.name = "b.py",
       .points = 3,
       .of = 3,
       .full = true,
       .summary = "full points",
       .problem = {},
       .last_words = {},
       .runs = {run_with(2, TrialEnd::Done, "passed"), run_with(2, TrialEnd::Done, "passed")}});
  report.waiting = 1;

  std::string page = report_page(report);
  EXPECT_TRUE(has(page, "1 of 2 programs have full points"));
  EXPECT_TRUE(has(page, "the mean is <b>2.00</b> of 3 points"));
  EXPECT_TRUE(has(page, "seed 7"));
  EXPECT_TRUE(has(page, "1 program is not graded</b> yet"));
  EXPECT_TRUE(has(page, "title=\"time is up\""));
  EXPECT_TRUE(has(page, "1 trial was not run"));

  report.over = true;
  EXPECT_TRUE(has(report_page(report), "it was broken off"));
}

TEST(GradeReport, PageOfNothingIsAPage) {
  const std::string page = report_page({});
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

}  // namespace
}  // namespace paddock
