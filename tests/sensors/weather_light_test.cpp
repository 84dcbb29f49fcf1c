// Pictures in weather: what it changes, and that it changes colours alone.
#include "paddock/sensors/weather_light.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/sensors/camera.h"
#include "paddock/world/weather.h"
#include "tests/support/scenes.h"

namespace paddock {
namespace {

/// A road with a red wall across it, and a lamp-lit pane in the wall.
std::vector<LookPart> road_and_wall() {
  return {part_of("road", look_of(make_mat({80, 80}), paint_of({120, 120, 120})), {}, 1,
                  SemanticTag::Road),
          part_of("wall", look_of(make_box({0.2, 40, 3}), paint_of({220, 40, 30})),
                  {{12, 0, 0}, {}}, 2, SemanticTag::Wall),
          part_of("pane",
                  look_of(make_box({0.1, 2, 1}),
                          [] {
                            Finish pane = paint_of({52, 68, 82});
                            pane.lamp = true;
                            return pane;
                          }()),
                  {{11.8, 0, 1}, {}}, 3, SemanticTag::Building)};
}

CameraReading seen_in(const std::optional<WeatherSpec>& weather, int threads = 1, int samples = 1) {
  CameraSpec spec;
  spec.width = 160, spec.height = 120, spec.vertical_fov = 0.9;
  spec.outputs = {true, true, true, true, true};
  spec.color.samples = samples;
  const LevelScene level;
  SceneLight light = light_of(level.sun);
  if (weather) {
    set_weather(*weather, level, light);
    pass_time(2.5, 7, Tick{150}, *light.weather);
  }
  const RayScene scene(*open_ray_device(), road_and_wall());
  Workers workers(threads);
  CameraReading picture;
  take_picture(Camera(*check_camera(spec)), scene, light, {{0, 0, 1.5}, {}}, {}, workers, picture);
  return picture;
}

struct Mean {
  double red{}, green{}, blue{};
  double bright() const { return (red + green + blue) / 3; }
};
Mean mean_of(const CameraReading& picture, std::uint32_t instance, int top = 0, int bottom = 120) {
  Mean mean;
  double count = 0;
  for (int y = top; y < bottom; ++y)
    for (int x = 0; x < picture.width; ++x) {
      if (picture.instances[static_cast<std::size_t>(y * picture.width + x)] != instance) continue;
      const std::uint8_t* p = picture.color.at(x, y);
      mean.red += p[0], mean.green += p[1], mean.blue += p[2], ++count;
    }
  return {mean.red / count, mean.green / count, mean.blue / count};
}

WeatherSpec clear() { return find_weather("ClearNoon")->weather; }

TEST(WeatherLight, ChangesNothingButColours) {
  const CameraReading plain = seen_in({});
  for (const WeatherPreset& preset : weather_presets()) {
    const CameraReading picture = seen_in(preset.weather);
    EXPECT_EQ(picture.depth, plain.depth) << preset.name;
    EXPECT_EQ(picture.tags, plain.tags) << preset.name;
    EXPECT_EQ(picture.instances, plain.instances) << preset.name;
    EXPECT_EQ(picture.normals, plain.normals) << preset.name;
    EXPECT_NE(picture.color.pixels, plain.color.pixels) << preset.name;
  }
}

TEST(WeatherLight, IsTheSameOnAnyNumberOfThreads) {
  for (const std::string_view name : {"HardRainNoon", "WetSunset"})
    for (const int samples : {1, 4}) {
      const WeatherSpec weather = find_weather(name)->weather;
      EXPECT_EQ(seen_in(weather, 1, samples).color.pixels,
                seen_in(weather, 3, samples).color.pixels)
          << name;
    }
}

TEST(WeatherLight, AClearNoonIsAsBrightAsADayWithoutWeather) {
  const double plain = mean_of(seen_in({}), 1).bright();
  EXPECT_NEAR(mean_of(seen_in(clear()), 1).bright(), plain, 0.1 * plain);
}

TEST(WeatherLight, FogTakesHalfOfAColourAtItsDistance) {
  WeatherSpec fog = clear();
  fog.fog = 12;
  const Mean far = mean_of(seen_in(clear()), 2), near = mean_of(seen_in(fog), 2);
  // red pales towards the horizon's blue and white
  EXPECT_GT(near.blue, far.blue + 50);
  EXPECT_GT(near.green, far.green + 50);
}

TEST(WeatherLight, AWetRoadIsDarkerNearbyAndMirrorsTheWallBehind) {
  WeatherSpec dry = find_weather("CloudyNoon")->weather, wet = dry;
  wet.wetness = 1;
  // rows just under the wall: the road from some 6 to 11 m away
  const Mean before = mean_of(seen_in(dry), 1, 75, 90), after = mean_of(seen_in(wet), 1, 75, 90);
  EXPECT_GT(after.red - after.blue, before.red - before.blue + 15);
  EXPECT_LT(mean_of(seen_in(wet), 1, 110).bright(), mean_of(seen_in(dry), 1, 110).bright() - 10);
}

TEST(WeatherLight, WindowsAreLitAtDuskAndDarkAtNoon) {
  EXPECT_LT(mean_of(seen_in(clear()), 3).red, 110);
  const Mean lit = mean_of(seen_in(find_weather("ClearSunset")->weather), 3);
  EXPECT_GT(lit.red, 170);
  EXPECT_GT(lit.red, lit.blue + 30);
}

TEST(WeatherLight, LampsOfDuskAreNotThereByDay) {
  LevelScene level;
  level.lights = {{.where = {}, .at = {0, 0, 4}, .power = 2, .at_dusk = true},
                  {.where = {}, .at = {1, 0, 4}, .power = 3}};
  SceneLight light = light_of(level.sun);
  set_weather(clear(), level, light);
  ASSERT_EQ(light.lamps.size(), 1u);
  EXPECT_EQ(light.lamps[0].power, 3);
  set_weather(find_weather("HardRainSunset")->weather, level, light);
  ASSERT_EQ(light.lamps.size(), 2u);
  EXPECT_GT(light.lamps[0].power, 1);
}

TEST(WeatherLight, DropsAreElsewhereInTheNextTickAndTheSameInTheSame) {
  SceneWeather a, b;
  pass_time(1, 3, Tick{60}, a), pass_time(1, 3, Tick{60}, b);
  EXPECT_EQ(a, b);
  pass_time(1, 3, Tick{61}, b);
  EXPECT_NE(a.falling, b.falling);
  pass_time(1, 4, Tick{60}, b);
  EXPECT_NE(a.falling, b.falling);
}

}  // namespace
}  // namespace paddock
