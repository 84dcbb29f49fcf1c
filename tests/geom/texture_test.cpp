// Patterns repeat without a seam, keep the colour of their material and are the same every time.
#include "paddock/geom/texture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/geom/pattern.h"

namespace paddock {
namespace {

bool is_plain(const Material& m) { return m.pattern == Pattern::Plain; }

double difference(Tone a, Tone b) {
  return std::fabs(a.r - b.r) + std::fabs(a.g - b.g) + std::fabs(a.b - b.b);
}

TEST(Pattern, RepeatsAfterItsOwnSizeInBothDirections) {
  for (const Material& m : materials()) {
    if (is_plain(m)) continue;
    const Vec2 size = pattern_size(m);
    int unlike = 0;
    for (int i = 0; i < 500; ++i) {
      const Vec2 p{(i * 0.0137 - 2) * size.x, (i * 0.0071 - 1) * size.y};
      const auto tone = [&](Vec2 at) {
        return pattern_at(m, m.color, {.at = at, .pixel = 1e-3, .repeats = true});
      };
      unlike += difference(tone(p), tone(p + Vec2{size.x, 0})) > 1e-5;
      unlike += difference(tone(p), tone(p - Vec2{0, 2 * size.y})) > 1e-5;
    }
    // a point within rounding of the edge of a cell may fall on either side
    EXPECT_LE(unlike, 5) << m.name;
  }
}

TEST(Texture, HasTheColourOfItsMaterialOnTheWhole) {
  for (const Material& m : materials()) {
    if (is_plain(m) || m.pattern == Pattern::Stripes || m.pattern == Pattern::Bricks) continue;
    const auto texture = draw_texture(m, m.color);
    ASSERT_TRUE(texture) << m.name;
    Tone sum;
    for (int y = 0; y < texture->image.height; ++y) {
      for (int x = 0; x < texture->image.width; ++x) {
        const std::uint8_t* p = texture->image.at(x, y);
        sum = sum + tone_of({p[0], p[1], p[2]});
      }
    }
    const float pixels = static_cast<float>(texture->image.width * texture->image.height);
    const Color mean = color_of((1 / pixels) * sum);
    EXPECT_NEAR(mean.r, m.color.r, 12) << m.name;
    EXPECT_NEAR(mean.g, m.color.g, 12) << m.name;
    EXPECT_NEAR(mean.b, m.color.b, 12) << m.name;
  }
}

TEST(Texture, IsDrawnTheSameEveryTime) {
  const Material& brick = *find_material("brick");

  EXPECT_EQ(draw_texture(brick, brick.color)->image.pixels,
            draw_texture(brick, brick.color)->image.pixels);
}

TEST(DrawnTextures, AreDrawnOnceAndLookTheSame) {
  const Material& grass = *find_material("grass");
  DrawnTextures drawn;
  const auto texture = drawn.draw(grass, grass.color);
  EXPECT_EQ(drawn.draw(grass, grass.color), texture);
  EXPECT_EQ(texture->image, draw_texture(grass, grass.color)->image);
  EXPECT_NE(drawn.draw(grass, {1, 2, 3}), texture);
}

TEST(Texture, HasNoSeamWhereItRepeats) {
  for (const char* name : {"grass", "asphalt", "concrete", "sand", "dirt"}) {
    const Image image = draw_texture(*find_material(name), {128, 128, 128})->image;
    // neighbours across the edge differ no more than neighbours across any cell
    const auto step = [&](int a, int b) {
      double sum = 0;
      for (int y = 0; y < image.height; ++y) sum += std::abs(image.at(a, y)[1] - image.at(b, y)[1]);
      return sum / image.height;
    };
    double inside = 0;
    for (int x = 0; x + 1 < image.width; ++x) inside = std::fmax(inside, step(x, x + 1));
    EXPECT_LE(step(image.width - 1, 0), 1.1 * inside) << name;
  }
}

TEST(Finishes, PlainColoursNeedNoTextureAndOthersShareOne) {
  Finishes finishes;
  const Finish red = finishes.of(*find_material("red"));
  const Finish wall = finishes.of(*find_material("brick")),
               again = finishes.of(*find_material("brick"));
  const Finish blue = finishes.of(*find_material("brick"), {0, 0, 200});

  EXPECT_FALSE(red.texture);
  EXPECT_EQ(red.color, find_material("red")->color);
  EXPECT_EQ(wall.texture, again.texture);
  EXPECT_EQ(wall.color, (Color{255, 255, 255}));
  EXPECT_NE(blue.texture, wall.texture);
  EXPECT_NE(blue.name, wall.name);
}

}  // namespace
}  // namespace paddock
