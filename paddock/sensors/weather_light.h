// Weather as light: what sun, sky, clouds, air, rain and wet ground do to pictures, worked out once
// for a picture. Equations (18) to (24) of docs/physics/camera.md.
#pragma once

#include <array>
#include <cstdint>

#include "paddock/core/tick.h"
#include "paddock/core/vec.h"
#include "paddock/world/level.h"

namespace paddock {

struct SceneLight;

/// What a picture needs of the weather beside its sun and sky.
struct SceneWeather {
  std::array<double, 3> sun{}, sky{};  // light on what faces the sun, and from above
  Color glow;                          // of the air round the sun
  Color cloud, cloud_below;            // where clouds are thin and where they are thick
  double clouds{};                     // share of the sky
  double rain{}, wetness{};
  double dusk{};            // how far lamps and windows are lit, 0 to 1
  Vec2 drift;               // of the clouds, in their own measure
  std::uint32_t falling{};  // which drops fall
  bool operator==(const SceneWeather&) const = default;
};

/// `light` as this weather has it, at rest. Lamps are the scene's own and, where it is dim, those
/// that are lit at dusk.
void set_weather(const WeatherSpec& weather, const LevelScene& scene, SceneLight& light);

/// Clouds drift and drops fall: the same at the same time of the same run.
void pass_time(double seconds, std::uint64_t seed, Tick tick, SceneWeather& weather);

}  // namespace paddock
