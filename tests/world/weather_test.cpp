// Weather in level files: presets, single figures, mistakes, and back into a file.
#include "paddock/world/weather.h"

#include <gtest/gtest.h>

#include <set>

#include "paddock/world/level.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

LevelReading read(const std::string& body) {
  return read_level_text("format = 1\ntitle = \"Yard\"\n" + body, "levels/test/yard.toml", 7);
}

std::string problems_of(const std::string& body) {
  std::string all;
  for (const Problem& problem : read(body).problems) all += problem.text() + '\n';
  return all;
}

TEST(Weather, FifteenPresetsAreWithinBoundsAndDiffer) {
  ASSERT_EQ(weather_presets().size(), 15u);
  std::set<std::string_view> names;
  for (const WeatherPreset& preset : weather_presets()) {
    names.insert(preset.name);
    EXPECT_EQ(find_weather(preset.name), &preset);
    for (const WeatherFigure& figure : weather_figures()) {
      EXPECT_GE(preset.weather.*figure.figure, figure.low) << preset.name << ' ' << figure.name;
      EXPECT_LE(preset.weather.*figure.figure, figure.high) << preset.name << ' ' << figure.name;
    }
    for (const WeatherPreset& other : weather_presets())
      EXPECT_EQ(other.weather == preset.weather, &other == &preset) << preset.name;
  }
  EXPECT_EQ(names.size(), 15u);
  EXPECT_EQ(find_weather("hardrainnoon"), nullptr);
}

TEST(Weather, ALevelHasNoneUnlessItSaysSo) {
  EXPECT_FALSE(read("").spec.scene.has_weather);
  const LevelReading offered = read("[weather]\n");
  EXPECT_TRUE(offered.spec.scene.has_weather);
  EXPECT_FALSE(offered.spec.scene.weather);
}

TEST(Weather, IsAPresetWithFiguresOfItsOwn) {
  const LevelReading level = read(
      "[weather]\npreset = \"HardRainNoon\"\nfog = 80\nelevation_deg = 30\nazimuth_deg = 90\n");
  ASSERT_TRUE(level.ok()) << problems_of("");
  WeatherSpec wanted = find_weather("HardRainNoon")->weather;
  wanted.fog = 80, wanted.elevation = radians(30), wanted.azimuth = radians(90);
  EXPECT_EQ(level.spec.scene.weather, wanted);

  const LevelReading plain = read("[weather]\nrain = 0.5\n");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain.spec.scene.weather, (WeatherSpec{.rain = 0.5}));
}

TEST(Weather, MistakesAreToldWithTheirLines) {
  EXPECT_NE(problems_of("[weather]\nrain = 1.5\n")
                .find("yard.toml:4: weather.rain must be between 0 and 1, got 1.5"),
            std::string::npos)
      << problems_of("[weather]\nrain = 1.5\n");
  const std::string misspelt = problems_of("[weather]\npreset = \"HardRainNon\"\n");
  EXPECT_NE(misspelt.find("HardRainNoon"), std::string::npos) << misspelt;
  const std::string unknown = problems_of("[weather]\nwetnes = 1\n");
  EXPECT_NE(unknown.find("wetness"), std::string::npos) << unknown;
  const std::string high = problems_of("[weather]\nelevation_deg = 95\n");
  EXPECT_NE(high.find("weather.elevation must be between -18 and 90, got 95"), std::string::npos)
      << high;
}

TEST(Weather, ReadsBackAsItWasWritten) {
  for (const WeatherPreset& preset : weather_presets()) {
    LevelSpec spec = read("").spec;
    spec.scene.has_weather = true, spec.scene.weather = preset.weather;
    spec.scene.lights.push_back({.where = {}, .at = {1, 2, 3}, .at_dusk = true});
    const LevelReading again = read_level_text(write_level(spec), "levels/test/yard.toml", 7);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again.spec.scene.weather, spec.scene.weather) << preset.name;
    EXPECT_TRUE(again.spec.scene.lights.at(0).at_dusk);
  }
}

TEST(Weather, OneLightStandsInManyPlaces) {
  const LevelReading level = read("[[light]]\npoints_at = [[1, 2, 3], [4, 5, 6]]\npower = 2\n");
  ASSERT_TRUE(level.ok());
  ASSERT_EQ(level.spec.scene.lights.size(), 2u);
  EXPECT_EQ(level.spec.scene.lights[1].at, (Vec3{4, 5, 6}));
  EXPECT_EQ(level.spec.scene.lights[1].power, 2);
  EXPECT_NE(problems_of("[[light]]\nat = [1, 2, 3]\npoints_at = [[1, 2, 3]]\n"), "");
}

}  // namespace
}  // namespace paddock
