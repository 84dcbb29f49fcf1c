#include "paddock/protocols/carla/frame.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "paddock/engine/places.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/roads/road_network.h"

namespace paddock::carla {
namespace {

constexpr std::uint32_t kSignalIds = 0x80000000U;     // of lights and signs, beside those of users
constexpr Vector3 kWalkerExtent{0.45F, 0.35F, 1.0F};  // of everybody, as the original tells it
constexpr double kTurn = 360;

double wrapped(double degrees) {
  const double rest = std::fmod(degrees, kTurn);
  return rest < 0 ? rest + kTurn : rest;
}

const VehicleState& state_of(const Session& session, VehicleId vehicle) {
  return session.state.physics.vehicles[index_of(vehicle)];
}

Pose3 place_of(const Session& session, VehicleId vehicle) {
  return vehicle_pose(session.model, session.state, index_of(vehicle));
}

const VehicleType& type_in(const Session& session, std::size_t slot) {
  return type_of(kind_of(session.model.vehicles[slot].params));
}

Agent user_of(const Session& session, std::size_t slot) {
  const VehicleId vehicle = id_of(session.state, slot);
  const Transform transform = transform_of(place_of(session, vehicle));
  const auto speed = static_cast<float>(speed_of(state_of(session, vehicle)));
  Agent agent{.id = static_cast<std::uint32_t>(vehicle) + 1, .what = {}};
  const VehicleType& type = type_in(session, slot);
  if (type.feet)
    agent.what = PedestrianAgent{transform, {transform_of({}), kWalkerExtent}, speed};
  else
    agent.what = VehicleAgent{transform, box_of(type), speed};
  return agent;
}

carla::LightState light_of(paddock::LightState state) {
  switch (state) {
    case paddock::LightState::Red:
      return carla::LightState::Red;
    case paddock::LightState::Yellow:
      return carla::LightState::Yellow;
    case paddock::LightState::Green:
    case paddock::LightState::Dark:
      break;
  }
  return carla::LightState::Green;
}

// --- sensors ------------------------------------------------------------------------------------

ImageHeader header_of(const SensorSettings& sensor, std::size_t number, std::uint64_t frame) {
  return {.sensor = sensor_id(number),
          .frame = frame,
          .width = sensor.camera.width,
          .height = sensor.camera.height,
          .type = sensor.camera.type,
          .fov = sensor.camera.fov};
}

/// Its upper rows are written while the lower ones are being painted.
void append_colours(std::string& out, const ImageHeader& header, RigPicture& picture, Wire wire) {
  const auto with_rows = [&](std::size_t rows) {
    return std::span<const std::uint8_t>(picture.with_rows(static_cast<int>(rows)).color.pixels);
  };
  append_colour(out, header, with_rows, wire);
}

void append_picture(std::string& out, const ImageHeader& header, Stage& stage, VehicleId player,
                    std::string_view name, Wire wire) {
  if (header.type == ImageType::None || header.type == ImageType::SceneFinal) {
    if (const auto picture = stage.begin_picture(player, name))
      append_colours(out, header, *picture, wire);
  } else if (const auto measurement = stage.read_sensor(player, name)) {
    const auto& picture = std::get<CameraReading>(measurement->reading);
    if (header.type == ImageType::Depth) return append_depth(out, header, picture.depth, wire);
    append_labels(out, header, picture.tags, wire);
  }
}

/// A point as the original sends it: turned upright, x right, y backward, z down.
Vector3 sent_point(const Quat& upright, const Lidar3dPoint& point) {
  const Vec3 p = upright * Vec3{point.x, point.y, point.z};
  return {static_cast<float>(-p.y), static_cast<float>(-p.x), static_cast<float>(-p.z)};
}

/// What the head swept in a frame, of a whole turn: clockwise from where the last frame ended.
void append_scan(std::string& out, LidarHeader header, const LidarSettings& lidar, double start,
                 double swept, const Quat& upright, const Lidar3dReading& turn, Wire wire) {
  std::vector<std::uint32_t> counts;
  std::vector<Vector3> points;
  std::vector<std::pair<double, Vector3>> channel;
  std::size_t next = 0;
  for (const std::uint32_t count : turn.points_of_channel) {
    channel.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Lidar3dPoint& point = turn.points[next++];
      const double along =
          wrapped(-det::atan2(double{point.y}, double{point.x}) * 180 / kPi - start);
      const double range = std::hypot(point.x, point.y, point.z);
      if (along < swept && range < lidar.range)
        channel.emplace_back(along, sent_point(upright, point));
    }
    std::stable_sort(channel.begin(), channel.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    counts.push_back(static_cast<std::uint32_t>(channel.size()));
    for (const auto& [along, point] : channel) points.push_back(point);
  }
  header.angle = static_cast<float>(wrapped(start + swept));
  append_lidar(out, header, counts, points, wire);
}

/// A body's turn without its yaw.
Quat upright_of(const Quat& world_from_sensor) {
  const Vec3 ahead = world_from_sensor * Vec3{1, 0, 0};
  const double yaw = det::atan2(ahead.y, ahead.x);
  return inverse(Quat::from_yaw_pitch_roll(yaw, 0, 0)) * world_from_sensor;
}

}  // namespace

VehicleInput input_of(const Control& control) {
  return SedanInput<double>{.throttle = control.throttle,
                            .brake = control.brake,
                            .steer = -control.steer,
                            .hand_brake = control.hand_brake ? 1.0 : 0.0,
                            .reverse = control.reverse ? 1.0 : 0.0};
}

Control control_of(const VehicleInput& input) {
  const auto* car = std::get_if<SedanInput<double>>(&input);
  if (car == nullptr) return {};
  return {.steer = static_cast<float>(-car->steer),
          .throttle = static_cast<float>(car->throttle),
          .brake = static_cast<float>(car->brake),
          .hand_brake = car->hand_brake > 0.5,
          .reverse = car->reverse > 0.5};
}

Vec3 velocity_ahead(const Session& session, VehicleId vehicle) {
  return speed_of(state_of(session, vehicle)) * (place_of(session, vehicle).turn * Vec3{1, 0, 0});
}

PlayerMeasurements measure_player(const Session& session, VehicleId player) {
  const Pose3 pose = place_of(session, player);
  const VehicleType& type = type_in(session, index_of(player));
  PlayerMeasurements told;
  told.transform = transform_of(pose);
  told.bounding_box = box_of(type);
  told.forward_speed = static_cast<float>(speed_of(state_of(session, player)));
  if (const RoadNetwork* roads = session.world().roads.get()) {
    const auto [middle, half] = footprint_of(type);
    const Pose2 box = pose_of(state_of(session, player)) * Pose2{middle.x, middle.y, 0};
    const Trespass trespass = trespass_of(*roads, box, half);
    told.intersection_offroad = static_cast<float>(trespass.off_road);
    told.intersection_otherlane = static_cast<float>(trespass.other_lane);
  }
  const SlotCollisions& hit = session.collisions[index_of(player)];
  if (hit.vehicle == player) {
    told.collision_vehicles = static_cast<float>(hit.sums.vehicles);
    told.collision_pedestrians = static_cast<float>(hit.sums.walkers);
    told.collision_other = static_cast<float>(hit.sums.other);
  }
  return told;
}

std::vector<Agent> agents_of(const Session& session, VehicleId player) {
  std::vector<Agent> agents;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    if (session.state.physics.present[v] != 0 && v != index_of(player))
      agents.push_back(user_of(session, v));
  const RoadNetwork* roads = session.world().roads.get();
  if (roads == nullptr) return agents;
  const double seconds = session.world().clock.seconds(session.state.tick);
  for (std::size_t i = 0; i < roads->signals.size(); ++i) {
    const RoadSignal& signal = roads->signals[i];
    Agent agent{.id = kSignalIds | static_cast<std::uint32_t>(i), .what = {}};
    if (signal.kind == SignalKind::Light)
      agent.what =
          TrafficLightAgent{transform_of(signal.pose), light_of(light_at(signal, seconds))};
    else if (signal.kind == SignalKind::SpeedLimit)
      agent.what = SpeedLimitAgent{transform_of(signal.pose), static_cast<float>(signal.value)};
    else
      continue;
    agents.push_back(std::move(agent));
  }
  return agents;
}

void append_sensor(std::string& out, Stage& stage, VehicleId player, const SensorSettings& sensor,
                   std::size_t number, std::uint64_t frame_number, std::uint32_t frame, Wire wire) {
  const SensorMount mount = mount_of(sensor, number, player);
  if (sensor.type == SensorType::Camera)
    return append_picture(out, header_of(sensor, number, frame_number), stage, player,
                          mount.spec.name, wire);
  const auto measurement = stage.read_sensor(player, mount.spec.name);
  if (!measurement) return;
  const Session& session = stage.session();
  const Clock& clock = session.world().clock;
  const double dt = static_cast<double>(clock.grid_per_frame) / static_cast<double>(clock.grid_hz);
  const double step = kTurn * static_cast<double>(sensor.lidar.rotation_frequency) * dt;
  const Quat turn = place_of(session, player).turn * mount.spec.body_from_sensor->turn;
  append_scan(out, {.sensor = sensor_id(number), .frame = frame_number}, sensor.lidar,
              wrapped(step * (frame - 1)), std::min(step, kTurn), upright_of(turn),
              std::get<Lidar3dReading>(measurement->reading), wire);
}

}  // namespace paddock::carla
