#include "paddock/protocols/carla/town.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "paddock/world/level.h"
#include "paddock/world/world.h"

namespace paddock::carla {
namespace {

constexpr int kTickRate = 100;        // 1/s, at least
constexpr std::size_t kMostRigs = 2;  // that nobody uses, each of hundreds of megabytes
constexpr double kDegree = kPi / 180;
constexpr double kStandardTop = 1.5;                 // m, of who has no roof that physics knows
constexpr double kFewestPixels = 16, kWidest = 3.1;  // of the catalogue's cameras

float f(double value) { return static_cast<float>(value); }
float degrees_of(double angle) { return f(angle / kDegree); }

Pose2 pose_of(const Place& place) { return {place.x, -place.y, -place.yaw * kDegree}; }

/// Everything there is of the level that does not depend on who asks.
Result<LevelSpec> spec_of(const std::string& file, int fps) {
  LevelReading reading = read_level(file, 1);
  if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
  reading.spec.clock = clock_of(fps);
  reading.spec.scene.has_weather = true;
  reading.spec.traffic = TrafficSpec{};
  return std::move(reading.spec);
}

}  // namespace

std::string level_of(std::string_view map) {
  std::string level(map);
  std::transform(level.begin(), level.end(), level.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return level;
}

Vector3 vector_of(const Vec3& v) { return {f(v.x), f(-v.y), f(v.z)}; }

Transform transform_of(const Pose3& world_from_body) {
  const Vec3 ahead = world_from_body.turn * Vec3{1, 0, 0};
  const Vec3 left = world_from_body.turn * Vec3{0, 1, 0};
  const Vec3 up = world_from_body.turn * Vec3{0, 0, 1};
  const double flat = std::hypot(ahead.x, ahead.y);
  return {.location = vector_of(world_from_body.at),
          .orientation = vector_of(ahead),
          .rotation = {.pitch = degrees_of(det::atan2(ahead.z, flat)),
                       .yaw = degrees_of(det::atan2(-ahead.y, ahead.x)),
                       .roll = degrees_of(det::atan2(left.z, up.z))}};
}

Pose3 pose_from(const Vector3& location, const Rotation& rotation) {
  return {{location.x, -location.y, location.z},
          Quat::from_yaw_pitch_roll(-rotation.yaw * kDegree, -rotation.pitch * kDegree,
                                    rotation.roll * kDegree)};
}

Footprint footprint_of(const VehicleType& type) {
  Bounds2 bounds;
  for (const Vec2 corner : type.outline.polygon()) bounds.add(corner);
  if (type.outline.is_circle()) {
    const double radius = type.outline.radius;
    bounds.add({-radius, -radius}), bounds.add({radius, radius});
  }
  return {0.5 * (bounds.low + bounds.high), 0.5 * (bounds.high - bounds.low)};
}

BoundingBox box_of(const VehicleType& type) {
  const auto [middle, half] = footprint_of(type);
  const double top = type.feet ? type.feet->tall : type.rigid ? type.rigid->top : kStandardTop;
  return {.transform = transform_of({{middle.x, middle.y, top / 2}, {}}),
          .extent = {f(half.x), f(half.y), f(top / 2)}};
}

Clock clock_of(int fps) {
  const int ticks = (kTickRate + fps - 1) / fps;
  return {.grid_hz = std::int64_t{fps} * ticks, .grid_per_tick = 1, .grid_per_frame = ticks};
}

std::vector<Transform> start_spots(const LevelSpec& level) {
  std::vector<Transform> spots;
  for (const StartSpec& start : level.starts)
    spots.push_back(transform_of(
        {{start.pose.x, start.pose.y, start.z}, Quat::from_yaw_pitch_roll(start.pose.yaw, 0, 0)}));
  return spots;
}

Pose2 start_of(const Episode& episode, std::span<const WorldStart> starts) {
  if (const auto& start = episode.settings.extras.start) return pose_of(*start);
  return starts[episode.spot < starts.size() ? episode.spot : 0].pose;
}

std::optional<Pose2> goal_of(const Episode& episode, std::span<const WorldStart> starts) {
  const Extras& extras = episode.settings.extras;
  if (extras.goal_spot && *extras.goal_spot < starts.size()) return starts[*extras.goal_spot].pose;
  if (extras.goal) return pose_of(*extras.goal);
  return std::nullopt;
}

std::uint64_t seed_of(const Settings& settings) {
  return std::uint64_t{static_cast<std::uint32_t>(settings.seed_vehicles)} << 32 |
         static_cast<std::uint32_t>(settings.seed_pedestrians);
}

// --- Towns --------------------------------------------------------------------------------------

Result<std::shared_ptr<const SessionMould>> Towns::find(const Episode& episode) {
  const std::lock_guard lock(mutex_);  // who wants the same town meanwhile waits for it
  auto& mould = moulds_[{episode.level, episode.fps}];
  if (mould) return mould;
  auto spec = spec_of(episode.level, episode.fps);
  if (!spec) return tl::unexpected(spec.error());
  auto made = make_mould(build_level(std::move(*spec)),
                         {.vehicles = {{.kind = "sedan", .driver = "program"}}});
  if (!made) return tl::unexpected(made.error());
  mould = std::make_shared<const SessionMould>(std::move(*made));
  return mould;
}

Result<Session> Towns::open(const Episode& episode) {
  const auto mould = find(episode);
  if (!mould) return tl::unexpected(mould.error());
  auto session = open_session(**mould, seed_of(episode.settings));
  if (!session) return session;
  session->streets->vehicles = static_cast<int>(std::min(episode.settings.vehicles, kMostUsers));
  session->streets->walkers = static_cast<int>(std::min(episode.settings.pedestrians, kMostUsers));
  return session;
}

std::unique_ptr<CameraRig> Towns::take_rig(const World& world) {
  const std::lock_guard lock(mutex_);
  const auto kept = std::find_if(rigs_.begin(), rigs_.end(),
                                 [&](const Kept& k) { return k.world.get() == &world; });
  if (kept == rigs_.end()) return nullptr;
  std::unique_ptr<CameraRig> rig = std::move(kept->rig);
  rigs_.erase(kept);
  return rig;
}

void Towns::keep_rig(std::shared_ptr<const World> world, std::unique_ptr<CameraRig> rig) {
  const std::lock_guard lock(mutex_);
  rigs_.push_back({std::move(world), std::move(rig)});
  if (rigs_.size() > kMostRigs) rigs_.pop_front();
}

void fit_sensors(std::vector<SensorSettings>& sensors, std::vector<std::string>& notes) {
  for (SensorSettings& sensor : sensors) {
    if (sensor.type != SensorType::Camera) continue;
    const CameraSettings asked = sensor.camera;
    sensor.camera.width = std::max(sensor.camera.width, static_cast<std::uint32_t>(kFewestPixels));
    sensor.camera.height =
        std::max(sensor.camera.height, static_cast<std::uint32_t>(kFewestPixels));
    sensor.camera.fov = std::min(sensor.camera.fov, f(kWidest / kDegree));
    if (asked != sensor.camera)
      notes.push_back(concat("sensor \"", sensor.name, "\" is ", sensor.camera.width, " x ",
                             sensor.camera.height, ", ", sensor.camera.fov, " degrees wide"));
  }
}

SensorMount mount_of(const SensorSettings& sensor, std::size_t number, VehicleId vehicle) {
  SensorMount mount{.vehicle = vehicle, .spec = {}};
  SensorSpec& spec = mount.spec;
  spec.name = concat("carla_", number + 1);
  spec.ideal = true;
  spec.body_from_sensor = pose_from(sensor.position, sensor.rotation);
  if (sensor.type == SensorType::LidarRayCast) {
    const LidarSettings& lidar = sensor.lidar;
    spec.kind = "lidar3d";
    spec.figures = {
        {"channels", static_cast<double>(lidar.channels)},
        {"upper", lidar.upper_fov * kDegree},
        {"lower", lidar.lower_fov * kDegree},
        {"points_per_second", std::max(1.0, static_cast<double>(lidar.points_per_second))},
        {"turns_per_second", std::max(0.01, static_cast<double>(lidar.rotation_frequency))},
        {"max_range", lidar.range}};
    return mount;
  }
  const CameraSettings& camera = sensor.camera;
  spec.figures = {{"width", static_cast<double>(camera.width)},
                  {"height", static_cast<double>(camera.height)},
                  {"fov", camera.fov * kDegree}};
  switch (camera.type) {
    case ImageType::Depth:
      spec.kind = "depth";
      spec.figures.push_back({"far", 1000}), spec.figures.push_back({"max", 1000});
      spec.figures.push_back({"far_value", 1000});
      break;
    case ImageType::Labels:
      spec.kind = "semantic";
      break;
    case ImageType::None:
    case ImageType::SceneFinal:
      spec.kind = "camera";
      break;
  }
  return mount;
}

}  // namespace paddock::carla
