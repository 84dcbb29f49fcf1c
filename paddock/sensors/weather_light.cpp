#include "paddock/sensors/weather_light.h"

#include <algorithm>

#include "paddock/core/random.h"
#include "paddock/sensors/camera.h"

namespace paddock {
namespace {

using Rgb = std::array<double, 3>;

double step(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

Rgb mix(const Rgb& a, const Rgb& b, double part) {
  return {a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part};
}

Rgb rgb_of(Color color) { return {color.r / 255.0, color.g / 255.0, color.b / 255.0}; }

/// Stored colour, a stored one dimmed.
Color color_of(const Rgb& c, double bright = 1) {
  const auto stored = [&](double x) {
    return static_cast<std::uint8_t>(255 * std::clamp(x * bright, 0.0, 1.0) + 0.5);
  };
  return {stored(c[0]), stored(c[1]), stored(c[2])};
}

// stored colours
constexpr Rgb kDuskZenith{0.34, 0.42, 0.60}, kDuskHorizon{0.93, 0.66, 0.44};
constexpr Rgb kNightZenith{0.05, 0.07, 0.13}, kNightHorizon{0.12, 0.14, 0.20};
constexpr Rgb kGreyZenith{0.66, 0.69, 0.73}, kGreyHorizon{0.76, 0.78, 0.80};
constexpr Rgb kGreyDusk{0.72, 0.66, 0.66};
constexpr Rgb kDayGlow{1.0, 0.97, 0.90}, kDuskGlow{1.0, 0.62, 0.28};
// light
constexpr Rgb kHighSun{1.05, 1.0, 0.93}, kLowSun{1.3, 0.78, 0.42};
constexpr Rgb kDaySky{1, 1, 1}, kDuskSky{0.96, 0.93, 1.06};

/// How far the day has gone: 1 while the sun is high, 0 at the horizon; and how dark it is below.
struct Hour {
  double day{}, night{};
};
Hour hour_of(double elevation) {
  return {step(0, radians(22), elevation), step(0, radians(10), -elevation)};
}

}  // namespace

/// (18) to (20)
void set_weather(const WeatherSpec& weather, const LevelScene& scene, SceneLight& light) {
  SunSpec sun = scene.sun;
  sun.elevation = weather.elevation, sun.azimuth = weather.azimuth.value_or(sun.azimuth);
  const SceneLight plain = light_of(sun);
  light.to_sun = plain.to_sun, light.ambient = plain.ambient;
  light.sun_radius = plain.sun_radius * (1 + 2 * weather.clouds);

  const Hour hour = hour_of(weather.elevation);
  const double closed = step(0.4, 0.95, weather.clouds);
  const double direct =
      weather.sun * (1 - closed) * step(radians(-1), radians(3), weather.elevation);
  const double rise = std::max(light.to_sun.z / length(light.to_sun), 0.15);
  const double level = light.ambient + (1 - light.ambient) * rise;
  const double from_sun = (1 - light.ambient) / level;
  // as much sky as by day: a low sun takes none of its light along
  const double day_rise = 0.7, day_level = light.ambient + (1 - light.ambient) * day_rise;
  const double from_sky = light.ambient / day_level * (1 - 0.93 * hour.night) * weather.sky;
  const Rgb warm = mix(kLowSun, kHighSun, hour.day), tint = mix(kDuskSky, kDaySky, hour.day);
  SceneWeather& in = light.weather.emplace();
  for (std::size_t k = 0; k < 3; ++k) {
    in.sun[k] = from_sun * direct * warm[k];
    in.sky[k] = from_sky * (1 + (tint[k] - 1) * (1 - closed));
  }

  const double bright = std::min(1.0, 0.45 + 0.55 * weather.sky) * (1 - 0.35 * weather.rain);
  const auto sky = [&](Color day, const Rgb& dusk, const Rgb& dark, const Rgb& grey) {
    const Rgb clear = mix(mix(dusk, rgb_of(day), hour.day), dark, hour.night);
    return color_of(mix(clear, mix(grey, dark, hour.night), closed), closed > 0 ? bright : 1);
  };
  light.zenith = sky(scene.sky.zenith, kDuskZenith, kNightZenith, kGreyZenith);
  light.horizon =
      sky(scene.sky.horizon, kDuskHorizon, kNightHorizon, mix(kGreyDusk, kGreyHorizon, hour.day));
  in.glow = color_of(mix(kDuskGlow, kDayGlow, hour.day), (1 - closed) * (1 - hour.night));
  const Rgb white = mix(mix(kDuskHorizon, {0.97, 0.97, 0.98}, hour.day), kNightHorizon, hour.night);
  const Rgb below =
      mix(mix({0.55, 0.45, 0.47}, {0.70, 0.73, 0.77}, hour.day), kNightZenith, hour.night);
  in.cloud = color_of(mix(white, rgb_of(light.horizon), closed));
  in.cloud_below = color_of(mix(below, rgb_of(light.zenith), closed), 1 - 0.12 * closed);
  in.clouds = weather.clouds, in.rain = weather.rain, in.wetness = weather.wetness;
  // sunset lights them, and so does a dark day
  const double ground = in.sky[1] + in.sun[1] * rise;
  in.dusk =
      std::max(step(0, radians(12), radians(12) - weather.elevation), step(0.5, 0.8, 1 - ground));

  light.fog = 0;
  const double half = weather.fog > 0 ? 1 / weather.fog : 0;
  const double haze = scene.sky.fog > 0 ? 1 / scene.sky.fog : 0;
  light.fog = det::log(2.0) * std::max(half, haze);
  light.lamps.clear();
  for (const LightSpec& lamp : scene.lights)
    if (!lamp.at_dusk || in.dusk > 0)
      light.lamps.push_back({lamp.at, lamp.color, lamp.power * (lamp.at_dusk ? in.dusk : 1)});
}

void pass_time(double seconds, std::uint64_t seed, Tick tick, SceneWeather& weather) {
  constexpr double kDrift = 0.004;  // of a cloud's measure a second
  weather.drift = {kDrift * seconds, 0.4 * kDrift * seconds};
  weather.falling = draw_bits(
      {.seed = seed, .stream = Stream::Rain, .tick = static_cast<std::uint64_t>(count(tick))});
}

}  // namespace paddock
