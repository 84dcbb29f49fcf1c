// The messages of CARLA 0.8, one struct each, in the protocol's own units and frame: metres,
// seconds, degrees; world left-handed with z up, body x ahead, y right, z up. Bytes:
// docs/protocols/carla.md.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace paddock::carla {

struct Vector3 {
  float x{}, y{}, z{};
  bool operator==(const Vector3&) const = default;
};

struct Rotation {
  float pitch{}, yaw{}, roll{};  // nose up, clockwise seen from above, right side down
  bool operator==(const Rotation&) const = default;
};

struct Transform {
  Vector3 location;
  Vector3 orientation;  // unit vector ahead
  Rotation rotation;
  bool operator==(const Transform&) const = default;
};

struct BoundingBox {
  Transform transform;  // from its owner's pivot
  Vector3 extent;       // half sizes
  bool operator==(const BoundingBox&) const = default;
};

enum class SensorType : std::uint8_t { Unknown = 0, Camera = 1, LidarRayCast = 2 };

struct SensorDefinition {
  std::uint32_t id{};  // what its frames begin with
  SensorType type{};
  std::string name;
  bool operator==(const SensorDefinition&) const = default;
};

// --- between the client and the world's port ----------------------------------------------------

struct RequestNewEpisode {
  std::string ini_file;  // CarlaSettings.ini as text
  bool operator==(const RequestNewEpisode&) const = default;
};

struct SceneDescription {
  std::string map_name;
  std::vector<Transform> player_start_spots;
  std::vector<SensorDefinition> sensors;
  bool operator==(const SceneDescription&) const = default;
};

struct EpisodeStart {
  std::uint32_t player_start_spot_index{};
  bool operator==(const EpisodeStart&) const = default;
};

struct EpisodeReady {
  bool ready{};
  bool operator==(const EpisodeReady&) const = default;
};

// --- while an episode runs ----------------------------------------------------------------------

struct Control {
  float steer{};              // -1 left to 1 right
  float throttle{}, brake{};  // 0 to 1
  bool hand_brake{}, reverse{};
  bool operator==(const Control&) const = default;
};

struct VehicleAgent {
  Transform transform;
  BoundingBox bounding_box;
  float forward_speed{};
  bool operator==(const VehicleAgent&) const = default;
};
struct PedestrianAgent {
  Transform transform;
  BoundingBox bounding_box;
  float forward_speed{};
  bool operator==(const PedestrianAgent&) const = default;
};
enum class LightState : std::uint8_t { Green = 0, Yellow = 1, Red = 2 };
struct TrafficLightAgent {
  Transform transform;
  LightState state{};
  bool operator==(const TrafficLightAgent&) const = default;
};
struct SpeedLimitAgent {
  Transform transform;
  float speed_limit{};  // m/s
  bool operator==(const SpeedLimitAgent&) const = default;
};

struct Agent {
  std::uint32_t id{};  // one agent's throughout an episode
  std::variant<VehicleAgent, PedestrianAgent, TrafficLightAgent, SpeedLimitAgent> what;
  bool operator==(const Agent&) const = default;
};

struct PlayerMeasurements {
  Transform transform;
  BoundingBox bounding_box;
  Vector3 acceleration;   // m/s^2, world
  float forward_speed{};  // m/s, negative backwards
  // kg m/s, added up over the episode
  float collision_vehicles{}, collision_pedestrians{}, collision_other{};
  float intersection_otherlane{}, intersection_offroad{};  // parts of the outline, 0 to 1
  Control autopilot_control;
  bool operator==(const PlayerMeasurements&) const = default;
};

struct Measurements {
  std::uint64_t frame_number{};
  std::uint32_t platform_timestamp{}, game_timestamp{};  // ms, of the machine and of the episode
  PlayerMeasurements player;
  std::vector<Agent> non_player_agents;
  bool operator==(const Measurements&) const = default;
};

}  // namespace paddock::carla
