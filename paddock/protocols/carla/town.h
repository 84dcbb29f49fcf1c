// The towns as CARLA's clients know them: their frame, their start spots, and levels made for what
// a client asks for. Ours: x east, y north, radians; theirs: y turned over, degrees.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/protocols/carla/settings.h"
#include "paddock/stage/session.h"

namespace paddock::carla {

inline constexpr std::uint32_t kMostUsers =
    250;  // vehicles, and as many people: a run has room for 512

/// "town01" of "Town01".
std::string level_of(std::string_view map);

/// A pose of ours as theirs; its unit vector ahead is filled in.
Transform transform_of(const Pose3& world_from_body);
/// Ours of a place and a turn of theirs, as of a sensor on its car.
Pose3 pose_from(const Vector3& location, const Rotation& rotation);
/// A vector of the world, or of a body, both ways.
Vector3 vector_of(const Vec3& v);

/// What a kind covers of the ground, in its own frame.
struct Footprint {
  Vec2 middle, half;
};
Footprint footprint_of(const VehicleType& type);
/// A box about everybody of this kind.
BoundingBox box_of(const VehicleType& type);

/// Ticks of at most 10 ms, a whole number of them in each of `fps` frames a second.
Clock clock_of(int fps);

/// Start spots in the level's own order, which is CARLA's.
std::vector<Transform> start_spots(const LevelSpec& level);

/// All that makes one episode.
struct Episode {
  std::string level;  // file
  Settings settings;
  std::uint32_t spot{};
  int fps{10};
  Wire wire{};
  bool benchmark{};         // without lock-step: as fast as frames can be made, else in real time
  std::uint32_t number{1};  // of its client, from 1
};

/// Where its car begins; spots that there are not are the first.
Pose2 start_of(const Episode& episode, std::span<const WorldStart> starts);
/// Where its autopilot shall drive.
std::optional<Pose2> goal_of(const Episode& episode, std::span<const WorldStart> starts);

/// The same seeds make the same run.
std::uint64_t seed_of(const Settings& settings);

/// Towns, compiled once for all episodes in them, and the eyes of rooms that are gone, which take
/// seconds to make. Any thread.
class Towns {
 public:
  /// Who drives the player's car waits; who else is there is as the settings say.
  Result<Session> open(const Episode& episode);

  /// Null: there are none at hand.
  std::unique_ptr<CameraRig> take_rig(const World& world);
  void keep_rig(std::shared_ptr<const World> world, std::unique_ptr<CameraRig> rig);

 private:
  struct Kept {
    std::shared_ptr<const World> world;  // shared with rooms in it
    std::unique_ptr<CameraRig> rig;
  };
  Result<std::shared_ptr<const SessionMould>> find(const Episode& episode);

  std::mutex mutex_;  // guards what follows
  std::map<std::pair<std::string, int>, std::shared_ptr<const SessionMould>>
      moulds_;             // shared with who takes a copy; by file and frames a second
  std::deque<Kept> rigs_;  // the oldest first
};

/// Sensors brought to what the catalogue can make, before the client is told of them; what was
/// changed is noted.
void fit_sensors(std::vector<SensorSettings>& sensors, std::vector<std::string>& notes);
/// One of them as the run mounts it, under the name of its place in the list.
SensorMount mount_of(const SensorSettings& sensor, std::size_t number, VehicleId vehicle);

}  // namespace paddock::carla
