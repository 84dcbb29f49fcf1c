// ROS maps: small ones written as text, and laws over random ones.
#include "paddock/world/import/ros_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "paddock/core/random.h"
#include "paddock/io/file.h"
#include "paddock/io/png.h"
#include "paddock/world/import/outline.h"

namespace paddock {
namespace {

/// A folder of its own for the files of one test.
class RosMap : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "/ros_map_" + info->name();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(path(name), text));
  }
  // '#' occupied, '.' free, '?' unknown; the first row is the northern one
  static std::string pgm(const std::vector<std::string>& rows) {
    std::string text = concat("P2\n", rows[0].size(), " ", rows.size(), "\n255\n");
    for (const std::string& row : rows)
      for (const char c : row) text += c == '#' ? "0 " : c == '.' ? "254 " : "205 ";
    return text;
  }
  LevelReading read(const std::vector<std::string>& rows, const std::string& more = "",
                    const std::string& origin = "[0, 0, 0]") {
    write("map.pgm", pgm(rows));
    write("map.yaml", "image: map.pgm\nresolution: 0.5\norigin: " + origin + "\n" + more);
    return import_ros_map(path("map.yaml"));
  }
  std::string folder_;
};

const std::vector<std::string> kRoom{"######", "#....#", "#....#", "#....#", "######"};

std::vector<Vec2> sorted(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(),
            [](Vec2 a, Vec2 b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  return points;
}

const PrismSpec& prism_of(const LevelReading& reading, std::size_t i = 0) {
  return std::get<PrismSpec>(reading.spec.pieces.at(i).shape);
}

TEST_F(RosMap, SquareRoomHasFourCornersOutsideAndFourInside) {
  const LevelReading reading = read(kRoom);

  ASSERT_TRUE(reading.ok()) << reading.problems[0].text();
  ASSERT_EQ(reading.spec.pieces.size(), 1u);
  const auto& loops = prism_of(reading).loops;
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(sorted(loops[0]), (std::vector<Vec2>{{0, 0}, {0, 2.5}, {3, 0}, {3, 2.5}}));
  EXPECT_EQ(sorted(loops[1]), (std::vector<Vec2>{{0.5, 0.5}, {0.5, 2}, {2.5, 0.5}, {2.5, 2}}));
  EXPECT_EQ(reading.spec.ground.center, (Vec2{1.5, 1.25}));
  EXPECT_EQ(reading.spec.ground.size, (Vec2{3, 2.5}));
  EXPECT_EQ(reading.spec.name, "map");
}

TEST_F(RosMap, StartIsInTheWidestPlaceAndFacesTheLongestWay) {
  const LevelReading reading =
      read({"#########", "###...###", "###...###", "#.......#", "#########"});

  ASSERT_TRUE(reading.ok());
  ASSERT_EQ(reading.spec.starts.size(), 1u);
  const Pose2 start = reading.spec.starts[0].pose;
  EXPECT_EQ(position(start), (Vec2{4.5 * 0.5, 2.5 * 0.5}));
}

TEST_F(RosMap, OriginMovesAndTurnsEverything) {
  const LevelReading reading = read(kRoom, "", "[10, -2, 1.5707963267948966]");

  ASSERT_TRUE(reading.ok());
  const auto corners = sorted(prism_of(reading).loops[0]);
  const std::vector<Vec2> expected{{7.5, -2}, {7.5, 1}, {10, -2}, {10, 1}};
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(distance(corners[i], expected[i]), 1e-12);  // cos(pi / 2) is 6e-17
  EXPECT_NEAR(reading.spec.ground.size.x, 2.5, 1e-12);
}

TEST_F(RosMap, NegateSwapsFreeAndOccupied) {
  const LevelReading reading = read({"...", ".#.", "..."}, "negate: 1\n");

  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(prism_of(reading).loops.size(), 2u);
  EXPECT_EQ(position(reading.spec.starts[0].pose), (Vec2{0.75, 0.75}));
}

TEST_F(RosMap, UnknownCellsAreNeitherWallsNorStarts) {
  const LevelReading reading = read({"????????", "?#?????.", "????????"});

  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(prism_of(reading).loops[0].size(), 4u);
  EXPECT_EQ(position(reading.spec.starts[0].pose), (Vec2{3.75, 0.75}));
}

TEST_F(RosMap, ScaleAndRawModesUseTheThresholds) {
  const std::string head = "image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\nfree_thresh: 0.25\n";
  write("map.pgm", "P2 4 1 255  0 60 100 205");
  write("map.yaml", head + "mode: raw\n");
  const LevelReading raw = import_ros_map(path("map.yaml"));
  ASSERT_TRUE(raw.ok()) << raw.problems[0].text();
  EXPECT_EQ(sorted(prism_of(raw).loops[0]), (std::vector<Vec2>{{2, 0}, {2, 1}, {3, 0}, {3, 1}}));

  write("map.yaml", head + "mode: scale\n");
  const LevelReading scale = import_ros_map(path("map.yaml"));
  ASSERT_TRUE(scale.ok());
  EXPECT_EQ(sorted(prism_of(scale).loops[0]), (std::vector<Vec2>{{0, 0}, {0, 1}, {2, 0}, {2, 1}}));
}

TEST_F(RosMap, PngGivesTheSameLevelAsPgm) {
  Image image = Image::blank(6, 5, 3);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 6; ++x)
      std::fill_n(image.at(x, y), 3,
                  kRoom[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#'
                      ? std::uint8_t{0}
                      : std::uint8_t{254});
  ASSERT_TRUE(write_png(path("map.png"), image));
  write("map.yaml", "image: map.png\nresolution: 0.5\norigin: [0, 0, 0]\n");

  const LevelReading png = import_ros_map(path("map.yaml"));
  ASSERT_TRUE(png.ok()) << png.problems[0].text();
  EXPECT_EQ(prism_of(png).loops, prism_of(read(kRoom)).loops);
}

TEST_F(RosMap, EveryMistakeIsReportedWithItsLine) {
  write("map.yaml", "image: map.pgm\nresolution: -1\norigin: [0, 0]\nnegate: maybe\nmode: best\n");

  const LevelReading reading = import_ros_map(path("map.yaml"));
  ASSERT_EQ(reading.problems.size(), 4u);
  EXPECT_EQ(reading.problems[0].where.line, 2);
  EXPECT_EQ(reading.problems[0].message,
            "resolution must be a number from 0.001 to 100, got \"-1\"");
  EXPECT_EQ(reading.problems[1].message, "origin must be [x, y, yaw], got a list of 2");
  EXPECT_EQ(reading.problems[2].message, "negate must be 0 or 1, got \"maybe\"");
  EXPECT_EQ(reading.problems[3].where.line, 5);
}

TEST_F(RosMap, MissingAndBrokenFilesAreReported) {
  EXPECT_FALSE(import_ros_map(path("nothing.yaml")).ok());
  write("map.yaml", "image: [\n");
  EXPECT_FALSE(import_ros_map(path("map.yaml")).ok());
  write("map.yaml", "image: gone.pgm\nresolution: 1\norigin: [0, 0, 0]\n");
  EXPECT_EQ(import_ros_map(path("map.yaml")).problems.size(), 1u);
  // cut short
  write("map.pgm", "P2 3 3 255 0 0 0 0");
  write("map.yaml", "resolution: 1\norigin: [0, 0, 0]\nimage: map.pgm\n");
  const LevelReading cut = import_ros_map(path("map.yaml"));
  ASSERT_EQ(cut.problems.size(), 1u);
  EXPECT_EQ(cut.problems[0].where.line, 3);
  EXPECT_NE(cut.problems[0].message.find("PGM must hold 3 x 3 values"), std::string::npos);
}

TEST_F(RosMap, MapWithoutAFreeCellIsRefused) {
  const LevelReading reading = read({"###", "###"});
  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_NE(reading.problems[0].message.find("free cell"), std::string::npos);
}

// --- outlines -----------------------------------------------------------------------------------

bool inside(const std::vector<PixelPart>& parts, Vec2 p) {
  bool in = false;
  for (const PixelPart& part : parts)
    for (const auto& loop : part)
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
          in = !in;
      }
  return in;
}

double area_of(const std::vector<Vec2>& loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i)
    twice += cross(loop[i], loop[(i + 1) % loop.size()]);
  return twice / 2;
}

void expect_faithful(const PixelSet& set) {
  const auto parts = outline_parts(set);
  for (int y = 0; y < set.height; ++y)
    for (int x = 0; x < set.width; ++x)
      EXPECT_EQ(inside(parts, {x + 0.5, y + 0.5}), set.holds(x, y)) << x << " " << y;
  std::vector<std::array<Vec2, 2>> all;
  for (const PixelPart& part : parts)
    for (std::size_t l = 0; l < part.size(); ++l) {
      EXPECT_EQ(area_of(part[l]) > 0, l == 0);
      for (std::size_t i = 0; i < part[l].size(); ++i)
        all.push_back({part[l][i], part[l][(i + 1) % part[l].size()]});
    }
  const auto side = [](Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const auto [a, b] = all[i];
      const auto [c, d] = all[j];
      // neighbours share one point; others share none and do not cross
      const int shared = (a == c) + (a == d) + (b == c) + (b == d);
      EXPECT_LE(shared, 1);
      const bool crossing = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
      EXPECT_FALSE(crossing) << "(" << a.x << " " << a.y << ") (" << c.x << " " << c.y << ")";
    }
}

PixelSet drawn(int width, int height, const std::function<bool(int, int)>& taken) {
  PixelSet set{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) set.taken.push_back(taken(x, y) ? 1 : 0);
  return set;
}

TEST(Outline, DiagonalStairIsOneStraightLine) {
  const PixelSet set = drawn(20, 20, [](int x, int y) { return x + y < 19; });
  const auto parts = outline_parts(set);

  ASSERT_EQ(parts.size(), 1u);
  EXPECT_LE(parts[0][0].size(), 5u);
  expect_faithful(set);
}

TEST(Outline, SlantedWallsOfEverySlopeHaveFewCorners) {
  for (int slope = 1; slope < 12; ++slope) {
    SCOPED_TRACE(slope);
    const PixelSet set =
        drawn(60, 80, [&](int x, int y) { return y > 5 && y < 8 + slope * x / 12.0; });
    const auto parts = outline_parts(set);
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_LE(parts[0][0].size(), 8u);
    expect_faithful(set);
  }
}

TEST(Outline, CircleIsRound) {
  const PixelSet set = drawn(
      64, 64, [](int x, int y) { return std::pow(x - 31.5, 2) + std::pow(y - 31.5, 2) < 900; });
  const auto parts = outline_parts(set);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_LT(parts[0][0].size(), 60u);
  EXPECT_NEAR(area_of(parts[0][0]), M_PI * 900, 0.01 * M_PI * 900);
  expect_faithful(set);
}

TEST(Outline, ThinDiagonalLineIsOnePart) {
  const PixelSet set = drawn(12, 12, [](int x, int y) { return x == y; });
  EXPECT_EQ(outline_parts(set).size(), 1u);
  EXPECT_LE(outline_parts(set)[0][0].size(), 8u);
  expect_faithful(set);
}

TEST(Outline, CheckerboardLinesDoNotTouch) {
  expect_faithful(drawn(8, 8, [](int x, int y) { return (x + y) % 2 == 0; }));
}

TEST(Outline, RandomPixelsKeepTheirSides) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    DrawSequence draw({.seed = seed, .stream = Stream::Generate});
    const double share = draw.between(0.1, 0.9);
    expect_faithful(drawn(16, 13, [&](int, int) { return draw.between(0, 1) < share; }));
  }
}

TEST(Outline, RandomRoomsKeepTheirSides) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    DrawSequence draw({.seed = seed, .stream = Stream::Generate});
    std::array<std::array<double, 4>, 5> strips{};
    for (auto& s : strips)
      s = {draw.between(-1, 1), draw.between(-1, 1), draw.between(-20, 20), draw.between(0.6, 3)};
    expect_faithful(drawn(40, 40, [&](int x, int y) {
      return std::any_of(strips.begin(), strips.end(), [&](const auto& s) {
        return std::fabs(s[0] * (x - 20) + s[1] * (y - 20) + s[2]) < s[3];
      });
    }));
  }
}

TEST(Outline, NothingHasNoParts) {
  EXPECT_TRUE(outline_parts(drawn(5, 5, [](int, int) { return false; })).empty());
}

}  // namespace
}  // namespace paddock
