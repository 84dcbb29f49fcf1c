// CarlaSettings.ini, the text with which a client asks for an episode, as CARLA 0.8 reads it: what
// is absent stays as it was, only sensors are said anew each time. Keys, units and defaults:
// docs/protocols/carla.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/protocols/carla/wire/messages.h"
#include "paddock/protocols/carla/wire/sensor_messages.h"

namespace paddock::carla {

inline constexpr int kWeathers = 15;
inline constexpr std::size_t kMostSensors = 64;
inline constexpr std::uint32_t kMostPixels = 4096;                     // along a side of a picture
inline constexpr std::size_t kMostFrameBytes = std::size_t{48} << 20;  // of all pictures together

struct CameraSettings {
  ImageType type{ImageType::SceneFinal};
  std::uint32_t width{720}, height{512};
  float fov{90};  // degrees, horizontal
  bool operator==(const CameraSettings&) const = default;
};

struct LidarSettings {
  std::uint32_t channels{32};
  float range{50};                          // m
  std::uint32_t points_per_second{56'000};  // of all channels
  float rotation_frequency{10};             // Hz
  float upper_fov{10}, lower_fov{-30};      // degrees
  bool operator==(const LidarSettings&) const = default;
};

struct SensorSettings {
  std::string name;
  SensorType type{};
  Vector3 position{1.7F, 0, 1.5F};  // from the vehicle's pivot
  Rotation rotation;
  CameraSettings camera;  // of a camera
  LidarSettings lidar;    // of a lidar
  bool operator==(const SensorSettings&) const = default;
};

enum class Quality : std::uint8_t { Epic, Low };

/// A place of the world: metres, degrees.
struct Place {
  float x{}, y{}, yaw{};
  bool operator==(const Place&) const = default;
};

/// From so many simulated seconds on.
struct WeatherChange {
  float seconds{};
  int weather{};  // as in Settings
  bool operator==(const WeatherChange&) const = default;
};

/// What the original does not know: section [Paddock], said anew in each text, like sensors.
struct Extras {
  std::optional<Place> start;              // in place of a start spot
  std::optional<Place> goal;               // of the autopilot, which roams without one
  std::optional<std::uint32_t> goal_spot;  // the same: a start spot's number
  std::vector<WeatherChange> weathers;     // ascending
  bool operator==(const Extras&) const = default;
};

struct Settings {
  bool synchronous{true};
  bool send_agents{};
  Quality quality{};
  std::string player_vehicle;  // class path of the original's; empty: its default
  std::uint32_t vehicles{5}, pedestrians{15};
  int weather{-1};  // of the presets, 0 to 14; -1: the map's own
  std::int32_t seed_vehicles{123456789}, seed_pedestrians{123456789};
  bool no_two_wheelers{};
  std::string map;  // "Town01" or "Town02"; empty: the server's
  std::vector<SensorSettings> sensors;
  Extras extras;
  bool operator==(const Settings&) const = default;
};

/// Whose text it is: some keys are the server's own.
enum class SettingsFrom : std::uint8_t { Client, Server };

struct SettingsReading {
  Settings settings;
  std::optional<std::uint16_t> world_port{};  // of a server's text
  std::vector<std::string> notes;             // what was not honoured, and why
  bool of_0_7{};                              // it can only come from a client of 0.7
};

/// Any text means something: what makes no sense is noted and leaves `before` as it is.
SettingsReading read_settings(std::string_view ini, const Settings& before,
                              SettingsFrom from = SettingsFrom::Client);

}  // namespace paddock::carla
