#include "paddock/protocols/carla/wire/codec.h"

#include <carla_server.pb.h>
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cmath>

namespace paddock::carla {
namespace {

namespace pb = carla_server;

// --- ours to theirs -----------------------------------------------------------------------------

void put(const Vector3& from, pb::Vector3D& to) {
  to.set_x(from.x), to.set_y(from.y), to.set_z(from.z);
}

void put(const Transform& from, pb::Transform& to) {
  put(from.location, *to.mutable_location());
  put(from.orientation, *to.mutable_orientation());
  pb::Rotation3D& rotation = *to.mutable_rotation();
  rotation.set_pitch(from.rotation.pitch);
  rotation.set_yaw(from.rotation.yaw);
  rotation.set_roll(from.rotation.roll);
}

void put(const BoundingBox& from, pb::BoundingBox& to) {
  put(from.transform, *to.mutable_transform());
  put(from.extent, *to.mutable_extent());
}

void put(const Control& from, pb::Control& to) {
  to.set_steer(from.steer), to.set_throttle(from.throttle), to.set_brake(from.brake);
  to.set_hand_brake(from.hand_brake), to.set_reverse(from.reverse);
}

/// Vehicles and pedestrians are told alike.
void put_mover(const auto& from, auto& to) {
  put(from.transform, *to.mutable_transform());
  put(from.bounding_box.extent, *to.mutable_box_extent());
  put(from.bounding_box, *to.mutable_bounding_box());
  to.set_forward_speed(from.forward_speed);
}

void put(const VehicleAgent& from, pb::Agent& to) { put_mover(from, *to.mutable_vehicle()); }
void put(const PedestrianAgent& from, pb::Agent& to) { put_mover(from, *to.mutable_pedestrian()); }
void put(const TrafficLightAgent& from, pb::Agent& to) {
  put(from.transform, *to.mutable_traffic_light()->mutable_transform());
  to.mutable_traffic_light()->set_state(static_cast<pb::TrafficLight_State>(from.state));
}
void put(const SpeedLimitAgent& from, pb::Agent& to) {
  put(from.transform, *to.mutable_speed_limit_sign()->mutable_transform());
  to.mutable_speed_limit_sign()->set_speed_limit(from.speed_limit);
}

void put(const PlayerMeasurements& from, pb::Measurements_PlayerMeasurements& to) {
  put(from.transform, *to.mutable_transform());
  put(from.bounding_box.extent, *to.mutable_box_extent());
  put(from.bounding_box, *to.mutable_bounding_box());
  put(from.acceleration, *to.mutable_acceleration());
  to.set_forward_speed(from.forward_speed);
  to.set_collision_vehicles(from.collision_vehicles);
  to.set_collision_pedestrians(from.collision_pedestrians);
  to.set_collision_other(from.collision_other);
  to.set_intersection_otherlane(from.intersection_otherlane);
  to.set_intersection_offroad(from.intersection_offroad);
  put(from.autopilot_control, *to.mutable_autopilot_control());
}

// --- theirs to ours -----------------------------------------------------------------------------

Vector3 vector_of(const pb::Vector3D& from) { return {from.x(), from.y(), from.z()}; }

Transform transform_of(const pb::Transform& from) {
  return {.location = vector_of(from.location()),
          .orientation = vector_of(from.orientation()),
          .rotation = {from.rotation().pitch(), from.rotation().yaw(), from.rotation().roll()}};
}

BoundingBox box_of(const pb::BoundingBox& from) {
  return {transform_of(from.transform()), vector_of(from.extent())};
}

Control control_of(const pb::Control& from) {
  return {.steer = from.steer(),
          .throttle = from.throttle(),
          .brake = from.brake(),
          .hand_brake = from.hand_brake(),
          .reverse = from.reverse()};
}

template <class Mover>
Mover mover_of(const auto& from) {
  return {transform_of(from.transform()), box_of(from.bounding_box()), from.forward_speed()};
}

/// Numbers of an enum that nobody has named are those of its first name.
LightState light_of(const pb::TrafficLight& from) {
  return pb::TrafficLight_State_IsValid(from.state()) ? static_cast<LightState>(from.state())
                                                      : LightState{};
}
SensorType type_of(const pb::Sensor& from) {
  return pb::Sensor_Type_IsValid(from.type()) ? static_cast<SensorType>(from.type()) : SensorType{};
}

Agent agent_of(const pb::Agent& from) {
  Agent agent{.id = from.id(), .what = {}};
  if (from.has_vehicle()) agent.what = mover_of<VehicleAgent>(from.vehicle());
  if (from.has_pedestrian()) agent.what = mover_of<PedestrianAgent>(from.pedestrian());
  if (from.has_traffic_light())
    agent.what = TrafficLightAgent{transform_of(from.traffic_light().transform()),
                                   light_of(from.traffic_light())};
  if (from.has_speed_limit_sign())
    agent.what = SpeedLimitAgent{transform_of(from.speed_limit_sign().transform()),
                                 from.speed_limit_sign().speed_limit()};
  return agent;
}

PlayerMeasurements player_of(const pb::Measurements_PlayerMeasurements& from) {
  return {.transform = transform_of(from.transform()),
          .bounding_box = box_of(from.bounding_box()),
          .acceleration = vector_of(from.acceleration()),
          .forward_speed = from.forward_speed(),
          .collision_vehicles = from.collision_vehicles(),
          .collision_pedestrians = from.collision_pedestrians(),
          .collision_other = from.collision_other(),
          .intersection_otherlane = from.intersection_otherlane(),
          .intersection_offroad = from.intersection_offroad(),
          .autopilot_control = control_of(from.autopilot_control())};
}

/// The message in these bytes. What the library would print of bad ones is said by the Error.
template <class Message>
Result<Message> parse(std::string_view bytes, std::string_view what) {
  [[maybe_unused]] static const auto silenced = google::protobuf::SetLogHandler(nullptr);
  Message message;
  if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return message;
  return fail(ErrorCode::Invalid, bytes.size(), " bytes are no ", what);
}

}  // namespace

std::string encode(const RequestNewEpisode& request) {
  pb::RequestNewEpisode message;
  message.set_ini_file(request.ini_file);
  return message.SerializeAsString();
}

std::string encode(const SceneDescription& scene) {
  pb::SceneDescription message;
  message.set_map_name(scene.map_name);
  for (const Transform& spot : scene.player_start_spots)
    put(spot, *message.add_player_start_spots());
  for (const SensorDefinition& sensor : scene.sensors) {
    pb::Sensor& to = *message.add_sensors();
    to.set_id(sensor.id), to.set_type(static_cast<pb::Sensor_Type>(sensor.type));
    to.set_name(sensor.name);
  }
  return message.SerializeAsString();
}

std::string encode(const EpisodeStart& start) {
  pb::EpisodeStart message;
  message.set_player_start_spot_index(start.player_start_spot_index);
  return message.SerializeAsString();
}

std::string encode(const EpisodeReady& ready) {
  pb::EpisodeReady message;
  message.set_ready(ready.ready);
  return message.SerializeAsString();
}

std::string encode(const Control& control) {
  pb::Control message;
  put(control, message);
  return message.SerializeAsString();
}

std::string encode(const Measurements& measurements) {
  pb::Measurements message;
  message.set_platform_timestamp(measurements.platform_timestamp);
  message.set_game_timestamp(measurements.game_timestamp);
  message.set_frame_number(measurements.frame_number);
  put(measurements.player, *message.mutable_player_measurements());
  for (const Agent& agent : measurements.non_player_agents) {
    pb::Agent& to = *message.add_non_player_agents();
    to.set_id(agent.id);
    std::visit([&](const auto& what) { put(what, to); }, agent.what);
  }
  return message.SerializeAsString();
}

Result<RequestNewEpisode> decode_request(std::string_view bytes) {
  const auto message = parse<pb::RequestNewEpisode>(bytes, "RequestNewEpisode");
  if (!message) return tl::unexpected(message.error());
  return RequestNewEpisode{message->ini_file()};
}

Result<SceneDescription> decode_scene(std::string_view bytes) {
  const auto message = parse<pb::SceneDescription>(bytes, "SceneDescription");
  if (!message) return tl::unexpected(message.error());
  SceneDescription scene{.map_name = message->map_name(), .player_start_spots = {}, .sensors = {}};
  for (const pb::Transform& spot : message->player_start_spots())
    scene.player_start_spots.push_back(transform_of(spot));
  for (const pb::Sensor& sensor : message->sensors())
    scene.sensors.push_back({sensor.id(), type_of(sensor), sensor.name()});
  return scene;
}

Result<EpisodeStart> decode_start(std::string_view bytes) {
  const auto message = parse<pb::EpisodeStart>(bytes, "EpisodeStart");
  if (!message) return tl::unexpected(message.error());
  return EpisodeStart{message->player_start_spot_index()};
}

Result<EpisodeReady> decode_ready(std::string_view bytes) {
  const auto message = parse<pb::EpisodeReady>(bytes, "EpisodeReady");
  if (!message) return tl::unexpected(message.error());
  return EpisodeReady{message->ready()};
}

Result<Control> decode_control(std::string_view bytes) {
  const auto message = parse<pb::Control>(bytes, "Control");
  if (!message) return tl::unexpected(message.error());
  return control_of(*message);
}

Result<Measurements> decode_measurements(std::string_view bytes) {
  const auto message = parse<pb::Measurements>(bytes, "Measurements");
  if (!message) return tl::unexpected(message.error());
  Measurements measurements{.frame_number = message->frame_number(),
                            .platform_timestamp = message->platform_timestamp(),
                            .game_timestamp = message->game_timestamp(),
                            .player = player_of(message->player_measurements()),
                            .non_player_agents = {}};
  for (const pb::Agent& agent : message->non_player_agents())
    measurements.non_player_agents.push_back(agent_of(agent));
  return measurements;
}

Control within_limits(const Control& control) {
  const auto part = [](float value, float low) {
    return std::isnan(value) ? 0.0F : std::clamp(value, low, 1.0F);
  };
  return {.steer = part(control.steer, -1),
          .throttle = part(control.throttle, 0),
          .brake = part(control.brake, 0),
          .hand_brake = control.hand_brake,
          .reverse = control.reverse};
}

}  // namespace paddock::carla
