#include "paddock/protocols/carla/own_status.h"

#include <cmath>

#include "paddock/io/json.h"
#include "paddock/world/weather.h"

namespace paddock::carla {
namespace {

double to_thousandth(double value) { return std::round(value * 1000) / 1000; }

Json control_json(const Control& control) {
  return Json::object()
      .set("steer", to_thousandth(control.steer))
      .set("throttle", to_thousandth(control.throttle))
      .set("brake", to_thousandth(control.brake))
      .set("hand_brake", control.hand_brake)
      .set("reverse", control.reverse);
}

std::string_view shows_of(const SensorSettings& sensor) {
  if (sensor.type == SensorType::LidarRayCast) return "points";
  switch (sensor.camera.type) {
    case ImageType::Depth:
      return "depth";
    case ImageType::Labels:
      return "labels";
    case ImageType::None:
    case ImageType::SceneFinal:
      break;
  }
  return "colour";
}

Json sensor_json(const SensorSettings& sensor, std::size_t number) {
  Json json = Json::object()
                  .set("name", sensor.name)
                  .set("sensor", mount_of(sensor, number, VehicleId{}).spec.name)
                  .set("shows", shows_of(sensor));
  if (sensor.type == SensorType::LidarRayCast)
    return json.set("channels", sensor.lidar.channels)
        .set("points_per_second", sensor.lidar.points_per_second)
        .set("range", to_thousandth(sensor.lidar.range));
  return json.set("width", sensor.camera.width)
      .set("height", sensor.camera.height)
      .set("fov", to_thousandth(sensor.camera.fov));
}

/// Empty: the town's own.
std::string_view weather_name(int number) {
  const auto presets = weather_presets();
  const bool known = number >= 0 && static_cast<std::size_t>(number) < presets.size();
  return known ? presets[static_cast<std::size_t>(number)].name : std::string_view();
}

}  // namespace

std::string own_status(const Episode& episode, const EpisodeFigures& figures) {
  const Settings& asked = episode.settings;
  Json sensors = Json::array();
  for (std::size_t i = 0; i < asked.sensors.size(); ++i)
    sensors.add(sensor_json(asked.sensors[i], i));
  return to_text(Json::object()
                     .set("episode", episode.number)
                     .set("spot", episode.spot)
                     .set("driving", figures.driving)
                     .set("frame", figures.frame)
                     .set("rate", std::round(figures.rate * 10) / 10)
                     .set("fps", episode.fps)
                     .set("synchronous", asked.synchronous)
                     .set("quality", asked.quality == Quality::Low ? "Low" : "Epic")
                     .set("weather", weather_name(asked.weather))
                     .set("vehicles", asked.vehicles)
                     .set("pedestrians", asked.pedestrians)
                     .set("seed_vehicles", asked.seed_vehicles)
                     .set("seed_pedestrians", asked.seed_pedestrians)
                     .set("agents", asked.send_agents)
                     .set("sensors", std::move(sensors))
                     .set("asked", control_json(figures.asked))
                     .set("autopilot", control_json(figures.autopilot)),
                 0);
}

}  // namespace paddock::carla
