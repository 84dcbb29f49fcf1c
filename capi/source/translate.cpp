#include "capi/source/translate.h"

#include <cstring>
#include <set>
#include <span>

#include "capi/source/layouts.h"  // checked wherever the library is built

namespace paddock::capi {
namespace {

carla::Vector3 vector_of(const carla_vector3d& v) { return {v.x, v.y, v.z}; }

carla::Transform transform_of(const carla_transform& t) {
  return {.location = vector_of(t.location),
          .orientation = vector_of(t.orientation),
          .rotation = {t.rotation.pitch, t.rotation.yaw, t.rotation.roll}};
}

carla::BoundingBox box_of(const carla_bounding_box& box) {
  return {transform_of(box.transform), vector_of(box.extent)};
}

carla::SensorType sensor_type_of(std::uint32_t type) {
  if (type == CARLA_SERVER_CAMERA) return carla::SensorType::Camera;
  if (type == CARLA_SERVER_LIDAR_RAY_CAST) return carla::SensorType::LidarRayCast;
  return carla::SensorType::Unknown;
}

carla::TrafficLightAgent light_of(const carla_agent& agent, carla::LightState state) {
  return {transform_of(agent.transform), state};
}

/// False when it is of no type.
bool set_agent(const carla_agent& from, carla::Agent& to) {
  to.id = from.id;
  switch (from.type) {
    case CARLA_SERVER_AGENT_VEHICLE:
      to.what = carla::VehicleAgent{transform_of(from.transform), box_of(from.bounding_box),
                                    from.forward_speed};
      return true;
    case CARLA_SERVER_AGENT_PEDESTRIAN:
      to.what = carla::PedestrianAgent{transform_of(from.transform), box_of(from.bounding_box),
                                       from.forward_speed};
      return true;
    case CARLA_SERVER_AGENT_SPEEDLIMITSIGN:
      to.what = carla::SpeedLimitAgent{transform_of(from.transform), from.forward_speed};
      return true;
    case CARLA_SERVER_AGENT_TRAFFICLIGHT_GREEN:
      to.what = light_of(from, carla::LightState::Green);
      return true;
    case CARLA_SERVER_AGENT_TRAFFICLIGHT_YELLOW:
      to.what = light_of(from, carla::LightState::Yellow);
      return true;
    case CARLA_SERVER_AGENT_TRAFFICLIGHT_RED:
      to.what = light_of(from, carla::LightState::Red);
      return true;
    default:
      return false;
  }
}

carla::PlayerMeasurements player_of(const carla_player_measurements& from) {
  const carla_control& autopilot = from.autopilot_control;
  return {.transform = transform_of(from.transform),
          .bounding_box = box_of(from.bounding_box),
          .acceleration = vector_of(from.acceleration),
          .forward_speed = from.forward_speed,
          .collision_vehicles = from.collision_vehicles,
          .collision_pedestrians = from.collision_pedestrians,
          .collision_other = from.collision_other,
          .intersection_otherlane = from.intersection_otherlane,
          .intersection_offroad = from.intersection_offroad,
          .autopilot_control = {.steer = autopilot.steer,
                                .throttle = autopilot.throttle,
                                .brake = autopilot.brake,
                                .hand_brake = truth_of(autopilot.hand_brake),
                                .reverse = truth_of(autopilot.reverse)}};
}

}  // namespace

bool truth_of(const bool& given) {
  unsigned char byte = 0;
  std::memcpy(&byte, &given, sizeof byte);
  return byte != 0;
}

std::optional<carla::SceneDescription> message_of(const carla_scene_description& scene) {
  const bool whole =
      scene.map_name != nullptr &&
      (scene.player_start_spots != nullptr || scene.number_of_player_start_spots == 0) &&
      (scene.sensors != nullptr || scene.number_of_sensors == 0);
  if (!whole) return std::nullopt;
  carla::SceneDescription message{
      .map_name = scene.map_name, .player_start_spots = {}, .sensors = {}};
  for (const carla_transform& spot :
       std::span(scene.player_start_spots, scene.number_of_player_start_spots))
    message.player_start_spots.push_back(transform_of(spot));
  std::set<std::uint32_t> ids;
  for (const carla_sensor_definition& sensor : std::span(scene.sensors, scene.number_of_sensors)) {
    if (sensor.name == nullptr || !ids.insert(sensor.id).second) return std::nullopt;
    message.sensors.push_back({sensor.id, sensor_type_of(sensor.type), sensor.name});
  }
  return message;
}

std::optional<carla::Measurements> message_of(const carla_measurements& values) {
  if (values.non_player_agents == nullptr && values.number_of_non_player_agents > 0)
    return std::nullopt;
  carla::Measurements message{.frame_number = values.frame_number,
                              .platform_timestamp = values.platform_timestamp,
                              .game_timestamp = values.game_timestamp,
                              .player = player_of(values.player_measurements),
                              .non_player_agents = {}};
  message.non_player_agents.resize(values.number_of_non_player_agents);
  for (std::size_t i = 0; i < message.non_player_agents.size(); ++i)
    if (!set_agent(values.non_player_agents[i], message.non_player_agents[i])) return std::nullopt;
  return message;
}

}  // namespace paddock::capi
