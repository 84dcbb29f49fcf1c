#include "paddock/world/weather.h"

#include <algorithm>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr WeatherFigure kFigures[]{
    {"weather.elevation", "Sun above the horizon", "°", &WeatherSpec::elevation, -kPi / 10, kPi / 2,
     true, "A low sun is red, and below 10° lamps and windows are lit."},
    {"weather.sun", "Sunlight", "", &WeatherSpec::sun, 0, 4, false,
     "1: as by day. Clouds take from it: none is left under a closed cover."},
    {"weather.sky", "Light of the sky", "", &WeatherSpec::sky, 0, 4, false, "1: as by day."},
    {"weather.clouds", "Clouds", "", &WeatherSpec::clouds, 0, 1, false, "Share of the sky."},
    {"weather.fog", "Fog", "m", &WeatherSpec::fog, 0, 2000, false,
     "After so many metres half of a colour is the fog's; 0: none."},
    {"weather.rain", "Rain", "", &WeatherSpec::rain, 0, 1, false,
     "Streaks before the camera, rings on wet ground, haze."},
    {"weather.wetness", "Water on the ground", "", &WeatherSpec::wetness, 0, 1, false,
     "Darkens the ground, which then mirrors; above a half puddles stand on it."},
};

// From the table of CARLA 0.8's CarlaWeather.ini (docs/physics/camera.md says how). Elevations are
// 90 degrees less its polar angles.
constexpr double kNoon = 45.414 * kPi / 180, kSunset = 4 * kPi / 180;

constexpr WeatherPreset kPresets[]{
    {"Default", {.elevation = kNoon, .sun = 0.85, .sky = 0.9, .clouds = 0.2}},
    {"ClearNoon", {.elevation = kNoon, .clouds = 0.1}},
    {"CloudyNoon", {.elevation = kNoon, .sky = 1.5, .clouds = 0.95}},
    {"WetNoon", {.elevation = kNoon, .sun = 0.8, .clouds = 0.4, .wetness = 0.54}},
    {"WetCloudyNoon", {.elevation = kNoon, .sky = 1.4, .clouds = 0.95, .wetness = 0.48}},
    {"MidRainyNoon",
     {.elevation = kNoon, .sky = 1.2, .clouds = 1, .fog = 350, .rain = 0.4, .wetness = 0.5}},
    {"HardRainNoon",
     {.elevation = kNoon, .sky = 0.95, .clouds = 1, .fog = 160, .rain = 0.8, .wetness = 0.87}},
    {"SoftRainNoon",
     {.elevation = kNoon, .sky = 1.25, .clouds = 1, .fog = 600, .rain = 0.11, .wetness = 0.62}},
    {"ClearSunset", {.elevation = kSunset, .sun = 1, .sky = 0.55, .clouds = 0.2}},
    {"CloudySunset", {.elevation = kSunset, .sun = 0.6, .sky = 0.6, .clouds = 0.85}},
    {"WetSunset", {.elevation = kSunset, .sun = 0.9, .sky = 0.55, .clouds = 0.35, .wetness = 0.65}},
    {"WetCloudySunset",
     {.elevation = kSunset, .sun = 0.6, .sky = 0.55, .clouds = 0.85, .wetness = 0.5}},
    {"MidRainSunset",
     {.elevation = kSunset,
      .sun = 0.3,
      .sky = 0.45,
      .clouds = 1,
      .fog = 350,
      .rain = 0.37,
      .wetness = 0.88}},
    {"HardRainSunset",
     {.elevation = kSunset,
      .sun = 0.3,
      .sky = 0.38,
      .clouds = 1,
      .fog = 160,
      .rain = 0.85,
      .wetness = 1}},
    {"SoftRainSunset",
     {.elevation = kSunset,
      .sun = 0.4,
      .sky = 0.5,
      .clouds = 0.9,
      .fog = 600,
      .rain = 0.09,
      .wetness = 0.53}},
};

}  // namespace

std::span<const WeatherFigure> weather_figures() { return kFigures; }
std::span<const WeatherPreset> weather_presets() { return kPresets; }

const WeatherPreset* find_weather(std::string_view name) {
  const auto found = std::find_if(std::begin(kPresets), std::end(kPresets),
                                  [&](const WeatherPreset& preset) { return preset.name == name; });
  return found == std::end(kPresets) ? nullptr : &*found;
}

}  // namespace paddock
