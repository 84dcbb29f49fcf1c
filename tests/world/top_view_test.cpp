// The picture from above tells the truth: places, heights, light.
#include "paddock/world/top_view.h"

#include <gtest/gtest.h>

#include <vector>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr int kPerMetre = 20;

/// 10 m x 8 m of concrete, the sun in the east unless said otherwise.
LevelSpec floor() {
  LevelSpec level;
  level.ground.size = {10, 8};
  level.scene.sun = {.azimuth = 0, .elevation = 0.8, .ambient = 0.4};
  return level;
}

PieceSpec piece(PieceShape shape, Vec3 at, std::string material) {
  PieceSpec spec;
  spec.shape = std::move(shape);
  spec.at = at;
  spec.material = std::move(material);
  return spec;
}

Image picture(const LevelSpec& level, TopViewSpec spec = {}) {
  spec.width = 10 * kPerMetre;
  spec.legend = false;
  return draw_top_view(build_world(level), spec);
}

Color at(const Image& image, double x, double y) {
  const std::uint8_t* p =
      image.at(static_cast<int>((x + 5) * kPerMetre), static_cast<int>((4 - y) * kPerMetre));
  return {p[0], p[1], p[2]};
}

int value(Color c) { return c.r + c.g + c.b; }
bool is_red(Color c) { return c.r > 120 && c.r > 2 * c.g && c.r > 2 * c.b; }
bool is_blue(Color c) { return c.b > 120 && c.b > 2 * c.r; }

TEST(TopView, HasTheProportionsOfTheWorld) {
  const Image image = picture(floor());

  EXPECT_EQ(image.width, 200);
  EXPECT_EQ(image.height, 160);
  EXPECT_EQ(image.channels, 3);
}

TEST(TopView, RedBoxShowsRedAtItsPlaceAndNowhereElse) {
  LevelSpec level = floor();
  level.pieces = {piece(BoxSpec{{1, 2, 0.2}}, {3, 2, 0}, "red")};

  const Image image = picture(level);

  EXPECT_TRUE(is_red(at(image, 3, 2)));
  EXPECT_TRUE(is_red(at(image, 3.4, 2.9)));
  EXPECT_FALSE(is_red(at(image, 3.6, 2)));
  EXPECT_FALSE(is_red(at(image, -3, 2)));  // not mirrored
  EXPECT_FALSE(is_red(at(image, 3, -2)));  // north is up
}

TEST(TopView, TallerPieceHidesALowerOneInWhateverOrderTheyStand) {
  const PieceSpec low = piece(BoxSpec{{2, 2, 0.2}}, {}, "red");
  const PieceSpec tall = piece(BoxSpec{{1, 1, 0.6}}, {}, "blue");
  for (const bool tall_first : {false, true}) {
    LevelSpec level = floor();
    level.pieces = tall_first ? std::vector{tall, low} : std::vector{low, tall};

    const Image image = picture(level);

    EXPECT_TRUE(is_blue(at(image, 0, 0)));
    EXPECT_TRUE(is_red(at(image, 0.8, 0)));
  }
}

TEST(TopView, ShadowFallsAwayFromTheSun) {
  LevelSpec level = floor();
  level.pieces = {piece(BoxSpec{{0.6, 0.6, 1}}, {}, "white")};
  for (int quarter = 0; quarter < 4; ++quarter) {
    level.scene.sun.azimuth = quarter * kPi / 2;
    const Vec2 sunward = Rot2::of(level.scene.sun.azimuth) * Vec2{0.8, 0};

    const Image image = picture(level);

    const int lit = value(at(image, sunward.x, sunward.y)),
              dark = value(at(image, -sunward.x, -sunward.y));
    EXPECT_LT(dark, lit * 3 / 4) << quarter;
  }
}

TEST(TopView, SlopeTowardsTheSunIsBrighterThanAwayFromIt) {
  LevelSpec level = floor();
  PieceSpec west = piece(RampSpec{{2, 2, 0.8}}, {-3, 0, 0}, "white"), east = west;
  west.yaw = kPi;  // rises to the west: faces the sun in the east
  east.at.x = 3;

  level.pieces = {west, east};
  const Image image = picture(level);

  EXPECT_GT(value(at(image, -3, 0)), value(at(image, 3, 0)));
}

TEST(TopView, TerrainBelowTheFloorIsSeen) {
  LevelSpec level = floor();
  level.pieces = {
      piece(TerrainSpec{.size = {2, 2}, .columns = 2, .rows = 2, .heights = {-1, -1, -1, -1}}, {},
            "red")};

  const Image image = picture(level);

  EXPECT_TRUE(is_red(at(image, 0.4, 0)));
  EXPECT_FALSE(is_red(at(image, 2, 0)));
}

TEST(TopView, SamePictureTwiceToTheLastBit) {
  LevelSpec level = floor();
  level.pieces = {piece(ConeSpec{0.3, 0.5}, {1, 1, 0}, ""),
                  piece(MatSpec{{2, 2}}, {-2, 0, 0}, "grass")};
  level.routes = {{{}, "loop", {{-3, -3}, {3, -3}, {3, 3}}, true, 1}};
  level.gates = {{{}, "start", {0, -2}, {0, -4}}};
  const World world = build_world(level);

  EXPECT_EQ(draw_top_view(world, {.width = 400}).pixels,
            draw_top_view(world, {.width = 400}).pixels);
}

TEST(TopView, RegionShowsOnlyItself) {
  LevelSpec level = floor();
  level.pieces = {piece(BoxSpec{{1, 1, 0.2}}, {3, 2, 0}, "red")};

  const Image image = picture(level, {.region = Bounds2{{2.6, 1.6}, {3.4, 2.4}}});

  EXPECT_EQ(image.width, image.height);
  for (int i = 0; i < image.width; i += 10) {
    const std::uint8_t* p = image.at(i, i);
    EXPECT_TRUE(is_red({p[0], p[1], p[2]}));
  }
}

TEST(TopView, VehiclesStandWhereTheyAre) {
  const Image image = picture(
      floor(),
      {.vehicles = {{{-2, 1, 0.5}, Outline2::rectangle({-0.5, -0.3}, {0.5, 0.3}), {220, 20, 30}},
                    {{2, 1, 0}, Outline2::circle(0.4), {30, 60, 230}}}});

  EXPECT_TRUE(is_red(at(image, -2.1, 0.9)));
  EXPECT_TRUE(is_blue(at(image, 1.8, 1)));
}

TEST(TopView, MarkingsCanBeLeftOut) {
  LevelSpec level = floor();
  level.starts = {{{}, {0, 0, 0}, ""}};
  level.gates = {{{}, "start", {1, 1}, {1, -1}}};

  EXPECT_NE(picture(level).pixels, picture(level, {.markings = false}).pixels);
  level.starts.clear(), level.gates.clear();
  EXPECT_EQ(picture(level).pixels, picture(level, {.markings = false}).pixels);
}

TEST(TopView, PiecesHiddenFromCamerasAreNotDrawn) {
  LevelSpec level = floor();
  level.pieces = {piece(BoxSpec{{1, 1, 1}}, {}, "red")};
  level.pieces[0].seen_by.camera = false;

  EXPECT_EQ(picture(level).pixels, picture(floor()).pixels);
}

TEST(TopView, OutsideTheGroundIsDark) {
  const World world = build_world(floor());

  const Image image =
      draw_top_view(world, {.width = 400, .region = world.bounds.grown(5), .legend = false});

  EXPECT_EQ(image.at(2, 2)[0], 20);
  EXPECT_EQ(image.at(2, 2)[2], 26);
}

TEST(TopView, OddSizesAreHandled) {
  const World world = build_world(floor());

  EXPECT_GT(draw_top_view(world, {.width = -5}).width, 0);
  const Image tall = draw_top_view(world, {.width = 100, .height = 500});
  EXPECT_EQ(tall.height, 500);
  EXPECT_GT(draw_top_view(world, {.width = 64, .region = Bounds2{{1, 1}, {1, 1}}}).height, 0);
}

}  // namespace
}  // namespace paddock
