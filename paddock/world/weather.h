// Weather: what stands in for a level's own sun and sky while it is on. Plain figures, each within
// bounds, and presets by name. Cameras and the page show it; wet ground holds less.
// Radians, metres. What the figures do: docs/physics/camera.md.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "paddock/core/det_math.h"

namespace paddock {

/// As an author or a preset says; unchecked.
struct WeatherSpec {
  double elevation{0.9};            // above the horizon; below it is night
  std::optional<double> azimuth{};  // of the sun; none: the level's own
  double sun{1};                    // its direct light, 1: as by day; clouds take from it
  double sky{1};                    // light of the sky and of clouds, 1: as by day
  double clouds{0};                 // share of the sky that they cover
  double fog{0};                    // m after which half of a thing's colour is air's; 0: clear
  double rain{0};                   // 0 to 1
  double wetness{0};                // of the ground, 0 to 1
  bool operator==(const WeatherSpec&) const = default;
};

/// A figure as files, commands and people know it.
struct WeatherFigure {
  std::string_view name, title, unit;  // "weather.fog"
  double WeatherSpec::*figure{};
  double low{}, high{};
  bool angle{};  // in degrees wherever it is written or shown
  std::string_view help;
  /// As it stands under [weather].
  std::string_view key() const { return name.substr(name.find('.') + 1); }
};
std::span<const WeatherFigure> weather_figures();

/// Share of its dry friction that ground keeps. On asphalt that is all wet tyres keep 0.5 to 0.7
/// where they had 0.8 to 0.9 (Wong, Theory of Ground Vehicles): docs/physics/tires.md.
inline constexpr double kWetTakes = 0.3;
inline double wet_share(double wetness) { return 1 - kWetTakes * wetness; }

struct WeatherPreset {
  std::string_view name;
  WeatherSpec weather;
};
/// CARLA 0.8's fifteen, in its order.
std::span<const WeatherPreset> weather_presets();
/// Null: there is none of this name.
const WeatherPreset* find_weather(std::string_view name);

}  // namespace paddock
